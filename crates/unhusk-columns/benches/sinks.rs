//! Records of a shop into Parquet and SQLite, and pages out of Parquet. Items are records and pages.

use divan::Bencher;
use divan::counter::ItemsCount;
use std::fs;
use unhusk_columns::column::ColumnOptions;
use unhusk_columns::sink::{ParquetSink, SqliteSink};
use unhusk_columns::source::ParquetPages;
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::{Sink, ValueForm};

const N_RECORDS: usize = 20_000;
const SCHEMA: &str = r#"{"fields": [{"name": "name"}, {"name": "about"}, {"name": "price", "type": "price"},
    {"name": "seen", "type": "date"}, {"name": "tags", "many": true}]}"#;

fn main() {
    divan::main();
}

fn value(text: String) -> Value<'static> {
    Value { text: text.into(), span: Span { start: 0, end: 0 }, confidence: None }
}

fn records() -> (Schema, Vec<Record<'static>>) {
    let record = |n: usize| Record {
        cells: vec![
            Cell::One(value(format!("Mug number {n}"))),
            Cell::One(value(format!("It holds {} ml, and comes in {} colours.", n % 400, n % 7))),
            Cell::One(value(format!("${}.{:02}", n % 90, n % 100))),
            Cell::One(value(format!("2024-{:02}-{:02}", 1 + n % 12, 1 + n % 28))),
            Cell::Many(vec![value(format!("t{}", n % 13)), value("mug".to_owned())]),
        ],
    };
    let schema = serde_json::from_str(SCHEMA).expect("a schema");
    (schema, (0..N_RECORDS).map(record).collect())
}

fn options() -> ColumnOptions {
    let mut options = ColumnOptions::default();
    options.values = ValueForm::Typed;
    options
}

fn write(mut sink: impl Sink, records: &[Record<'_>]) {
    for (n, record) in records.iter().enumerate() {
        sink.write(&format!("{}.html", n / 40), record).expect("it is written");
    }
    sink.finish().expect("it is finished");
}

#[divan::bench]
fn parquet(bencher: Bencher) {
    let (schema, records) = records();
    bencher.counter(ItemsCount::new(N_RECORDS)).bench(|| {
        let mut out = Vec::new();
        write(ParquetSink::new(&schema, &options(), &mut out).expect("a sink"), &records);
        out
    });
}

#[divan::bench]
fn sqlite(bencher: Bencher) {
    let (schema, records) = records();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.sqlite");
    bencher.counter(ItemsCount::new(N_RECORDS)).bench(|| {
        drop(fs::remove_file(&path));
        write(SqliteSink::open(&path, &schema, &options()).expect("a sink"), &records);
    });
}

/// All pages of the database are read again.
#[divan::bench]
fn sqlite_again(bencher: Bencher) {
    let (schema, records) = records();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.sqlite");
    bencher.counter(ItemsCount::new(N_RECORDS)).bench(|| {
        write(SqliteSink::open(&path, &schema, &options()).expect("a sink"), &records);
    });
}

#[divan::bench]
fn pages(bencher: Bencher) {
    let (schema, records) = records();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.parquet");
    let mut out = Vec::new();
    write(ParquetSink::new(&schema, &options(), &mut out).expect("a sink"), &records);
    fs::write(&path, out).expect("a file");
    bencher.counter(ItemsCount::new(N_RECORDS)).bench(|| {
        let pages = ParquetPages::open(&path, "about", Some("_page")).expect("pages");
        assert_eq!(pages.flatten().count(), N_RECORDS);
    });
}
