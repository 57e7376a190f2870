use super::SqliteSink;
use crate::column::ColumnOptions;
use crate::sink::relational::{quoted, table_of_class};
use expect_test::{Expect, expect};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::{PageColumn, Sink, SourcePage, Spans, ValueForm};

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.sqlite");
    (folder, path)
}

fn schema(json: &str) -> Schema {
    serde_json::from_str(json).unwrap()
}

fn one(text: &str) -> Cell<'static> {
    let text = text.to_owned().into();
    Cell::One(Value { text, span: Span { start: 1, end: 2 }, confidence: None })
}

fn many(texts: &[&str]) -> Cell<'static> {
    let value = |text: &&str| match one(text) {
        Cell::One(value) => value,
        other => panic!("{other:?}"),
    };
    Cell::Many(texts.iter().map(value).collect())
}

fn record(cells: Vec<Cell<'static>>) -> Record<'static> {
    Record { cells }
}

/// Names and tags.
const TAGGED: &str = r#"{"fields": [{"name": "name"}, {"name": "tags", "many": true}]}"#;

fn open(path: &Path, json: &str) -> SqliteSink {
    SqliteSink::open(path, &schema(json), &ColumnOptions::default()).unwrap()
}

fn open_error(path: &Path, json: &str) -> String {
    let opened = SqliteSink::open(path, &schema(json), &ColumnOptions::default());
    let folder = path.parent().unwrap().display().to_string();
    opened.err().unwrap().to_string().replace(&folder, "FOLDER")
}

/// Writes a run with these pages of names.
fn write(path: &Path, pages: &[(&str, &[&str])]) {
    let mut sink = open(path, TAGGED);
    for (page, names) in pages {
        sink.begin(&SourcePage::new(*page)).unwrap();
        for name in *names {
            sink.write(page, &record(vec![one(name), many(&["x", name])])).unwrap();
        }
    }
    sink.finish().unwrap();
}

/// The rows of a query, cells parted by `|`.
fn query(path: &Path, sql: &str) -> String {
    let database = Connection::open(path).unwrap();
    let mut statement = database.prepare(sql).unwrap();
    let n_columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    let mut lines = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let cell = |at: usize| match row.get_ref(at).unwrap() {
            rusqlite::types::ValueRef::Null => "NULL".to_owned(),
            rusqlite::types::ValueRef::Integer(value) => value.to_string(),
            rusqlite::types::ValueRef::Real(value) => format!("{value:?}"),
            rusqlite::types::ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
            other @ rusqlite::types::ValueRef::Blob(_) => panic!("{other:?}"),
        };
        lines.push((0..n_columns).map(cell).collect::<Vec<_>>().join("|"));
    }
    lines.join("\n")
}

fn check(path: &Path, sql: &str, expected: &Expect) {
    expected.assert_eq(&query(path, sql));
}

