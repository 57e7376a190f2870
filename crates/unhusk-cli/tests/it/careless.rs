//! Mistakes of somebody in a hurry: each is answered in words that say what to do.

use crate::program::{Folder, countries_page};

const LABELS: &str = r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "records": [
    {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]}]}"#;

/// The error of `learn` for a label file with this content.
fn refused(labels: &str) -> String {
    let folder = Folder::with_countries();
    folder.write("labels.json", labels);
    let run = folder.run(&["learn", "labels.json", "-o", "out.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(!folder.names().contains(&"out.json".to_owned()));
    run.stderr
}

#[test]
fn mistakes_in_json_are_named() {
    for (labels, message) in [
        (String::new(), "the file is empty"),
        (LABELS[..60].to_owned(), "the file ends in the middle, in line 1; part of it is missing"),
        (
            LABELS.replace("\"20\"}]", "\"20\"}, ]"),
            "JSON allows no comma before `]`; remove the one before line 2, column 78",
        ),
        (
            LABELS.replace("\"242\"", "\u{201c}242\u{201d}"),
            "JSON has straight double quotes (\"), not \u{201c}, as in line 2",
        ),
        (countries_page(&[("Congo", "242")]), "this begins with `<`, as HTML does, not as JSON"),
    ] {
        assert_eq!(refused(&labels), format!("error: labels.json: {message}\n"));
    }
}

#[test]
fn a_wrapper_that_was_cut_or_is_empty_says_so() {
    let folder = Folder::with_countries();
    let wrapper = folder.read("w.json");
    folder.write("cut.json", &wrapper[..wrapper.len() / 2]);
    folder.write("empty.json", "");
    let cut = folder.run(&["extract", "cut.json", "1.html"]);
    assert!(cut.stderr.contains("the file ends in the middle, in line"), "{}", cut.stderr);
    let empty = folder.run(&["extract", "empty.json", "1.html"]);
    let message = "error: wrapper `empty.json`: not a wrapper file: the file is empty\n";
    assert_eq!((cut.code, empty.code, empty.stderr.as_str()), (2, 2, message));
}

#[test]
fn a_typo_in_the_name_of_a_field_is_mentioned() {
    let folder = Folder::with_countries();
    folder.write("labels.json", LABELS.replacen("country", "coutnry", 1));
    let run = folder.run(&["learn", "labels.json", "-o", "out.json"]);
    let warning = "warning: no record has both fields `coutnry` and `country`, whose names are similar; is one of them \
                   a typo?\n";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
}

#[test]
fn a_wrapper_or_label_file_is_no_page_of_like() {
    let folder = Folder::with_countries();
    folder.write("labels.json", LABELS);
    for (file, kind) in [("w.json", "is a wrapper"), ("labels.json", "is a label file")] {
        let run = folder.run(&["like", file, "Congo"]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(kind), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_page_whose_name_is_not_utf8_is_read_by_every_verb() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with_countries();
    let name = OsStr::from_bytes(b"caf\xe9.html");
    if std::fs::write(folder.path().join(name), countries_page(&[("Congo", "242")])).is_err() {
        return;
    }
    let before: [&[&str]; 5] = [
        &["extract", "w.json"],
        &["explain", "w.json"],
        &["page"],
        &["like"],
        &["export", "w.json", "--to", "css"],
    ];
    for arguments in before {
        let mut command = folder.command(arguments);
        command.arg(name);
        if arguments == ["like"] {
            command.args(["country=Congo", "code=242"]);
        }
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!stderr.contains("UTF-8"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_folder_without_pages_is_told_in_one_sentence() {
    let folder = Folder::with_countries();
    folder.write("pictures/1.png", "\u{89}PNG");
    folder.write("pictures/2.png", "\u{89}PNG");
    let run = folder.run(&["extract", "w.json", "pictures"]);
    let error = "error: no pages in the folder `pictures`: none of its 2 files is a page, such as `pictures/1.png`;";
    assert!(run.stderr.starts_with(error), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

#[test]
fn a_table_with_semicolons_is_a_table() {
    let folder = Folder::with_countries();
    folder.write("labels.csv", "page;country;code\r\n1.html;Congo;242\r\n1.html;Egypt;20\r\n");
    let run = folder.run(&["run", "labels.csv", "-f", "csv", "-q"]);
    let expected = "_page,country,code\n1.html,Congo,242\n1.html,Egypt,20\n2.html,Spain,34\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, expected), "{}", run.stderr);
}
