//! Long runs: `--resume`, `--shard`, `--errors`.

use crate::program::{Folder, countries_page};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A folder with a list of many pages.
fn crawl(n_pages: usize) -> Folder {
    let folder = Folder::with_countries();
    let mut list = String::new();
    for number in 0..n_pages {
        let name = format!("crawl/{}.html", number % 50);
        if number < 50 {
            let rows: Vec<(String, String)> =
                (0..number).map(|row| (format!("C{number}-{row}"), row.to_string())).collect();
            let rows: Vec<(&str, &str)> =
                rows.iter().map(|(country, code)| (country.as_str(), code.as_str())).collect();
            folder.write(&name, countries_page(&rows));
        }
        list.push_str(&name);
        list.push('\n');
    }
    folder.write("list.txt", list);
    folder
}

fn start(folder: &Folder, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_unhusk"))
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = crawl(4000);
    folder.run(&["extract", "w.json", "@list.txt", "-o", "whole.csv", "-q"]);
    let args =
        ["extract", "w.json", "@list.txt", "-o", "out.csv", "--resume", "run", "-q", "-j", "2"];
    let mut n_kills = 0;
    // Each run has more time than the one before, so that one of them completes.
    for milliseconds in (20..).step_by(70) {
        let mut child = start(&folder, &args);
        thread::sleep(Duration::from_millis(milliseconds));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        n_kills += 1;
        assert!(!folder.path().join("out.csv").exists(), "a half file has no name");
    }
    assert!(n_kills > 0);
    assert_eq!(folder.read("out.csv"), folder.read("whole.csv"));
    assert_eq!(folder.read("run/errors.jsonl"), "");
    // A run that is complete only writes its records again, in any format.
    let again = folder.run(&["extract", "w.json", "@list.txt", "--resume", "run", "-f", "jsonl"]);
    let whole = folder.run(&["extract", "w.json", "@list.txt", "-f", "jsonl"]);
    assert_eq!(again.stdout, whole.stdout);
    assert!(again.stderr.contains("4000 pages of `run` are done already"), "{}", again.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = crawl(6000);
    let args = ["extract", "w.json", "@list.txt", "-o", "out.csv", "--resume", "run"];
    let child = Command::new(env!("CARGO_BIN_EXE_unhusk"))
        .args(args)
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = folder.path().join("run/journal.jsonl");
    while std::fs::metadata(&journal).map_or(0, |file| file.len()) == 0 {
        thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{messages}");
    assert!(messages.contains("run the same command again to go on"), "{messages}");
    let run = folder.run(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("are done already"), "{}", run.stderr);
    folder.run(&["extract", "w.json", "@list.txt", "-o", "whole.csv", "-q"]);
    assert_eq!(folder.read("out.csv"), folder.read("whole.csv"));
}

#[test]
fn a_folder_of_another_run_is_refused() {
    let folder = Folder::with_countries();
    folder.run(&["extract", "w.json", "1.html", "--resume", "run", "-q"]);
    let run = folder.run(&["extract", "w.json", "1.html", "2.html", "--resume", "run"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: the run in `run` cannot go on: it was begun on 1 files or arguments, now there are 2; choose another \
         folder, or remove this one to begin again\n"
    );
    let run = folder.run(&["extract", "w.json", "-", "--resume", "run2"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("standard input"), "{}", run.stderr);
}

#[test]
fn parts_are_the_whole_together() {
    let folder = crawl(100);
    let whole = folder.run(&["extract", "w.json", "@list.txt", "-q"]).stdout;
    let mut parts: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|part| {
            let run = folder.run(&["extract", "w.json", "@list.txt", "--shard", part, "-q"]);
            run.stdout.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let mut whole: Vec<String> = whole.lines().map(str::to_owned).collect();
    parts.sort();
    whole.sort();
    assert_eq!(parts, whole);
    let run = folder.run(&["extract", "w.json", "1.html", "--shard", "4/3"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("such as 1/4"), "{}", run.stderr);
}

#[test]
fn failures_are_written_with_a_code() {
    let folder = Folder::with_countries();
    folder.write("bad.html.gz", "this is not gzip");
    let run = folder.run(&[
        "extract",
        "w.json",
        "1.html",
        "gone.html",
        "bad.html.gz",
        "--errors",
        "errors.jsonl",
        "-q",
    ]);
    assert_eq!(run.code, 0);
    let errors = folder.read("errors.jsonl");
    let lines: Vec<(String, String)> = errors
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| line[key].as_str().unwrap().to_owned();
            assert!(text("message").contains(&text("page")));
            (text("page"), text("code"))
        })
        .collect();
    let expected = [("gone.html", "unreadable"), ("bad.html.gz", "damaged")];
    assert_eq!(lines, expected.map(|(page, code)| (page.to_owned(), code.to_owned())));
}

#[test]
fn a_failure_in_an_archive_names_its_file() {
    let folder = Folder::with_countries();
    let body =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", folder.read("1.html"));
    let record = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/1\r\n\
         WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n",
        body.len()
    );
    // The second record is cut in its body.
    folder.write("a.warc", &record.repeat(2)[..2 * record.len() - 40]);
    let run =
        folder.run(&["extract", "w.json", "a.warc", "gone.html", "--errors", "e.jsonl", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let failures: Vec<serde_json::Value> =
        folder.read("e.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(failures.len(), 2);
    assert_eq!(
        (&failures[0]["page"], &failures[0]["file"]),
        (&"https://example.org/1".into(), &"a.warc".into())
    );
    assert_eq!((&failures[1]["page"], failures[1].get("file")), (&"gone.html".into(), None));
}
