//! `unhusk export`: output, messages, and agreement of the exported Python with the wrapper.

use crate::at_hand;
use crate::program::{Folder, Run};
use expect_test::expect;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A wrapper for pages with one record: a heading, and a price after a dollar sign.
const SHOP: &str = r#"{"unhusk": "wrapper/1", "class": "site",
  "schema": {"fields": [{"name": "title"}, {"name": "price", "optional": true}]},
  "program": {"records": "page", "fields": [
    {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "h1"}]}]}]},
    {"ways": [{"target": "text", "cut": {"after": {"text": "$"}},
               "rules": [{"clues": [{"what": "class", "says": "b.price"}]}]}]}]}}"#;

/// A wrapper with a record per `li`, and all features for which the Python program needs helper functions.
const LIST: &str = r#"{"unhusk": "wrapper/1", "class": "site",
  "schema": {"fields": [{"name": "name"}, {"name": "link"}, {"name": "about", "optional": true},
                        {"name": "code", "optional": true}, {"name": "tag", "many": true}]},
  "program": {"records": {"regions": {"begin": [{"clues": [{"what": "class", "says": "li.item"}]}],
                                      "reach": "node", "required": [0]}}, "fields": [
    {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "a"}]}]},
              {"target": {"attribute": "title"}, "rules": [{"clues": [{"what": "path", "at": 1, "says": "a"}]}]}]},
    {"ways": [{"target": {"attribute": "href"}, "rules": [{"clues": [{"what": "path", "at": 1, "says": "a"}]}]}]},
    {"ways": [{"target": "element", "rules": [{"clues": [{"what": "class", "says": "div.about"}]}]}]},
    {"ways": [{"target": "text", "cut": {"after": {"text": "(", "last": true}, "before": {"text": ")"}},
               "rules": [{"clues": [{"what": "text-before", "at": 1, "says": "code"}]}]}]},
    {"distinct": true, "ways": [{"target": "text", "rules": [{"clues": [{"what": "class", "says": "i.tag"}]}]}]}]}}"#;

const LIST_PAGE: &str = "<ul>\
  <li class='item big'><a href='/1?a=1&amp;b=2'>Blue \n mug &amp; lid</a>\
  <div class=about>Made <b>by</b>hand<p>in Rome</p><script>no()</script><!-- no -->.</div>\
  <u>Code:</u> <s>x (y) (A-1) z</s><i class=tag>a</i><i class=tag>b</i><i class=tag>a</i></li>\
  <li class=item><a href='/2' title='Red&nbsp;cup'> </a><table><tr><td><i class='tag x'>c</i></table></li>\
  <li class=item><i class=tag>no name</i></li><li><a href='/3'>no item</a></li></ul>";

fn shop() -> Folder {
    let folder = Folder::new();
    folder.write("w.json", SHOP);
    folder.write("1.html", "<h1>Blue mug</h1><p>now <b class=price>US $12</b></p>");
    folder.write("2.html", "<h1>Red mug</h1><p>sold out</p>");
    folder
}

