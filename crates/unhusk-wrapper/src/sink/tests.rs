use super::*;
use crate::record::{Cell, Confidence, Field, Schema, Value};
use expect_test::expect;
use std::borrow::Cow;
use unhusk_page::Span;

fn value(text: &str, start: usize) -> Value<'_> {
    let span = Span::new(start, start + text.len());
    Value { text: Cow::Borrowed(text), span, confidence: None }
}

fn offer<'p>(shop: &'p str, cost: Option<&'p str>) -> Record<'p> {
    let cost = cost.map_or(Cell::Absent, |cost| Cell::One(value(cost, 90)));
    Record { cells: vec![Cell::One(value(shop, 80)), cost] }
}

fn schema() -> Schema {
    let offers = Field::nested("offers", vec![Field::new("shop"), Field::new("cost")]);
    let tags = Field { many: true, ..Field::new("tags") };
    Schema::new(vec![Field::new("name"), tags, offers]).expect("names are unique")
}

fn records() -> Vec<Record<'static>> {
    let full = Cell::Nested(vec![offer("A", Some("1")), offer("B", None)]);
    let tags = Cell::Many(vec![value("x", 20), value("y", 30)]);
    vec![
        Record { cells: vec![Cell::One(value("Congo", 10)), tags, full] },
        Record { cells: vec![Cell::One(value("=SUM(A1)", 40)), Cell::Absent, Cell::Absent] },
    ]
}

#[test]
fn json_lines_keep_field_order_and_nesting() {
    let mut out = Vec::new();
    let mut sink = JsonLines::new(&schema(), Spans::Omit, &mut out);
    for record in records() {
        sink.write("p.html", &record).expect("a vector takes all");
    }
    sink.finish().expect("a vector takes all");
    expect![[r#"
        {"_page":"p.html","name":"Congo","tags":["x","y"],"offers":[{"shop":"A","cost":"1"},{"shop":"B","cost":null}]}
        {"_page":"p.html","name":"=SUM(A1)","tags":[],"offers":[]}
    "#]]
    .assert_eq(&String::from_utf8(out).expect("sinks write UTF-8"));
}

#[test]
fn json_is_one_array() {
    let mut out = Vec::new();
    JsonArray::new(&schema(), Spans::Omit, &mut out).finish().expect("a vector takes all");
    assert_eq!(out, b"[]\n");
    let mut out = Vec::new();
    let mut sink = JsonArray::new(&schema(), Spans::Omit, &mut out);
    for record in records() {
        sink.write("p.html", &record).expect("a vector takes all");
    }
    sink.finish().expect("a vector takes all");
    let array: Vec<serde_json::Value> =
        serde_json::from_slice(&out).expect("the array is valid JSON");
    assert_eq!(array.len(), 2);
    assert_eq!(array[1]["name"], "=SUM(A1)");
}

#[test]
fn spans_stand_beside_every_text() {
    let mut out = Vec::new();
    let mut sink = JsonLines::new(&schema(), Spans::Write, &mut out);
    sink.write("p.html", &records()[0]).expect("a vector takes all");
    let line: serde_json::Value = serde_json::from_slice(&out).expect("a line is valid JSON");
    assert_eq!(line["name"], serde_json::json!({"text": "Congo", "span": [10, 15]}));
    assert_eq!(line["offers"][0]["cost"]["span"], serde_json::json!([90, 91]));
}

#[test]
fn how_sure_a_value_is_stands_beside_its_span() {
    let mut record = records().remove(0);
    if let Cell::One(name) = &mut record.cells[0] {
        name.confidence = Some(Confidence::new(0.95));
    }
    for (spans, name) in [
        (Spans::Write, r#"{"text":"Congo","span":[10,15],"confidence":0.95}"#),
        (Spans::Omit, r#""Congo""#),
    ] {
        let mut out = Vec::new();
        let mut sink = JsonLines::new(&schema(), spans, &mut out);
        sink.write("p.html", &record).expect("a vector takes all");
        let line: serde_json::Value = serde_json::from_slice(&out).expect("a line is valid JSON");
        assert_eq!(line["name"].to_string(), name);
    }
}

#[test]
fn numbers_keep_their_digits() {
    use crate::record::{Datatype, FieldType};
    let field = Field { holds: Some(FieldType::Values(Datatype::Number)), ..Field::new("n") };
    let schema = Schema::new(vec![field]).expect("names are unique");
    for (text, json) in [
        ("242", "242"),
        ("-1,234.50", "-1234.5"),
        // Fifteen digits are kept by every reader, sixteen are not: 2^53 + 1 has sixteen.
        ("123456789012345", "123456789012345"),
        ("9007199254740993", "\"9007199254740993\""),
        ("about 12", "\"about 12\""),
    ] {
        let mut out = Vec::new();
        let mut sink = JsonLines::new(&schema, Spans::Omit, &mut out).values(ValueForm::Typed);
        sink.write("p", &Record { cells: vec![Cell::One(value(text, 0))] })
            .expect("a vector takes all");
        assert_eq!(sink.warnings().len(), usize::from(text.starts_with('a')), "{text}");
        drop(sink);
        let line = format!("{{\"_page\":\"p\",\"n\":{json}}}\n");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), line);
    }
}

#[test]
fn escape_sequences_become_visible() {
    assert_eq!(printable("plain é 日"), "plain é 日");
    assert_eq!(printable("\x1b]0;x\x07"), r"\u{1b}]0;x\u{7}");
    assert_eq!(printable("a\u{202e}b\u{9b}c"), r"a\u{202e}b\u{9b}c");
    // SOFT HYPHEN; TAG LATIN SMALL LETTER A and CANCEL TAG, the ends of the block.
    assert_eq!(printable("a\u{ad}b"), r"a\u{ad}b");
    assert_eq!(
        printable("\u{e0000}\u{e0061}\u{e007f}\u{e0100}"),
        "\\u{e0000}\\u{e0061}\\u{e007f}\u{e0100}"
    );
}
