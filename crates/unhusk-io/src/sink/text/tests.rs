use super::*;
use expect_test::{Expect, expect};
use std::borrow::Cow;
use unhusk::Span;
use unhusk::record::{Cell, Field, Record, Value};

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

fn check(format: Format, options: &SinkOptions, expected: &Expect) {
    let mut out = Vec::new();
    let mut sink = format.sink(&schema(), options, &mut out);
    for record in records() {
        sink.write("p.html", &record).expect("a vector takes all");
    }
    sink.finish().expect("a vector takes all");
    drop(sink);
    expected.assert_eq(&String::from_utf8(out).expect("sinks write UTF-8"));
}

#[test]
fn csv_joins_lists_and_disarms_formulas() {
    check(
        Format::Csv,
        &SinkOptions::default(),
        &expect![[r"
            _page,name,tags,offers.shop,offers.cost
            p.html,Congo,x | y,A | B,1 | 
            p.html,'=SUM(A1),,,
        "]],
    );
}

#[test]
fn csv_leaves_numbers_and_dashes_alone() {
    for cell in ["-4", "+4.5", "-1,200.00", "-", "--", "---"] {
        assert_eq!(csv::inert(Formulas::Guard, cell), cell);
    }
    for cell in ["-4+A1", "+49 30 1", "@x", "\tx", "--1", "-A1", "- ", "+", "="] {
        assert_eq!(csv::inert(Formulas::Guard, cell), format!("'{cell}"));
    }
}

#[test]
fn no_two_columns_have_one_name() {
    let nested = Field::nested("a", vec![Field::new("b")]);
    let fields = vec![Field::new("n"), Field::new("n.span"), nested, Field::new("a.b")];
    let schema = Schema::new(fields).expect("names are unique");
    let options = SinkOptions { spans: Spans::Write, ..SinkOptions::default() };
    let mut out = Vec::new();
    Format::Csv.sink(&schema, &options, &mut out).finish().expect("a vector takes all");
    // Names of fields stay as they are; the first of two that are equal keeps its name.
    let header = "_page,n,n.span_2,n.span,n.span.span,a.b,a.b.span,a.b_2,a.b_2.span\n";
    assert_eq!(String::from_utf8(out).expect("UTF-8"), header);
}

#[test]
fn a_table_aligns_and_leaves_out_the_only_page() {
    check(
        Format::Table,
        &SinkOptions::default(),
        &expect![[r"
            name      tags   offers.shop  offers.cost
            Congo     x | y  A | B        1 |
            =SUM(A1)
        "]],
    );
}

#[test]
fn a_table_marks_what_it_cuts() {
    let schema = Schema::new(vec![Field::new("a"), Field::new("b")]).expect("names are unique");
    let options = SinkOptions { table_width: Some(20), ..SinkOptions::default() };
    let mut out = Vec::new();
    let mut sink = Format::Table.sink(&schema, &options, &mut out);
    let record = Record {
        cells: vec![
            Cell::One(value("a very long text indeed", 0)),
            Cell::One(value("日本語日本語日本語", 50)),
        ],
    };
    sink.write("p", &record).expect("a vector takes all");
    sink.finish().expect("a vector takes all");
    drop(sink);
    // 9 + 2 + 9 columns; each cut cell ends in an ellipsis, wide characters are never split.
    assert_eq!(String::from_utf8(out).expect("UTF-8"), "a          b\na very l…  日本語日…\n");
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
    let error = "xml".parse::<Format>().expect_err("there is no xml");
    assert_eq!(error, r#"there is no format "xml"; the formats are jsonl, json, csv, table"#);
}
