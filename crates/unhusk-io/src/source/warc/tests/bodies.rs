//! Transfer and content codings of bodies.

use super::super::super::testing::{brotli, deflate, gzip, response, stream, zlib, zstd};
use super::A;
use unhusk::page::PageOptions;

/// The body of a response with these fields, or the message.
fn body(fields: &str, bytes: &[u8]) -> String {
    let streamed =
        stream("a.warc", &response(A, &format!("Content-Type: text/html\r\n{fields}\r\n"), bytes));
    if streamed.pages.is_empty() { streamed.items[0].clone() } else { streamed.body(0) }
}

const PAGE: &str = "<p>Congo, Congo, Congo";

#[test]
fn content_codings_are_removed() {
    let page = PAGE.as_bytes();
    for (coding, bytes) in [
        ("gzip", gzip(page)),
        ("x-gzip", gzip(page)),
        ("deflate", zlib(page)),
        ("deflate", deflate(page)),
        ("br", brotli(page)),
        ("zstd", zstd(page)),
        ("identity", page.to_vec()),
        ("deflate, gzip", gzip(&zlib(page))),
        ("gzip\r\nContent-Encoding: br", brotli(&gzip(page))),
    ] {
        assert_eq!(body(&format!("Content-Encoding: {coding}"), &bytes), PAGE, "{coding}");
    }
}

#[test]
fn a_body_that_was_unpacked_when_it_was_stored_stays_as_it_is() {
    for coding in ["gzip", "deflate", "br", "zstd", "gzip, br", "unheard-of"] {
        assert_eq!(body(&format!("Content-Encoding: {coding}"), PAGE.as_bytes()), PAGE, "{coding}");
    }
}

#[test]
fn a_body_that_does_not_unpack_is_an_error() {
    let error = body("Content-Encoding: gzip", b"\x00\x01\x02");
    let start = format!(
        "cannot read the page at byte 0 of `a.warc` ({A}): its body does not unpack as gzip"
    );
    assert!(error.starts_with(&start), "{error}");
    let error = body("Content-Encoding: unheard-of", b"\x00\x01\x02");
    assert!(error.ends_with("the content coding `unheard-of` is unknown"), "{error}");
}

#[test]
fn of_a_body_that_ends_early_the_beginning_is_kept_and_that_is_noted() {
    let page: String = (0..2000).map(|number| number.to_string() + "<li>").collect();
    let packed = gzip(page.as_bytes());
    let fields = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let streamed = stream("a.warc", &response(A, fields, &packed[..packed.len() / 2]));
    assert!(page.starts_with(&streamed.body(0)) && streamed.body(0).len() > 1000);
    let read = streamed.pages[0].read(&PageOptions::default()).unwrap();
    let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["the page may be incomplete: its gzip coding ends early"]);
}

#[test]
fn chunks_are_joined() {
    let chunked = "Transfer-Encoding: chunked";
    // RFC 9112, 7.1, with an extension and a trailer.
    assert_eq!(
        body(chunked, b"4\r\n<p>W\r\n5;a=b\r\nikipe\r\nE\r\ndia in\r\nchunks\r\n0\r\nX: y\r\n\r\n"),
        "<p>Wikipedia in\r\nchunks"
    );
    assert_eq!(body(chunked, b"4\n<p>W\n0\n\n"), "<p>W", "line feeds alone");
    assert_eq!(
        body(chunked, PAGE.as_bytes()),
        PAGE,
        "chunks that were joined when the page was stored"
    );
    assert_eq!(body(chunked, b"4\r\n<p>W\r\n9\r\niki"), "<p>Wiki", "a chunk that is cut");
    assert_eq!(
        body(chunked, b"FFFFFFFFFFFFFFFF\r\n<p>"),
        "<p>",
        "a chunk that is shorter than it says"
    );
    let packed = gzip(PAGE.as_bytes());
    let (one, two) = packed.split_at(10);
    let chunks = [
        format!("{:x}\r\n", one.len()).as_bytes(),
        one,
        format!("\r\n{:X}\r\n", two.len()).as_bytes(),
        two,
        b"\r\n0\r\n\r\n",
    ]
    .concat();
    assert_eq!(body("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", &chunks), PAGE);
    assert_eq!(body("Transfer-Encoding: gzip, chunked", &chunks), PAGE);
}
