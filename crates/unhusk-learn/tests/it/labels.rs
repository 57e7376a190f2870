//! The labels file: all forms in, the same out, and errors in the user's words.

use proptest::prelude::*;
use unhusk_learn::example::LabelError;
use unhusk_learn::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk_page::Span;

fn parse(json: &str) -> Result<Labels, LabelError> {
    Labels::parse("labels.json", json)
}

/// Labels of one page, `1.html`, with these records.
fn with_records(records: &str) -> Result<Labels, LabelError> {
    parse(&format!(
        r#"{{"unhusk": "labels/1", "pages": [{{"path": "1.html", "records": {records}}}]}}"#
    ))
}

fn first_record(records: &str) -> GivenRecord {
    with_records(records).expect("the records are well formed").pages()[0].records[0].clone()
}

fn message(json: &str) -> String {
    parse(json).expect_err("the labels are wrong").to_string()
}

fn record_message(records: &str) -> String {
    with_records(records).expect_err("the records are wrong").to_string()
}

fn text(text: &str) -> GivenValue {
    GivenValue::Text(text.to_owned())
}

#[test]
fn every_form_of_a_value_is_read() {
    let record = first_record(
        r##"[{"a": "Congo", "b": {"span": [3, 9]}, "c": {"text": "x", "at": 2}, "d": {"xpath": "//a", "text": "y"},
             "e": {"css": "#z"}, "f": null, "g": ["p", {"span": [1, 2]}, null], "h": [{"i": "q"}], "j": []}]"##,
    );
    let one = GivenCell::One;
    let expected = [
        ("a", one(text("Congo"))),
        ("b", one(GivenValue::Span(Span::new(3, 9)))),
        ("c", one(GivenValue::TextAt { text: "x".into(), at: 2 })),
        ("d", one(GivenValue::Xpath { xpath: "//a".into(), text: Some("y".into()) })),
        ("e", one(GivenValue::Css { css: "#z".into(), text: None })),
        ("f", GivenCell::Absent),
        ("g", GivenCell::Many(vec![text("p"), GivenValue::Span(Span::new(1, 2))])),
        ("h", GivenCell::Nested(vec![GivenRecord { cells: vec![("i".into(), one(text("q")))] }])),
        ("j", GivenCell::Many(vec![])),
    ];
    let expected = expected.map(|(name, cell)| (name.to_owned(), cell));
    assert_eq!(record.cells, expected);
}

#[test]
fn a_page_is_complete_unless_it_says_otherwise() {
    let labels = parse(
        r#"{"unhusk": "labels/1", "x-made-by": {"who": "me"}, "pages": [
            {"path": "1.html", "url": "https://example.org/1", "encoding": "latin1", "x-note": 1},
            {"path": "2.html", "complete": false, "records": []}]}"#,
    )
    .unwrap();
    let [first, second] = labels.pages() else { panic!("two pages") };
    assert!(first.complete && !second.complete);
    assert_eq!(first.url.as_deref(), Some("https://example.org/1"));
    assert_eq!(first.encoding.as_deref(), Some("latin1"));
}

#[test]
fn fields_stand_in_the_order_of_first_appearance() {
    let labels = with_records(
        r#"[{"b": "1", "offers": [{"shop": "x"}, {"cost": "1", "shop": "y"}]}, {"a": "2", "b": null, "offers": []}]"#,
    )
    .unwrap();
    let fields = labels.schema().fields();
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["b", "offers", "a"]);
    let nested: Vec<&str> = fields[1].fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(nested, ["shop", "cost"]);
    assert!(fields[0].optional && fields[1].optional && !fields[2].optional);
}

#[test]
fn fields_stand_in_the_order_that_the_file_gives() {
    let labels = parse(
        r#"{"unhusk": "labels/1", "pages": [{"path": "1", "records": [{"b": ["x"], "a": "y"}]}],
            "fields": ["a", "b", {"name": "c", "fields": ["d"]}]}"#,
    )
    .unwrap();
    let fields = labels.schema().fields();
    assert_eq!(fields.iter().map(|field| &field.name[..]).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert!(!fields[0].many && fields[1].many);
    assert!(fields[2].is_nested());
}

