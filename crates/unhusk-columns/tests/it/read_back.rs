//! Ten thousand hostile records through every sink, read back by pyarrow, DuckDB and Python's sqlite3.

use crate::at_hand;
use crate::hostile::{Database, Form, Given, records, schema};
use serde_json::Value as Json;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use unhusk_columns::column::ColumnOptions;
use unhusk_columns::sink::{ColumnsFormat, SqliteSink};
use unhusk_wrapper::sink::{Sink, Spans, ValueForm};

pub(crate) const N_RECORDS: usize = 10_000;
/// Records of a page.
pub(crate) const PER_PAGE: usize = 7;

/// Python with the readers, from the environment; a notice if there is none.
pub(crate) fn python() -> Option<PathBuf> {
    let python = std::env::var_os("UNHUSK_PYTHON").map(PathBuf::from);
    if python.is_none() {
        at_hand::skip("UNHUSK_PYTHON names no Python with pyarrow and duckdb");
    }
    python
}

/// Runs a script of the folder `oracle`; fails with its error output.
pub(crate) fn run_python(python: &Path, script: &str, arguments: &[&Path]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle").join(script);
    let run = Command::new(python).arg(script).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}", said.chars().take(4000).collect::<String>());
}

pub(crate) fn page(at: usize) -> String {
    format!("shop/{}.html", at / PER_PAGE)
}

pub(crate) fn write(sink: &mut dyn Sink, records: &[Given]) {
    for (at, given) in records.iter().enumerate() {
        sink.write(&page(at), &given.record()).unwrap();
    }
    sink.finish().unwrap();
}

fn write_expected(path: &Path, rows: impl Iterator<Item = Json>) {
    let mut out = BufWriter::new(File::create(path).unwrap());
    for row in rows {
        writeln!(out, "{row}").unwrap();
    }
    out.flush().unwrap();
}

fn check_columns(form: Form) {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let expected = folder.path().join("expected");
    let mut options = ColumnOptions::default();
    (options.values, options.spans) = match form {
        Form::Text => (ValueForm::Text, Spans::Omit),
        Form::Typed => (ValueForm::Typed, Spans::Omit),
        Form::TypedAndText => (ValueForm::TypedAndText, Spans::Omit),
        Form::TypedWithSpans => (ValueForm::Typed, Spans::Write),
    };
    let records = records(N_RECORDS);
    let rows = records.iter().enumerate();
    write_expected(&expected, rows.map(|(at, given)| given.in_columns(&page(at), form)));
    for (format, readers) in [
        (ColumnsFormat::Parquet, &["pyarrow", "duckdb"][..]),
        (ColumnsFormat::Arrow, &["arrow"]),
        (ColumnsFormat::ArrowStream, &["arrows"]),
    ] {
        let written = folder.path().join(format.name());
        let out = BufWriter::new(File::create(&written).unwrap());
        let mut sink = format.sink(&schema(), &options, out).unwrap();
        write(&mut *sink, &records);
        drop(sink);
        for reader in readers {
            run_python(&python, "read_back.py", &[Path::new(reader), &written, &expected]);
        }
    }
}

#[test]
fn texts_in_columns_are_read_back_equal() {
    check_columns(Form::Text);
}

#[test]
fn typed_values_in_columns_are_read_back_equal() {
    check_columns(Form::Typed);
}

#[test]
fn typed_values_with_texts_in_columns_are_read_back_equal() {
    check_columns(Form::TypedAndText);
}

#[test]
fn typed_values_with_spans_in_columns_are_read_back_equal() {
    check_columns(Form::TypedWithSpans);
}

#[test]
fn files_without_records_have_their_columns() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    for format in [ColumnsFormat::Parquet, ColumnsFormat::Arrow, ColumnsFormat::ArrowStream] {
        let path = folder.path().join(format.name());
        let out = File::create(&path).unwrap();
        let mut sink = format.sink(&schema(), &ColumnOptions::default(), out).unwrap();
        sink.finish().unwrap();
    }
    run_python(&python, "read_empty.py", &[folder.path()]);
}

#[test]
fn typed_values_in_sqlite_are_read_back_equal() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (written, expected) = (folder.path().join("x.sqlite"), folder.path().join("expected"));
    let mut options = ColumnOptions::default();
    options.values = ValueForm::Typed;
    let records = records(N_RECORDS);
    // The second run reads all pages again and replaces the records of the first.
    for _ in 0..2 {
        write(&mut SqliteSink::open(&written, &schema(), &options).unwrap(), &records);
    }
    let rows = records.iter().enumerate();
    write_expected(
        &expected,
        rows.map(|(at, given)| given.in_tables(Database::Sqlite, &page(at), at % PER_PAGE)),
    );
    run_python(&python, "read_back.py", &[Path::new("sqlite3"), &written, &expected]);
    let left: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("x.sqlite-"))
        .collect();
    assert!(left.is_empty(), "{left:?}: the write-ahead log is gone when the sink is");
}
