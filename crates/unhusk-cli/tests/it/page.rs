//! `unhusk page`, `unhusk explain`, `unhusk methods`, `unhusk schema`.

use crate::program::Folder;
use expect_test::expect;
use serde_json::Value;

/// Start tag of `p` at 31-44, its text at 44-56, its end tag at 56-60.
const PAGE: &str = "<!doctype html><title>T</title><p class=\"a\">Hi &amp; bye</p>";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.html", PAGE);
    folder
}

#[test]
fn the_tree_has_every_node_with_its_place() {
    let run = folder().run(&["page", "a.html"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    // `html`, `head` and `body` have no tags of their own and cover what is in them.
    expect![[r#"
        #document  0-60
          <!doctype html>  0-15
          <html>  15-60  (implied)
            <head>  15-31  (implied)
              <title>  15-31
                "T"  22-23
            <body>  31-60  (implied)
              <p class="a">  31-60
                "Hi & bye"  44-56
    "#]]
    .assert_eq(&run.stdout);
}

#[test]
fn deep_levels_are_numbers() {
    let folder = Folder::new();
    folder.write("deep.html", "<div>".repeat(50));
    let run = folder.run(&["page", "deep.html"]);
    // The document, `html` and `body` are above the first `div`, which is on level 3.
    let last = run.stdout.lines().last().unwrap();
    assert!(last.starts_with(&format!("{}[52] <div>", " ".repeat(80))), "{last:?}");
    assert_eq!(run.stdout.lines().filter(|line| line.contains('[')).count(), 12, "levels 41 to 52");
    let cut = folder.run(&["page", "deep.html", "--max-depth", "20"]);
    assert_eq!(cut.code, 0);
    assert!(
        cut.stderr.starts_with("warning: deep.html: cut at the limit of 20 levels of nesting"),
        "{}",
        cut.stderr
    );
}

#[test]
fn programs_get_the_tree_as_json() {
    let run = folder().run(&["page", "a.html", "-f", "json"]);
    let nodes: Value = serde_json::from_str(&run.stdout).unwrap();
    let text = nodes.as_array().unwrap().last().unwrap();
    assert_eq!(text["kind"], "text");
    assert_eq!(text["text"], "Hi & bye");
    assert_eq!(text["span"], serde_json::json!([44, 56]));
    let paragraph = &nodes[usize::try_from(text["parent"].as_u64().unwrap()).unwrap()];
    assert_eq!(paragraph["tag"], "p");
    assert_eq!(
        paragraph["attributes"][0],
        serde_json::json!({"name": "class", "value": "a", "span": [41, 42]})
    );
}

#[test]
fn text_source_and_numbers_can_be_looked_at() {
    let folder = folder();
    assert_eq!(folder.run(&["page", "a.html", "--show", "source"]).stdout, PAGE);
    let text = folder.run(&["page", "a.html", "--show", "text"]).stdout;
    assert_eq!(text.trim_end(), "T Hi & bye");
    let stats = folder.run(&["page", "a.html", "--show", "stats", "-f", "json"]).stdout;
    let stats: Value = serde_json::from_str(&stats).unwrap();
    assert_eq!((&stats["encoding"], &stats["bytes"]), (&"UTF-8".into(), &60.into()));
    assert_eq!(
        (&stats["elements"], &stats["texts"], &stats["implied"]),
        (&5.into(), &2.into(), &3.into())
    );
    let stats = folder.run(&["page", "a.html", "--show", "stats"]).stdout;
    assert!(stats.contains("elements    5\n"), "{stats}");
}

#[test]
fn what_a_page_says_to_a_terminal_is_shown_not_done() {
    let folder = Folder::new();
    folder.write("evil.html", "<p title='\x1b[2J'>\u{202e}x\x07<x\x1b>");
    let tree = folder.run(&["page", "evil.html"]).stdout;
    assert!(tree.contains("\\u{1b}[2J") && tree.contains("\\u{202e}x\\u{7}"), "{tree}");
    assert!(!tree.contains(|c: char| c != '\n' && c.is_control()), "{tree:?}");
}

#[test]
fn one_page_is_looked_at_and_a_text_file_has_no_markup() {
    let folder = folder();
    folder.write("b.html", "");
    let run = folder.run(&["page", "."]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (2, "error: `.` names 2 pages; `page` takes one\n")
    );
    folder.write("c.txt", "a <b>");
    let run = folder.run(&["page", "c.txt"]);
    assert!(run.stdout.ends_with("  \"a <b>\"  0-5\n"), "{}", run.stdout);
    let run = folder.run_with_input(&["page", "-", "--show", "text"], "<p>piped");
    assert_eq!(run.stdout, "piped\n");
}

#[test]
fn a_wrapper_is_explained_in_words_and_for_programs() {
    let folder = Folder::with_countries();
    let run = folder.run(&["explain", "w.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("class   hlrt"), "{}", run.stdout);
    for part in
        ["fields  country, code\n", "`<P>`", "`<HR>`", "`<B>` and `</B>`", "`<I>` and `</I>`"]
    {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = folder.run(&["explain", "w.json", "-f", "json"]);
    let explained: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&explained["class"], &explained["fields"][1]), (&"hlrt".into(), &"code".into()));
}

#[test]
fn the_schema_is_json_that_names_the_format() {
    let run = Folder::new().run(&["schema"]);
    let schema: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(schema["$schema"].as_str().unwrap().contains("json-schema.org"), "{schema}");
    assert!(run.stdout.contains("wrapper/1"));
}

#[test]
fn methods_are_those_of_the_catalogue() {
    let folder = Folder::new();
    let text = folder.run(&["methods"]).stdout;
    let json: Value = serde_json::from_str(&folder.run(&["methods", "-f", "json"]).stdout).unwrap();
    for method in unhusk::learn::CATALOG {
        assert!(
            text.lines().any(|line| line.split_whitespace().next() == Some(method.name)),
            "{}",
            method.name
        );
        assert!(
            json.as_array().unwrap().iter().any(|entry| entry["name"] == method.name),
            "{}",
            method.name
        );
    }
    for name in ["lr", "hlrt"] {
        assert!(json.to_string().contains(&format!("\"name\":\"{name}\"")), "{name}");
    }
}

#[test]
fn an_encoding_that_is_given_overrides_detection() {
    let folder = Folder::new();
    folder.write("a.html", "<p>é");
    let source = |arguments: &[&str]| {
        folder.run(&[&["page", "a.html", "--show", "source"], arguments].concat()).stdout
    };
    assert_eq!(source(&[]), "<p>é");
    // é is 0xC3 0xA9 in UTF-8: U+0413 and U+00A9 in windows-1251.
    assert_eq!(source(&["--encoding", "windows-1251"]), "<p>Г©");
}
