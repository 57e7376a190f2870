//! Values and columns in the forms that people need: absolute links, types, choice of columns, spreadsheets.

use crate::at_hand;
use crate::program::Folder;
use expect_test::expect;
use std::path::Path;
use std::process::Command;

/// A wrapper with a record per `li`: a name, its link, a price and tags.
const SHOP: &str = r#"{"unhusk": "wrapper/1", "class": "site",
  "schema": {"fields": [{"name": "name"}, {"name": "link"}, {"name": "price", "optional": true},
                        {"name": "tag", "many": true}]},
  "program": {"records": {"regions": {"begin": [{"clues": [{"what": "class", "says": "li.item"}]}],
                                      "reach": "node", "required": [0]}}, "fields": [
    {"ways": [{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "a"}]}]}]},
    {"ways": [{"target": {"attribute": "href"}, "rules": [{"clues": [{"what": "path", "at": 1, "says": "a"}]}]}]},
    {"ways": [{"target": "text", "rules": [{"clues": [{"what": "class", "says": "b.price"}]}]}]},
    {"ways": [{"target": "text", "rules": [{"clues": [{"what": "class", "says": "i.tag"}]}]}]}]}}"#;

const MUG: &str = "<li class=item><a href='mug.html'>Mug</a><b class=price>$1,012.50</b>\
                   <i class=tag>blue</i><i class=tag>big</i></li>";
const CUP: &str = "<li class=item><a href='/cup.html'>Cup</a><b class=price>€9</b></li>";

fn shop() -> Folder {
    let folder = Folder::new();
    folder.write("w.json", SHOP);
    folder.write("web/1.html", format!("<ul>{MUG}{CUP}</ul>"));
    folder
}

