use super::*;
use crate::example::{Label, LabelCell, LabelledRecord, Place, PlaceTarget};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Cell, Field, Value};

fn text_label(text: &str) -> LabelCell {
    let place = Place { span: Span::new(0, 0), target: PlaceTarget::Range };
    LabelCell::One(Label { candidates: vec![place], text: Some(text.to_owned()) })
}

fn span_label(start: usize, end: usize) -> LabelCell {
    let place = Place { span: Span::new(start, end), target: PlaceTarget::Range };
    LabelCell::One(Label { candidates: vec![place], text: None })
}

fn read(page: &Page, spans: &[(usize, usize)]) -> Vec<Record<'static>> {
    let value = |&(start, end): &(usize, usize)| {
        let value = Value::at(page, Span::new(start, end));
        Value { text: value.text.into_owned().into(), ..value }
    };
    spans.iter().map(|span| Record { cells: vec![Cell::One(value(span))] }).collect()
}

fn check(
    labels: Vec<LabelCell>,
    complete: bool,
    spans: &[(usize, usize)],
    expected: (usize, usize, usize),
) {
    let page = Page::from("ab ab cd");
    let schema = Schema::new(vec![Field::new("a")]).expect("one name");
    let records = labels.into_iter().map(|cell| LabelledRecord { cells: vec![cell] }).collect();
    let truth = Example { name: "p".into(), page: &page, complete, records, negatives: Vec::new() };
    let mut score = Score::default();
    score.add_page(&schema, &truth, &read(&page, spans));
    let total = score.total();
    assert_eq!((total.right, total.surplus, total.missed), expected);
}

#[test]
fn a_place_must_be_met_exactly() {
    check(vec![span_label(0, 2)], true, &[(0, 2)], (1, 0, 0));
    check(vec![span_label(0, 2)], true, &[(3, 5)], (0, 1, 1));
}

#[test]
fn a_text_may_stand_anywhere() {
    check(vec![text_label("ab")], true, &[(3, 5)], (1, 0, 0));
}

#[test]
fn a_value_makes_one_label_right() {
    check(vec![text_label("ab"), text_label("ab")], true, &[(3, 5)], (1, 0, 1));
    check(vec![text_label("ab")], true, &[(0, 2), (3, 5)], (1, 1, 0));
}

#[test]
fn a_text_that_differs_in_white_space_is_right_unless_another_is_exact() {
    check(vec![text_label("a b")], true, &[(0, 2)], (1, 0, 0));
    check(vec![text_label("a b")], true, &[(0, 2), (3, 5)], (1, 1, 0));
    check(vec![text_label("a b"), text_label("ab")], true, &[(0, 2)], (1, 0, 1));
    check(vec![text_label("a b"), text_label("ab")], true, &[(0, 2), (3, 5)], (2, 0, 0));
    check(vec![text_label("a b")], true, &[(6, 8)], (0, 1, 1));
}

#[test]
fn unknown_cells_excuse_surplus_values() {
    check(vec![text_label("ab"), LabelCell::Unknown], true, &[(0, 2), (6, 8)], (1, 0, 0));
    check(vec![text_label("ab"), LabelCell::Absent], true, &[(0, 2), (6, 8)], (1, 1, 0));
}

#[test]
fn unlisted_records_of_an_incomplete_page_cost_nothing() {
    check(vec![text_label("ab")], false, &[(0, 2), (6, 8)], (1, 0, 0));
}

#[test]
fn f1_is_the_harmonic_mean() {
    let counts = ValueCounts { right: 6, surplus: 2, missed: 4 };
    assert!((counts.precision() - 0.75).abs() < 1e-12);
    assert!((counts.recall() - 0.6).abs() < 1e-12);
    assert!((counts.f1() - 2.0 * 0.75 * 0.6 / 1.35).abs() < 1e-12);
    assert!((ValueCounts::default().f1() - 1.0).abs() < 1e-12);
}
