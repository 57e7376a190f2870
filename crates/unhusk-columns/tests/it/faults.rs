//! Writers that fail at the n-th write, for every n: an error, no panic, and the older file stays.

use crate::hostile::{Given, records, schema};
use std::cell::Cell;
use std::fs;
use std::io::{self, Write};
use unhusk_columns::column::ColumnOptions;
use unhusk_columns::sink::{ArrowForm, ArrowSink, ColumnsFormat, GroupLimits, ParquetSink};
use unhusk_io::sink::AtomicFile;
use unhusk_wrapper::sink::{Sink, ValueForm};

/// Fails at one write or flush; before that, it takes a few bytes at a time.
struct FailingWriter<'c, W> {
    out: W,
    n_calls: &'c Cell<usize>,
    fails_at: usize,
    with: io::ErrorKind,
}

impl<W: Write> FailingWriter<'_, W> {
    fn call(&mut self) -> io::Result<()> {
        let at = self.n_calls.get();
        self.n_calls.set(at + 1);
        if at == self.fails_at { Err(self.with.into()) } else { Ok(()) }
    }
}

impl<W: Write> Write for FailingWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call()?;
        self.out.write(&bytes[..bytes.len().min(100)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call()?;
        self.out.flush()
    }
}

/// Writes records through a writer that fails; returns the outcome and the number of calls of the writer.
fn write(
    format: ColumnsFormat,
    out: impl Write,
    fails_at: usize,
    with: io::ErrorKind,
) -> (io::Result<()>, usize) {
    let n_calls = Cell::new(0);
    let out = FailingWriter { out, n_calls: &n_calls, fails_at, with };
    let mut options = ColumnOptions::default();
    options.values = ValueForm::Typed;
    let limits = GroupLimits { max_rows: 10, max_bytes: usize::MAX };
    let mut sink: Box<dyn Sink + '_> = match format {
        ColumnsFormat::Parquet => {
            Box::new(ParquetSink::with_limits(&schema(), &options, limits, out).unwrap())
        }
        _ => Box::new(ArrowSink::with_limits(ArrowForm::File, &schema(), &options, limits, out)),
    };
    let records = records(60);
    // Skips the record that is a megabyte long: the writer would take it in ten thousand pieces.
    let mut records = records.iter().skip(8).map(Given::record);
    let written = records.try_for_each(|record| sink.write("p.html", &record));
    let done = written.and_then(|()| sink.finish());
    drop(sink);
    (done, n_calls.get())
}

#[test]
fn a_failure_at_any_write_of_parquet_is_an_error_and_leaves_the_older_file() {
    check_failures(ColumnsFormat::Parquet);
}

#[test]
fn a_failure_at_any_write_of_arrow_is_an_error_and_leaves_the_older_file() {
    check_failures(ColumnsFormat::Arrow);
}

fn check_failures(format: ColumnsFormat) {
    let mut whole = Vec::new();
    let (done, n_calls) = write(format, &mut whole, usize::MAX, io::ErrorKind::Other);
    done.unwrap();
    assert!(n_calls > 200, "{n_calls}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    fs::write(&path, "older").unwrap();
    for fails_at in 0..n_calls {
        for with in [io::ErrorKind::StorageFull, io::ErrorKind::Other] {
            let file = AtomicFile::create(&path).unwrap();
            let (done, n_called) = write(format, file, fails_at, with);
            assert_eq!(done.unwrap_err().kind(), with, "at {fails_at}");
            assert_eq!(n_called, fails_at + 1, "nothing is written after a failure");
        }
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "older");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no half file is left");
}

#[test]
fn an_interrupted_write_is_tried_again() {
    for format in [ColumnsFormat::Parquet, ColumnsFormat::Arrow] {
        let mut whole = Vec::new();
        let (_, n_calls) = write(format, &mut whole, usize::MAX, io::ErrorKind::Other);
        for fails_at in [0, 1, n_calls / 2] {
            let mut again = Vec::new();
            write(format, &mut again, fails_at, io::ErrorKind::Interrupted).0.unwrap();
            assert!(again == whole, "{format}");
        }
    }
}
