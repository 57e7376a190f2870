//! Malformed wrapper files cause an error and exit code 2, quickly and without a panic.

use crate::program::{COUNTRIES_WRAPPER, Folder};

/// Returns the error of `extract` for a wrapper file with this content.
fn refused(content: impl AsRef<[u8]>) -> String {
    let folder = Folder::with_countries();
    folder.write("bad.json", content);
    let run = folder.run(&["extract", "bad.json", "2.html", "-o", "out.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(!folder.names().contains(&"out.json".to_owned()), "nothing is written");
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    run.stderr
}

#[test]
fn a_file_from_a_newer_version_asks_for_an_update() {
    let message = refused(COUNTRIES_WRAPPER.replace("wrapper/1", "wrapper/2"));
    assert!(message.contains("wrapper `bad.json`: written by a newer unhusk"), "{message}");
    let message = refused(COUNTRIES_WRAPPER.replace("\"hlrt\"", "\"quantum\""));
    assert!(message.contains("unknown wrapper class \"quantum\""), "{message}");
}

#[test]
fn another_kind_of_file_is_named() {
    let message = refused(r#"{"unhusk": "labels/1", "pages": []}"#);
    assert!(message.contains("not a wrapper file but \"labels/1\""), "{message}");
    for content in ["", "[]", "null", "<html>", "{}", "{\"unhusk\": 1}"] {
        let message = refused(content);
        assert!(message.contains("not a wrapper file"), "{content}: {message}");
    }
}

#[test]
fn every_truncation_is_refused() {
    let folder = Folder::with_countries();
    // Every eighth cut, to keep the number of runs small; the library tests all of them.
    for end in (0..COUNTRIES_WRAPPER.len()).step_by(8) {
        folder.write("cut.json", &COUNTRIES_WRAPPER[..end]);
        let run = folder.run(&["extract", "cut.json", "2.html"]);
        assert_eq!(run.code, 2, "cut at {end}: {}", run.stderr);
        assert!(
            run.stderr.starts_with("error: wrapper `cut.json`: "),
            "cut at {end}: {}",
            run.stderr
        );
    }
}

#[test]
fn deep_large_and_odd_files_are_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(refused(deep).contains("nests deeper than 64 levels"));
    let large = format!("{{\"x-pad\": \"{}\"}}", "a".repeat(5 << 20));
    assert!(refused(large).contains("is larger than 4194304 bytes"));
    assert!(refused(b"\xFF\xFE\x00{").contains("is not UTF-8: byte 0"));
    assert!(
        refused(COUNTRIES_WRAPPER.replace("\"class\"", "\"class\": \"lr\", \"class\""))
            .contains("stands twice")
    );
    assert!(
        refused(COUNTRIES_WRAPPER.replace("\"program\"", "\"path\": \"/etc/passwd\", \"program\""))
            .contains("path")
    );
    assert!(
        refused(COUNTRIES_WRAPPER.replace("{\"name\": \"code\"}", "{\"name\": \"country\"}"))
            .contains("country")
    );
    refused(COUNTRIES_WRAPPER.replace(", {\"name\": \"code\"}", ""));
    refused(COUNTRIES_WRAPPER.replace("\"<B>\"", "\"\""));
    refused(COUNTRIES_WRAPPER.replace("\"<P>\"", "7"));
}

#[test]
fn escapes_in_a_file_are_shown_as_text() {
    let message = refused(COUNTRIES_WRAPPER.replace("\"hlrt\"", "\"\\u001b[31m\\u202e\""));
    assert!(!message.contains('\x1b') && !message.contains('\u{202e}'), "{message:?}");
}

#[test]
fn a_missing_file_and_a_folder_are_named() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.jso", "2.html"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: cannot read `w.jso`: no such file or folder (did you mean `w.json`?)\n"
    );
    let run = folder.run(&["extract", ".", "2.html"]);
    assert_eq!(
        run.stderr,
        "error: the folder `.` has no wrappers; name a wrapper file, or a library made by `unhusk library add`\n"
    );
}
