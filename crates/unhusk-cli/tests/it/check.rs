//! The end of a run: the summary, warnings by the name of the field, `--check` and `--summary`.

use crate::program::{Folder, Run, countries_page};
use serde_json::Value;

/// A folder with a wrapper `w.json` that was learnt from two pages of countries, and its profile.
fn learnt() -> Folder {
    let folder = Folder::new();
    folder.write("1.html", countries_page(&[("Congo", "242"), ("Egypt", "20"), ("Peru", "51")]));
    folder.write("2.html", countries_page(&[("Spain", "34"), ("Kenya", "254")]));
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [
            {"path": "1.html", "records": [{"country": "Congo", "code": "242"},
                {"country": "Egypt", "code": "20"}, {"country": "Peru", "code": "51"}]},
            {"path": "2.html", "records": [{"country": "Spain", "code": "34"},
                {"country": "Kenya", "code": "254"}]}]}"#,
    );
    let run = folder.run(&["learn", "labels.json", "-o", "w.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

fn extract(folder: &Folder, pages: &[&str]) -> Run {
    folder.run(&[&["extract", "w.json", "--check", "--summary", "run.json"], pages].concat())
}

fn field(folder: &Folder, name: &str) -> Value {
    let summary: Value = serde_json::from_str(&folder.read("run.json")).unwrap();
    let fields = summary["fields"].as_array().unwrap();
    fields.iter().find(|field| field["name"] == name).unwrap().clone()
}

#[test]
fn healthy_pages_pass_the_check() {
    let folder = learnt();
    folder.write("3.html", countries_page(&[("Japan", "81"), ("Cuba", "53")]));
    let run = extract(&folder, &["1.html", "2.html", "3.html"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
    let code = field(&folder, "code");
    assert_eq!(
        (&code["filled"], &code["records"], &code["distinct"]),
        (&7.into(), &7.into(), &7.into())
    );
}

#[test]
fn a_field_that_is_empty_everywhere_is_named() {
    let folder = learnt();
    for name in ["3.html", "4.html"] {
        folder.write(name, countries_page(&[("Japan", ""), ("Cuba", ""), ("Chad", "")]));
    }
    let run = extract(&folder, &["3.html", "4.html"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("field `code`: is empty in every record"), "{}", run.stderr);
    assert!(!run.stderr.contains("field `country`"), "{}", run.stderr);
}

#[test]
fn values_of_another_kind_are_named_with_their_page() {
    let folder = learnt();
    let codes: Vec<String> = (200..240).map(|code| code.to_string()).collect();
    let mut rows: Vec<(&str, &str)> = codes.iter().map(|code| ("Congo", code.as_str())).collect();
    rows.push(("Nowhere", "see the list"));
    folder.write("3.html", countries_page(&rows));
    let run = extract(&folder, &["1.html", "3.html"]);
    let warning = "field `code`: 1 value is unlike the others: \"see the list\" (3.html) is not made of digits, as the \
                   others are";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
    assert_eq!(field(&folder, "code")["examples"][0]["page"], "3.html");
    // One of 44 values is an exception, not a field that is read wrongly.
    assert_eq!((run.code, &field(&folder, "code")["looks_wrong"]), (0, &false.into()));
}

#[test]
fn several_values_of_another_kind_fail_the_check() {
    let folder = learnt();
    let codes: Vec<String> = (200..237).map(|code| code.to_string()).collect();
    let mut rows: Vec<(&str, &str)> = codes.iter().map(|code| ("Congo", code.as_str())).collect();
    rows.extend([("Nowhere", "see the list"); 4]);
    folder.write("3.html", countries_page(&rows));
    let run = extract(&folder, &["1.html", "3.html"]);
    // Four of 44 values: nine in a hundred.
    assert!(run.stderr.contains("field `code`: 4 values are unlike the others"), "{}", run.stderr);
    assert_eq!((run.code, &field(&folder, "code")["looks_wrong"]), (1, &true.into()));
    assert_eq!(field(&folder, "country")["looks_wrong"], false);
    // Without --check, the number of records decides.
    assert_eq!(folder.run(&["extract", "w.json", "1.html", "3.html"]).code, 0);
}

#[test]
fn pages_without_records_are_named() {
    let folder = learnt();
    folder.write("other.html", "<h1>Imprint</h1>");
    let run = folder.run(&["extract", "w.json", "1.html", "other.html"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("no records on other.html: it looks different"), "{}", run.stderr);
}

#[test]
fn a_run_without_any_record_is_one_warning() {
    let folder = learnt();
    folder.write("other.html", "<h1>Imprint</h1>");
    let run = folder.run(&["extract", "w.json", "other.html", "--check"]);
    assert_eq!(run.code, 1);
    let warnings: Vec<&str> =
        run.stderr.lines().filter(|line| line.starts_with("warning:")).collect();
    assert_eq!(
        warnings,
        ["warning: no record was read from 1 page, and so no value of country, code"]
    );
}

#[test]
fn the_summary_is_no_input() {
    let folder = learnt();
    let run = folder.run(&["extract", "w.json", "1.html", "--summary", "1.html"]);
    assert_eq!(run.code, 2);
    assert!(folder.read("1.html").contains("Congo"));
}

#[test]
fn like_and_run_take_the_flags_too() {
    let folder = learnt();
    let run = folder.run(&["like", "1.html", "country=Congo", "code=242", "--summary", "run.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(field(&folder, "country")["filled"], 3);
    let run = folder.run(&["run", "labels.json", "--check", "--summary", "run.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(field(&folder, "code")["filled"], 5);
    let refused = folder.run(&["run", "labels.json", "--summary", "labels.json"]);
    assert_eq!(refused.code, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_how_many_records_have_each_field() {
    let folder = learnt();
    folder.write("3.html", countries_page(&[("Japan", "81"), ("Cuba", "81")]));
    let program = env!("CARGO_BIN_EXE_unhusk");
    let command = format!("{program} extract w.json 3.html -f csv -o out.csv");
    let output = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
    assert!(shown.contains("field    filled  distinct\n"), "{shown}");
    assert!(shown.contains("code     2 of 2  1\n"), "{shown}");
}
