//! Records become pages, in any compression; a broken one is an error in its place, and the rest is still read.

mod bodies;
mod bombs;
mod damage;
mod parts;
mod random;

use super::super::testing::{
    gzip, page, record, response, response_with, stream, stream_with, zstd,
};
use super::super::{ArchiveOptions, BaseUrl, PageRef, list};
use std::fs;
use unhusk::page::PageOptions;

const A: &str = "https://example.org/a";
const B: &str = "https://example.org/b";
const C: &str = "https://example.org/c";

/// Three pages.
fn three() -> [Vec<u8>; 3] {
    [page(A, "<p>One"), page(B, "<p>Two"), page(C, "<p>Three")]
}

#[test]
fn every_packing_gives_the_same_pages() {
    let records = three();
    let whole = records.concat();
    for (name, archive) in [
        ("a.warc", whole.clone()),
        ("a.warc.gz", records.iter().flat_map(|record| gzip(record)).collect()),
        ("a.warc.gz", gzip(&whole)),
        // Members that end in the middle of records, as those of bgzip do.
        ("a.warc.gz", whole.chunks(100).flat_map(gzip).collect()),
        ("a.warc.zst", records.iter().flat_map(|record| zstd(record)).collect()),
        ("a.warc.zst", zstd(&whole)),
        // The first bytes take precedence over the name.
        ("a.warc.gz", whole.clone()),
        ("crawl", gzip(&whole)),
        ("crawl", whole),
    ] {
        let streamed = stream(name, &archive);
        assert_eq!(streamed.items, [A, B, C], "{name}");
        assert_eq!([0, 1, 2].map(|page| streamed.body(page)), ["<p>One", "<p>Two", "<p>Three"]);
    }
}

#[test]
fn pages_say_where_they_were_found() {
    let members = three().map(|record| gzip(&record));
    let streamed = stream("a.warc.gz", &members.concat());
    let captures: Vec<_> =
        streamed.pages.iter().map(|page| page.capture.clone().unwrap()).collect();
    let offsets: Vec<u64> = captures.iter().map(|capture| capture.offset).collect();
    let lengths = members.map(|member| member.len() as u64);
    assert_eq!(offsets, [0, lengths[0], lengths[0] + lengths[1]]);
    assert!(captures[0].archive.ends_with("/a.warc.gz"));
    assert_eq!(captures[0].date.as_deref(), Some("2026-01-02T03:04:05Z"));
    let [first, second, _] = three();
    let plain = stream("a.warc", &three().concat());
    let offsets: Vec<u64> =
        plain.pages.iter().map(|page| page.capture.as_ref().unwrap().offset).collect();
    assert_eq!(offsets, [0, first.len() as u64, (first.len() + second.len()) as u64]);
}

#[test]
fn records_that_are_no_pages_are_counted() {
    let html = "Content-Type: text/html\r\n";
    let redirect = String::from_utf8(page(A, "<p>Moved")).unwrap().replace(" 200 OK", " 301 No");
    let archive = [
        record(&[("WARC-Type", "warcinfo")], b"software: x\r\n"),
        record(&[("WARC-Type", "request"), ("WARC-Target-URI", A)], b"GET / HTTP/1.1\r\n\r\n"),
        record(&[("WARC-Type", "revisit"), ("WARC-Target-URI", A)], b"HTTP/1.1 200 OK\r\n\r\n"),
        response(A, "Content-Type: image/png\r\n", b"\x89PNG"),
        redirect.into_bytes(),
        response_with(&[("WARC-Identified-Payload-Type", "application/pdf")], A, html, b"%PDF"),
        response_with(
            &[("WARC-Identified-Payload-Type", "text/html")],
            B,
            "Content-Type: text/plain\r\n",
            b"<p>",
        ),
        response(A, "", b"no tag"),
        response(C, "", b"<!doctype html><p>"),
        record(&[("WARC-Type", "resource"), ("Content-Type", "image/png")], b"\x89PNG"),
        record(
            &[
                ("WARC-Type", "resource"),
                ("Content-Type", "text/html"),
                ("WARC-Target-URI", "urn:x"),
            ],
            b"<p>X",
        ),
        record(&[("WARC-Type", "response"), ("Content-Type", "text/dns")], b"example.org. 1"),
    ];
    let streamed = stream("a.warc", &archive.concat());
    assert_eq!(streamed.items, [B, C, "urn:x"]);
    let skipped = streamed.skipped;
    assert_eq!(
        (skipped.not_html, skipped.status, skipped.revisit, skipped.other_records),
        (5, 1, 1, 2)
    );
    assert_eq!(skipped.total(), 9);
}

