//! Damaged files: errors, never panics or endless loops. Intact files of other writers are in the integration tests.

use super::{PagesError, ParquetPages};
use crate::column::ColumnOptions;
use crate::sink::{GroupLimits, ParquetSink};
use std::fs;
use std::path::Path;
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::Sink;

/// A file with forty rows in four row groups.
fn sound() -> Vec<u8> {
    let json = r#"{"fields": [{"name": "html"}, {"name": "lists", "many": true}]}"#;
    let schema: Schema = serde_json::from_str(json).unwrap();
    let mut out = Vec::new();
    let limits = GroupLimits { max_rows: 10, max_bytes: usize::MAX };
    let mut sink =
        ParquetSink::with_limits(&schema, &ColumnOptions::default(), limits, &mut out).unwrap();
    for n in 0..40 {
        let text = format!("<p>{}</p>", n % 7).into();
        let html = Cell::One(Value { text, span: Span { start: 0, end: 0 }, confidence: None });
        let cells = vec![if n % 3 == 0 { Cell::Absent } else { html }];
        sink.write(&format!("{n}.html"), &Record { cells }).unwrap();
    }
    sink.finish().unwrap();
    drop(sink);
    out
}

/// Reads a file to its end or to its first error; returns the number of rows.
fn n_rows(path: &Path) -> Result<usize, PagesError> {
    let mut n_rows = 0;
    for row in ParquetPages::open(path, "html", Some("_page"))? {
        row?;
        n_rows += 1;
        assert!(n_rows < 1_000_000, "a file of this size has no million rows");
    }
    Ok(n_rows)
}

#[test]
fn what_the_sink_wrote_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    fs::write(&path, sound()).unwrap();
    let rows: Vec<_> =
        ParquetPages::open(&path, "html", Some("_page")).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 40);
    assert_eq!((rows[3].html.as_deref(), rows[3].url.as_deref()), (None, Some("3.html")));
    assert_eq!(rows[38].html.as_deref(), Some(&b"<p>3</p>"[..]));
    let alone = ParquetPages::open(&path, "html", None).unwrap();
    assert!(alone.map(Result::unwrap).all(|row| row.url.is_none()));
}

#[test]
fn damaged_files_give_an_error_or_rows_but_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    let sound = sound();
    let mut n_errors = 0;
    for at in 0..sound.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut damaged = sound.clone();
            damaged[at] ^= change;
            fs::write(&path, damaged).unwrap();
            n_errors += usize::from(n_rows(&path).is_err());
        }
    }
    assert!(n_errors > sound.len() / 4, "{n_errors}");
    for length in (0..sound.len()).step_by(97) {
        fs::write(&path, &sound[..length]).unwrap();
        assert!(n_rows(&path).is_err(), "cut at {length}");
    }
}

#[test]
fn errors_name_the_file() {
    let missing = ParquetPages::open(Path::new("no.parquet"), "html", None).err().unwrap();
    assert!(missing.to_string().starts_with("cannot read `no.parquet`: "), "{missing}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    fs::write(&path, "a,b\n1,2\n").unwrap();
    let other = ParquetPages::open(&path, "html", None).err().unwrap();
    assert!(matches!(&other, PagesError::Malformed { .. }), "{other}");
}