#[test]
fn declared_fields_decide_what_an_object_in_a_list_is() {
    // Without `fields`, an object with a key `span` is a value.
    let json = |fields: &str| {
        format!(
            r#"{{"unhusk": "labels/1", {fields} "pages": [{{"path": "1", "records": [{{"a": [{{"span": [1, 2]}}]}}]}}]}}"#
        )
    };
    let values = parse(&json("")).unwrap();
    assert_eq!(
        values.pages()[0].records[0].cells[0].1,
        GivenCell::Many(vec![GivenValue::Span(Span::new(1, 2))])
    );
    let nested = parse(&json(r#""fields": [{"name": "a", "fields": ["span"]}],"#)).unwrap();
    let record = GivenRecord {
        cells: vec![("span".to_owned(), GivenCell::Many(vec![text("1"), text("2")]))],
    };
    assert_eq!(nested.pages()[0].records[0].cells[0].1, GivenCell::Nested(vec![record]));
}

#[test]
fn a_whole_number_is_the_text_of_its_digits() {
    let record = first_record(r#"[{"code": 242, "below": [-7, "x"]}]"#);
    assert_eq!(record.cells[0].1, GivenCell::One(text("242")));
    assert_eq!(record.cells[1].1, GivenCell::Many(vec![text("-7"), text("x")]));
    // The reader of JSON keeps the value of a number, not its digits: `12.50` would be `12.5`.
    assert_eq!(
        record_message(r#"[{"price": 12.50}]"#),
        "labels.json: 1.html: record 1: field `price`: found the number 12.5, expected a decimal number as a string, \
         as displayed on the page: \"12.50\""
    );
}

#[test]
fn comments_are_named() {
    for json in [
        "{\"unhusk\": \"labels/1\", // the format\n \"pages\": []}",
        "/* labels */ {\"unhusk\": \"labels/1\", \"pages\": []}",
        "# labels\n{\"unhusk\": \"labels/1\", \"pages\": []}",
    ] {
        assert!(
            message(json)
                .starts_with("labels.json: JSON allows no comments; remove the one in line 1"),
            "{}",
            message(json)
        );
    }
    let other = message("{\"unhusk\": \"labels/1\", \"http://x\" 1}");
    assert!(!other.contains("comments"), "{other}");
}

#[test]
fn a_page_may_leave_it_to_the_evidence_whether_it_is_complete() {
    let labels = parse(
        r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "complete": "auto", "records": []}]}"#,
    )
    .unwrap();
    assert!(labels.pages()[0].is_auto && !labels.pages()[0].complete);
    assert_eq!(parse(&labels.to_json()).unwrap(), labels);
}

#[test]
fn an_unknown_field_is_named_with_the_nearest_known_one() {
    let json = r#"{"unhusk": "labels/1", "fields": ["name", "price"], "pages": [
        {"path": "pages/3.html", "records": [{"name": "x"}, {"prize": "1"}]}]}"#;
    assert_eq!(
        message(json),
        "labels.json: pages/3.html: record 2: field `prize`: `fields` does not list it; did you mean `price`?"
    );
    assert_eq!(
        message(&json.replace("prize", "weight")),
        "labels.json: pages/3.html: record 2: field `weight`: `fields` does not list it"
    );
    let negative = r#"{"unhusk": "labels/1", "pages": [
        {"path": "1", "records": [{"name": "x"}], "not": [{"nam": "y"}]}]}"#;
    assert_eq!(
        message(negative),
        "labels.json: 1: `not` 1: field `nam`: no record has this field; did you mean `name`?"
    );
}