#[test]
fn expressions_are_compared_on_the_pages_and_said_to_be_equal() {
    let folder = shop();
    let run = folder.run(&["export", "w.json", "1.html", "2.html", "--to", "xpath"]);
    expect![[r"
        # XPath 1.0: a wrapper of class site, by unhusk export.
        # A value is its text with white space folded; of several matches it is the first that is
        # not blank, unless the field has all values.
        # Compared with what the wrapper reads from 2 pages: 1.html, 2.html.
        # The expressions were chosen on 1 of these pages.
        # The page is one record.

        # title: equal on 2 of 2 pages
        title: //h1/text()

        # price: equal on 2 of 2 pages
        price: substring-after(//b[contains(concat(' ', normalize-space(@class), ' '), ' price ')]/text()[contains(., '$')], '$')
    "]]
    .assert_eq(&run.stdout);
    assert_eq!(run.stderr, "title: equal on 2 of 2 pages\nprice: equal on 2 of 2 pages\n");
    assert_eq!(run.code, 0);
}

#[test]
fn what_a_language_cannot_say_is_told_and_the_answer_is_not_quite() {
    let folder = shop();
    let run = folder.run(&["export", "w.json", "1.html", "2.html", "--to", "css", "-o", "out"]);
    assert_eq!(
        run.stderr,
        "price: the cut inside the text is left out: the value is the text after the first \"$\"\n\
         title: equal on 2 of 2 pages\nprice: equal on 1 of 2 pages\n"
    );
    assert_eq!(run.code, 1);
    let written = folder.read("out");
    assert!(written.contains("\ntitle: h1::text\n"), "{written}");
    assert!(written.contains("\n# price: equal on 1 of 2 pages\n# the cut inside"), "{written}");
    assert!(written.contains("\nprice: b.price::text\n"), "{written}");
}

#[test]
fn without_pages_nothing_is_compared_and_that_is_said() {
    let run = shop().run(&["export", "w.json", "--to", "xpath"]);
    assert_eq!(
        run.stderr,
        "nothing was compared; give pages to compare the export with the wrapper\n"
    );
    assert!(run.stdout.contains("# Not compared with the wrapper: unhusk export W.json PAGES..."));
    assert_eq!(run.code, 0);
}

#[test]
fn strings_are_no_selectors() {
    let folder = Folder::with_countries();
    let run = folder.run(&["export", "w.json", "1.html", "--to", "xpath"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("# country: not expressible: string level, use --to parsel\n"),
        "{}",
        run.stdout
    );
    assert_eq!(folder.run(&["export", "w.json", "1.html", "--to", "parsel"]).code, 0);
}

#[test]
fn failures_are_failures() {
    let folder = shop();
    assert_eq!(folder.run(&["export", "no.json", "--to", "css"]).code, 2);
    assert_eq!(folder.run(&["export", "w.json", "no.html", "--to", "css"]).code, 2);
    assert_eq!(folder.run(&["export", "w.json", "1.html"]).code, 2);
    assert_eq!(folder.run(&["export", "w.json", "--to", "css", "-o", "w.json"]).code, 2);
}

/// Returns a Python with `parsel` and `scrapy`, which `./test` installs; prints a notice if there is none.
fn python() -> Option<PathBuf> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-venv");
    at_hand::at_hand(venv.join("bin/python"))
}

/// Imports a program, runs it on pages and prints their records.
const RUN: &str = r#"
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("exported", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
if hasattr(module, "UnhuskSpider"):
    from scrapy.http import HtmlResponse
    spider = module.UnhuskSpider()
    read = lambda html: list(spider.parse(HtmlResponse("https://example.org/", body=html, encoding="utf-8")))
else:
    read = module.extract
for path in sys.argv[2:]:
    with open(path, encoding="utf-8", newline="") as page:
        for record in read(page.read()):
            print(json.dumps({"_page": path, **record}))
"#;

/// Exports `w.json` of the folder and compares the records of the Python program with those of the wrapper.
fn check_python(folder: &Folder, pages: &[&str]) {
    let Some(python) = python() else { return };
    let expected = folder.run(&[&["extract", "w.json"], pages].concat());
    assert_eq!(expected.code, 0, "{}", expected.stderr);
    for to in ["parsel", "scrapy"] {
        let args = ["export", "w.json", "--to", to, "-o", "exported.py"];
        let export = folder.run(&[&args, pages].concat());
        assert_eq!(export.code, 0, "{}", export.stderr);
        let mut command = Command::new(&python);
        command.args(["-c", RUN, "exported.py"]).args(pages).current_dir(folder.path());
        let found: Run = command.output().unwrap().into();
        assert_eq!((found.code, found.stderr.as_str()), (0, ""), "{to}");
        assert_eq!(records(&found.stdout), records(&expected.stdout), "{to}");
    }
}

fn records(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn python_reads_what_the_wrapper_reads() {
    check_python(&shop(), &["1.html", "2.html"]);
    let folder = Folder::new();
    folder.write("w.json", LIST);
    folder.write("list.html", LIST_PAGE);
    check_python(&folder, &["list.html"]);
}

/// A record is a `dt` with all that follows it, up to the next.
#[test]
fn python_reads_records_that_are_runs_of_siblings() {
    let folder = Folder::new();
    folder.write(
        "w.json",
        r#"{"unhusk": "wrapper/1", "class": "site",
        "schema": {"fields": [{"name": "term"}, {"name": "about", "optional": true}]},
        "program": {"records": {"regions": {"begin": [{"clues": [{"what": "path", "at": 1, "says": "dt"}]}],
                                            "reach": "run"}}, "fields": [
          {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "b"}]}]}]},
          {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "i"}]}]}]}]}}"#,
    );
    let page = "<dl><dt><b>a</b><dd><i>1</i><dt><b>b</b><dd>-<dd><i>2</i><dt><b>c</b></dl>";
    folder.write("1.html", page);
    check_python(&folder, &["1.html"]);
}

