//! A nightly job: a good day, a day with half of the pages changed, a day without pages, a site that is down.

use crate::program::{Folder, Run, countries_page};
use std::fs;

/// A folder with a wrapper that knows healthy values, and a crawl of four pages.
fn job() -> Folder {
    let folder = Folder::new();
    folder.write("1.html", countries_page(&[("Congo", "242"), ("Egypt", "20"), ("Peru", "51")]));
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "records": [
            {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"},
            {"country": "Peru", "code": "51"}]}]}"#,
    );
    let rows = [
        [("Spain", "34"), ("Kenya", "254"), ("Japan", "81")],
        [("Cuba", "53"), ("Chad", "235"), ("Fiji", "679")],
        [("Mali", "223"), ("Oman", "968"), ("Iran", "98")],
        [("Togo", "228"), ("Iraq", "964"), ("Laos", "856")],
    ];
    for (n, rows) in rows.iter().enumerate() {
        folder.write(&format!("crawl/{n}.html"), countries_page(rows));
    }
    let run = folder.run(&["learn", "labels.json", "--with", "crawl", "-o", "w.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

/// Runs the job; further arguments come last.
fn night(folder: &Folder, more: &[&str]) -> Run {
    let command = ["extract", "w.json", "crawl", "--check", "--summary", "run.json"];
    let files = ["--errors", "errors.jsonl", "-o", "out.csv"];
    folder.run(&[&command[..], &files, more].concat())
}

fn change(folder: &Folder, page: usize) {
    folder.write(&format!("crawl/{page}.html"), "<h1>We are moving</h1><p>Come back later.</p>");
}

const KEPT: &str =
    "warning: `out.csv` was not replaced, because no record was found; --allow-empty replaces it\n";

#[test]
fn a_good_night_replaces_the_records() {
    let folder = job();
    folder.write("out.csv", "yesterday");
    let run = night(&folder, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(folder.read("out.csv").lines().count(), 13);
    assert_eq!(folder.read("errors.jsonl"), "");
}

#[test]
fn pages_that_have_changed_are_named_and_fail_the_check() {
    let folder = job();
    for page in [0, 1] {
        change(&folder, page);
    }
    let run = night(&folder, &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("no records on crawl/0.html, crawl/1.html"), "{}", run.stderr);
    assert_eq!(folder.read("out.csv").lines().count(), 7, "what was read is written");
}

#[test]
fn a_night_without_records_keeps_those_of_yesterday() {
    let folder = job();
    folder.write("out.csv", "yesterday");
    for page in 0..4 {
        change(&folder, page);
    }
    let run = night(&folder, &[]);
    assert_eq!((run.code, folder.read("out.csv").as_str()), (1, "yesterday"));
    assert!(run.stderr.contains(KEPT), "{}", run.stderr);
    assert!(folder.read("run.json").contains("\"records\": 0"), "the summary is of tonight");
    // A file that is asked for, or that is not there yet, is written.
    let asked = night(&folder, &["--allow-empty"]);
    assert_eq!((asked.code, folder.read("out.csv").as_str()), (1, "_page,country,code\n"));
    fs::remove_file(folder.path().join("out.csv")).unwrap();
    let new = night(&folder, &[]);
    assert!(!new.stderr.contains("not replaced"), "{}", new.stderr);
    assert_eq!(folder.read("out.csv"), "_page,country,code\n");
}

#[test]
fn a_night_without_pages_fails_and_keeps_everything() {
    let folder = job();
    folder.write("out.csv", "yesterday");
    fs::remove_dir_all(folder.path().join("crawl")).unwrap();
    fs::create_dir(folder.path().join("crawl")).unwrap();
    let run = night(&folder, &[]);
    assert_eq!((run.code, folder.read("out.csv").as_str()), (2, "yesterday"));
    let error = "error: no pages in the folder `crawl`: it is empty\n";
    assert!(run.stderr.starts_with(error), "{}", run.stderr);
    let errors = folder.read("errors.jsonl");
    assert!(errors.starts_with(r#"{"page":"crawl","code":"no-page","#), "{errors}");
}

#[test]
fn a_database_keeps_its_records_too() {
    let folder = job();
    let extract = ["extract", "w.json", "crawl", "-o", "out.sqlite"];
    assert_eq!(folder.run(&extract).code, 0);
    let yesterday = fs::read(folder.path().join("out.sqlite")).unwrap();
    for page in 0..4 {
        change(&folder, page);
    }
    let run = folder.run(&extract);
    assert!(run.stderr.contains("`out.sqlite` was not replaced"), "{}", run.stderr);
    assert_eq!(run.code, 1);
    assert!(yesterday == fs::read(folder.path().join("out.sqlite")).unwrap());
}

#[test]
fn files_of_a_killed_run_are_removed_by_the_next_one() {
    let folder = job();
    folder.write(".unhusk-aB3xYz.tmp", "_page,coun");
    let run = night(&folder, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let note = "note: removed 1 unfinished file of runs that were killed: .unhusk-aB3xYz.tmp\n";
    assert!(run.stderr.starts_with(note), "{}", run.stderr);
    assert!(
        !folder.names().iter().any(|name| name.starts_with(".unhusk-")),
        "{:?}",
        folder.names()
    );
}

#[test]
fn a_field_that_no_record_lacks_is_not_said_to_be_missing_in_records() {
    let folder = Folder::new();
    let names = ["Mug", "Tray", "Cup", "Pot", "Bowl", "Jug", "Vase", "Plate"];
    for (n, name) in names.iter().enumerate() {
        let body = format!("<h1>{name}</h1><p class=price>${n}.50</p><p>In stock</p>");
        folder.write(&format!("web/{n}.html"), format!("<title>{name}</title>{body}"));
    }
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [
            {"path": "web/4.html", "records": [{"name": "Bowl", "price": "$4.50"}]},
            {"path": "web/5.html", "records": [{"name": "Jug", "price": "$5.50"}]}]}"#,
    );
    assert_eq!(folder.run(&["learn", "labels.json", "-o", "w.json"]).code, 0);
    (0..4).for_each(|n| folder.write(&format!("web/{n}.html"), "<h1></h1><p>moved</p>"));
    let run = folder.run(&["extract", "w.json", "web", "--check"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("field `name`: name is missing on 4 of 8 pages"), "{}", run.stderr);
    assert!(!run.stderr.contains("missing in 0 of"), "{}", run.stderr);
}
