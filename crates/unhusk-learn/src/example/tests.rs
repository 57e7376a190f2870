//! Labels resolved on pages: the content of training sets, and errors.

use super::*;
use crate::example::LabelError;
use unhusk_page::Warning;
use unhusk_page::{Page, PageOptions, Span};
use unhusk_wrapper::record::{Field, Schema};

/// The training set of one page, `1.html`; `entry` is its JSON without `path`.
fn set<'p>(
    page: &'p Page,
    entry: &str,
    strictness: Strictness,
) -> Result<TrainingSet<'p>, LabelError> {
    let json = format!(r#"{{"unhusk": "labels/1", "pages": [{{"path": "1.html", {entry}}}]}}"#);
    TrainingSet::new(&Labels::parse("labels.json", &json)?, &[(0, page)], strictness)
}

fn lenient<'p>(page: &'p Page, entry: &str) -> TrainingSet<'p> {
    set(page, entry, Strictness::Lenient).expect("the labels fit")
}

fn message(html: &str, entry: &str) -> String {
    let page = Page::from(html);
    set(&page, entry, Strictness::Lenient).expect_err("the labels do not fit").to_string()
}

/// The cells of the first record, as the sources of their candidates.
fn cells(set: &TrainingSet<'_>) -> Vec<String> {
    let example = &set.examples()[0];
    let label = |label: &Label| {
        let sources: Vec<&str> =
            label.candidates.iter().map(|place| example.page.slice(place.span).unwrap()).collect();
        sources.join("|")
    };
    let show = |cell: &LabelCell| match cell {
        LabelCell::Unknown => "unknown".to_owned(),
        LabelCell::Absent => "absent".to_owned(),
        LabelCell::One(one) => label(one),
        LabelCell::Many(many) => format!("{:?}", many.iter().map(label).collect::<Vec<_>>()),
        LabelCell::Nested(records) => format!("{} records", records.len()),
    };
    example.records[0].cells.iter().map(show).collect()
}

const PAGE: &str =
    "<ul><li>Congo <b>242</b></li><li>Egypt <b>20</b> <i>20</i></li></ul><img alt=map>";

#[test]
fn every_form_of_a_label_gets_its_place() {
    let page = Page::from(PAGE);
    let set = lenient(
        &page,
        r#""records": [{"a": "Congo", "b": {"span": [13, 15]}, "c": {"text": "20", "at": 1}, "d": {"xpath": "//li[2]/b"},
            "e": {"css": "li:first-child"}, "f": {"xpath": "//img/@alt"}, "g": {"css": "img"}, "h": null,
            "i": ["242", "20"], "j": [{"k": "Egypt"}]}]"#,
    );
    assert_eq!(
        cells(&set),
        [
            "Congo",
            " <",
            "20",
            "20",
            "Congo <b>242",
            "map",
            "<img alt=map>",
            "absent",
            r#"["242", "20|20"]"#,
            "1 records"
        ]
    );
    let LabelCell::One(by_number) = &set.examples()[0].records[0].cells[2] else { panic!("one") };
    assert_eq!(
        by_number.candidates[0].span,
        Span::new(PAGE.rfind("20").unwrap(), PAGE.rfind("20").unwrap() + 2)
    );
    assert!(set.warnings().is_empty(), "{:?}", set.warnings());
}

