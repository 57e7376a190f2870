use super::{Document, arguments, parse};
use crate::list::ListError;
use std::fs;

fn expanded(text: &str) -> Vec<String> {
    arguments(&[text.to_owned()]).unwrap()
}

#[test]
fn ranges_stand_for_numbers() {
    assert_eq!(expanded("http://a/{1..3}"), ["http://a/1", "http://a/2", "http://a/3"]);
    assert_eq!(
        expanded("http://a/{08..10}.html"),
        ["http://a/08.html", "http://a/09.html", "http://a/10.html"]
    );
    assert_eq!(expanded("{3..1}"), ["3", "2", "1"]);
    assert_eq!(expanded("{1..2}-{5..6}x"), ["1-5x", "1-6x", "2-5x", "2-6x"]);
    for text in [
        "http://a/{1..}",
        "http://a/{a..b}",
        "http://a/{1,2}",
        "http://a/{",
        "http://a/}{",
        "{-1..2}",
        "{+1..2}",
    ] {
        assert_eq!(expanded(text), [text]);
    }
    assert_eq!(expanded("{x{1..2}"), ["{x1", "{x2"]);
}

#[test]
fn ranges_are_bounded() {
    for text in ["{1..1000000}", "{0..18446744073709551615}", "{1..400}{1..400}"] {
        let error = arguments(&[text.to_owned()]).unwrap_err();
        assert!(matches!(error, ListError::TooMany(_)), "{error}");
    }
    // Too large for a number: no range.
    assert_eq!(expanded("{0..99999999999999999999}"), ["{0..99999999999999999999}"]);
}

#[test]
fn a_list_has_one_url_in_each_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    fs::write(&path, "\u{FEFF}http://a/\r\n\n# comment\n  http://b/{1..2}  \n").unwrap();
    let argument = format!("@{}", path.display());
    assert_eq!(
        arguments(&["http://x/".into(), argument.clone()]).unwrap(),
        ["http://x/", "http://a/", "http://b/1", "http://b/2"]
    );
    fs::write(&path, "# nothing\n").unwrap();
    assert!(matches!(arguments(&[argument]), Err(ListError::Empty(_))));
    assert!(matches!(arguments(&["@missing".into()]), Err(ListError::Io { .. })));
}

fn pages(file: &str) -> Vec<String> {
    let document = parse(file.as_bytes());
    assert_eq!(document.problem, None);
    document.pages
}

#[test]
fn sitemaps_and_their_indexes_are_read() {
    let file = "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:image='i'>\
        <url><loc> https://a.example/?x=1&amp;y=&#50;\n</loc><lastmod>2026-01-01</lastmod>\
        <image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>\
        <s:url xmlns:s='s'><s:loc><![CDATA[https://a.example/b?c&d]]></s:loc></s:url></urlset>";
    assert_eq!(pages(file), ["https://a.example/?x=1&y=2", "https://a.example/b?c&d"]);
    let index =
        "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>";
    let expected =
        Document { sitemaps: vec!["https://a.example/1.xml".into()], ..Document::default() };
    assert_eq!(parse(index.as_bytes()), expected);
    assert_eq!(
        pages("\u{FEFF}https://a.example/1\r\n\nhttp://a.example/2\nother\n"),
        ["https://a.example/1", "http://a.example/2"]
    );
}

#[test]
fn feeds_are_lists_of_their_entries() {
    let rss = "<!DOCTYPE rss><rss><channel><link>https://a.example/</link><item><title>T</title>\
        <link>https://a.example/1</link></item></channel></rss>";
    assert_eq!(pages(rss), ["https://a.example/1"]);
    let rdf = "<rdf:RDF xmlns:rdf='r'><item><link>https://a.example/1</link></item></rdf:RDF>";
    assert_eq!(pages(rdf), ["https://a.example/1"]);
    let atom = "<feed><link href='https://a.example/feed'/><entry><link rel='edit' href='/e'/><link href='/1?a&amp;b'/>\
        </entry><entry><link rel='alternate' href='https://a.example/2'></link></entry></feed>";
    assert_eq!(pages(atom), ["/1?a&b", "https://a.example/2"]);
}

#[test]
fn entities_are_not_expanded() {
    let file = "<!DOCTYPE x [<!ENTITY a 'https://evil.example/'><!ENTITY b SYSTEM 'file:///etc/passwd'>\
        <!ENTITY c '&a;&a;&a;'>]><urlset><url><loc>https://a.example/&a;&b;&c;x</loc></url></urlset>";
    assert_eq!(pages(file), ["https://a.example/x"]);
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    for file in [
        "",
        "plain text",
        "<urlset><url><loc>https://a.example/</loc></url>",
        "<urlset></url>",
        "<a ",
        "<!-- ",
        "<urlset><url><loc>https://a.example/& b</loc></url></urlset>",
    ] {
        assert!(parse(file.as_bytes()).problem.is_some(), "{file}");
    }
    // URLs before the damage are kept.
    let document = parse(b"<urlset><url><loc>https://a.example/</loc></url><url>");
    assert_eq!(document.pages, ["https://a.example/"]);
    assert!(parse("<a>".repeat(100_000).as_bytes()).problem.unwrap().contains("deep"));
    let many = format!("<urlset>{}</urlset>", "<url><loc>http://a/</loc></url>".repeat(60_000));
    let document = parse(many.as_bytes());
    assert_eq!(document.pages.len(), 50_000);
    assert!(document.problem.is_some());
}
