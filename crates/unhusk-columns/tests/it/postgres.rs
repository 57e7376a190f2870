//! Scripts for PostgreSQL, run by `psql` against a real server that the tests start.

use crate::hostile::{Database, records, schema};
use crate::postgres_server::Server;
use crate::read_back::{N_RECORDS, PER_PAGE, page, write};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use unhusk_columns::column::ColumnOptions;
use unhusk_columns::sink::PostgresSink;
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::{Sink, SourcePage, Spans, ValueForm};

/// A run over pages with these names, as a script.
fn script(schema: &Schema, pages: &[(&str, &[&str])]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut sink = PostgresSink::new(schema, &ColumnOptions::default(), &mut out).unwrap();
    for (page, names) in pages {
        let mut source = SourcePage::new(*page);
        source.url = Some(format!("https://shop.example/{page}"));
        sink.begin(&source).unwrap();
        for name in *names {
            let value = Value {
                text: (*name).to_owned().into(),
                span: Span { start: 1, end: 2 },
                confidence: None,
            };
            let tags = Cell::Many(vec![value.clone(), value.clone()]);
            sink.write(page, &Record { cells: vec![Cell::One(value), tags] }).unwrap();
        }
    }
    sink.finish().unwrap();
    drop(sink);
    out
}

fn tagged() -> Schema {
    serde_json::from_str(r#"{"fields": [{"name": "name"}, {"name": "tags", "many": true}]}"#)
        .unwrap()
}

#[test]
fn pages_that_are_read_again_replace_their_records() {
    let Some(server) = Server::start() else { return };
    let run = |pages: &[(&str, &[&str])]| {
        let output = server.run(&script(&tagged(), pages));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    };
    run(&[("1.html", &["a", "b"]), ("2.html", &["c"])]);
    // A page that occurs twice has the records of both occurrences.
    run(&[("1.html", &["B"]), ("3.html", &[]), ("1.html", &["C"])]);
    let records = "SELECT _page, _record, name FROM records ORDER BY 1, 2";
    assert_eq!(server.query(records), "1.html|0|B\n1.html|1|C\n2.html|0|c");
    let tags = "SELECT name, _position, tags FROM records_tags JOIN records r ON r._id = _parent ORDER BY 1, 2";
    assert_eq!(server.query(tags), "B|0|B\nB|1|B\nC|0|C\nC|1|C\nc|0|c\nc|1|c");
    assert_eq!(server.query("SELECT count(*) FROM records_tags"), "6");
    let pages = "SELECT page, url, run, n_records FROM _pages ORDER BY 1";
    let expected = "1.html|https://shop.example/1.html|2|2\n2.html|https://shop.example/2.html|1|1\n\
                    3.html|https://shop.example/3.html|2|0";
    assert_eq!(server.query(pages), expected);
    let runs = "SELECT id, record_table, n_pages, n_records, time FROM _runs ORDER BY 1";
    let expected = "1|records|2|3|1970-01-01 00:00:00+00\n2|records|2|2|1970-01-01 00:00:00+00";
    assert_eq!(server.query(&format!("SET timezone = 'UTC'; {runs}")), expected);
}

#[test]
fn a_script_that_is_cut_off_changes_nothing() {
    let Some(server) = Server::start() else { return };
    let whole = script(&tagged(), &[("1.html", &["a", "b"])]);
    assert!(server.run(&whole).status.success());
    let before = server.query("SELECT * FROM records, _runs");
    let changed = script(&tagged(), &[("1.html", &["changed"]), ("2.html", &["new"])]);
    let lines: Vec<&[u8]> = changed.split_inclusive(|byte| *byte == b'\n').collect();
    for n_lines in 0..lines.len() {
        server.run(&lines[..n_lines].concat());
        assert_eq!(server.query("SELECT * FROM records, _runs"), before, "{n_lines} lines");
    }
    assert!(server.run(&changed).status.success());
    assert_eq!(server.query("SELECT name FROM records ORDER BY _page"), "changed\nnew");
}

#[test]
fn a_table_of_other_columns_is_refused_and_stays() {
    let Some(server) = Server::start() else { return };
    server.query("CREATE TABLE records (_id bigint PRIMARY KEY, mine text)");
    let output = server.run(&script(&tagged(), &[("1.html", &["a"])]));
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("column \"_page\" does not exist"), "{said}");
    assert_eq!(server.query("SELECT count(*) FROM pg_tables WHERE tablename LIKE '\\_%'"), "0");
}

