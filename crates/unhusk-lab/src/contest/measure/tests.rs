use super::failure::Failure;
use super::{FieldTally, f1, hit, whole_records};
use unhusk::example::{Example, Label, LabelCell, LabelledRecord};
use unhusk::record::{Cell, Field, Record, Schema, Value};
use unhusk::score::ValueCounts;
use unhusk::{Page, Span};

fn counts(right: usize, surplus: usize, missed: usize) -> ValueCounts {
    ValueCounts { right, surplus, missed }
}

#[test]
fn a_page_is_hit_by_one_value() {
    assert_eq!(hit(counts(1, 2, 3)), counts(1, 0, 0));
    assert_eq!(hit(counts(0, 2, 3)), counts(0, 1, 1));
    assert_eq!(hit(counts(0, 0, 3)), counts(0, 0, 1));
    assert_eq!(hit(counts(0, 2, 0)), counts(0, 1, 0));
    assert_eq!(hit(counts(0, 0, 0)), counts(0, 0, 0));
}

#[test]
fn fields_count_alike_or_values_do() {
    let field = |values| FieldTally { values, ..FieldTally::default() };
    let fields = [field(counts(8, 0, 0)), field(counts(0, 0, 2)), field(counts(0, 0, 0))];
    let all: Vec<&FieldTally> = fields.iter().collect();
    // The third field has no values at all: (1 + 0) / 2, and 2 * 8 / (2 * 8 + 2).
    assert!((f1(&all, true, |field| field.values) - 0.5).abs() < 1e-12);
    assert!((f1(&all, false, |field| field.values) - 16.0 / 18.0).abs() < 1e-12);
}

/// Records of two fields: `-` is absent, `?` unknown.
fn check(truth: &[[&str; 2]], read: &[[&str; 2]], expected: ValueCounts) {
    let page = Page::from("");
    let schema = schema();
    let truth = Example {
        name: String::new(),
        page: &page,
        complete: true,
        records: truth.iter().map(labelled).collect(),
        negatives: Vec::new(),
    };
    let read: Vec<_> = read.iter().map(record).collect();
    assert_eq!(whole_records(&schema, &truth, &read), expected);
}

fn schema() -> Schema {
    Schema::new(vec![Field::new("a"), Field::new("b")]).expect("two names")
}

fn labelled(texts: &[&str; 2]) -> LabelledRecord {
    let cell = |text: &str| match text {
        "-" => LabelCell::Absent,
        "?" => LabelCell::Unknown,
        _ => LabelCell::One(Label { candidates: Vec::new(), text: Some(text.to_owned()) }),
    };
    LabelledRecord { cells: texts.map(cell).to_vec() }
}

fn record(texts: &[&str; 2]) -> Record<'static> {
    let value = |text: &str| Value {
        text: text.to_owned().into(),
        span: Span::new(0, 0),
        confidence: None,
    };
    let cell = |text: &str| match text {
        "-" => Cell::Absent,
        text => Cell::One(value(text)),
    };
    Record { cells: texts.map(cell).to_vec() }
}

#[test]
fn a_record_is_right_if_all_its_cells_are() {
    check(&[["x", "1"], ["y", "2"]], &[["x", "1"], ["y", "2"]], counts(2, 0, 0));
    check(&[["x", "1"], ["y", "2"]], &[["x", "2"], ["y", "1"]], counts(0, 2, 2));
    check(&[["x", "-"]], &[["x", "1"]], counts(0, 1, 1));
    check(&[["x", "?"]], &[["x", "1"]], counts(1, 0, 0));
}

#[test]
fn a_record_makes_one_right_at_most() {
    check(&[["x", "1"], ["x", "1"]], &[["x", "1"]], counts(1, 0, 1));
    check(&[["x", "1"]], &[["x", "1"], ["x", "1"]], counts(1, 1, 0));
}

#[test]
fn records_may_be_read_in_another_order() {
    check(&[["x", "1"], ["y", "2"], ["z", "3"]], &[["z", "3"], ["x", "1"]], counts(2, 0, 1));
}

#[test]
fn a_failure_shows_only_what_differs_in_a_long_list() {
    let page = Page::from("");
    let rows = [["a", "1"], ["b", "2"], ["c", "3"], ["d", "4"]];
    let truth = Example {
        name: String::new(),
        page: &page,
        complete: true,
        records: rows.iter().map(labelled).collect(),
        negatives: Vec::new(),
    };
    let read: Vec<_> = [["a", "1"], ["b", "2"], ["x", "3"]].iter().map(record).collect();
    let failure = Failure::new(&schema(), "1.html", "a", &truth, &read);
    assert_eq!((failure.expected, failure.got), (vec!["c".into(), "d".into()], vec!["x".into()]));
}
