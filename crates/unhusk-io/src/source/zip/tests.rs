//! Entries become pages; an unreadable one is an error of its own.

use super::super::ArchiveOptions;
use super::super::testing::{ZipFile, files, gzip, page, stream, stream_with, zip};
use unhusk::page::PageOptions;

const MIB: usize = 1 << 20;

#[test]
fn pages_are_read_in_the_order_in_which_they_are_stored() {
    let archive = zip(&[
        ZipFile { name: "site/", bytes: b"", method: 0, flags: 0 },
        ZipFile { name: "site/b.html", bytes: b"<p>One", method: 8, flags: 0 },
        ZipFile { name: "site/a.htm", bytes: b"<p>Two", method: 0, flags: 0 },
        ZipFile { name: "site/c.html.gz", bytes: &gzip(b"<p>Three"), method: 0, flags: 0 },
        ZipFile { name: "site/index", bytes: b"<!doctype html>", method: 8, flags: 0 },
        ZipFile { name: "notes.txt", bytes: b"a < b", method: 8, flags: 0 },
        ZipFile { name: "style.css", bytes: b"p {}", method: 8, flags: 0 },
        ZipFile { name: "README", bytes: b"Read me", method: 8, flags: 0 },
        ZipFile { name: "__MACOSX/._b.html", bytes: b"\0", method: 8, flags: 0 },
    ]);
    let streamed = stream("a.zip", &archive);
    let names = ["site/b.html", "site/a.htm", "site/c.html.gz", "site/index", "notes.txt"];
    assert_eq!(streamed.items, names.map(|name| format!("a.zip/{name}")));
    assert_eq!([0, 1, 2].map(|page| streamed.body(page)), ["<p>One", "<p>Two", "<p>Three"]);
    assert_eq!((streamed.skipped.not_html, streamed.skipped.total()), (3, 3));
    let read = streamed.pages[4].read(&PageOptions::default()).unwrap();
    assert_eq!(read.page.syntax(), unhusk::page::Syntax::Text);
    assert_eq!(streamed.pages[1].url, None);
    // 30 bytes of local header and the name, for the folder and for the first page with its packed bytes.
    let offset = streamed.pages[0].capture.as_ref().unwrap().offset;
    assert_eq!(offset, 30 + 5);
    // Without an ending, the first bytes decide; and there may be bytes before the archive.
    assert_eq!(stream("download", &archive).items.len(), 5);
    assert_eq!(stream("a.zip", &[b"#!/bin/sh\n".repeat(10), archive].concat()).items.len(), 5);
}

#[test]
fn an_archive_of_an_independent_program_is_read() {
    // Written by Python's zipfile: see testdata/README.md.
    let streamed = stream("a.zip", include_bytes!("../testdata/pages.zip"));
    assert_eq!(streamed.items, ["a.zip/one.html", "a.zip/two.html"]);
    assert_eq!([0, 1].map(|page| streamed.body(page)), ["<p>Congo", "<p>Egypt"]);
    let streamed = stream("a.zip", include_bytes!("../testdata/pages-zip64.zip"));
    assert_eq!(streamed.body(0), "<p>Congo");
}

#[test]
fn entries_that_cannot_be_read_are_named() {
    let archive = zip(&[
        ZipFile { name: "1.html", bytes: b"<p>One", method: 8, flags: 1 },
        ZipFile { name: "2.html", bytes: b"<p>Two", method: 14, flags: 0 },
        ZipFile { name: "3.zip", bytes: b"PK", method: 0, flags: 0 },
        ZipFile { name: "4.html", bytes: b"<p>Four", method: 0, flags: 0 },
    ]);
    let items = stream("a.zip", &archive).items;
    let start = "cannot read the page at byte 0 of `a.zip` (1.html): ";
    assert_eq!(items[0], format!("{start}it is encrypted"));
    assert!(
        items[1].ends_with("(2.html): it is packed by method 14 (LZMA), which is not supported"),
        "{}",
        items[1]
    );
    assert!(
        items[2].ends_with(
            "(3.zip): archives inside of archives are not opened; unpack it and name it"
        )
    );
    assert_eq!(items[3], "a.zip/4.html");
    let mut wrong = zip(&files(&[("1.html", b"<p>One"), ("2.html", b"<p>Two")]));
    wrong[30 + 6 + 3] ^= 1;
    let items = stream("a.zip", &wrong).items;
    assert!(items[0].starts_with(start), "{}", items[0]);
    assert_eq!(items[1], "a.zip/2.html");
}