#[test]
fn names_that_postgres_cannot_have_are_changed() {
    let Some(server) = Server::start() else { return };
    let long = "é".repeat(40);
    let fields =
        ["ctid", "it's \"x\"", &format!("{long}1"), &format!("{long}2"), "x", "Name", "name"];
    let fields: Vec<Json> = fields.iter().map(|name| serde_json::json!({"name": name})).collect();
    let schema = serde_json::json!({"iri": "https://shop.example/It's_mine", "fields": fields});
    let schema: Schema = serde_json::from_value(schema).unwrap();
    let mut out = Vec::new();
    let mut sink = PostgresSink::new(&schema, &ColumnOptions::default(), &mut out).unwrap();
    let value = |text: &'static str| {
        let span = Span { start: 1, end: 2 };
        Cell::One(Value { text: text.into(), span, confidence: None })
    };
    let cells = ["a", "b", "c", "d", "e", "f", "g"].map(value).to_vec();
    sink.write("1.html", &Record { cells }).unwrap();
    sink.finish().unwrap();
    drop(sink);
    let output = server.run(&out);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = rows(&server, "It's_mine");
    let mut values: Vec<&str> = rows[&1].values().filter_map(Json::as_str).collect();
    values.sort_unstable();
    assert_eq!(values, ["0", "1.html", "a", "b", "c", "d", "e", "f", "g"]);
}

#[test]
fn typed_values_in_postgres_are_read_back_equal() {
    let Some(server) = Server::start() else { return };
    let mut options = ColumnOptions::default();
    (options.values, options.spans) = (ValueForm::Typed, Spans::Omit);
    let records = records(N_RECORDS);
    // The second run reads all pages again and replaces the records of the first.
    for _ in 0..2 {
        let mut out = Vec::new();
        let mut sink = PostgresSink::new(&schema(), &options, &mut out).unwrap();
        write(&mut sink, &records);
        drop(sink);
        let output = server.run(&out);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let read = read_back(&server);
    assert_eq!(read.len(), records.len());
    for (at, (read, given)) in read.iter().zip(&records).enumerate() {
        let mut expected = given.in_tables(Database::Postgres, &page(at), at % PER_PAGE);
        expected["_record"] = Json::String((at % PER_PAGE).to_string());
        assert_eq!(*read, expected, "record {at}");
    }
}

/// The records with the rows of their fields inside, in the order of the run.
fn read_back(server: &Server) -> Vec<Json> {
    let children = ["offers_stock", "offers_notes", "offers", "counts", "tags"];
    let mut tables: BTreeMap<&str, BTreeMap<i64, Map<String, Json>>> = BTreeMap::new();
    tables.insert("", rows(server, "records"));
    for child in children {
        tables.insert(child, rows(server, &format!("records_{child}")));
    }
    for child in children {
        let (parent, name) = child.rsplit_once('_').unwrap_or(("", child));
        let rows = tables.remove(child).unwrap();
        let parents = tables.get_mut(parent).unwrap();
        for row in parents.values_mut() {
            row.insert(name.to_owned(), Json::Array(Vec::new()));
        }
        for mut row in rows.into_values() {
            let (parent, position) = (number(&mut row, "_parent"), number(&mut row, "_position"));
            let list = parents.get_mut(&parent).unwrap()[name].as_array_mut().unwrap();
            assert_eq!(i64::try_from(list.len()).unwrap(), position);
            list.push(Json::Object(row));
        }
    }
    tables.remove("").unwrap().into_values().map(Json::Object).collect()
}

/// Takes a whole number out of a row.
fn number(row: &mut Map<String, Json>, column: &str) -> i64 {
    row.remove(column).unwrap().as_str().unwrap().parse().unwrap()
}

/// The value of a column, a number as its digits without zeros at their end: no digit is lost.
fn text(json: &str) -> Json {
    if !json.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return serde_json::from_str(json).unwrap();
    }
    let digits =
        if json.contains('.') { json.trim_end_matches('0').trim_end_matches('.') } else { json };
    Json::String(digits.to_owned())
}

/// The rows of a table by their numbers; every value as text.
fn rows(server: &Server, table: &str) -> BTreeMap<i64, Map<String, Json>> {
    let rows = format!("SELECT row_to_json(t) FROM \"{table}\" t ORDER BY _id");
    let copied = server.query(&format!("COPY ({rows}) TO STDOUT"));
    let mut rows = BTreeMap::new();
    // `COPY` doubles the backslashes of JSON. A plain query would do without, but `psql` shows no U+10FFFF.
    for line in copied.replace(r"\\", r"\").lines() {
        let raw: BTreeMap<String, Box<RawValue>> = serde_json::from_str(line).unwrap();
        let mut row: Map<String, Json> =
            raw.into_iter().map(|(name, value)| (name, text(value.get()))).collect();
        let id = number(&mut row, "_id");
        rows.insert(id, row);
    }
    rows
}