#[test]
fn a_field_holds_values_or_records_but_not_both() {
    assert_eq!(
        record_message(r#"[{"a": "x"}, {"a": [{"b": "y"}]}]"#),
        "labels.json: 1.html: record 2: field `a`: the field holds records here but values elsewhere"
    );
    assert_eq!(
        record_message(r#"[{"a": [{"b": "y"}]}, {"a": ["x"]}]"#),
        "labels.json: 1.html: record 2: field `a`: the field holds values here but records elsewhere"
    );
    let declared = r#"{"unhusk": "labels/1", "fields": ["a"], "pages": [
        {"path": "1", "records": [{"a": [{"b": "y"}]}]}]}"#;
    assert!(
        message(declared).contains("found an object with the key \"b\""),
        "{}",
        message(declared)
    );
    // A field that was only absent so far may be either.
    let absent = with_records(r#"[{"a": null}, {"a": []}, {"a": [{"b": "y"}]}]"#).unwrap();
    assert!(absent.schema().fields()[0].is_nested());
}

#[test]
fn a_page_that_is_listed_twice_must_say_the_same() {
    let twice = |other: &str| {
        format!(
            r#"{{"unhusk": "labels/1", "pages": [{{"path": "a/1.html", "records": [{{"n": "x"}}]}},
                {{"path": "./a/1.html", "records": [{{"n": "{other}"}}]}}]}}"#
        )
    };
    assert_eq!(parse(&twice("x")).unwrap().pages().len(), 1);
    assert_eq!(
        message(&twice("y")),
        "labels.json: ./a/1.html: the page is listed twice, with different labels"
    );
}

