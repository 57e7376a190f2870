use super::typed::{days_since_1970, decimal};
use super::{Column, ColumnOptions, ColumnShape, ColumnValue, LeafType, Rows};
use expect_test::{Expect, expect};
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Confidence, Record, Schema, Value};
use unhusk_wrapper::sink::{PageColumn, Spans, ValueForm};

fn schema(json: &str) -> Schema {
    serde_json::from_str(json).unwrap()
}

fn value(text: &str) -> Value<'static> {
    Value { text: text.to_owned().into(), span: Span { start: 3, end: 9 }, confidence: None }
}

fn one(text: &str) -> Cell<'static> {
    Cell::One(value(text))
}

fn many(texts: &[&str]) -> Cell<'static> {
    Cell::Many(texts.iter().copied().map(value).collect())
}

/// `a? text` is an optional column of text.
fn described(columns: &[Column]) -> String {
    let describe = |column: &Column| {
        let mark = if column.is_optional() { "?" } else { "" };
        let of = match column.shape() {
            ColumnShape::Leaf(of) => format!("{of:?}").to_lowercase(),
            ColumnShape::Group(columns) => format!("{{{}}}", described(columns)),
            ColumnShape::List(element) => format!("[{}]", described(std::slice::from_ref(element))),
        };
        format!("{}{mark} {of}", column.name())
    };
    columns.iter().map(describe).collect::<Vec<_>>().join(", ")
}

fn check_columns(json: &str, change: impl Fn(&mut ColumnOptions), expected: &Expect) {
    let mut options = ColumnOptions::default();
    change(&mut options);
    expected.assert_eq(&described(Rows::new(&schema(json), &options).columns()));
}

const SHOP: &str = r#"{"fields": [{"name": "name"}, {"name": "price", "type": "price"},
    {"name": "seen", "type": "date", "many": true}, {"name": "offers", "fields": [{"name": "stars", "type": "number"}]}]}"#;

#[test]
fn text_is_text_whatever_the_type() {
    check_columns(
        SHOP,
        |_| {},
        &expect![
            "_page text, name? text, price? text, seen [element? text], offers [element {stars? text}]"
        ],
    );
}

#[test]
fn typed_values_have_a_column_for_texts_that_do_not_match() {
    check_columns(
        SHOP,
        |options| options.values = ValueForm::Typed,
        &expect![
            "_page text, name? text, price? {amount decimal, currency? text}, price_raw? text, \
             seen [element? {date date, timestamp? timestamp, utc_offset? integer}], seen_raw [element? text], \
             offers [element {stars? double, stars_raw? text}]"
        ],
    );
}

#[test]
fn values_with_spans_are_structs() {
    check_columns(
        r#"{"fields": [{"name": "name"}, {"name": "stars", "type": "number", "many": true}]}"#,
        |options| (options.values, options.spans) = (ValueForm::Typed, Spans::Write),
        &expect![
            "_page text, name? {text text, start integer, end integer, confidence? double}, \
             stars [element {text text, value? double, start integer, end integer, confidence? double}]"
        ],
    );
}

#[test]
fn no_two_columns_share_a_name_and_the_page_has_its_place() {
    let json = r#"{"fields": [{"name": "a", "type": "number"}, {"name": "a_raw"}, {"name": "A"}]}"#;
    let at = |position| {
        move |options: &mut ColumnOptions| {
            options.values = ValueForm::Typed;
            options.page = Some(PageColumn { name: "from".to_owned(), position });
        }
    };
    check_columns(
        json,
        at(1),
        &expect!["a? double, a_raw_2? text, from text, a_raw? text, A_2? text"],
    );
    check_columns(
        json,
        at(9),
        &expect!["a? double, a_raw_2? text, a_raw? text, A_2? text, from text"],
    );
    check_columns(json, |options| options.page = None, &expect!["a? text, a_raw? text, A_2? text"]);
}

fn rows(json: &str, values: ValueForm, spans: Spans) -> Rows {
    let mut options = ColumnOptions::default();
    (options.values, options.spans, options.page) = (values, spans, None);
    Rows::new(&schema(json), &options)
}

const TYPED: &str = r#"{"fields": [{"name": "n", "type": "number"}, {"name": "p", "type": "price"},
    {"name": "d", "type": "date"}]}"#;

/// The row of one record of [`TYPED`].
fn typed(rows: &mut Rows, [n, p, d]: [&str; 3]) -> Vec<ColumnValue<'static>> {
    let record = Record { cells: vec![one(n), one(p), one(d)] };
    let row = rows.row("", &record);
    let owned = |value: ColumnValue<'_>| match value {
        ColumnValue::Text(text) => ColumnValue::Text(text.into_owned().into()),
        ColumnValue::Null => ColumnValue::Null,
        ColumnValue::Double(value) => ColumnValue::Double(value),
        ColumnValue::Group(parts) => ColumnValue::Group(
            parts
                .into_iter()
                .map(|part| match part {
                    ColumnValue::Text(text) => ColumnValue::Text(text.into_owned().into()),
                    ColumnValue::Decimal(value) => ColumnValue::Decimal(value),
                    ColumnValue::Date(value) => ColumnValue::Date(value),
                    ColumnValue::Timestamp(value) => ColumnValue::Timestamp(value),
                    ColumnValue::Integer(value) => ColumnValue::Integer(value),
                    _ => ColumnValue::Null,
                })
                .collect(),
        ),
        other => panic!("{other:?}"),
    };
    row.into_iter().map(owned).collect()
}

