//! `unhusk export --to pytest`: the folder that is written. `crates/unhusk-py/tests/test_export_pytest.py` runs it.

use crate::program::{Folder, Run};
use serde_json::{Value, json};
use std::fs;

fn export(folder: &Folder, arguments: &[&str]) -> Run {
    folder.run(&[&["export", "w.json", "--to", "pytest"], arguments].concat())
}

/// The paths of all files below a folder, sorted.
fn files(folder: &Folder, inside: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.path().join(inside)).unwrap() {
        let name = format!("{inside}/{}", entry.unwrap().file_name().to_string_lossy());
        if folder.path().join(&name).is_dir() {
            found.extend(files(folder, &name));
        } else {
            found.push(name);
        }
    }
    found.sort();
    found
}

#[test]
fn a_test_has_pages_records_and_the_wrapper() {
    let folder = Folder::with_countries();
    let run = export(&folder, &["1.html", "2.html", "-o", "kept/My countries"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: cannot write `kept/My countries`: its folder does not exist\n");
    let run = export(&folder, &["1.html", "2.html", "-o", "My countries"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.stderr,
        "wrote a test of 2 pages and 3 records to `My countries`\nnext: python -m pytest 'My countries'\n"
    );
    assert_eq!(
        files(&folder, "My countries"),
        [
            "My countries/pages/1-1.html",
            "My countries/pages/1-1.json",
            "My countries/pages/2-2.html",
            "My countries/pages/2-2.json",
            "My countries/test_my_countries.py",
            "My countries/wrapper.json",
        ]
    );
    assert_eq!(folder.read("My countries/pages/1-1.html"), folder.read("1.html"));
    let expected: Value =
        serde_json::from_str(&folder.read("My countries/pages/1-1.json")).unwrap();
    let records = json!([{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]);
    assert_eq!(expected, json!({"page": "1.html", "records": records}));
    // The wrapper in the folder reads the same records as the given one.
    let read = folder.run(&["extract", "My countries/wrapper.json", "2.html", "-f", "csv"]);
    assert_eq!(read.stdout, "_page,country,code\n2.html,Spain,34\n");
    assert_eq!(
        folder.names(),
        ["1.html", "2.html", "My countries", "w.json"],
        "nothing else is left"
    );
}

#[test]
fn an_earlier_test_is_replaced_as_a_whole_and_nothing_else_is() {
    let folder = Folder::with_countries();
    export(&folder, &["1.html", "2.html", "-o", "kept"]);
    folder.write("kept/__pycache__/x.pyc", "");
    assert_eq!(export(&folder, &["2.html", "-o", "kept"]).code, 0);
    let names =
        ["kept/pages/1-2.html", "kept/pages/1-2.json", "kept/test_kept.py", "kept/wrapper.json"];
    assert_eq!(files(&folder, "kept"), names);
    folder.write("kept/conftest.py", "");
    let run = export(&folder, &["1.html", "-o", "kept"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (
            2,
            "error: `kept` has other files than those of a test (`conftest.py`); name another folder\n"
        )
    );
    let run = export(&folder, &["1.html", "-o", "w.json"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("w.json"), "{}", run.stderr);
    assert_eq!(files(&folder, "kept").len(), 5);
}

#[test]
fn what_is_missing_is_said_before_anything_is_written() {
    let folder = Folder::with_countries();
    folder.write("notes.txt", "<B>a &amp; b</B> <I>1</I> <P> <B>c &amp; d</B> <I>2</I> <HR>");
    for (arguments, message) in [
        (&["1.html"][..], "error: a test is a folder of files; name it with -o\n"),
        (&["1.html", "-o", "-"], "error: a test is a folder of files; name it with -o\n"),
        (
            &["-o", "kept"],
            "error: a test needs pages: those that the wrapper was learnt from, and others that it reads right\n",
        ),
        (
            &["1.html", "gone.html", "-o", "kept"],
            "error: cannot read `gone.html`: no such file or folder\nerror: nothing was written: 1 page cannot be read\n",
        ),
        (
            &["notes.txt", "-o", "kept"],
            "error: `notes.txt` is read otherwise when it is given as text (a page that is no HTML?); leave it out\n",
        ),
    ] {
        let run = export(&folder, arguments);
        assert_eq!((run.code, run.stderr.as_str()), (2, message), "{arguments:?}");
    }
    assert_eq!(folder.names(), ["1.html", "2.html", "notes.txt", "w.json"]);
}

#[test]
fn a_page_without_records_is_part_of_the_test_and_named() {
    let folder = Folder::with_countries();
    folder.write("empty.html", "<p>Nothing here");
    let run = export(&folder, &["1.html", "empty.html", "-o", "kept"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stderr.starts_with("warning: empty.html: no records; the test expects none\n"),
        "{}",
        run.stderr
    );
    let run = export(&folder, &["empty.html", "-o", "none"]);
    assert_eq!(run.code, 1, "a test of nothing");
}