#[test]
fn files_are_united_field_by_field_and_page_by_page() {
    let one = |file: &str, record: &str| {
        let json = format!(
            r#"{{"unhusk": "labels/1", "pages": [{{"path": "1.html", "records": [{record}]}}]}}"#
        );
        Labels::parse(file, &json).unwrap()
    };
    let first = one("a/labels.json", r#"{"name": "x", "offers": null}"#);
    let second =
        one("b/labels.json", r#"{"price": ["1"], "name": null, "offers": [{"shop": "s"}]}"#);
    let merged = Labels::merge([first.clone(), second, first.clone()]).unwrap();
    let locations: Vec<_> = merged.pages().iter().map(PageLabels::location).collect();
    assert_eq!(locations, ["a/1.html", "b/1.html"].map(std::path::PathBuf::from));
    let fields = merged.schema().fields();
    assert_eq!(
        fields.iter().map(|field| &field.name[..]).collect::<Vec<_>>(),
        ["name", "offers", "price"]
    );
    assert!(fields[0].optional && fields[1].is_nested() && fields[2].many);

    let clash = Labels::merge([first, one("a/more.json", r#"{"name": "y"}"#)]).unwrap_err();
    assert_eq!(
        clash.to_string(),
        "a/more.json: 1.html: the page is listed twice, with different labels"
    );
}

const EVENTS: &str = r#"{"unhusk": "labels/1", "iri": "ex:Talk", "prefixes": {"ex": "https://example.org/"},
    "fields": ["note", {"name": "start", "iri": "schema:startDate", "type": "date"},
               {"name": "offers", "type": "schema:Offer", "fields": [{"name": "price", "type": "price"}]}],
    "pages": [{"path": "1.html", "records": [{"note": "a", "start": "May 1, 2024"}]}]}"#;

#[test]
fn a_meaning_is_read_and_written() {
    let labels = parse(EVENTS).expect("well formed");
    assert_eq!(labels.schema().class_iri().as_deref(), Some("https://example.org/Talk"));
    let json = serde_json::to_value(labels.schema()).expect("plain data");
    assert_eq!(json["fields"][1]["type"], "date");
    assert_eq!(json["fields"][2]["fields"][0]["type"], "price");
    assert_eq!(parse(&labels.to_json()).expect("what was written is read"), labels);
}

#[test]
fn files_are_united_with_their_meanings_unless_they_differ() {
    let other = r#"{"unhusk": "labels/1", "fields": [{"name": "start"}, {"name": "note", "iri": "schema:description"}],
        "pages": [{"path": "2.html", "records": [{"note": "b"}]}]}"#;
    let united =
        Labels::merge([parse(EVENTS).expect("well formed"), parse(other).expect("well formed")]);
    let united = united.expect("they agree");
    assert_eq!(united.schema().class(), Some("ex:Talk"));
    assert_eq!(united.schema().fields()[0].iri.as_deref(), Some("schema:description"));
    assert_eq!(united.schema().fields()[1].iri.as_deref(), Some("schema:startDate"));
    let rival = EVENTS.replace("schema:startDate", "schema:endDate").replace("1.html", "2.html");
    let error =
        Labels::merge([parse(EVENTS).expect("well formed"), parse(&rival).expect("well formed")]);
    assert_eq!(
        error.expect_err("they differ").to_string(),
        "labels.json: the property of field `start` is \"schema:endDate\" here but \"schema:startDate\" elsewhere"
    );
}

#[test]
fn values_that_were_typed_in_get_names() {
    let typed =
        [(None, "Blue mug"), (Some("price"), "$12"), (Some("size"), "S"), (Some("size"), "L")];
    let labels = Labels::like("shop.html", typed).unwrap();
    let page = &labels.pages()[0];
    assert!(!page.complete);
    let names: Vec<&str> = page.records[0].cells.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["v1", "price", "size"]);
    assert_eq!(page.records[0].cells[2].1, GivenCell::Many(vec![text("S"), text("L")]));
}

/// Malformed and hostile files, and a part of the message about each.
const HOSTILE: &[(&str, &str)] = &[
    ("", "the file is empty"),
    ("   ", "the file is empty"),
    (
        "{\n  // a mug\n  \"unhusk\": \"labels/1\"}",
        "JSON allows no comments; remove the one in line 2",
    ),
    (
        "{\"unhusk\": \"labels/1\", \"pages\": [/* none */]}",
        "JSON allows no comments; remove the one in line 1",
    ),
    ("# labels\n{}", "JSON allows no comments; remove the one in line 1"),
    ("{", "the file ends in the middle, in line 1; part of it is missing"),
    ("}", "not JSON: expected value at line 1 column 1"),
    (
        "{\"unhusk\": \"labels/1\",\n \"pages\": [],}",
        "JSON allows no comma before `}`; remove the one before line 2, column 14",
    ),
    ("<!DOCTYPE html>\n<p>", "this begins with `<`, as HTML does, not as JSON"),
    ("null", "invalid type: null, expected an object"),
    ("[]", "invalid type: sequence, expected an object"),
    ("\"labels/1\"", "invalid type: string"),
    ("12", "invalid type: integer"),
    ("{}", "the key `unhusk` is missing"),
    ("{} {}", "not JSON: trailing characters"),
    ("\u{0}", "not JSON"),
    (r#"{"unhusk": "labels/1"}"#, "the key `pages` is missing"),
    (r#"{"pages": []}"#, "the key `unhusk` is missing"),
    (
        r#"{"unhusk": "wrapper/1", "pages": []}"#,
        "this is a wrapper file (\"wrapper/1\"), not labels",
    ),
    (r#"{"unhusk": "labels/2", "pages": []}"#, "`unhusk` is the string \"labels/2\""),
    (r#"{"unhusk": 1, "pages": []}"#, "`unhusk` is the number 1"),
    (
        r#"{"unhusk": "labels/1", "unhusk": "labels/1", "pages": []}"#,
        "the key \"unhusk\" stands twice in one object",
    ),
    (r#"{"unhusk": "labels/1", "pages": [], "pages": []}"#, "the key \"pages\" stands twice"),
    (
        r#"{"unhusk": "labels/1", "pages": [], "page": []}"#,
        "the key `page` is unknown; known are `unhusk`, `iri`, `prefixes`, `fields`, `pages` and keys that begin with `x-`",
    ),
    (r#"{"unhusk": "labels/1", "pages": [], "Fields": []}"#, "the key `Fields` is unknown"),
    (r#"{"unhusk": "labels/1", "pages": {}}"#, "invalid type: map, expected a list of pages"),
    (r#"{"unhusk": "labels/1", "pages": null}"#, "invalid type: null, expected a list of pages"),
    (r#"{"unhusk": "labels/1", "pages": [}"#, "not JSON: expected value"),
    (
        r#"{"unhusk": "labels/1", "pages": [1]}"#,
        "page 1: found the number 1, expected an object with the key `path`",
    ),
    (r#"{"unhusk": "labels/1", "pages": [[]]}"#, "page 1: found a list"),
    (r#"{"unhusk": "labels/1", "pages": [{}]}"#, "page 1: the key `path` is missing"),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": ""}]}"#,
        "found the string \"\", expected the path of a page",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": 3}]}"#,
        "found the number 3, expected the path of a page",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "path": "b"}]}"#,
        "the key \"path\" stands twice",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "record": []}]}"#,
        "labels.json: a: the key `record` is unknown; known are `path`, `url`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "records": {}}]}"#,
        "a: found an empty object, expected a list of records in `records`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "records": null}]}"#,
        "found null, expected a list of records",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "not": {"x": 1}}]}"#,
        "found an object with the key \"x\", expected a list of records in `not`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "not": [{"x": "1"}]}]}"#,
        "`not` 1: field `x`: no record has this field",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "records": [{"x": "1"}], "not": [{"x": null}]}]}"#,
        "found null, expected a value that the field does not have",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "complete": "yes"}]}"#,
        "found the string \"yes\", expected true, false or \"auto\" in `complete`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "complete": 1}]}"#,
        "expected true, false or \"auto\"",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "url": []}]}"#,
        "expected a string in `url`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [{"path": "a", "encoding": 8}]}"#,
        "expected the name of an encoding",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "iri": ["schema:Event"]}"#,
        "expected the name of a class in `iri`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "iri": "scema:Event"}"#,
        "labels.json: class: the prefix of \"scema:Event\" is unknown (did you mean `schema:`?)",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "prefixes": {"ex": "a b"}}"#,
        "prefixes: \"a b\" is not an IRI: it contains a space",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": [{"name": "a", "type": "prize"}]}"#,
        "unknown type \"prize\"",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": {}}"#,
        "found an empty object, expected a list of names in `fields`",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": []}"#,
        "found an empty list, expected at least one field",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": [1]}"#,
        "found the number 1, expected a name or {\"name\"",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": [{"fields": ["a"]}]}"#,
        "found an object without a name",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": [{"name": "a", "fields": []}]}"#,
        "found an empty list",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": [{"name": "a", "many": true}]}"#,
        "found \"many\": true, expected a name",
    ),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": ["a", "a"]}"#,
        "the field `a` is named twice",
    ),
    (r#"{"unhusk": "labels/1", "pages": [], "fields": [""]}"#, "\"\" is not a valid field name"),
    (
        r#"{"unhusk": "labels/1", "pages": [], "fields": ["_page"]}"#,
        "\"_page\" is not a valid field name",
    ),
];

