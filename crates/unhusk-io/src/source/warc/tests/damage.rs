//! Broken records are errors that name archive, offset and URI; the records after them are found.

use super::super::super::testing::{gzip, page, record, response_with, stream, zstd};
use super::{A, B, C, three};

/// A record whose length is not the declared one.
fn lying(length: &str) -> Vec<u8> {
    response_with(
        &[("Content-Length", length)],
        B,
        "Content-Type: text/html\r\n",
        b"<p>Two, with some more text",
    )
}

const WRONG_LENGTH: &str = "it is not as long as its Content-Length says";

#[test]
fn a_wrong_length_costs_its_own_record_only() {
    let [first, _, third] = three();
    for length in ["60", "0", "90", "300", "5000"] {
        let records = [first.clone(), lying(length), third.clone(), page(A, "<p>Four")];
        let offset = first.len();
        let streamed = stream("a.warc", &records.concat());
        assert_eq!(
            [&streamed.items[0], &streamed.items[2], &streamed.items[3]],
            [A, C, A],
            "{length}"
        );
        let error = &streamed.items[1];
        assert!(
            error.starts_with(&format!("cannot read the page at byte {offset} of `a.warc`")),
            "{error}"
        );
        assert_eq!(streamed.items.len(), 4);
        for pack in [gzip, zstd] {
            let members = records.clone().map(|record| pack(&record));
            let streamed = stream("a.warc", &members.concat());
            assert_eq!(
                [&streamed.items[0], &streamed.items[2], &streamed.items[3]],
                [A, C, A],
                "{length}"
            );
            let offset = members[0].len();
            let error = &streamed.items[1];
            assert!(
                error.starts_with(&format!("cannot read the page at byte {offset} of `a.warc`")),
                "{error}"
            );
            assert_eq!(streamed.items.len(), 4);
        }
    }
    let streamed = stream("a.warc", &[first.clone(), lying("300"), third.clone()].concat());
    assert_eq!(
        streamed.items[1],
        format!("cannot read the page at byte {} of `a.warc` ({B}): {WRONG_LENGTH}", first.len())
    );
}

#[test]
fn a_length_that_is_none_costs_its_own_record_only() {
    let [first, _, third] = three();
    for length in ["", "x", "-1", "+5", "99999999999999999999999"] {
        let streamed = stream("a.warc", &[first.clone(), lying(length), third.clone()].concat());
        assert_eq!(streamed.items.len(), 3, "{length}");
        assert!(
            streamed.items[1].ends_with("its Content-Length is missing or no number"),
            "{}",
            streamed.items[1]
        );
        assert_eq!(streamed.items[2], C);
    }
}

#[test]
fn the_last_record_may_be_cut() {
    let [first, second, _] = three();
    let whole = [first.clone(), second.clone()].concat();
    let members = [gzip(&first), gzip(&second)];
    let streamed = stream("a.warc", &whole[..whole.len() - 10]);
    let cut = |offset: usize, uri: &str| {
        vec![
            A.to_owned(),
            format!(
                "cannot read the page at byte {offset} of `a.warc`{uri}: the archive ends in the middle of it"
            ),
        ]
    };
    assert_eq!(streamed.items, cut(first.len(), &format!(" ({B})")));
    let packed = members.concat();
    assert_eq!(
        stream("a.warc", &packed[..packed.len() - 10]).items,
        cut(members[0].len(), &format!(" ({B})"))
    );
    assert_eq!(stream("a.warc", &packed[..members[0].len() + 5]).items, cut(members[0].len(), ""));
    // Line ends may be missing at the very end, and zeros may fill the file.
    assert_eq!(stream("a.warc", &whole[..whole.len() - 4]).items, [A, B]);
    assert_eq!(stream("a.warc", &[packed, vec![0; 5000]].concat()).items, [A, B]);
}

#[test]
fn a_broken_member_costs_its_own_record_only() {
    for pack in [gzip, zstd] {
        let members = three().map(|record| pack(&record));
        let (start, end) = (members[0].len(), members[0].len() + members[1].len());
        // Every byte of the second member, one after the other, except those of its header without effect.
        let mut n_errors = 0;
        for at in start..end {
            let mut archive = members.concat();
            archive[at] ^= 0x55;
            let streamed = stream("a.warc", &archive);
            assert_eq!(streamed.items.first().map(String::as_str), Some(A), "byte {at}");
            assert_eq!(streamed.items.last().map(String::as_str), Some(C), "byte {at}");
            n_errors +=
                streamed.items.iter().filter(|item| item.starts_with("cannot read")).count();
        }
        assert!(n_errors > 10, "{n_errors}");
    }
}