#[test]
fn a_page_that_is_read_again_takes_the_place_of_its_rows() {
    let (_folder, path) = folder();
    write(&path, &[("1.html", &["a", "b"]), ("2.html", &["c"])]);
    write(&path, &[("1.html", &["B"]), ("3.html", &[])]);
    check(
        &path,
        "SELECT _page, _record, name FROM records ORDER BY 1, 2",
        &expect![[r"
        1.html|0|B
        2.html|0|c"]],
    );
    let tags = "SELECT name, _position, tags FROM records_tags JOIN records r ON r._id = _parent ORDER BY 1, 2";
    check(
        &path,
        tags,
        &expect![[r"
        B|0|x
        B|1|B
        c|0|x
        c|1|c"]],
    );
    check(&path, "SELECT count(*) FROM records_tags", &expect!["4"]);
    let pages = "SELECT page, record_table, run, n_records FROM _pages ORDER BY 1";
    check(
        &path,
        pages,
        &expect![[r"
        1.html|records|2|1
        2.html|records|1|1
        3.html|records|2|0"]],
    );
    let runs = "SELECT id, record_table, time, n_pages, n_records FROM _runs";
    check(
        &path,
        runs,
        &expect![[r"
        1|records|1970-01-01T00:00:00Z|2|3
        2|records|1970-01-01T00:00:00Z|2|1"]],
    );
}

#[test]
fn a_page_that_a_run_names_twice_keeps_the_records_of_both_times() {
    let (_folder, path) = folder();
    write(&path, &[("1.html", &["a"]), ("2.html", &["b"]), ("1.html", &["c"])]);
    check(
        &path,
        "SELECT name, _record FROM records WHERE _page = '1.html'",
        &expect![[r"
        a|0
        c|1"]],
    );
    check(
        &path,
        "SELECT page, n_records FROM _pages",
        &expect![[r"
        1.html|2
        2.html|1"]],
    );
}

#[test]
fn a_run_that_is_not_finished_leaves_nothing() {
    let (folder, path) = folder();
    let mut sink = open(&path, TAGGED);
    sink.write("1.html", &record(vec![one("a")])).unwrap();
    drop(sink);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a new file is removed");
    write(&path, &[("1.html", &["a"])]);
    let mut sink = open(&path, TAGGED);
    sink.write("1.html", &record(vec![one("b")])).unwrap();
    drop(sink);
    check(&path, "SELECT name FROM records", &expect!["a"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no log is left");
}

#[test]
fn pages_and_the_run_are_described() {
    let (_folder, path) = folder();
    let options = ColumnOptions {
        wrapper_sha256: Some("abc".to_owned()),
        now: 1_714_588_205,
        ..ColumnOptions::default()
    };
    let mut sink = SqliteSink::open(&path, &schema(TAGGED), &options).unwrap();
    let mut page = SourcePage::new("1.html");
    page.url = Some("https://example.org/1".to_owned());
    page.sha256 = Some("def".to_owned());
    sink.begin(&page).unwrap();
    sink.write("1.html", &record(vec![one("a")])).unwrap();
    sink.finish().unwrap();
    drop(sink);
    check(&path, "SELECT wrapper_sha256, time FROM _runs", &expect!["abc|2024-05-01T18:30:05Z"]);
    check(&path, "SELECT url, sha256 FROM _pages", &expect!["https://example.org/1|def"]);
}

#[test]
fn nested_records_have_tables_and_classes_name_them() {
    let (_folder, path) = folder();
    let json = r#"{"iri": "schema:Product", "fields": [{"name": "name"}, {"name": "offers", "fields": [
        {"name": "shop"}, {"name": "prices", "type": "price", "many": true}]}]}"#;
    let options = ColumnOptions {
        values: ValueForm::Typed,
        spans: Spans::Write,
        page: Some(PageColumn { name: "source".to_owned(), position: 1 }),
        ..ColumnOptions::default()
    };
    let mut sink = SqliteSink::open(&path, &schema(json), &options).unwrap();
    let offer = record(vec![one("A"), many(&["$1.10", "free"])]);
    let cells = vec![one("mug"), Cell::Nested(vec![offer, record(vec![one("B"), many(&[])])])];
    sink.write("1.html", &record(cells)).unwrap();
    sink.finish().unwrap();
    assert_eq!(sink.warnings().len(), 1);
    drop(sink);
    check(
        &path,
        "SELECT source, name, name_start, name_confidence FROM Product",
        &expect!["1.html|mug|1|NULL"],
    );
    let offers = "SELECT shop, _position FROM Product_offers ORDER BY _parent, _position";
    check(
        &path,
        offers,
        &expect![[r"
        A|0
        B|1"]],
    );
    let prices = "SELECT prices, prices_currency, prices_raw, prices_end, shop FROM Product_offers_prices p \
                  JOIN Product_offers o ON o._id = p._parent ORDER BY p._position";
    check(
        &path,
        prices,
        &expect![[r"
        1.1|USD|NULL|2|A
        NULL|NULL|free|2|A"]],
    );
}

#[test]
fn tables_of_other_columns_are_refused_by_name() {
    let (_folder, path) = folder();
    write(&path, &[("1.html", &["a"])]);
    let advice =
        "; give another file, or rename or drop that table (ALTER TABLE ... RENAME TO ...)";
    let other = |json: &str| open_error(&path, json).replace(advice, "");
    expect![
        "the table `records` of `FOLDER/shop.sqlite` has no column `price`, which the records have"
    ]
    .assert_eq(&other(r#"{"fields": [{"name": "name"}, {"name": "price"}]}"#));
    expect![
        "the table `records` of `FOLDER/shop.sqlite` has a column `name`, which the records lack"
    ]
    .assert_eq(&other(r#"{"fields": [{"name": "name", "many": true}]}"#));
    let options = ColumnOptions { values: ValueForm::Typed, ..ColumnOptions::default() };
    let json =
        r#"{"fields": [{"name": "name", "type": "number"}, {"name": "tags", "many": true}]}"#;
    let typed = SqliteSink::open(&path, &schema(json), &options).err().unwrap().to_string();
    assert!(
        typed.contains("has a column `name` of TEXT, where the records have NUMERIC"),
        "{typed}"
    );
    assert!(typed.ends_with(advice), "{typed}");
    let database = Connection::open(&path).unwrap();
    database
        .execute_batch(
            "DROP TABLE records_tags; DROP TABLE records; CREATE VIEW records AS SELECT 1",
        )
        .unwrap();
    drop(database);
    expect!["the table `records` of `FOLDER/shop.sqlite` is no table, but a database view"]
        .assert_eq(&other(TAGGED));
    check(&path, "SELECT count(*) FROM _runs", &expect!["1"]);
}

#[test]
fn files_that_are_no_database_are_refused_and_kept() {
    let (folder, path) = folder();
    fs::write(&path, "_page,name\n".repeat(100)).unwrap();
    expect!["`FOLDER/shop.sqlite` is not an SQLite database; give another file"]
        .assert_eq(&open_error(&path, TAGGED));
    assert!(fs::read_to_string(&path).unwrap().starts_with("_page,name\n"));
    let nowhere = folder.path().join("no/where.sqlite");
    let error = SqliteSink::open(&nowhere, &schema(TAGGED), &ColumnOptions::default());
    let error = error.err().unwrap().to_string();
    assert!(
        error.ends_with("its folder does not exist or may not be written, or it is a folder"),
        "{error}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn names_of_fields_and_classes_cannot_break_out_of_sql() {
    let (_folder, path) = folder();
    let name = "a\"b'; DROP TABLE _runs; --\u{0}";
    let fields = serde_json::json!([{"name": name}, {"name": "A\"B'; drop table _runs; --\u{0}"}, {"name": "select", "many": true}]);
    let schema: Schema = serde_json::from_value(serde_json::json!({"fields": fields})).unwrap();
    let mut sink = SqliteSink::open(&path, &schema, &ColumnOptions::default()).unwrap();
    sink.write("x\"';", &record(vec![one("1"), one("2"), many(&["3"])])).unwrap();
    sink.finish().unwrap();
    drop(sink);
    check(&path, "SELECT * FROM records", &expect![[r#"1|x"';|0|1|2"#]]);
    check(&path, "SELECT \"select\" FROM records_select", &expect!["3"]);
    assert_eq!(quoted("a\"b"), "\"a\"\"b\"");
}

#[test]
fn tables_are_named_after_classes() {
    for (class, table) in [
        (None, "records"),
        (Some("schema:Product"), "Product"),
        (Some("https://schema.org/Event"), "Event"),
        (Some("http://example.org/ns#Thing"), "Thing"),
        (Some("http://example.org/"), "records"),
        (Some("x:_runs"), "records"),
        (Some("x:sqlite_master"), "records"),
    ] {
        assert_eq!(table_of_class(class), table, "{class:?}");
    }
}

#[test]
fn a_locked_database_is_reported() {
    let (_folder, path) = folder();
    write(&path, &[("1.html", &["a"])]);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    expect!["`FOLDER/shop.sqlite` is locked by another program; try again when that has finished"]
        .assert_eq(&open_error(&path, TAGGED));
}
