//! Incomplete labels, and labels that a table cannot express.

use super::super::*;
use super::{ROWS, countries, example, label, read, set};
use crate::Preference;
use crate::example::{Example, Label, LabelCell, LabelledRecord, Negative, Place, PlaceTarget};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Field, Schema};

const ALL: [[&str; 2]; 4] = [["Congo", "242"], ["Egypt", "20"], ["Belize", "501"], ["Spain", "34"]];

fn rows_page() -> Page {
    Page::from(format!("<H1>Codes</H1>\n{ROWS}<HR>").as_str())
}

/// Both learners must read all rows.
fn check_rows(page: &Page, example: Example<'_>) {
    let set = set(&["country", "code"], vec![example]);
    let lr = LrLearner::default().learn(&set).expect("lr fits");
    assert_eq!(read(lr.wrapper, &set, page), ALL);
    let hlrt = HlrtLearner::default().learn(&set).expect("hlrt fits");
    assert_eq!(read(hlrt.wrapper, &set, page), ALL);
}

fn error(set: &TrainingSet<'_>) -> String {
    let lr = LrLearner::default().learn(set).expect_err("no lr wrapper").to_string();
    let hlrt = HlrtLearner::default().learn(set).expect_err("no hlrt wrapper").to_string();
    assert_eq!(lr.replace("`lr`", "`hlrt`"), hlrt);
    lr
}

#[test]
fn unknown_cells_are_learnt_around() {
    let page = rows_page();
    for (record, field) in [(0, 0), (0, 1), (1, 0), (1, 1), (3, 0), (3, 1)] {
        let mut example = example(&page, 2, &countries(page.source()));
        example.records[record].cells[field] = LabelCell::Unknown;
        check_rows(&page, example);
    }
}

#[test]
fn one_record_of_a_page_that_has_more_is_enough() {
    let page = rows_page();
    let mut example = example(&page, 2, &countries(page.source())[2..4]);
    example.complete = false;
    check_rows(&page, example);
}

/// LR reads the heading as a country: only a head can skip it.
#[test]
fn a_head_skips_what_looks_like_a_record_before_the_first_label() {
    let source = format!("<BODY>\n<B>Some Country Codes</B><P>\n{ROWS}<HR><B>End</B></BODY>");
    let page = Page::from(source.as_str());
    let rows = countries(page.source());
    let mut example = example(&page, 2, &rows[..2]);
    example.complete = false;
    let set = set(&["country", "code"], vec![example]);
    assert!(LrLearner::default().learn(&set).is_err());
    let hlrt = HlrtLearner::default().learn(&set).expect("hlrt fits");
    assert_eq!(read(hlrt.wrapper, &set, &page), ALL);
}

#[test]
fn places_labelled_as_no_value_are_not_read() {
    let page = Page::from("<h1><b>Ad</b></h1><p><b>Congo</b><p><b>Egypt</b><hr>");
    let mut example = example(&page, 1, &[Span::new(24, 29)]);
    example.complete = false;
    let ad = Place { span: Span::new(7, 9), target: PlaceTarget::Range };
    let negative = Label { candidates: vec![ad], text: None };
    example.negatives.push(Negative { field: vec![0], label: negative });
    let set = set(&["country"], vec![example]);
    for preference in [Preference::Robust, Preference::Strict] {
        let learner = LrLearner::from(Settings { preference, ..Settings::default() });
        let wrapper = learner.learn(&set).expect("fits").wrapper;
        let found = read(wrapper, &set, &page);
        assert!(
            found.contains(&vec!["Congo".to_owned()]) && !found.contains(&vec!["Ad".to_owned()])
        );
    }
}

#[test]
fn pages_without_records_are_learnt_from_too() {
    let (full, empty) = (
        Page::from("<p>Hits:<b>a</b><b>c</b><hr><b>end</b>"),
        Page::from("<p>No hits<hr><b>end</b>"),
    );
    let set = set(
        &["hit"],
        vec![example(&full, 1, &[Span::new(11, 12), Span::new(19, 20)]), example(&empty, 1, &[])],
    );
    let wrapper = HlrtLearner::default().learn(&set).expect("fits").wrapper;
    assert_eq!(read(wrapper.clone(), &set, &full), [["a"], ["c"]]);
    assert!(read(wrapper, &set, &empty).is_empty());
    let lr = LrLearner::default().learn(&set).expect_err("`<b>` is also before `end`").to_string();
    assert_eq!(
        lr,
        "no `lr` wrapper fits: field `hit`: every common left delimiter also occurs where no value follows: \
         page bytes 28-31 `<b>c</b><hr><b>end</b>`"
    );
}

#[test]
fn a_table_cannot_express_a_record_without_a_field() {
    let page = rows_page();
    let mut example = example(&page, 2, &countries(page.source()));
    example.records[1].cells[1] = LabelCell::Absent;
    assert_eq!(
        error(&set(&["country", "code"], vec![example])),
        "`lr` cannot express these labels: record 2 of page lacks the field `code`, and every record must have every field"
    );
}

#[test]
fn nested_records_are_for_the_classes_of_levels() {
    let page = rows_page();
    let fields = vec![Field::new("country"), Field::nested("codes", vec![Field::new("code")])];
    let cells = vec![label(countries(page.source())[0]), LabelCell::Nested(Vec::new())];
    let example = Example { records: vec![LabelledRecord { cells }], ..example(&page, 1, &[]) };
    let schema = Schema::new(fields).expect("usable names");
    let set = TrainingSet::from_examples(schema, vec![example]).expect("an example of the schema");
    assert_eq!(
        error(&set),
        "`lr` cannot express these labels: the field `codes` repeats inside a record; the classes `n-lr` and `n-hlrt` can express that"
    );
}

