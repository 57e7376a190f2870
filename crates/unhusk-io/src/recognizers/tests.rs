use super::parse;
use expect_test::{Expect, expect};
use std::fs;
use unhusk::Page;

/// Checks the error of a file.
fn check(text: &str, expected: &Expect) {
    let error = parse("r.toml", text).expect_err("the file is bad");
    expected.assert_eq(&error.to_string());
}

#[test]
fn each_kind_of_recognizer_can_be_named() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("makers.txt"), "Acme\n\n  Initech \n").expect("it can be written");
    let old =
        "{\"size\": \"12 cm\"}\n{\"size\": [\"7 cm\", {\"text\": \"9 cm\"}]}\n{\"size\": null}\n";
    fs::write(folder.path().join("old.jsonl"), old).expect("it can be written");
    let text = r#"
        [[field]]
        name = "price"
        recognizer = "money"
        is = "perfect"
        [[field]]
        name = "link"
        pattern = '^/p/(\d+)$'
        is = "unsound"
        in = "attributes"
        [[field]]
        name = "maker"
        words = "makers.txt"
        is = "incomplete"
        whole = true
        [[field]]
        name = "size"
        like = "old.jsonl"
        is = "unreliable"
        [[field]]
        name = "colour"
        words = ["red", "blue"]
        is = "incomplete"
    "#;
    let path = folder.path().join("r.toml");
    let recognizers = parse(&path.to_string_lossy(), text).expect("the file is good");
    let page = Page::from("<a href=/p/7>Acme</a> <b>$3</b>, 5 cm, red, by Initech");
    let columns = recognizers.recognize(&page).columns;
    let found: Vec<Vec<_>> = columns
        .iter()
        .map(|column| column.instances().iter().map(|one| page.slice(*one).unwrap_or("")).collect())
        .collect();
    assert_eq!(found, [vec!["$3"], vec!["7"], vec!["Acme"], vec!["5 cm"], vec!["red"]]);
}

#[test]
fn bad_files_are_told_with_file_field_and_cure() {
    let no_toml = parse("r.toml", "[[field]\n").expect_err("a bracket is missing").to_string();
    assert!(no_toml.starts_with("r.toml, line 1: "), "{no_toml}");
    check("", &expect!["r.toml: there is no recognizer; each field needs one"]);
    check(
        "[[field]]\nname = 'a'\nrecogniser = 'date'\n",
        &expect![
            "r.toml, line 3: unknown field `recogniser`, expected one of `name`, `recognizer`, `pattern`, `words`, `like`, `is`, `in`, `whole`"
        ],
    );
    check(
        "[[field]]\nname = 'a'\nrecognizer = 'date'\n",
        &expect![[
            r#"r.toml: field `a`: it does not say which errors the recognizer makes; add `is = "perfect"` (none), `"incomplete"` (misses values), `"unsound"` (finds other things) or `"unreliable"` (both)"#
        ]],
    );
    check(
        "[[field]]\nname = 'a'\nrecognizer = 'date'\nis = 'perfekt'\n",
        &expect![[
            r#"r.toml: field `a`: `is` is "perfekt"; it can be "perfect", "incomplete", "unsound", "unreliable""#
        ]],
    );
    check(
        "[[field]]\nname = 'a'\nrecognizer = 'date'\npattern = 'x'\nis = 'perfect'\n",
        &expect![
            "r.toml: field `a`: it has 2 of the keys `recognizer`, `pattern`, `words` and `like`; it needs one"
        ],
    );
    check(
        "[[field]]\nname = 'a'\nwords = 3\nis = 'perfect'\n",
        &expect!["r.toml, line 3: the name of a file or a list of texts is needed"],
    );
}

#[test]
fn files_that_have_nothing_are_told() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("empty.txt"), "\n \n").expect("it can be written");
    fs::write(folder.path().join("old.jsonl"), "{\"b\": 1}\n").expect("it can be written");
    let path = folder.path().join("r.toml").to_string_lossy().into_owned();
    let error = |line: &str| {
        let text = format!("[[field]]\nname = 'a'\n{line}\nis = 'perfect'\n");
        parse(&path, &text).expect_err("the file is bad").to_string()
    };
    assert!(error("words = 'empty.txt'").ends_with("empty.txt` has no words; it needs one a line"));
    assert!(error("like = 'old.jsonl'").ends_with("has no record with a value of `a`"));
    let missing = error("words = 'nowhere.txt'");
    assert!(missing.contains("field `a`: cannot read `"), "{missing}");
}