#[test]
fn headers_are_read_leniently() {
    let body = "<p>One";
    let http = format!("HTTP/1.0 203\ncontent-TYPE:\n  text/html;\n charset=\"koi8-r\"\n\n{body}");
    let lines = format!(
        "WARC/1.0\nwarc-type: Response\nWARC-Target-URI: <{A}>\ncontent-type: application/http\nContent-length: {}\n\n{http}\n\n",
        http.len()
    );
    let streamed = stream("a.warc", &lines.repeat(2).into_bytes());
    assert_eq!(streamed.items, [A, A]);
    assert_eq!(
        (streamed.body(0), streamed.pages[0].charset.as_deref()),
        (body.to_owned(), Some("koi8-r"))
    );
}

#[test]
fn a_page_without_a_uri_is_called_by_its_number() {
    let nameless = record(&[("WARC-Type", "resource"), ("Content-Type", "text/html")], b"<p>");
    assert_eq!(stream("a.warc", &nameless.repeat(2)).items, ["a.warc#1", "a.warc#2"]);
}

#[test]
fn a_truncated_page_says_so() {
    let truncated =
        response_with(&[("WARC-Truncated", "length")], A, "Content-Type: text/html\r\n", b"<p>On");
    let streamed = stream("a.warc", &truncated);
    let read = streamed.pages[0].read(&PageOptions::default()).unwrap();
    let warnings: Vec<String> = read.warnings().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["the archive has only the beginning of the page (WARC-Truncated: length)"]
    );
}

#[test]
fn the_charset_of_the_header_is_believed_unless_the_bytes_are_utf8() {
    let read = |fields: &str, body: &[u8], charset: Option<&str>| {
        let streamed = stream("a.warc", &response(A, fields, body));
        let mut options = PageOptions::default();
        options.charset = charset.map(str::to_owned);
        streamed.pages[0].read(&options).unwrap().page.source().to_owned()
    };
    let koi8 = "Content-Type: text/html; charset=koi8-r\r\n";
    let meta = b"<meta charset=windows-1251>\xC1".as_slice();
    assert_eq!(
        read(koi8, meta, None),
        "<meta charset=windows-1251>а",
        "the header wins over `<meta>`"
    );
    assert_eq!(read(koi8, "<p>é".as_bytes(), None), "<p>é", "valid UTF-8 wins over the header");
    assert_eq!(
        read(koi8, b"<p>\xC1", Some("windows-1252")),
        "<p>Á",
        "what the user gives wins over the header"
    );
    assert_eq!(
        read("Content-Type: text/html\r\n", b"<meta charset=koi8-r>\xC1", None),
        "<meta charset=koi8-r>а"
    );
}

#[test]
fn a_url_that_ends_like_a_packed_text_file_is_html() {
    let streamed = stream("a.warc", &page("https://example.org/readme.txt.gz", "<p>One"));
    let read = streamed.pages[0].read(&PageOptions::default()).unwrap();
    assert_eq!(read.page.syntax(), unhusk::page::Syntax::Html);
    let base = BaseUrl::parse("https://example.com/").unwrap();
    let identity = streamed.pages[0].identity(&read.page, Some(&base));
    assert_eq!(identity.url.as_deref(), Some("https://example.org/readme.txt.gz"));
}

#[test]
fn large_pages_are_cut_to_what_a_page_needs() {
    let large = page(A, &"<p>x".repeat(100_000));
    let archive = [large, page(B, "<p>Two")].concat();
    let options = || ArchiveOptions { max_page_bytes: 1000, ..ArchiveOptions::default() };
    for archive in [archive.clone(), gzip(&archive)] {
        let streamed = stream_with("a.warc", &archive, options());
        assert_eq!(streamed.items, [A, B]);
        assert_eq!(streamed.body(0).len(), 2008, "as `read_raw` does");
    }
}

#[test]
fn archives_are_listed_and_pass_for_no_page() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "a.warc.gz",
        "b.html",
        "c.zip",
        "d.mht",
        "e.har",
        "f.wacz",
        "g.jsonl",
        "h.csv",
        "i.warc.zst",
    ] {
        fs::write(folder.path().join(name), "<p>").unwrap();
    }
    let root = format!("{}/", folder.path().display());
    let listed: Vec<PageRef> = list(&[&root]).into_iter().map(Result::unwrap).collect();
    let names: Vec<String> = listed.iter().map(|page| page.name.replace(&root, "")).collect();
    assert_eq!(names, ["a.warc.gz", "b.html", "c.zip", "d.mht", "e.har", "f.wacz", "i.warc.zst"]);
    let archives: Vec<bool> = listed.iter().map(PageRef::is_archive).collect();
    assert_eq!(archives, [true, false, true, true, true, true, true]);
    assert!(list(&[format!("{root}g.jsonl")]).remove(0).unwrap().is_archive());
    let error = listed[0].read(&PageOptions::default()).unwrap_err().to_string().replace(&root, "");
    assert_eq!(
        error,
        "`a.warc.gz` is an archive, which may contain many pages, and cannot be read as one page"
    );
}