#[test]
fn columns_are_learnt_in_the_order_of_the_page() {
    let page = rows_page();
    let mut example = example(&page, 2, &countries(page.source()));
    for record in &mut example.records {
        record.cells.swap(0, 1);
    }
    let set = set(&["code", "country"], vec![example]);
    let wrapper = LrLearner::default().learn(&set).expect("fits").wrapper;
    assert_eq!(wrapper.fields[0].field.as_deref(), Some("country"));
    assert_eq!(read(wrapper, &set, &page), ALL.map(|[country, code]| [code, country]));
}

#[test]
fn columns_in_changing_order_are_reported() {
    let page = rows_page();
    let mut example = example(&page, 2, &countries(page.source()));
    example.records[2].cells.swap(0, 1);
    assert_eq!(
        error(&set(&["a", "b"], vec![example])),
        "`lr` cannot express these labels: `a` is before `b` in record 1 of page but behind it in record 3 of page; \
         every record must have its fields in the same order"
    );
}

#[test]
fn values_that_overlap_and_records_that_interleave_are_reported() {
    let page = Page::from("<b>one two three four</b>");
    let overlap = example(&page, 2, &[Span::new(3, 10), Span::new(7, 16)]);
    assert_eq!(
        error(&set(&["a", "b"], vec![overlap])),
        "`lr` cannot express these labels: the fields `a` and `b` overlap in record 1 of page: \
         3-10 `<b>one two three four<` and 7-16 `<b>one two three four</b>`"
    );
    let interleaved = example(
        &page,
        2,
        &[Span::new(3, 6), Span::new(11, 16), Span::new(7, 10), Span::new(17, 21)],
    );
    assert_eq!(
        error(&set(&["a", "b"], vec![interleaved])),
        "`lr` cannot express these labels: records 1 and 2 of page interleave: \
         11-16 `<b>one two three four</b>` reaches into 7-10 `<b>one two three four<`"
    );
}

#[test]
fn conflicts_name_the_field_and_both_places() {
    let (first, second) = (Page::from("<b>1</b>"), Page::from("(2)"));
    let set = set(
        &["n"],
        vec![example(&first, 1, &[Span::new(3, 4)]), example(&second, 1, &[Span::new(1, 2)])],
    );
    assert_eq!(
        error(&set),
        "no `lr` wrapper fits: field `n`: no text is common to the right of both values: \
         page bytes 3-4 `<b>1</b>`; page bytes 1-2 `(2)`"
    );
}

#[test]
fn delimiters_are_cut_at_characters() {
    // `é` and `è` share their first byte, `é` and `©` their last, but no character.
    let (first, second) = (Page::from("é1é"), Page::from("©2é"));
    let values =
        || vec![example(&first, 1, &[Span::new(2, 3)]), example(&second, 1, &[Span::new(2, 3)])];
    assert!(error(&set(&["n"], values())).contains("no text is common to the left of both values"));
    let (first, second) = (Page::from("-1é."), Page::from("-2è."));
    let values =
        || vec![example(&first, 1, &[Span::new(1, 2)]), example(&second, 1, &[Span::new(1, 2)])];
    assert!(
        error(&set(&["n"], values())).contains("no text is common to the right of both values")
    );
}

#[test]
fn more_fields_than_a_rule_may_have_are_reported() {
    let cells: Vec<String> = (0..257).map(|i| format!("<b>{i}</b>")).collect();
    let source = cells.concat();
    let page = Page::from(source.as_str());
    let names: Vec<String> = (0..257).map(|i| format!("f{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut at = 0;
    let values: Vec<Span> = (0..257)
        .map(|i: usize| {
            let (start, end) = (at + 3, at + 3 + i.to_string().len());
            at = end + 4;
            Span::new(start, end)
        })
        .collect();
    assert_eq!(
        error(&set(&names, vec![example(&page, 257, &values)])),
        "`lr` cannot express these labels: they have 257 fields, and a rule has at most 256"
    );
}

#[test]
fn records_with_the_same_place_are_reported() {
    let page = Page::from("<b>one</b>");
    let twice = example(&page, 1, &[Span::new(3, 6), Span::new(3, 6)]);
    assert_eq!(
        error(&set(&["a"], vec![twice])),
        "`lr` cannot express these labels: records 1 and 2 of page have the same place: 3-6 `<b>one</b>`"
    );
}

/// The rule, run from the top, reads the heading as the name and the name as the age.
#[test]
fn a_rule_that_does_not_read_its_only_label_is_reported() {
    let page = Page::from("<b>People</b><b>ann</b><b>31</b><b>x</b>");
    let mut one = example(&page, 2, &[Span::new(16, 19), Span::new(26, 28)]);
    one.complete = false;
    assert_eq!(
        LrLearner::default()
            .learn(&set(&["name", "age"], vec![one]))
            .expect_err("no lr")
            .to_string(),
        "no `lr` wrapper fits: field `name`: the rule that fits this record by itself reads something else when it is \
         run on the whole page: page bytes 16-19 `eople</b><b>ann</b><b>31</b`"
    );
}
