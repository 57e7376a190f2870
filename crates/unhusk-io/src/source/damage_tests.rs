//! Archives of every kind with random damage yield pages and errors, never a panic or a loop.

use super::testing::{files, gzip, page, stream, zip};
use proptest::prelude::*;

/// A small archive of each kind.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let warc = gzip(&page("https://example.org/a", "<p>One"));
    let mhtml = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"; start=\"<2>\"\r\n\r\n--b\r\n\
        Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/html\r\n\
        Content-Transfer-Encoding: quoted-printable\r\n\r\n=3Cp>=\r\nOne\r\n--c--\r\n--b--\r\n";
    let har = r#"{"log": {"entries": [{"request": {"url": "a"}, "response": {"status": 200, "content":
        {"mimeType": "text/html", "text": "PHA+", "encoding": "base64"}}}, {}]}}"#;
    vec![
        (
            "a.zip",
            zip(&files(&[
                ("1.html", b"<p>One"),
                ("2.html.gz", &gzip(b"<p>Two")),
                ("3", b"<html>"),
            ])),
        ),
        ("a.wacz", zip(&files(&[("archive/a.warc.gz", &warc), ("datapackage.json", b"{}")]))),
        ("a.mhtml", mhtml.as_bytes().to_vec()),
        ("a.har", har.as_bytes().to_vec()),
        ("a.jsonl", b"{\"html\": \"<p>One\", \"url\": \"a\"}\n{\"html\": null}\n".to_vec()),
        ("a.csv", b"url,html\na,\"<p>One, \"\"two\"\"\"\nb,<p>\n".to_vec()),
        ("a.warc.gz", warc),
        (
            "unknown",
            b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n\n<p>"
                .to_vec(),
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_archives_end_in_pages_and_errors(
        kind in 0..8_usize,
        changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<usize>()),
    ) {
        let (name, mut bytes) = archives().swap_remove(kind);
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % bytes.len());
        }
        prop_assert!(stream(name, &bytes).items.len() < 20);
    }
}
