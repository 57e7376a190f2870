//! `unhusk explain W.json PAGES`: the place of each value on a page, for every class.

use crate::program::{Folder, countries_page};
use std::fmt::Write;

/// A page with a list, and wrappers for it of three classes.
fn shop() -> Folder {
    let folder = Folder::new();
    folder.write(
        "shop.html",
        "<ul>\n<li><b>Mug</b> <i>$1</i></li>\n<li><b>Cup</b></li>\n<li><b>Pot</b> <i>$3</i></li>\n<li><b>Pan</b> <i>$4</i></li>\n</ul>\n",
    );
    folder.write(
        "site.json",
        r#"{"unhusk": "wrapper/1", "class": "site",
            "schema": {"fields": [{"name": "name"}, {"name": "price"}]},
            "program": {"records": {"regions": {"begin": [{"clues": [{"what": "path", "at": 1, "says": "li"}]}], "reach": "node"}},
              "fields": [{"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "b"}]}]}]},
                         {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "i"}]}]}]}]}}"#,
    );
    folder
}

#[test]
fn each_value_of_a_page_is_shown_at_its_place() {
    let folder = shop();
    let run = folder.run(&["explain", "site.json", "shop.html"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (_, shown) = run.stdout.split_once("\n\nshop.html: ").expect("the page is shown");
    // Counted by hand: `<ul>` and its line break are 5 bytes, `<li><b>` 7, ` <i>$1</i>` 10; 24 characters on each side.
    let expected = "\
4 records, of which the first 3 are shown (`--all` shows all)
record 1
  name   bytes 12-15  <ul>↵<li><b>[[Mug]]</b> <i>$1</i></li>↵<li>
  price  bytes 23-25  <ul>↵<li><b>Mug</b> <i>[[$1]]</i></li>↵<li><b>Cup</b>
record 2
  name   bytes 42-45  > <i>$1</i></li>↵<li><b>[[Cup]]</b></li>↵<li><b>Pot</b>
  price  no value
record 3
  name   bytes 62-65  ><b>Cup</b></li>↵<li><b>[[Pot]]</b> <i>$3</i></li>↵<li>
  price  bytes 73-75  </li>↵<li><b>Pot</b> <i>[[$3]]</i></li>↵<li><b>Pan</b>
";
    assert_eq!(shown, expected);
    let all = folder.run(&["explain", "site.json", "shop.html", "--all"]).stdout;
    assert!(all.contains("shop.html: 4 records\n") && all.contains("[[Pan]]"), "{all}");
}

#[test]
fn a_learnt_wrapper_of_any_class_shows_its_records() {
    let folder = shop();
    let methods =
        ["site", "kl", "luti", "lr", "hlrt", "oclr", "pattern", "stalker", "template", "bwi"];
    for method in methods {
        let like = ["like", "shop.html", "Mug", "Pot", "--fields", "name", "-m", method];
        let run = folder.run(&[&like[..], &["--save", "w.json", "-q"]].concat());
        assert_eq!(run.code, 0, "{method}: {}", run.stderr);
        let run = folder.run(&["explain", "w.json", "shop.html", "--all"]);
        assert_eq!(run.code, 0, "{method}: {}", run.stderr);
        let (_, shown) = run.stdout.split_once("\nshop.html: ").expect("the page is shown");
        let first =
            "\nrecord 1\n  name  bytes 12-15  <ul>↵<li><b>[[Mug]]</b> <i>$1</i></li>↵<li>\n";
        assert!(shown.contains(first), "{method}: {shown}");
    }
}

#[test]
fn places_are_given_to_programs_and_in_colours_if_asked() {
    let folder = shop();
    let json = folder.run(&["explain", "site.json", "shop.html", "-f", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let first = &json["pages"][0]["records"][0][1];
    assert_eq!((&first["field"], &first["text"]), (&"price".into(), &"$1".into()));
    assert_eq!(first["span"], serde_json::json!([23, 25]));
    let coloured = folder.run(&["explain", "site.json", "shop.html", "--color", "always"]).stdout;
    assert!(coloured.contains("<b>\u{1b}[1;32mMug\u{1b}[0m</b>"), "{coloured:?}");
}

#[test]
fn the_html_file_escapes_the_page_and_has_no_scripts() {
    let folder = shop();
    let evil = "<li><b>A<script>alert(1)</script></b> <i>\"&lt;\u{202e}</i></li>";
    folder.write("evil.html", format!("<ul>{evil}</ul>"));
    let run = folder.run(&["explain", "site.json", "shop.html", "evil.html", "--html", "out.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let html = folder.read("out.html");
    assert!(
        html.contains(
            "&lt;b&gt;<mark id=\"p0-12\" class=\"f0\" title=\"name\">Mug</mark>&lt;/b&gt;"
        ),
        "{html}"
    );
    assert!(html.contains("<td><a href=\"#p0-23\">$1</a></td><td>23-25</td>"), "{html}");
    assert!(
        !html.contains("<script") && !html.contains("<b>") && !html.contains('\u{202e}'),
        "{html}"
    );
    assert!(html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""), "{html}");
    // The output file must not be one of the pages.
    let run = folder.run(&["explain", "site.json", "shop.html", "--html", "shop.html"]);
    assert_eq!(run.code, 2);
}

#[test]
fn a_page_without_records_is_said_to_look_different() {
    let folder = Folder::with_countries();
    folder.write("other.html", "<p>nothing");
    let run = folder.run(&["explain", "w.json", "other.html"]);
    assert!(run.stdout.contains("\nother.html: 0 records\n"), "{}", run.stdout);
    assert_eq!(
        run.stderr,
        "warning: other.html: this page does not look like the labelled ones; no records read\n"
    );
    folder.write("e.html", countries_page(&[]));
    let run = folder.run(&["extract", "w.json", "1.html", "e.html", "-o", "out.jsonl"]);
    let help = "help: no records on e.html: it looks different; label it and learn again\n";
    assert!(run.stderr.contains(help), "{}", run.stderr);
    for n in 0..4 {
        folder.write(&format!("e/{n}.html"), countries_page(&[]));
    }
    let run = folder.run(&["extract", "w.json", "1.html", "e", "-o", "out.jsonl"]);
    let help = "help: no records on e/0.html, e/1.html, e/2.html and 1 more: these look different; label one of them and learn again\n";
    assert!(run.stderr.contains(help), "{}", run.stderr);
}

/// A template of hundreds of columns is summarized on one page.
#[test]
fn a_large_template_is_summed_up() {
    let folder = Folder::new();
    for (page, name) in [(1, "Mug"), (2, "Cup"), (3, "Pot")] {
        let mut html = format!("<body><h1>{name}</h1>");
        for (row, letter) in (0..300).zip(('a'..='z').cycle()) {
            // Every text of the template is of its own, in an element of its own.
            write!(html, "<p id=p{row}>text {letter}{row}</p>").unwrap();
        }
        folder.write(&format!("p/{page}.html"), html + "</body>");
    }
    assert_eq!(folder.run(&["induce", "p", "-o", "w.json", "-q"]).code, 0);
    let short = folder.run(&["explain", "w.json"]).stdout;
    assert!(short.lines().count() < 60, "{short}");
    assert!(short.contains("300 texts of the template\n"), "{short}");
    assert!(short.ends_with("`--all` lists every column\n"), "{short}");
    let whole = folder.run(&["explain", "w.json", "--all"]).stdout;
    assert!(whole.lines().count() > 300, "{whole}");
    assert!(whole.contains("the text `text l11`"), "{whole}");
}
