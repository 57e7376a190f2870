//! A process that is killed while it writes to a database: earlier rows are still there, and the database is writable.

use crate::hostile::{records, schema};
use rusqlite::Connection;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use unhusk_columns::column::ColumnOptions;
use unhusk_columns::sink::SqliteSink;
use unhusk_wrapper::sink::Sink;

/// The database that the child process writes to.
const DATABASE: &str = "UNHUSK_TEST_DATABASE";
const HALFWAY: &str = "halfway";

/// Run by the other test, in a process of its own; does nothing without the variable.
#[test]
#[expect(clippy::print_stdout, reason = "the parent waits for it")]
fn writes_until_it_is_killed() {
    let Some(path) = std::env::var_os(DATABASE).map(PathBuf::from) else { return };
    let mut sink = SqliteSink::open(&path, &schema(), &ColumnOptions::default()).unwrap();
    let records = records(200);
    for n in 0.. {
        for given in &records {
            sink.write(&format!("{n}.html"), &given.record()).unwrap();
        }
        if n == 50 {
            println!("{HALFWAY}");
        }
    }
}

fn n_rows(path: &Path, table: &str) -> i64 {
    let database = Connection::open(path).unwrap();
    let check: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    database.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}

fn write_page(path: &Path, page: &str, n_records: usize) {
    let mut sink = SqliteSink::open(path, &schema(), &ColumnOptions::default()).unwrap();
    for given in records(n_records).iter().take(5) {
        sink.write(page, &given.record()).unwrap();
    }
    sink.finish().unwrap();
}

#[test]
fn a_database_is_what_it_was_when_its_writer_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.sqlite");
    write_page(&path, "0.html", 5);
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::writes_until_it_is_killed", "--nocapture"])
        .env(DATABASE, &path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(HALFWAY)));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(n_rows(&path, "records"), 5, "0.html had five records, and still has");
    assert_eq!(n_rows(&path, "_runs"), 1);
    write_page(&path, "1.html", 5);
    assert_eq!((n_rows(&path, "records"), n_rows(&path, "_runs")), (10, 2));
}
