//! Archives that are made to exhaust the machine are stopped with a clear error, and the records after them are read.

use super::super::super::testing::{deflate, gzip, page, record, response, stream, zstd};
use super::{A, B};

const MIB: usize = 1 << 20;
const GROWS: &str = "it grows more than 200 times when it is unpacked, as no page does";

/// An HTML response with this coding and body.
fn coded(coding: &str, body: &[u8]) -> Vec<u8> {
    response(A, &format!("Content-Type: text/html\r\nContent-Encoding: {coding}\r\n"), body)
}

fn is_stopped(archive: &[u8], why: &str) {
    let items = stream("a.warc", archive).items;
    assert_eq!(items.len(), 2, "{items:?}");
    assert!(
        items[0].starts_with("cannot read the page at byte 0 of `a.warc`")
            && items[0].contains(why),
        "{}",
        items[0]
    );
    assert_eq!(items[1], B);
}

#[test]
fn a_member_that_grows_a_thousand_times_is_stopped() {
    let zeros = vec![b' '; MIB + MIB / 4];
    let bomb = response(A, "Content-Type: text/html\r\n", &zeros);
    is_stopped(&[gzip(&bomb), gzip(&page(B, "<p>"))].concat(), GROWS);
    // A record that is no page is stopped too.
    let bomb = record(&[("WARC-Type", "metadata")], &zeros);
    is_stopped(&[gzip(&bomb), gzip(&page(B, "<p>"))].concat(), GROWS);
}

#[test]
fn content_codings_that_grow_too_much_are_stopped() {
    let zeros = vec![b' '; MIB + MIB / 4];
    for (coding, body) in [
        ("gzip", gzip(&zeros)),
        ("deflate", deflate(&zeros)),
        ("gzip, gzip", gzip(&gzip(&zeros))),
        ("zstd", include_bytes!("../../testdata/zeros-8-mib.zst").to_vec()),
        ("br", include_bytes!("../../testdata/spaces-2-mib.br").to_vec()),
    ] {
        is_stopped(&[coded(coding, &body), page(B, "<p>")].concat(), GROWS);
    }
}

#[test]
fn windows_beyond_64_mib_are_refused() {
    let wide = include_bytes!("../../testdata/window-128-mib.zst");
    let items = stream("a.warc", &coded("zstd", wide)).items;
    assert!(items[0].contains("its body does not unpack as zstd"), "{items:?}");
    let items = stream("a.warc.zst", wide).items;
    assert!(items[0].contains("its zstd data is broken"), "{items:?}");
}

#[test]
fn codings_on_top_of_each_other_are_counted() {
    let codings = ["gzip"; 50].join(",");
    is_stopped(
        &[coded(&codings, b"x"), page(B, "<p>")].concat(),
        "it has 50 content codings on top of each other",
    );
}

#[test]
fn headers_that_do_not_end_are_stopped() {
    let endless = format!("WARC/1.0\r\n{}", "X: y\r\n".repeat(50_000));
    is_stopped(
        &[endless.as_bytes(), b"\r\n\r\n", &page(B, "<p>")].concat(),
        "its header is longer than 65536 bytes",
    );
    let endless = response(A, &"X: y\r\n".repeat(50_000), b"<p>");
    is_stopped(&[endless, page(B, "<p>")].concat(), "its header is longer than 65536 bytes");
    let name = [b"\x1F\x8B\x08\x08\0\0\0\0\0\0".as_slice(), &vec![b'a'; 200_000]].concat();
    is_stopped(
        &[name, gzip(&page(B, "<p>"))].concat(),
        "the header of its gzip member does not end",
    );
}

#[test]
fn chunks_of_one_byte_are_joined_in_time() {
    let body = [b"1\r\nx\r\n".repeat(300_000).as_slice(), b"0\r\n\r\n"].concat();
    let fields = "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n";
    assert_eq!(stream("a.warc", &response(A, fields, &body)).body(0).len(), 300_000);
}

#[test]
fn a_length_beyond_the_archive_takes_no_memory_and_little_time() {
    // Each of these records claims all that comes after it, and more.
    let lying = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: 18446744073709551615\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n".repeat(3000);
    let items = stream("a.warc", &[lying, page(B, "<p>")].concat()).items;
    assert_eq!(items.last().map(String::as_str), Some(B), "{}", items.len());
    assert!(items.len() > 100, "{}", items.len());
}

#[test]
fn members_inside_of_members_are_not_read_again_and_again() {
    // Stored blocks of 3,840 bytes (RFC 1951, 3.2.4) in which the next members begin, all with a wrong checksum.
    let start = b"\x1F\x8B\x08\0\0\0\0\0\0\0\x01\x00\x0F\xFF\xF0WARC/1.0\r\n";
    let nested = start.repeat(2000);
    assert!(stream("a.warc.gz", &nested).items.len() > 1000);
    let frame = [b"\x28\xB5\x2F\xFD\0\x68".as_slice(), b"WARC/1.0\r\n"].concat();
    stream("a.warc.zst", &frame.repeat(500));
    let frames = zstd(b"WARC/1.0\r\n\r\n");
    stream("a.warc.zst", &frames.repeat(100));
}