#[test]
fn broken_archives_say_what_is_wrong() {
    let whole = zip(&files(&[("1.html", b"<p>One"), ("2.html", b"<p>Two")]));
    let message = |archive: &[u8]| stream("a.zip", archive).items.remove(0);
    let start = "cannot read `a.zip` from byte 0 on, after 0 pages: ";
    let cut = message(&whole[..whole.len() - 10]);
    assert_eq!(
        cut,
        format!(
            "{start}it has no directory of entries, as zip files have at their end: it may be cut"
        )
    );
    let mut moved = whole.clone();
    let at = moved.len() - 6;
    moved[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(message(&moved), format!("{start}its directory is not where its end says"));
    let mut many = whole.clone();
    let at = many.len() - 12;
    many[at] = 9;
    assert_eq!(message(&many), format!("{start}its directory has 2 entries instead of 9"));
    assert!(stream("a.zip", &zip(&[])).items.is_empty());
    // Any byte of a small archive may be wrong.
    for at in 0..whole.len() {
        let mut archive = whole.clone();
        archive[at] ^= 0xFF;
        stream("a.zip", &archive);
        stream("a.zip", &whole[..at]);
    }
}

#[test]
fn bombs_are_stopped() {
    let grows = "it grows more than 200 times when it is unpacked, as no page does";
    let spaces = vec![b' '; 3 * MIB];
    let items = stream("a.zip", &zip(&files(&[("1.html", &spaces), ("2.html", b"<p>")]))).items;
    assert!(items[0].ends_with(grows), "{}", items[0]);
    assert_eq!(items[1], "a.zip/2.html");
    // Entries that share the same packed bytes, as in the bombs of D. Fifield.
    let mut overlapping =
        zip(&files(&[("1.html", b"<p>One"), ("2.html", b"<p>Two"), ("3.html", b"<p>Three")]));
    let directory = overlapping.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    for entry in 0..2 {
        // The packed size of an entry: 20 bytes from its beginning.
        let at = directory + entry * (46 + 6) + 20;
        overlapping[at..at + 4].copy_from_slice(&100_u32.to_le_bytes());
    }
    let items = stream("a.zip", &overlapping).items;
    assert_eq!(
        items
            .iter()
            .filter(|item| item.contains("it overlaps with what is stored after it"))
            .count(),
        2,
        "{items:?}"
    );
    assert_eq!(items[2], "a.zip/3.html");
}

#[test]
fn a_million_entries_are_refused_at_once() {
    // A zip64 end that claims them, and a directory that has none.
    let mut archive = vec![0; 46];
    let mut end = b"PK\x06\x06".to_vec();
    end.extend(44_u64.to_le_bytes());
    end.extend([0; 12]);
    for number in [1_000_000_u64, 1_000_000, 46, 0] {
        end.extend(number.to_le_bytes());
    }
    archive.extend(end);
    archive.extend(b"PK\x06\x07\0\0\0\0");
    archive.extend(46_u64.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend([b"PK\x05\x06\0\0\0\0".as_slice(), &[0xFF; 12], &[0; 2]].concat());
    let items = stream("a.zip", &archive).items;
    assert_eq!(
        items,
        [
            "cannot read `a.zip` from byte 0 on, after 0 pages: it has 1000000 entries; at most 100000 are read"
        ]
    );
    // A directory that has them, and does not declare them.
    let entry = [b"PK\x01\x02".as_slice(), &[0; 42]].concat();
    let mut archive = entry.repeat(100_001);
    let length = u32::try_from(archive.len()).unwrap();
    archive.extend(
        [b"PK\x05\x06\0\0\0\0\x01\0\x01\0".as_slice(), &length.to_le_bytes(), &[0; 6]].concat(),
    );
    let items = stream("a.zip", &archive).items;
    assert!(
        items[0].ends_with("it has more than 100000 entries, or very long names"),
        "{}",
        items[0]
    );
}

#[test]
fn wacz_files_give_the_pages_of_their_warc_archives() {
    let warc = [
        gzip(&page("https://example.org/a", "<p>One")),
        gzip(&page("https://example.org/b", "<p>Two")),
    ]
    .concat();
    let archive = zip(&[
        ZipFile { name: "archive/data.warc.gz", bytes: &warc, method: 0, flags: 0 },
        ZipFile { name: "pages/pages.jsonl", bytes: b"{}", method: 8, flags: 0 },
        ZipFile { name: "archive/more.warc.gz", bytes: &warc, method: 8, flags: 0 },
        ZipFile { name: "datapackage.json", bytes: b"{}", method: 8, flags: 0 },
    ]);
    for name in ["a.wacz", "a.zip"] {
        let streamed = stream(name, &archive);
        let uris = ["https://example.org/a", "https://example.org/b"];
        assert_eq!(streamed.items, [uris, uris].concat());
        let capture = streamed.pages[1].capture.as_ref().unwrap();
        assert!(
            capture.archive.ends_with(&format!("/{name}/archive/data.warc.gz")),
            "{}",
            capture.archive
        );
        let first = gzip(&page("https://example.org/a", "<p>One")).len() as u64;
        assert_eq!(capture.offset, first, "in the WARC archive");
        assert_eq!(streamed.skipped.other_records, 2);
    }
}

#[test]
fn large_entries_are_cut_to_what_a_page_needs() {
    let large: String = (0..10_000).map(|number| number.to_string() + "<p>").collect();
    let options = ArchiveOptions { max_page_bytes: 1000, ..ArchiveOptions::default() };
    let streamed = stream_with("a.zip", &zip(&files(&[("1.html", large.as_bytes())])), options);
    assert_eq!(streamed.body(0).len(), 2008);
}
