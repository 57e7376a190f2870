//! Rows become pages; rows without HTML are errors of their own.

use super::super::ArchiveOptions;
use super::super::testing::{gzip, stream, stream_with, zstd};
use unhusk::page::PageOptions;

const A: &str = "https://example.org/a";

#[test]
fn lines_of_json_are_pages() {
    let lines = format!(
        "{{\"url\": \"{A}\", \"n\": [1, {{}}], \"html\": \"<p>One\\n\\u00e9\", \"fetched_at\": \"2026\"}}\n\n{{\"html\": \"<p>Two\"}}\r\n{{\"html\":\"<p>Three\",\"url\":\"\"}}"
    );
    for (name, bytes) in [
        ("a.jsonl", lines.clone().into_bytes()),
        ("a.ndjson", [b"\xEF\xBB\xBF".as_slice(), lines.as_bytes()].concat()),
        ("a.jsonl.gz", gzip(lines.as_bytes())),
        ("a.jsonl.zst", zstd(lines.as_bytes())),
    ] {
        let streamed = stream(name, &bytes);
        assert_eq!(streamed.items, [A.to_owned(), format!("{name}#2"), format!("{name}#3")]);
        assert_eq!([0, 1, 2].map(|page| streamed.body(page)), ["<p>One\né", "<p>Two", "<p>Three"]);
        assert_eq!(streamed.pages[0].capture.as_ref().unwrap().date.as_deref(), Some("2026"));
    }
    let second = stream("a.jsonl", lines.as_bytes()).pages[1].capture.as_ref().unwrap().offset;
    assert!(lines[usize::try_from(second).unwrap()..].starts_with("{\"html\": \"<p>Two\""));
}

#[test]
fn text_of_json_is_decoded_already() {
    let streamed = stream("a.jsonl", br#"{"html": "<meta charset=utf-16><p>One"}"#);
    let read = streamed.pages[0].read(&PageOptions::default()).unwrap();
    assert_eq!(read.page.source(), "<meta charset=utf-16><p>One");
}

#[test]
fn rows_without_html_are_errors_of_their_own() {
    let lines = "{\"html\": \"<p>1\"}\n{\"html\": null}\n{\"html\": 5}\n{\"url\": \"x\"}\nnonsense\n[1]\n{\"html\": \"<p>7\"}";
    let items = stream("a.jsonl", lines.as_bytes()).items;
    assert_eq!(items[0], "a.jsonl#1");
    assert_eq!(items[1], "row 2 of `a.jsonl`: its `html` is null");
    assert_eq!(items[2], "row 3 of `a.jsonl`: its `html` is no text");
    assert_eq!(items[3], "row 4 of `a.jsonl`: it has no `html`");
    assert!(items[4].starts_with("row 5 of `a.jsonl`: it is no JSON object ("), "{}", items[4]);
    assert!(items[5].starts_with("row 6 of `a.jsonl`: it is no JSON object ("), "{}", items[5]);
    assert_eq!(items[6], "a.jsonl#7");
}

#[test]
fn a_missing_column_names_those_that_are_there() {
    let line = "{\"name\": \"Ann\", \"text\": \"<p>1\"}\n";
    let items = stream("a.jsonl", line.repeat(3).as_bytes()).items;
    let expected = "`a.jsonl` has no column `html`, `content` or `body`; its columns are `name`, `text`; name the one that has the HTML";
    assert_eq!(items, [expected]);
    let mut options =
        ArchiveOptions { html_column: Some("text".to_owned()), ..ArchiveOptions::default() };
    options.url_column = Some("name".to_owned());
    assert_eq!(stream_with("a.jsonl", line.as_bytes(), options.clone()).items, ["Ann"]);
    assert_eq!(stream_with("a.csv", b"name,text\nAnn,<p>1\n", options).items, ["Ann"]);
    let items = stream("a.csv", b"name,text\nAnn,<p>1\n").items;
    assert_eq!(items, [expected.replace("jsonl", "csv")]);
}

#[test]
fn rows_of_csv_are_pages() {
    let table = format!(
        "url,html,charset\n{A},\"<p class=\"\"a\"\">One,\nTwo\",koi8-r\n,<p>Three,\n{A},,\nshort\n"
    );
    let streamed = stream("a.csv", table.as_bytes());
    assert_eq!(
        streamed.items,
        [A, "a.csv#2", "row 3 of `a.csv`: it has no HTML", "row 4 of `a.csv`: it has no HTML"]
    );
    assert_eq!(streamed.body(0), "<p class=\"a\">One,\nTwo");
    assert_eq!(streamed.pages[0].charset.as_deref(), Some("koi8-r"));
    assert_eq!(
        streamed.pages[0].capture.as_ref().unwrap().offset,
        "url,html,charset\n".len() as u64
    );
    let tabs = stream("a.tsv.gz", &gzip(b"uri\tbody\nx\t<p>One, two\n"));
    assert_eq!(
        (tabs.items.clone(), tabs.body(0)),
        (vec!["x".to_owned()], "<p>One, two".to_owned())
    );
    assert!(stream("a.csv", b"").items.is_empty());
}

#[test]
fn a_quote_that_is_never_closed_does_not_read_the_whole_file() {
    let options = ArchiveOptions { max_page_bytes: 1000, ..ArchiveOptions::default() };
    let table = [b"html\n<p>One\n\"".as_slice(), &b"<p>Two\n".repeat(500_000)].concat();
    let items = stream_with("a.csv", &table, options.clone()).items;
    assert_eq!(items.len(), 2, "{}", items.len());
    assert!(
        items[1].starts_with("cannot read `a.csv` from byte ")
            && items[1].contains("a quote may be missing"),
        "{}",
        items[1]
    );
    let lines = format!("{{\"html\": \"{}\"}}\n{{\"html\": \"<p>Two\"}}\n", "x".repeat(2_000_000));
    let items = stream_with("a.jsonl", lines.as_bytes(), options).items;
    // The row that is too long is the first: the second one determines the columns.
    assert!(items[0].starts_with("row 1 of `a.jsonl`: it has more than "), "{items:?}");
    assert_eq!(items[1], "a.jsonl#2");
}

#[test]
fn bombs_and_damage_end_with_an_error() {
    let spaces = [b"{\"html\": \"<p>1\"}\n".as_slice(), &vec![b' '; 3 << 20]].concat();
    let items = stream("a.jsonl.gz", &gzip(&spaces)).items;
    assert_eq!(items.len(), 2);
    assert!(
        items[1].ends_with(
            "after 1 page: it grows more than 200 times when it is unpacked, as no page does"
        ),
        "{}",
        items[1]
    );
    let deep = format!("{{\"x\": {}", "[".repeat(100_000));
    assert!(stream("a.jsonl", deep.as_bytes()).items[0].starts_with("row 1 of `a.jsonl`"));
}