/// Malformed records of a page, and a part of the message about each.
const HOSTILE_RECORDS: &[(&str, &str)] = &[
    ("[1]", "1.html: record 1: found the number 1, expected an object with a key for each field"),
    (r#"["x"]"#, "record 1: found the string \"x\""),
    ("[null]", "record 1: found null"),
    ("[[]]", "record 1: found a list"),
    (r#"[{"a": true}]"#, "record 1: field `a`: found true, expected a string"),
    (r#"[{"a": true}]"#, "field `a`: found true"),
    (r#"[{"a": 1e999}]"#, "number out of range"),
    (r#"[{"a": NaN}]"#, "not JSON"),
    (r#"[{"a": Infinity}]"#, "not JSON"),
    (r#"[{"a": {}}]"#, "field `a`: found an empty object"),
    (r#"[{"a": {"b": "c"}}]"#, "field `a`: found an object with the key \"b\""),
    (r#"[{"a": {"text": "x"}}]"#, "found `text` without `at`"),
    (r#"[{"a": {"at": 0}}]"#, "found `at` without `text`"),
    (
        r#"[{"a": {"text": "x", "at": -1}}]"#,
        "found the number -1, expected a place, counted from 0, in `at`",
    ),
    (r#"[{"a": {"text": "x", "at": 0.5}}]"#, "found the number 0.5"),
    (r#"[{"a": {"text": "x", "at": "0"}}]"#, "found the string \"0\""),
    (r#"[{"a": {"text": 1, "at": 0}}]"#, "expected a string in `text`"),
    (
        r#"[{"a": {"span": [1]}}]"#,
        "found a list of 1, expected the first byte and one past the last byte",
    ),
    (r#"[{"a": {"span": [1, 2, 3]}}]"#, "found a list of 3"),
    (r#"[{"a": {"span": []}}]"#, "found a list of 0"),
    (r#"[{"a": {"span": 5}}]"#, "found the number 5"),
    (r#"[{"a": {"span": [2, 1]}}]"#, "the span [2, 1] ends before it begins"),
    (r#"[{"a": {"span": [-1, 1]}}]"#, "found the number -1"),
    (r#"[{"a": {"span": [0, 1.5]}}]"#, "found the number 1.5"),
    (r#"[{"a": {"span": ["0", 1]}}]"#, "found the string \"0\""),
    (r#"[{"a": {"span": [0, 4294967296]}}]"#, "found the number 4294967296"),
    (r#"[{"a": {"span": [0, 18446744073709551616]}}]"#, "expected the first byte"),
    (r#"[{"a": {"span": [0, 1], "text": "x"}}]"#, "found keys that do not go together"),
    (r#"[{"a": {"xpath": "//a", "css": "a"}}]"#, "found keys that do not go together"),
    (r#"[{"a": {"xpath": 1}}]"#, "expected a path in `xpath`"),
    (r#"[{"a": {"css": null}}]"#, "found null, expected a selector in `css`"),
    (r#"[{"a": {"css": "a", "at": 1}}]"#, "found keys that do not go together"),
    (r#"[{"a": ["x", true]}]"#, "found true"),
    (r#"[{"a": ["x", ["y"]]}]"#, "found a list"),
    (
        r#"[{"a": ["x", {"b": "y"}]}]"#,
        "field `a`: record 1: found the string \"x\", expected an object",
    ),
    (r#"[{"a": [{}]}]"#, "field `a`: its records have no fields"),
    (r#"[{"a": "x", "a": "y"}]"#, "the key \"a\" stands twice"),
    (r#"[{"a": {"span": [0, 1], "span": [0, 1]}}]"#, "the key \"span\" stands twice"),
    (r#"[{"_page": "x"}]"#, "\"_page\" is not a valid field name"),
    (r#"[{"": "x"}]"#, "\"\" is not a valid field name"),
    (r#"[{"a": "\ud800"}]"#, "not JSON: unexpected end of hex escape"),
    ("[{\"a\": \"\u{1}\"}]", "not JSON: control character"),
];

#[test]
fn hostile_files_get_a_sentence_that_says_what_is_wrong() {
    let check = |said: String, part: &str| {
        assert!(said.starts_with("labels.json: "), "{said}");
        assert!(said.contains(part), "{said:?} lacks {part:?}");
    };
    for (json, part) in HOSTILE {
        check(message(json), part);
    }
    for (records, part) in HOSTILE_RECORDS {
        check(record_message(records), part);
    }
}

#[test]
fn deep_wide_and_large_files_are_refused() {
    let deep = |open: &str, close: &str, n| open.repeat(n) + &close.repeat(n);
    for n in [64, 200, 100_000] {
        let said = record_message(&deep("[", "]", n));
        assert!(said.contains("nested too deep"), "{said}");
        let said = record_message(&format!("[{}]", deep(r#"{"a":["#, "]}", n)));
        assert!(said.contains("nested too deep"), "{said}");
    }
    let said = record_message(&format!("[{}0]", "0,".repeat(Labels::MAX_VALUES_PER_PAGE)));
    assert!(said.contains("too many values"), "{said}");
    let wide: Vec<String> = (0..=Labels::MAX_FIELDS).map(|n| format!("\"f{n}\": null")).collect();
    let said = record_message(&format!("[{{{}}}]", wide.join(",")));
    assert_eq!(said, "labels.json: 1.html: record 1: a record has more than 1000 fields");
    let large = " ".repeat(Labels::MAX_BYTES + 1);
    assert_eq!(
        message(&large),
        "labels.json: 67108865 bytes are more than a labels file may have (67108864)"
    );
}

#[test]
fn nested_records_may_be_as_deep_as_a_schema() {
    let nested = |n: usize| {
        let open = r#"{"f":["#.repeat(n);
        format!(r#"[{open}{{"v":"x"}}{}]"#, "]}".repeat(n))
    };
    assert!(with_records(&nested(5)).is_ok());
    assert!(with_records(&nested(25)).is_ok());
    assert!(record_message(&nested(31)).contains("nested too deep"));
}

#[test]
fn a_byte_order_mark_in_front_is_skipped() {
    assert!(parse("\u{feff}{\"unhusk\": \"labels/1\", \"pages\": []}").is_ok());
}

fn any_value() -> impl Strategy<Value = GivenValue> {
    let check = || proptest::option::of(".*");
    prop_oneof![
        ".*".prop_map(GivenValue::Text),
        (0u32..1000, 0u32..1000)
            .prop_map(|(start, length)| GivenValue::Span(Span { start, end: start + length })),
        (".*", 0usize..100).prop_map(|(text, at)| GivenValue::TextAt { text, at }),
        (".*", check()).prop_map(|(xpath, text)| GivenValue::Xpath { xpath, text }),
        (".*", check()).prop_map(|(css, text)| GivenValue::Css { css, text }),
    ]
}

/// Records of the fields `a` and `b`, which hold values, and `c`, which holds records.
fn any_record() -> impl Strategy<Value = GivenRecord> {
    let values = prop_oneof![
        Just(GivenCell::Absent),
        any_value().prop_map(GivenCell::One),
        proptest::collection::vec(any_value(), 1..4).prop_map(GivenCell::Many),
    ];
    let nested = any_value().prop_map(|value| {
        let cells = vec![("d".to_owned(), GivenCell::One(value))];
        GivenCell::Nested(vec![GivenRecord { cells }])
    });
    let cells =
        (values.clone().prop_map(|cell| ("a", cell)), values.prop_map(|cell| ("b", cell)), nested);
    (cells, any::<[bool; 3]>()).prop_map(|((a, b, c), keep)| {
        let cells = [a, b, ("c", c)].into_iter().zip(keep).filter(|(_, keep)| *keep);
        GivenRecord { cells: cells.map(|((name, cell), _)| (name.to_owned(), cell)).collect() }
    })
}

fn any_labels() -> impl Strategy<Value = Labels> {
    let page =
        (proptest::collection::vec(any_record(), 0..4), any::<bool>(), proptest::option::of(".*"));
    proptest::collection::vec(page, 0..4).prop_map(|pages| {
        let pages = pages.into_iter().enumerate().map(|(index, (records, complete, url))| {
            let mut page = PageLabels::new(format!("{index}.html"));
            (page.records, page.complete, page.url) = (records, complete, url);
            page
        });
        Labels::new(pages.collect()).expect("the fields fit")
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(labels in any_labels()) {
        prop_assert_eq!(Labels::parse("", &labels.to_json()).unwrap(), labels);
    }

    #[test]
    fn any_text_gives_labels_or_an_error(json in ".*") {
        let _ = parse(&json);
    }

    #[test]
    fn a_damaged_file_gives_labels_or_an_error(labels in any_labels(), cut in 0usize..2000, byte in any::<char>()) {
        let json = labels.to_json();
        let cut = (0..=cut.min(json.len())).rev().find(|at| json.is_char_boundary(*at)).unwrap_or(0);
        let (before, after) = json.split_at(cut);
        let _ = parse(&format!("{before}{byte}{after}"));
        let _ = parse(before);
    }
}