fn stdout(folder: &Folder, flags: &[&str]) -> String {
    let run = folder.run(&[&["extract", "w.json", "web/1.html", "-q"], flags].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn links_are_absolute_in_every_format() {
    let folder = shop();
    let base = ["--absolute", "--base-url", "https://example.org/a/"];
    let jsonl = stdout(&folder, &base);
    let (mug, cup) = ("https://example.org/a/web/mug.html", "https://example.org/cup.html");
    assert!(jsonl.contains(&format!(r#""link":"{mug}""#)), "{jsonl}");
    for format in ["json", "csv", "tsv", "table", "turtle", "ntriples", "nquads", "jsonld"] {
        let shown = stdout(&folder, &[&base[..], &["-f", format]].concat());
        assert!(shown.contains(mug) && shown.contains(cup), "{format}: {shown}");
    }
    assert!(stdout(&folder, &[]).contains(r#""link":"mug.html""#), "only on request");
}

#[test]
fn links_follow_the_base_of_the_page_and_stay_where_none_is_known() {
    let folder = shop();
    folder.write("web/2.html", format!("<base href='https://example.com/b/'><ul>{MUG}</ul>"));
    let run = folder.run(&["extract", "w.json", "web", "--absolute", "-f", "csv"]);
    expect![[r#"
        _page,name,link,price,tag
        web/1.html,Mug,mug.html,"$1,012.50",blue | big
        web/1.html,Cup,/cup.html,€9,
        web/2.html,Mug,https://example.com/b/mug.html,"$1,012.50",blue | big
    "#]]
    .assert_eq(&run.stdout);
    let warning =
        "warning: web/1.html: 2 links stay relative: the page has no known URL; give --base-url\n";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
}

#[test]
fn a_page_has_the_url_that_its_labels_give() {
    let folder = Folder::new();
    folder.write("1.html", "<ul><li><a href=x.html>Ann</a><li><a href=y.html>Bob</a></ul>");
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "url": "https://example.org/p/1",
            "records": [{"name": "Ann", "link": "x.html"}, {"name": "Bob", "link": "y.html"}]}]}"#,
    );
    let run = folder.run(&["run", "labels.json", "--absolute", "-f", "csv", "-q"]);
    let expected = "_page,name,link\n1.html,Ann,https://example.org/p/x.html\n1.html,Bob,https://example.org/p/y.html\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, expected), "{}", run.stderr);
}

#[test]
fn links_like_a_given_one_are_absolute_too() {
    let folder = Folder::new();
    folder.write("1.html", "<ul><li><a href=x.html>Ann</a><li><a href=y.html>Bob</a></ul>");
    let run = folder.run(&[
        "like",
        "1.html",
        "name=Ann",
        "link=x.html",
        "--absolute",
        "--base-url",
        "https://example.org/",
        "-f",
        "csv",
    ]);
    let expected = "_page,name,link\n1.html,Ann,https://example.org/x.html\n1.html,Bob,https://example.org/y.html\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, expected), "{}", run.stderr);
}

#[test]
fn columns_are_chosen_ordered_and_renamed() {
    let folder = shop();
    let chosen = ["--fields", "price=cost,name,_page=source"];
    let csv = "cost,name,source\n\"$1,012.50\",Mug,web/1.html\n€9,Cup,web/1.html\n";
    assert_eq!(stdout(&folder, &[&chosen[..], &["-f", "csv"]].concat()), csv);
    let jsonl = "{\"cost\":\"$1,012.50\",\"name\":\"Mug\",\"source\":\"web/1.html\"}\n\
                 {\"cost\":\"€9\",\"name\":\"Cup\",\"source\":\"web/1.html\"}\n";
    assert_eq!(stdout(&folder, &chosen), jsonl);
    assert_eq!(stdout(&folder, &["--fields", "name", "-f", "csv"]), "name\nMug\nCup\n");
    let turtle = stdout(&folder, &[&chosen[..], &["-f", "ntriples"]].concat());
    assert!(
        turtle.contains("<urn:unhusk:field:cost> \"€9\"") && !turtle.contains("field:tag"),
        "{turtle}"
    );
    for (fields, error) in [
        (
            "nam",
            "error: --fields: there is no field `nam` (fields: name, link, price, tag); did you mean `name`?\n",
        ),
        ("name,price=name", "error: --fields: the field `name` is named twice\n"),
        ("_page=name,name", "error: --fields: the field `name` is named twice\n"),
        ("_page", "error: --fields: no field is left; name one beside `_page`\n"),
    ] {
        let run = folder.run(&["extract", "w.json", "web", "--fields", fields]);
        assert_eq!((run.code, run.stderr.as_str()), (2, error));
    }
}

#[test]
fn a_given_type_is_that_of_its_field_alone() {
    let folder = shop();
    let jsonl = stdout(&folder, &["--type", "price=price", "--fields", "name,price"]);
    let expected = "{\"name\":\"Mug\",\"price\":{\"amount\":1012.5,\"currency\":\"USD\"}}\n\
                    {\"name\":\"Cup\",\"price\":{\"amount\":9,\"currency\":\"EUR\"}}\n";
    assert_eq!(jsonl, expected);
    let csv =
        stdout(&folder, &["--type", "price=price", "--fields", "name,price", "-f", "csv", "--raw"]);
    let expected =
        "name,price,price.currency,price.raw\nMug,1012.50,USD,\"$1,012.50\"\nCup,9,EUR,€9\n";
    assert_eq!(csv, expected);
    let run = folder.run(&["extract", "w.json", "web", "--raw"]);
    let error = "error: --raw adds the text to typed values; give --typed or --type\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, error));
}

#[test]
fn a_value_that_is_not_of_its_type_stays_and_is_reported() {
    let folder = shop();
    let run =
        folder.run(&["extract", "w.json", "web", "--type", "name=number", "--fields", "name"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "{\"name\":\"Mug\"}\n{\"name\":\"Cup\"}\n"));
    let warning = "warning: field `name`: 2 values are no number that can be read, such as \"Mug\": kept as text\n";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
}

#[test]
fn types_are_learnt_from_the_values() {
    let folder = shop();
    let csv = stdout(&folder, &["--typed", "--fields", "name,price", "-f", "csv"]);
    assert_eq!(csv, "name,price,price.currency\nMug,1012.50,USD\nCup,9,EUR\n");
    let untyped = Folder::with_countries();
    untyped.write("3.html", crate::program::countries_page(&[("Ann", "007"), ("Bob", "242")]));
    let run = untyped.run(&["extract", "w.json", "3.html", "--typed"]);
    let expected = "{\"_page\":\"3.html\",\"country\":\"Ann\",\"code\":\"007\"}\n\
                    {\"_page\":\"3.html\",\"country\":\"Bob\",\"code\":\"242\"}\n";
    assert_eq!(run.stdout, expected, "zeros are not lost");
    assert!(run.stderr.contains("warning: no field has a type"), "{}", run.stderr);
    let run = untyped.run(&["extract", "w.json", "1.html", "--typed", "-q"]);
    assert!(run.stdout.contains("\"code\":242}"), "{}", run.stdout);
}

#[test]
fn the_wrapper_of_typed_records_is_the_one_that_was_given() {
    let folder = shop();
    let wrapper = |flags: &[&str]| {
        let statements = stdout(&folder, &[flags, &["-f", "ntriples"]].concat());
        let plan = "prov#Plan>";
        statements.lines().find(|line| line.contains(plan)).unwrap().to_owned()
    };
    assert_eq!(wrapper(&["--typed"]), wrapper(&[]));
}

#[test]
fn lists_are_exploded() {
    let folder = shop();
    let csv = stdout(&folder, &["--explode", "tag", "--fields", "name,tag", "-f", "csv"]);
    assert_eq!(csv, "name,tag\nMug,blue\nMug,big\nCup,\n");
    let jsonl = stdout(&folder, &["--explode", "tag", "--fields", "name,tag"]);
    let expected = "{\"name\":\"Mug\",\"tag\":\"blue\"}\n{\"name\":\"Mug\",\"tag\":\"big\"}\n{\"name\":\"Cup\",\"tag\":null}\n";
    assert_eq!(jsonl, expected);
    let run = folder.run(&["extract", "w.json", "web", "--explode", "tags"]);
    let error = "error: --explode: there is no field `tags` (fields: name, link, price, tag); did you mean `tag`?\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, error));
}

/// Prints the cells of a workbook, each with its type in the file.
const READ_BOOK: &str = r"
import openpyxl, sys
sheet = openpyxl.load_workbook(sys.argv[1]).active
for row in sheet.iter_rows():
    print([(cell.value, cell.data_type) for cell in row])
";

#[test]
fn a_workbook_is_read_back_by_another_program() {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-venv");
    let Some(python) = at_hand::at_hand(venv.join("bin/python")) else { return };
    let folder = shop();
    let odd = "<li class=item><a href='x'>=HYPERLINK(\"http://x\") &lt;b&gt;</a><b class=price>free</b></li>";
    folder.write("web/1.html", format!("<ul>{MUG}{CUP}{odd}</ul>"));
    let book = ["--type", "price=price", "--fields", "name,price", "-o", "shop.xlsx"];
    assert_eq!(stdout(&folder, &book), "");
    let mut command = Command::new(python);
    let read =
        command.args(["-c", READ_BOOK, "shop.xlsx"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&read.stderr), "");
    // Types: n a number, s or inlineStr a text, never f (a formula).
    let cells = String::from_utf8(read.stdout).unwrap().replace("'inlineStr'", "'s'");
    expect![[r#"
        [('name', 's'), ('price', 's'), ('price.currency', 's')]
        [('Mug', 's'), (1012.5, 'n'), ('USD', 's')]
        [('Cup', 's'), (9, 'n'), ('EUR', 's')]
        [('=HYPERLINK("http://x") <b>', 's'), ('free', 's'), (None, 'n')]
    "#]]
    .assert_eq(&cells);
}

#[test]
fn a_wrapper_in_place_of_a_page_is_refused() {
    let folder = shop();
    folder.write("labels.json", r#"{"unhusk": "labels/1", "pages": []}"#);
    folder.write("w2.json", SHOP);
    let run = folder.run(&["extract", "w.json", "w2.json", "web"]);
    let error = "error: `w2.json` is a wrapper, not a page; a run has one wrapper, so repeat the command for each\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, error));
    let run = folder.run(&["extract", "w.json", "labels.json"]);
    let error = "error: `labels.json` is a label file, not a page; `unhusk run` reads labels\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, error));
}

#[test]
fn files_without_an_extension_are_pages_if_they_look_like_pages() {
    let folder = shop();
    folder.write("web/item", format!("<!doctype html><ul>{CUP}</ul>"));
    folder.write("web/notes.md", "no page");
    folder.write("web/style.css", "a { }");
    let run = folder.run(&["extract", "w.json", "web", "--fields", "_page,name", "-f", "csv"]);
    assert_eq!(run.stdout, "_page,name\nweb/1.html,Mug\nweb/1.html,Cup\nweb/item,Cup\n");
    let note = "note: skipped 1 file in folders that does not look like a page: web/notes.md\n";
    assert!(run.stderr.contains(note), "{}", run.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8_does_not_stop_the_run() {
    use std::os::unix::ffi::OsStrExt;
    let folder = shop();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9.html");
    std::fs::write(folder.path().join(name), format!("<ul>{CUP}</ul>")).unwrap();
    let mut command = folder.command(&["extract", "w.json", "web/1.html"]);
    let missing = std::ffi::OsStr::from_bytes(b"no\xE9.html");
    let run: crate::program::Run =
        command.args([name, missing]).args(["--fields", "_page,name"]).output().unwrap().into();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.ends_with("{\"_page\":\"caf\u{fffd}.html\",\"name\":\"Cup\"}\n"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("error: cannot read `no\u{fffd}.html`"), "{}", run.stderr);
}

#[test]
fn absolute_paths_of_pages_are_in_no_iri() {
    let folder = shop();
    let web = folder.path().join("web").to_string_lossy().into_owned();
    let flags = ["-f", "nquads", "--base-url", "https://example.org/", "-q"];
    let run = folder.run(&[&["extract", "w.json", &web], &flags[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("<https://example.org/1.html>"), "{}", run.stdout);
    let is_iri_with_path =
        |part: &str| part.split('>').next().is_some_and(|iri| iri.contains("web"));
    assert!(!run.stdout.split('<').skip(1).any(is_iri_with_path), "{}", run.stdout);
}