/// On the first page all rules agree; on the second the rule with the largest weight is outvoted. An export chosen on
/// the first page alone would differ, so both pages are used, and the file reports that no other page was compared.
#[test]
fn where_half_of_the_pages_choose_badly_all_of_them_choose() {
    let folder = Folder::new();
    folder.write(
        "w.json",
        r#"{"unhusk": "wrapper/1", "class": "site", "schema": {"fields": [{"name": "a"}]},
        "program": {"records": "page", "fields": [{"ways": [{"target": "text", "rules": [
          {"weight": 3, "clues": [{"what": "path", "at": 1, "says": "b"}]},
          {"weight": 2, "clues": [{"what": "class", "says": "i.x"}]},
          {"weight": 2, "clues": [{"what": "path", "at": 1, "says": "i"}]}]}]}]}}"#,
    );
    folder.write("1.html", "<p><b>1</b><i class=x>1</i></p>");
    folder.write("2.html", "<p><b>0</b><i class=x>2</i></p>");
    let run = folder.run(&["export", "w.json", "1.html", "2.html", "--to", "css"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, "a: equal on 2 of 2 pages\n"));
    assert!(run.stdout.contains("# The expressions were chosen on these pages; on others"));
    assert!(run.stdout.ends_with("\na: i.x::text\n"), "{}", run.stdout);
}

#[test]
fn python_reads_the_countries_by_every_method_that_can_be_exported() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/countries");
    let pages: Vec<String> = (1..=6).map(|page| format!("{example}/pages/{page}.html")).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    for method in ["auto", "lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "site"] {
        let folder = Folder::new();
        let labels = format!("{example}/labels.json");
        let learn = folder.run(&["learn", &labels, "-m", method, "-o", "w.json"]);
        // Not every class can express these pages.
        if learn.code == 0 {
            check_python(&folder, &pages);
        } else {
            assert_eq!(learn.code, 1, "{method}: {}", learn.stderr);
        }
    }
}

#[test]
fn python_nests_records_as_the_wrapper_does() {
    let folder = Folder::new();
    folder.write(
        "w.json",
        r#"{"unhusk": "wrapper/1", "class": "n-lr",
            "schema": {"fields": [{"name": "name"}, {"name": "offers", "fields": [{"name": "shop"}, {"name": "cost"}]}]},
            "program": {"fields": [{"left": "<h2>", "right": "</h2>"}, {"left": "<b>", "right": "</b>"},
                                   {"left": "<i>", "right": "</i>"}]}}"#,
    );
    folder.write(
        "1.html",
        "<h2>Mug &amp; lid</h2><b>A</b><i>1</i><b>B</b><b>C<br>D</b><i>3</i><h2>Cup</h2><h2>Pot</h2><b>E</b>",
    );
    check_python(&folder, &["1.html"]);
}

#[test]
fn nothing_of_a_hostile_file_runs() {
    let nasty = "\"\"\"'''\\\n\r\u{2028}\u{0}{}%s\nimport os; os.system('touch pwned')\n#";
    let text = |text: &str| Value::from(text).to_string();
    let (name, string) = (text(&format!("x{nasty}")), text(nasty));
    let site = format!(
        r#"{{"unhusk": "wrapper/1", "class": "site", "for": {{"url": {string}}},
            "schema": {{"fields": [{{"name": {name}}}]}},
            "program": {{"records": "page", "fields": [{{"ways": [{{"target": "text",
              "cut": {{"after": {{"text": {string}}}, "before": {{"text": {string}, "last": true}}}},
              "rules": [{{"clues": [{{"what": "path", "at": 1, "says": "p"}}]}},
                        {{"clues": [{{"what": "class", "says": {class}}}]}}]}},
              {{"target": {{"attribute": {string}}},
                "rules": [{{"clues": [{{"what": "path", "at": 1, "says": "p"}}]}}]}}]}}]}}}}"#,
        class = text(&format!("p.{nasty}")),
    );
    let lr = format!(
        r#"{{"unhusk": "wrapper/1", "class": "lr", "schema": {{"fields": [{{"name": {name}}}]}},
            "program": {{"fields": [{{"left": {string}, "right": {string}}}]}}}}"#
    );
    for wrapper in [site, lr] {
        let folder = Folder::new();
        folder.write("w.json", wrapper);
        folder.write("1.html", format!("<p>{nasty}value{nasty}</p>"));
        for to in ["xpath", "css", "parsel", "scrapy"] {
            let run = folder.run(&["export", "w.json", "1.html", "--to", to]);
            assert!(run.code < 2, "{to}: {}", run.stderr);
            // Text of the wrapper must not begin a line of the program.
            assert!(
                !run.stdout.lines().any(|line| line.starts_with("import os")),
                "{}",
                run.stdout
            );
            assert!(!run.stdout.contains(['\r', '\u{2028}', '\0']), "{}", run.stdout);
            let Some(python) = python().filter(|_| matches!(to, "parsel" | "scrapy")) else {
                continue;
            };
            folder.write("exported.py", &run.stdout);
            let mut command = Command::new(python);
            command.args(["-c", RUN, "exported.py", "1.html"]).current_dir(folder.path());
            let found: Run = command.output().unwrap().into();
            assert_eq!((found.code, found.stderr.as_str()), (0, ""), "{to}: {}", run.stdout);
            assert!(!folder.path().join("pwned").exists());
        }
    }
}
