//! Fields are chosen, renamed and split; other values are kept.

use super::*;
use unhusk::Span;
use unhusk::record::Value;

fn value(text: &'static str) -> Value<'static> {
    Value { text: text.into(), span: Span::new(0, text.len()), confidence: None }
}

fn schema() -> Schema {
    let offers = Field::nested("offers", vec![Field::new("shop"), Field::new("cost")]);
    let tags = Field { many: true, ..Field::new("tags") };
    Schema::new(vec![Field::new("name"), tags, offers]).unwrap()
}

fn offer(shop: &'static str, cost: &'static str) -> Record<'static> {
    Record { cells: vec![Cell::One(value(shop)), Cell::One(value(cost))] }
}

fn record() -> Record<'static> {
    let tags = Cell::Many(vec![value("x"), value("y")]);
    let offers = Cell::Nested(vec![offer("A", "1"), offer("B", "2")]);
    Record { cells: vec![Cell::One(value("Mug")), tags, offers] }
}

fn chosen(path: &[usize], name: Option<&str>) -> ChosenField {
    ChosenField { path: path.to_vec(), name: name.map(str::to_owned) }
}

/// Texts of the cells, as `Display` joins them.
fn shown(records: &[Record<'_>]) -> Vec<Vec<String>> {
    records.iter().map(|record| record.cells.iter().map(ToString::to_string).collect()).collect()
}

#[test]
fn chosen_fields_are_ordered_and_renamed() {
    let fields =
        [chosen(&[2, 1], Some("price")), chosen(&[0], Some("title")), chosen(&[2, 0], None)];
    let shape = RecordShape::new(&schema(), &fields, &[]).unwrap();
    let names: Vec<&str> = shape.schema().fields().iter().map(|field| &*field.name).collect();
    assert_eq!(names, ["offers", "title"]);
    let inner: Vec<&str> =
        shape.schema().fields()[0].fields.iter().map(|field| &*field.name).collect();
    assert_eq!(inner, ["price", "shop"]);
    assert_eq!(shown(&shape.apply(&record())), [["1, A, 2, B", "Mug"]]);
}

#[test]
fn two_fields_cannot_share_a_name() {
    let fields = [chosen(&[0], None), chosen(&[1], Some("name"))];
    let error = RecordShape::new(&schema(), &fields, &[]).unwrap_err();
    assert_eq!(error.to_string(), "the field `name` is named twice");
}

#[test]
fn lists_become_one_record_per_item() {
    let shape = RecordShape::new(&schema(), &[], &[1]).unwrap();
    assert!(!shape.schema().fields()[1].many);
    assert_eq!(
        shown(&shape.apply(&record())),
        [["Mug", "x", "A, 1, B, 2"], ["Mug", "y", "A, 1, B, 2"]]
    );
    let shape = RecordShape::new(&schema(), &[], &[2]).unwrap();
    assert_eq!(shown(&shape.apply(&record())), [["Mug", "x, y", "A, 1"], ["Mug", "x, y", "B, 2"]]);
}

#[test]
fn a_record_without_items_stays() {
    let shape = RecordShape::new(&schema(), &[], &[1, 2]).unwrap();
    let bare = Record { cells: vec![Cell::One(value("Mug")), Cell::Many(vec![]), Cell::Absent] };
    assert_eq!(shown(&shape.apply(&bare)), [["Mug", "", ""]]);
}
