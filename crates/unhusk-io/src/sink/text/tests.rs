use super::*;
use expect_test::{Expect, expect};
use std::borrow::Cow;
use unhusk::Span;
use unhusk::record::{Cell, Datatype, Field, FieldType, Record, Value};

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
    for cell in ["-4", "+4.5", "-1,200.00", "-1 200", "-", "--", "---"] {
        assert_eq!(csv::inert(Formulas::Guard, cell), cell);
    }
    for cell in [
        "-4+A1",
        "+49 30 A1",
        "+1-2",
        "+1-555-0100*2",
        "-555-0100",
        "+(A1)",
        "@x",
        "\tx",
        "--1",
        "-A1",
        "- ",
        "+",
        "=",
    ] {
        assert_eq!(csv::inert(Formulas::Guard, cell), format!("'{cell}"));
    }
}

#[test]
fn csv_leaves_phone_numbers_alone() {
    for cell in ["+49 30", "+49 30 901820", "+1 (555) 010-0199", "+1-555-010-0199", "+49 30/901820"]
    {
        assert_eq!(csv::inert(Formulas::Guard, cell), cell);
    }
}

#[test]
fn tsv_has_tabs_between_cells() {
    check(
        Format::Tsv,
        &SinkOptions::default(),
        &expect![[r"
            _page	name	tags	offers.shop	offers.cost
            p.html	Congo	x | y	A | B	1 | 
            p.html	'=SUM(A1)			
        "]],
    );
}

/// A record with a number, a price and a date, and one whose values do not match these types.
fn typed() -> (Schema, Vec<Record<'static>>) {
    let field = |name: &str, datatype| Field {
        holds: Some(FieldType::Values(datatype)),
        ..Field::new(name)
    };
    let fields = vec![
        field("n", Datatype::Number),
        field("price", Datatype::Price),
        field("day", Datatype::Date),
    ];
    let record = |texts: [&'static str; 3]| Record {
        cells: texts.map(|text| Cell::One(value(text, 0))).to_vec(),
    };
    let records =
        vec![record(["1,234", "$12.50", "May 12, 2024"]), record(["many", "sold out", "soon"])];
    (Schema::new(fields).unwrap(), records)
}

fn check_typed(format: Format, values: ValueForm, expected: &Expect) {
    let (schema, records) = typed();
    let options = SinkOptions { values, ..SinkOptions::default() };
    let mut out = Vec::new();
    let mut sink = format.sink(&schema, &options, &mut out);
    for record in records {
        sink.write("p", &record).expect("a vector takes all");
    }
    sink.finish().expect("a vector takes all");
    let warnings: Vec<String> = sink.warnings().iter().map(ToString::to_string).collect();
    drop(sink);
    if values == ValueForm::Text {
        assert!(warnings.is_empty(), "{warnings:?}");
    } else {
        assert_eq!(
            warnings,
            [
                "field `day`: 1 value is no date that can be read, such as \"soon\": kept as text",
                "field `n`: 1 value is no number that can be read, such as \"many\": kept as text",
                "field `price`: 1 value is no price that can be read, such as \"sold out\": kept as text",
            ]
        );
    }
    expected.assert_eq(&String::from_utf8(out).expect("sinks write UTF-8"));
}

#[test]
fn types_are_used_on_request_alone() {
    check_typed(
        Format::JsonLines,
        ValueForm::Text,
        &expect![[r#"
            {"_page":"p","n":"1,234","price":"$12.50","day":"May 12, 2024"}
            {"_page":"p","n":"many","price":"sold out","day":"soon"}
        "#]],
    );
    check_typed(
        Format::JsonLines,
        ValueForm::Typed,
        &expect![[r#"
            {"_page":"p","n":1234,"price":{"amount":12.5,"currency":"USD"},"day":"2024-05-12"}
            {"_page":"p","n":"many","price":"sold out","day":"soon"}
        "#]],
    );
    check_typed(
        Format::JsonLines,
        ValueForm::TypedAndText,
        &expect![[r#"
            {"_page":"p","n":{"text":"1,234","value":1234},"price":{"text":"$12.50","value":{"amount":12.5,"currency":"USD"}},"day":{"text":"May 12, 2024","value":"2024-05-12"}}
            {"_page":"p","n":{"text":"many","value":"many"},"price":{"text":"sold out","value":"sold out"},"day":{"text":"soon","value":"soon"}}
        "#]],
    );
}

#[test]
fn typed_columns_have_amounts_and_currencies() {
    check_typed(
        Format::Csv,
        ValueForm::Typed,
        &expect![[r"
            _page,n,price,price.currency,day
            p,1234,12.50,USD,2024-05-12
            p,many,sold out,,soon
        "]],
    );
    check_typed(
        Format::Csv,
        ValueForm::TypedAndText,
        &expect![[r#"
            _page,n,n.raw,price,price.currency,price.raw,day,day.raw
            p,1234,"1,234",12.50,USD,$12.50,2024-05-12,"May 12, 2024"
            p,many,many,sold out,,sold out,soon,soon
        "#]],
    );
}

#[test]
fn a_separator_occurs_in_no_value() {
    let tags = Field { many: true, ..Field::new("tags") };
    let schema = Schema::new(vec![tags]).expect("names are unique");
    let mut out = Vec::new();
    let mut sink = Format::Csv.sink(&schema, &SinkOptions::default(), &mut out);
    for tags in [["a | b", "c"], ["a | b ; c", "d"], ["a", "b"]] {
        let cell = Cell::Many(tags.map(|tag| value(tag, 0)).to_vec());
        sink.write("p", &Record { cells: vec![cell] }).expect("a vector takes all");
    }
    sink.finish().expect("a vector takes all");
    let warnings: Vec<String> = sink.warnings().iter().map(ToString::to_string).collect();
    drop(sink);
    let lines = "_page,tags\np,a | b ; c\np,a | b ; c ¦ d\np,a | b\n";
    assert_eq!(String::from_utf8(out).expect("UTF-8"), lines);
    let expected = "column `tags`: 2 cells have a value with \" | \" in it, which separates values; \" ; \" separates \
                    them there; --explode writes one row per value";
    assert_eq!(warnings, [expected]);
}

#[test]
fn the_page_is_where_it_is_asked_for() {
    let page = Some(PageColumn { name: "source".to_owned(), position: 2 });
    let options = SinkOptions { page, ..SinkOptions::default() };
    check(
        Format::Csv,
        &options,
        &expect![[r"
            name,tags,source,offers.shop,offers.cost
            Congo,x | y,p.html,A | B,1 | 
            '=SUM(A1),,p.html,,
        "]],
    );
    check(
        Format::JsonLines,
        &SinkOptions { page: None, ..options },
        &expect![[r#"
            {"name":"Congo","tags":["x","y"],"offers":[{"shop":"A","cost":"1"},{"shop":"B","cost":null}]}
            {"name":"=SUM(A1)","tags":[],"offers":[]}
        "#]],
    );
}

#[test]
fn columns_that_do_not_fit_are_a_block_of_lines() {
    // Four columns of 12 characters and three gaps of two need 54.
    let names = ["a name of some length", "tags", "offers", "x"];
    let schema = Schema::new(names.map(Field::new).to_vec()).expect("names are unique");
    let long = "a long value of a field";
    let record = Record { cells: vec![Cell::One(value(long, 0)); 4] };
    for (width, is_table) in [(54, true), (53, false)] {
        let options = SinkOptions { table_width: Some(width), ..SinkOptions::default() };
        let mut out = Vec::new();
        let mut sink = Format::Table.sink(&schema, &options, &mut out);
        sink.write("p", &record).expect("a vector takes all");
        sink.write("p", &record).expect("a vector takes all");
        sink.finish().expect("a vector takes all");
        drop(sink);
        let out = String::from_utf8(out).expect("UTF-8");
        assert_eq!(out.lines().next().map(|line| line.starts_with("---")), Some(!is_table));
        if !is_table {
            let block = format!(
                "a name of some length | {long}\ntags                  | {long}\noffers                | {long}\n\
                 x                     | {long}\n"
            );
            assert_eq!(out, format!("--- record 1 ---\n{block}--- record 2 ---\n{block}"));
        }
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
    let options = SinkOptions { table_width: Some(26), ..SinkOptions::default() };
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
    // 12 + 2 + 12 columns; each cut cell ends in an ellipsis, wide characters are never split.
    assert_eq!(
        String::from_utf8(out).expect("UTF-8"),
        "a             b\na very long…  日本語日本…\n"
    );
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
    let error = "xml".parse::<Format>().expect_err("there is no xml");
    assert_eq!(
        error,
        r#"there is no format "xml"; the formats are jsonl, json, csv, tsv, xlsx, table"#
    );
}