#[test]
fn a_field_that_is_left_out_is_unknown() {
    let page = Page::from(PAGE);
    let set = lenient(&page, r#""records": [{"a": "Congo"}, {"b": "Egypt"}]"#);
    assert_eq!(cells(&set), ["Congo", "unknown"]);
}

#[test]
fn one_value_of_a_repeated_field_is_a_list() {
    let page = Page::from(PAGE);
    let set = lenient(&page, r#""records": [{"a": "Congo"}, {"a": ["242", "20"]}]"#);
    assert_eq!(cells(&set), [r#"["Congo"]"#]);
}

#[test]
fn a_text_that_is_not_on_the_page_is_a_warning_and_an_unknown_cell() {
    let page = Page::from(PAGE);
    let entry = r#""records": [{"a": "Kongo", "b": ["242", "?"]}, {"a": "Egypt"}]"#;
    let set = lenient(&page, entry);
    assert_eq!(cells(&set), ["unknown", r#"["242"]"#]);
    let expected =
        |label: &str, text: &str| Warning::Unplaced { label: label.into(), text: text.into() };
    assert_eq!(
        set.warnings(),
        [
            Warning::Note(
                "labels.json: 1.html: record 1: field `a`: the text \"Kongo\" is not on the page; did you mean `Congo`?"
                    .to_owned()
            ),
            expected("labels.json: 1.html: record 1: field `b`", "?"),
        ]
    );
    let strict = self::set(&page, entry, Strictness::Strict).unwrap_err();
    assert_eq!(
        strict.to_string(),
        "labels.json: 1.html: record 1: field `a`: the text \"Kongo\" is not on the page; did you mean `Congo`?"
    );
}

#[test]
fn a_field_that_is_nowhere_is_left_out_and_an_error_if_no_field_is_anywhere() {
    let page = Page::from(PAGE);
    let set = lenient(
        &page,
        r#""records": [{"b": "x", "a": "Congo"}, {"b": "zz"}], "not": [{"a": "20"}]"#,
    );
    assert_eq!((cells(&set), set.left_out()), (vec!["Congo".to_owned()], &["b".to_owned()][..]));
    assert_eq!(set.examples()[0].negatives[0].field, [0], "the field is now the first");
    assert_eq!(
        set.warnings().last().map(ToString::to_string).as_deref(),
        Some("field `b` is left out: none of its 2 labels is on its page")
    );
    assert_eq!(
        message(PAGE, r#""records": [{"b": "x"}, {"b": "zz"}]"#),
        "none of the 2 labels of field `b` is on its page; the first is \"x\""
    );
    assert_eq!(
        message(PAGE, r#""records": [{"a": [{"b": "x"}]}]"#),
        "the only label of field `a.b`, \"x\", is not on its page"
    );
}

#[test]
fn spans_must_lie_in_the_page_on_character_borders() {
    let span =
        |span: &str| message("<p>é</p>", &format!(r#""records": [{{"a": {{"span": {span}}}}}]"#));
    assert_eq!(
        span("[3, 10]"),
        "labels.json: 1.html: record 1: field `a`: the span [3, 10] is outside the page, which has 9 bytes"
    );
    assert_eq!(
        span("[4, 5]"),
        "labels.json: 1.html: record 1: field `a`: the span [4, 5] cuts a character at byte 4"
    );
    let page = Page::from("<p>é</p>");
    let whole = lenient(&page, r#""records": [{"a": {"span": [0, 9]}, "b": {"span": [9, 9]}}]"#);
    assert_eq!(cells(&whole), ["<p>é</p>", ""]);
}

#[test]
fn a_place_by_number_must_exist() {
    assert_eq!(
        message(PAGE, r#""records": [{"a": {"text": "20", "at": 2}}]"#),
        "labels.json: 1.html: record 1: field `a`: the text \"20\" has 2 places on the page, so there is none with `at` 2 (it counts from 0)"
    );
}

#[test]
fn one_place_is_not_called_places() {
    assert_eq!(
        message(PAGE, r#""records": [{"a": {"text": "242", "at": 1}}]"#),
        "labels.json: 1.html: record 1: field `a`: the text \"242\" has 1 place on the page, so there is none with `at` 1 (it counts from 0)"
    );
}

#[test]
fn a_selector_must_select_the_text_of_the_label() {
    assert_eq!(
        message(PAGE, r#""records": [{"a": {"css": "p"}}]"#),
        "labels.json: 1.html: record 1: field `a`: p selects nothing on the page"
    );
    assert_eq!(
        message(PAGE, r#""records": [{"a": {"xpath": "//li[1]", "text": "Congo 243"}}]"#),
        "labels.json: 1.html: record 1: field `a`: //li[1] selects \"Congo 242\", but the label is \"Congo 243\""
    );
    assert_eq!(
        message(PAGE, r#""records": [{"a": {"css": "a:hover"}}]"#),
        "labels.json: 1.html: record 1: field `a`: css \"a:hover\", character 3: unsupported in labels: `:hover`"
    );
}

#[test]
fn the_text_decides_between_several_selected_nodes() {
    let page = Page::from(PAGE);
    let set = lenient(
        &page,
        r#""records": [{"a": {"css": "li", "text": " Egypt 20  20"}, "b": {"css": "b"}}]"#,
    );
    assert_eq!(cells(&set), ["Egypt <b>20</b> <i>20", "242"]);
    let note = "labels.json: 1.html: record 1: field `b`: b selects 2 nodes that fit; the first one is used";
    assert_eq!(set.warnings(), [Warning::Note(note.to_owned())]);
}

#[test]
fn a_selected_place_has_the_target_that_its_text_would_have() {
    let page = Page::from(PAGE);
    let set = lenient(&page, r#""records": [{"a": {"css": "ul b"}, "b": "242"}]"#);
    let cells = &set.examples()[0].records[0].cells;
    let (LabelCell::One(selected), LabelCell::One(found)) = (&cells[0], &cells[1]) else {
        panic!("one value each")
    };
    assert_eq!(selected.candidates, found.candidates);
    assert!(matches!(selected.candidates[0].target, PlaceTarget::Text(_)));
}

#[test]
fn negative_places_are_no_candidates() {
    let page = Page::from(PAGE);
    let last = PAGE.rfind("20").unwrap();
    let not_last = format!(
        r#""records": [{{"a": "20"}}], "not": [{{"a": {{"span": [{last}, {}]}}}}]"#,
        last + 2
    );
    let set = lenient(&page, &not_last);
    assert_eq!(cells(&set), ["20"]);
    assert_eq!(set.examples()[0].negatives[0].field, [0]);
    assert_eq!(
        message(PAGE, r#""records": [{"a": "20"}], "not": [{"a": "20"}]"#),
        "labels.json: 1.html: record 1: field `a`: [42, 44] is labelled as a value of the field and listed under `not` as well"
    );
    let other_field = r#""records": [{"a": "20", "b": "Egypt"}], "not": [{"b": "20"}]"#;
    assert_eq!(cells(&lenient(&page, other_field)), ["20|20", "Egypt"]);
}

#[test]
fn nested_records_have_cells_of_their_own() {
    let page = Page::from(PAGE);
    let set = lenient(
        &page,
        r#""records": [{"n": [{"a": "Congo", "b": null}, {"b": "20"}]}], "not": [{"n": [{"b": {"text": "20", "at": 1}}]}]"#,
    );
    let LabelCell::Nested(records) = &set.examples()[0].records[0].cells[0] else {
        panic!("nested")
    };
    assert!(matches!(records[0].cells[..], [LabelCell::One(_), LabelCell::Absent]));
    let [LabelCell::Unknown, LabelCell::One(label)] = &records[1].cells[..] else { panic!("one") };
    assert_eq!(label.candidates.len(), 1);
    assert_eq!(set.examples()[0].negatives[0].field, [0, 1]);
}

#[test]
fn a_training_set_has_a_record() {
    assert_eq!(message(PAGE, r#""records": []"#), "no page has a labelled record");
    let labels = Labels::parse("", r#"{"unhusk": "labels/1", "pages": []}"#).unwrap();
    let page = Page::from(PAGE);
    let error = TrainingSet::new(&labels, &[(0, &page)], Strictness::Lenient).unwrap_err();
    assert_eq!(error.to_string(), "there is no page number 0: there are 0");
}

#[test]
fn values_that_were_typed_in_must_be_on_the_page() {
    let page = Page::from(PAGE);
    let set =
        TrainingSet::like("shop.html", &page, [(None::<&str>, "Congo"), (Some("code"), "242")])
            .unwrap();
    assert_eq!(set.schema().fields()[0].name, "v1");
    assert!(!set.examples()[0].complete);
    let error = TrainingSet::like("shop.html", &page, [(None::<&str>, "Kongo")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "shop.html: record 1: field `v1`: the text \"Kongo\" is not on the page; did you mean `Congo`?"
    );
}

#[test]
fn some_examples_can_be_taken() {
    let pages = ["<b>x</b>", "<b>y</b>", ""].map(Page::from);
    let labels = Labels::parse(
        "",
        r#"{"unhusk": "labels/1", "pages": [{"path": "1", "records": [{"a": "x"}]},
            {"path": "2", "records": [{"a": "y"}]}, {"path": "3"}]}"#,
    )
    .unwrap();
    let pages: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &pages, Strictness::Lenient).unwrap();
    let names = |set: &TrainingSet<'_>| -> Vec<String> {
        set.examples().iter().map(|example| example.name.clone()).collect()
    };
    assert_eq!(names(&set.select(&[2, 0]).unwrap()), ["3", "1"]);
    assert_eq!(set.select(&[2]).unwrap_err(), LabelError::Empty);
    let error = set.select(&[3]).unwrap_err().to_string();
    assert_eq!(error, "there is no example number 3: there are 3");
}

#[test]
fn ready_examples_are_checked() {
    let page = Page::from("<p>é</p>");
    let schema = Schema::new(vec![Field::new("a")]).unwrap();
    let label = |start, end| {
        let place = Place { span: Span::new(start, end), target: PlaceTarget::Range };
        Label { candidates: vec![place], text: None }
    };
    let check = |cells: Vec<LabelCell>| {
        let records = vec![LabelledRecord { cells }];
        let example =
            Example { name: "1".into(), page: &page, complete: true, records, negatives: vec![] };
        let set = TrainingSet::from_examples(schema.clone(), vec![example]);
        set.err().map(|error| error.to_string())
    };
    assert_eq!(check(vec![LabelCell::One(label(3, 5))]), None);
    let expect = |what: &str| Some(format!("1: record 1: {what}"));
    assert_eq!(check(vec![]), expect("a record has one cell for each field of the schema"));
    assert_eq!(
        check(vec![LabelCell::One(label(3, 4))]),
        expect("a place lies in its page, on character borders")
    );
    let nowhere = Label { candidates: vec![], text: None };
    assert_eq!(
        check(vec![LabelCell::Many(vec![nowhere])]),
        expect("a label has at least one place")
    );
    assert_eq!(
        check(vec![LabelCell::Nested(vec![])]),
        expect("a field without fields of its own holds values")
    );
    let nothing = TrainingSet::from_examples(Schema::default(), vec![]);
    assert_eq!(nothing.err(), Some(LabelError::Empty));
}

#[test]
fn more_labels_than_can_be_searched_are_refused() {
    // 500 labels with 10,000 candidates each reach the limit.
    let page = Page::from("x ".repeat(20_000).as_str());
    let records = vec![r#"{"a": "x"}"#; 501].join(",");
    let error = set(&page, &format!(r#""records": [{records}]"#), Strictness::Lenient).unwrap_err();
    assert_eq!(
        error.to_string(),
        "labels.json: 1.html: record 501: field `a`: the text \"x\" has 10000 places, and all labels together have more than \
                 5000000; use spans, or label fewer records and set `\"complete\": false`"
    );
}

#[test]
fn a_record_without_known_cells_labels_nothing() {
    assert_eq!(message(PAGE, r#""records": [{}]"#), "no page has a labelled record");
    assert_eq!(message(PAGE, r#""records": []"#), "no page has a labelled record");
    let page = Page::from(PAGE);
    assert_eq!(lenient(&page, r#""records": [{}, {"a": "Congo"}]"#).examples()[0].records.len(), 2);
}

/// A page truncated to five nodes: the document, `html`, `head`, `body` and `p`.
fn cut_page(html: &str) -> Page {
    let mut options = PageOptions::default();
    options.limits.max_nodes = 5;
    Page::read(html.as_bytes(), options)
}

#[test]
fn a_truncated_page_is_reported() {
    let page = cut_page("<p title=Congo><b>Egypt</b>");
    let cut = page.tree().warnings()[0].to_string();
    assert!(cut.starts_with("cut at the limit of 5 nodes"), "{cut}");
    let found = lenient(&page, r#""records": [{"a": "Congo"}, {"a": "Egypt"}]"#);
    assert!(found.warnings().contains(&Warning::Note(format!("1.html: {cut}"))));
    let strict = |entry: &str| set(&page, entry, Strictness::Strict).unwrap_err().to_string();
    let at = "labels.json: 1.html: record 1: field `a`:";
    assert_eq!(
        strict(r#""records": [{"a": "Egypt"}]"#),
        format!("{at} the text \"Egypt\" is not on the page; the page was {cut}")
    );
    assert_eq!(
        strict(r#""records": [{"a": {"css": "b"}}]"#),
        format!("{at} b selects nothing on the page; the page was {cut}")
    );
    assert_eq!(
        set(&page, r#""records": [{"a": "Egypt"}]"#, Strictness::Lenient).unwrap_err().to_string(),
        format!("the only label of field `a`, \"Egypt\", is not on its page; the page was {cut}")
    );
}

#[test]
fn a_wrapper_file_is_not_labels() {
    let wrapper =
        r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"fields": []}, "program": {}}"#;
    assert_eq!(
        Labels::parse("w.json", wrapper).unwrap_err().to_string(),
        "w.json: this is a wrapper file (\"wrapper/1\"), not labels"
    );
}
