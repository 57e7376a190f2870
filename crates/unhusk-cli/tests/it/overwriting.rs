//! Outputs are no inputs, and two outputs are two files.

use crate::program::Folder;

/// A folder with the countries wrapper, labels for its first page, and both pages in `web`.
fn site() -> Folder {
    let folder = Folder::with_countries();
    for page in ["1.html", "2.html"] {
        folder.write(&format!("web/{page}"), folder.read(page));
    }
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "web/1.html", "records": [
            {"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]}]}"#,
    );
    folder
}

#[test]
fn a_page_is_never_overwritten() {
    let folder = site();
    let page = folder.read("web/1.html");
    let commands: [&[&str]; 12] = [
        &["extract", "w.json", "web", "-f", "csv", "-o", "web/1.html"],
        &["extract", "w.json", "web/*.html", "-f", "csv", "-o", "web/../web/1.html"],
        &["extract", "w.json", "web/1.html", "-f", "csv", "-o", "web/1.html"],
        &["extract", "w.json", "web", "--summary", "web/1.html"],
        &["extract", "w.json", "web", "--errors", "web/1.html"],
        &["run", "labels.json", "-f", "csv", "-o", "web/1.html"],
        &["learn", "labels.json", "-o", "web/1.html"],
        &["explain", "w.json", "web", "--html", "web/1.html"],
        &["watch", "w.json", "web", "--report", "web/1.html"],
        &["verify", "w.json", "web", "--record-baseline", "-o", "web/1.html"],
        &["like", "web/1.html", "Congo", "--save", "web/1.html"],
        &["induce", "web", "-o", "web/1.html", "-f", "csv"],
    ];
    for command in commands {
        let run = folder.run(command);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command:?}: {}", run.stderr);
        assert_eq!(folder.read("web/1.html"), page, "{command:?}");
        assert!(run.stderr.starts_with("error: `web/"), "{command:?}: {}", run.stderr);
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = site();
    let commands: [&[&str]; 4] = [
        &["extract", "w.json", "web", "-o", "a.csv", "--summary", "./a.csv"],
        &["extract", "w.json", "web", "-o", "a.csv", "--errors", "a.csv"],
        &["watch", "w.json", "web", "--report", "a.md", "--report", "a.md"],
        &["like", "1.html", "Congo", "--save", "a.json", "-o", "a.json"],
    ];
    for command in commands {
        let run = folder.run(command);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("is named for two outputs"), "{command:?}: {}", run.stderr);
    }
    assert_eq!(folder.names(), ["1.html", "2.html", "labels.json", "w.json", "web"]);
}

#[test]
fn a_folder_that_does_not_exist_is_reported_before_the_run() {
    let folder = site();
    for flag in ["-o", "--summary", "--errors"] {
        let run = folder.run(&["extract", "w.json", "web", flag, "no/out.json"]);
        let error = "error: cannot write `no/out.json`: its folder does not exist\n";
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (2, "", error), "{flag}");
    }
}