#[test]
fn values_that_match_are_typed_and_have_no_raw_text() {
    use ColumnValue::{Date, Decimal, Double, Group, Integer, Null, Text, Timestamp};
    let mut rows = rows(TYPED, ValueForm::Typed, Spans::Omit);
    let row = typed(&mut rows, ["1,234.5", "$0.10", "1970-01-02T01:02:03+02:00"]);
    let price = Group(vec![Decimal(100_000_000), Text("USD".into())]);
    let clock = 86_400_000 + (3600 + 2 * 60 + 3) * 1000;
    let date = Group(vec![Date(1), Timestamp(clock), Integer(120)]);
    assert_eq!(row, [Double(1234.5), Null, price, Null, date, Null]);
    assert!(rows.warnings().is_empty());
}

#[test]
fn values_that_do_not_match_or_would_change_are_null_with_their_text() {
    use ColumnValue::{Null, Text};
    let mut rows = rows(TYPED, ValueForm::Typed, Spans::Omit);
    for texts in [
        ["many", "free", "soon"],
        // Sixteen digits, ten digits behind the point, a month.
        ["1234567890123456", "$0.1234567891", "May 2024"],
    ] {
        let raw = |text: &str| Text(text.to_owned().into());
        let expected = [Null, raw(texts[0]), Null, raw(texts[1]), Null, raw(texts[2])];
        assert_eq!(typed(&mut rows, texts), expected);
    }
    let warnings: Vec<String> = rows.warnings().iter().map(ToString::to_string).collect();
    expect![[r#"
        field `d`: 2 values are no date that can be read, such as "soon": null, with the text kept in the column that ends in `_raw`
        field `n`: 2 values are no number that can be read, such as "many": null, with the text kept in the column that ends in `_raw`
        field `p`: 2 values are no price that can be read, such as "free": null, with the text kept in the column that ends in `_raw`"#]]
    .assert_eq(&warnings.join("\n"));
}

#[test]
fn spans_and_confidence_are_beside_the_text() {
    let json = r#"{"fields": [{"name": "a"}, {"name": "b"}]}"#;
    let mut rows = rows(json, ValueForm::Text, Spans::Write);
    let sure = Value { confidence: Some(Confidence::new(0.75)), ..value("x") };
    let record = Record { cells: vec![Cell::One(sure), Cell::Absent] };
    let expected = ColumnValue::Group(vec![
        ColumnValue::Text("x".into()),
        ColumnValue::Integer(3),
        ColumnValue::Integer(9),
        ColumnValue::Double(0.75),
    ]);
    assert_eq!(rows.row("", &record), [expected, ColumnValue::Null]);
}

#[test]
fn cells_that_the_schema_has_no_place_for_are_reported() {
    let json = r#"{"fields": [{"name": "single"}, {"name": "list", "many": true},
        {"name": "nested", "fields": [{"name": "x"}]}, {"name": "last"}]}"#;
    let mut rows = rows(json, ValueForm::Text, Spans::Omit);
    let nested = || Cell::Nested(vec![Record { cells: vec![one("x")] }]);
    // The last cell is missing altogether.
    let record = Record { cells: vec![many(&["a", "b", "c"]), nested(), one("y")] };
    let row = rows.row("", &record);
    let empty = || ColumnValue::List(Vec::new());
    assert_eq!(row, [ColumnValue::Text("a".into()), empty(), empty(), ColumnValue::Null]);
    let warned: Vec<String> = rows.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warned.len(), 3);
    assert!(warned[2].starts_with("field `single`: 2 values have no place"), "{}", warned[2]);
}

#[test]
fn decimals_keep_every_digit_or_are_refused() {
    for (digits, units) in [
        ("0", 0),
        ("-0", 0),
        ("12", 12_000_000_000),
        ("12.50", 12_500_000_000),
        ("-0.01", -10_000_000),
        ("0.123456789", 123_456_789),
        ("0.1234567890", 123_456_789),
        (".5", 500_000_000),
    ] {
        assert_eq!(decimal(digits), Some(units), "{digits}");
    }
    let largest = "9".repeat(29) + "." + &"9".repeat(9);
    assert_eq!(decimal(&largest), Some(10_i128.pow(38) - 1));
    assert_eq!(decimal(&("1".to_owned() + &"0".repeat(29))), None, "30 digits before the point");
    assert_eq!(decimal("0.1234567891"), None, "10 digits behind the point");
}

/// Day numbers of Python's `date.toordinal`, less that of 1970-01-01 (719163).
#[test]
fn days_are_counted_as_python_counts_them() {
    for ((year, month, day), expected) in [
        ((1970, 1, 1), 0),
        ((1969, 12, 31), -1),
        ((2000, 2, 29), 11_016),
        ((2000, 3, 1), 11_017),
        ((1900, 3, 1), -25_508),
        ((2024, 5, 1), 19_844),
        ((1, 1, 1), -719_162),
        ((9999, 12, 31), 2_932_896),
    ] {
        assert_eq!(days_since_1970(year, month, day), expected, "{year}-{month}-{day}");
    }
}

#[test]
fn all_leaf_types_are_in_use() {
    let rows = rows(TYPED, ValueForm::Typed, Spans::Write);
    let text = described(rows.columns());
    for of in [LeafType::Text, LeafType::Integer, LeafType::Double, LeafType::Decimal] {
        assert!(text.contains(&format!("{of:?}").to_lowercase()), "{text}");
    }
}
