//! The page of an MHTML file is its root part, decoded.

use super::super::PageRef;
use super::super::testing::stream;
use std::fmt::Write;
use unhusk::page::PageOptions;

/// As Chromium saves pages: a related message with the page first.
const SAVED: &str = "From: <Saved by Blink>\r\n\
Snapshot-Content-Location: https://example.org/list\r\n\
Subject: =?utf-8?Q?List?=\r\n\
Date: Fri, 2 Jan 2026 03:04:05 -0000\r\n\
MIME-Version: 1.0\r\n\
Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----Multipart--x----\"\r\n\
\r\n\
\r\n\
------Multipart--x----\r\n\
Content-Type: text/html\r\n\
Content-ID: <frame-1@mhtml.blink>\r\n\
Content-Transfer-Encoding: quoted-printable\r\n\
Content-Location: https://example.org/list\r\n\
\r\n\
<!DOCTYPE html><html><head><meta http-equiv=3D\"Content-Type\" content=3D\"text=\r\n\
/html; charset=3DUTF-8\"></head><body>=09<p>Caf=C3=A9</p></body></html>\r\n\
------Multipart--x----\r\n\
Content-Type: image/png\r\n\
Content-Transfer-Encoding: base64\r\n\
Content-Location: https://example.org/x.png\r\n\
\r\n\
iVBORw0KGgo=\r\n\
\r\n\
------Multipart--x------\r\n";

const PAGE: &str = "<!DOCTYPE html><html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\"></head><body>\t<p>Café</p></body></html>";

#[test]
fn a_saved_page_is_its_root_part() {
    for name in ["a.mhtml", "a.mht", "saved"] {
        let streamed = stream(name, SAVED.as_bytes());
        assert_eq!(streamed.items, [name], "a page keeps the name of its file");
        assert_eq!(streamed.body(0), PAGE);
        let page = &streamed.pages[0];
        assert_eq!(page.url.as_deref(), Some("https://example.org/list"));
        let capture = page.capture.as_ref().unwrap();
        assert_eq!(capture.date.as_deref(), Some("Fri, 2 Jan 2026 03:04:05 -0000"));
        let offset = usize::try_from(capture.offset).unwrap();
        assert!(SAVED[offset..].starts_with("Content-Type: text/html\r\n"));
    }
}

#[test]
fn a_saved_page_is_read_without_a_stream_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mht");
    std::fs::write(&path, SAVED).unwrap();
    let read = PageRef::file(path).read(&PageOptions::default()).unwrap();
    assert_eq!(read.page.source(), PAGE);
    assert!(read.notes.is_empty());
}

#[test]
fn the_root_is_the_part_that_start_names_else_the_first_html() {
    let message = |more: &str, parts: &[(&str, &str)]| {
        let mut message = format!(
            "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b{more}\n\npreamble\n"
        );
        for (header, body) in parts {
            let _ = write!(message, "--b\n{header}\n\n{body}\n");
        }
        stream("a.mht", (message + "--b--\nepilogue").as_bytes())
    };
    let parts = [
        ("Content-Type: text/plain", "text"),
        ("Content-Type: text/html\nContent-ID: <1>", "<p>One"),
        (
            "Content-Type: text/html; charset=koi8-r\nContent-ID: <2>\nContent-Location: https://example.org/2",
            "<p>Two",
        ),
    ];
    assert_eq!(message("", &parts).body(0), "<p>One");
    let second = message("; start=\"<2>\"", &parts);
    assert_eq!(second.body(0), "<p>Two");
    assert_eq!(second.pages[0].charset.as_deref(), Some("koi8-r"));
    assert_eq!(second.pages[0].url.as_deref(), Some("https://example.org/2"));
    assert_eq!(message("; start=\"<3>\"", &parts).body(0), "<p>One");
    let none = message("", &parts[..1]).items;
    assert_eq!(
        none,
        ["cannot read `a.mht` from byte 0 on, after 0 pages: none of its parts is HTML"]
    );
}

#[test]
fn parts_inside_of_parts_are_looked_into() {
    let message = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=outer\r\n\r\n\
        --outer\r\nContent-Type: multipart/alternative; boundary=inner\r\n\r\n\
        --inner\r\nContent-Type: text/plain\r\n\r\ntext\r\n\
        --inner\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+T25l\r\n--inner--\r\n\
        --outer--\r\n";
    assert_eq!(stream("a.mht", message.as_bytes()).body(0), "<p>One");
}

#[test]
fn parts_as_deep_as_they_like_are_an_error() {
    let mut message = "MIME-Version: 1.0\n".to_owned();
    for level in 0..10_000 {
        let _ =
            write!(message, "Content-Type: multipart/mixed; boundary=b{level}x\n\n--b{level}x\n");
    }
    let items = stream("a.mht", message.as_bytes()).items;
    assert!(items[0].contains("parts more than 16 deep"), "{items:?}");
    let wide = format!(
        "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{}",
        "--b\n\nx\n".repeat(20_000)
    );
    let items = stream("a.mht", wide.as_bytes()).items;
    assert!(items[0].starts_with("cannot read `a.mht`"), "{items:?}");
}

#[test]
fn a_file_that_is_cut_or_no_message_is_read_as_far_as_it_goes() {
    let cut = SAVED.split("</body>").next().unwrap();
    assert!(PAGE.starts_with(&stream("a.mht", cut.as_bytes()).body(0)));
    assert_eq!(stream("a.mht", b"<html><p>One").body(0), "<html><p>One");
    assert!(stream("a.mht", b"").items[0].ends_with("none of its parts is HTML"));
}