#[test]
fn bytes_between_records_are_reported() {
    let members = three().map(|record| gzip(&record));
    let archive = [members[0].as_slice(), b"garbage", &members[1], &members[2]].concat();
    let offset = members[0].len();
    let expected =
        format!("cannot read the page at byte {offset} of `a.warc`: no gzip member begins here");
    assert_eq!(stream("a.warc", &archive).items, [A, &expected, B, C]);
    let [first, second, _] = three();
    let expected = format!(
        "cannot read the page at byte {} of `a.warc`: no WARC record begins here",
        first.len()
    );
    assert_eq!(
        stream("a.warc", &[first, b"garbage\r\n".to_vec(), second].concat()).items,
        [A, &expected, B]
    );
}

#[test]
fn bytes_before_a_record_cost_nothing_but_themselves() {
    let [first, second, third] = three();
    // No line end separates them from the record.
    let archive = [first.as_slice(), b"garbage", &second, &third].concat();
    let at_second = format!(
        "cannot read the page at byte {} of `a.warc`: no WARC record begins here",
        first.len()
    );
    assert_eq!(stream("a.warc", &archive).items, [A, &at_second, B, C]);
    let at_start = |why: &str| format!("cannot read the page at byte 0 of `a.warc`: {why}");
    let archive = [b"garbage".as_slice(), &first, &second, &third].concat();
    let expected = at_start("no WARC record begins here");
    assert_eq!(stream("a.warc", &archive).items, [&expected, A, B, C]);
    let members = three().map(|record| gzip(&record)).concat();
    let archive = [b"garbage, which may be long ".repeat(100), members].concat();
    let expected = at_start("no gzip member begins here");
    assert_eq!(stream("a.warc", &archive).items, [&expected, A, B, C]);
}

#[test]
fn what_is_no_archive_says_so_once() {
    let items = stream("a.warc", &b"<p>Not an archive".repeat(10_000)).items;
    assert_eq!(
        items,
        ["cannot read `a.warc` from byte 0 on, after 0 pages: no WARC record begins here"]
    );
    assert!(stream("a.warc", b"").items.is_empty());
    assert!(stream("a.warc.gz", &gzip(b"")).items.is_empty());
}

#[test]
fn damage_to_one_large_member_says_how_much_was_read() {
    let mut pages: Vec<u8> =
        (0..2000).flat_map(|n| page(A, &format!("<p>{n} {}", n * 7919 % 1009))).collect();
    pages = gzip(&pages);
    let middle = pages.len() / 2;
    pages.splice(middle..middle + 40, [0xFF; 40]);
    let streamed = stream("a.warc.gz", &pages);
    let n_pages = streamed.pages.len();
    assert!(n_pages > 100, "{n_pages}");
    let last = streamed.items.last().unwrap();
    assert!(
        last.starts_with(&format!(
            "cannot read `a.warc.gz` from byte 0 on, after {n_pages} pages: its gzip "
        )),
        "{last}"
    );
}

#[test]
fn a_response_that_is_no_http_is_an_error_of_its_own() {
    let fields =
        [("WARC-Type", "response"), ("WARC-Target-URI", B), ("Content-Type", "application/http")];
    let [first, _, third] = three();
    let archive = [first, record(&fields, b"<p>No header"), record(&fields, b""), third];
    let items = stream("a.warc", &archive.concat()).items;
    assert_eq!([&items[0], &items[3]], [A, C]);
    assert!(
        items[1..3].iter().all(|item| item.ends_with("it does not begin with an HTTP status")),
        "{items:?}"
    );
}

#[test]
fn archives_with_a_zstd_dictionary_are_refused_by_name() {
    let dictionary = b"\x5D\x2A\x4D\x18\x03\x00\x00\x00abc";
    let archive = [dictionary.as_slice(), &zstd(&page(A, "<p>"))].concat();
    for name in ["a.warc.zst", "crawl"] {
        let expected = format!(
            "cannot read `{name}` from byte 0 on, after 0 pages: it is packed with a zstd dictionary, which is not \
             supported; repack it without one"
        );
        assert_eq!(stream(name, &archive).items, [expected]);
    }
    // Other frames that are to be skipped are skipped.
    let skipped = b"\x50\x2A\x4D\x18\x03\x00\x00\x00abc";
    let archive = [skipped.as_slice(), &zstd(&page(A, "<p>"))].concat();
    let streamed = stream("a.warc.zst", &archive);
    assert_eq!(
        (streamed.items, streamed.pages[0].capture.as_ref().unwrap().offset),
        (vec![A.to_owned()], 11)
    );
}
