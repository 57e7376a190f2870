//! Answers that are too large, too slow or broken.

use crate::server::{Server, ok, page, send};
use crate::setup::Setup;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::net::TcpStream;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};
use unhusk_fetch::Reason;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| gzip(&vec![b' '; 4 << 20]));

fn answer(path: &str, stream: &mut TcpStream) {
    match path {
        "/bomb" => {
            let body = &*BOMB;
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n";
            send(stream, &[head.as_bytes(), body].concat());
        }
        "/short" => send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"),
        "/long" => send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nthis and more"),
        "/drip" => {
            send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
            // Each byte in time, all of them too late.
            while stream.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(50));
            }
        }
        "/silent" => thread::sleep(Duration::from_secs(3)),
        "/headers" => {
            send(stream, b"HTTP/1.1 200 OK\r\n");
            while stream
                .write_all(b"X-Padding: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n")
                .is_ok()
            {}
        }
        "/one-header" => {
            send(stream, b"HTTP/1.1 200 OK\r\nX-Padding: ");
            while stream.write_all(&[b'a'; 1000]).is_ok() {}
        }
        "/interim" => while stream.write_all(b"HTTP/1.1 103 Early Hints\r\n\r\n").is_ok() {},
        "/garbage" => send(stream, b"\x00\x01\x02 this is not HTTP\r\n\r\n"),
        "/nothing" => {}
        "/brotli" => send(stream, page("200 OK", "Content-Encoding: br\r\n", "xx").as_bytes()),
        "/not-gzip" => {
            send(
                stream,
                page("200 OK", "Content-Encoding: gzip\r\n", "<html>plain text</html>").as_bytes(),
            );
        }
        "/chunks" => {
            send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while stream.write_all(b"a;extension\r\n0123456789\r\n").is_ok() {}
        }
        "/extension" => {
            send(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;");
            while stream.write_all(&[b'a'; 1000]).is_ok() {}
        }
        "/endless" => {
            send(stream, b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            while stream.write_all(&[b'x'; 10_000]).is_ok() {}
        }
        _ => send(stream, ok("").as_bytes()),
    }
}

#[test]
fn bad_answers_are_failures_with_a_reason() {
    LazyLock::force(&BOMB);
    let server = Server::start(|seen, stream| answer(&seen.path, stream));
    let mut setup = Setup::local();
    setup.options.max_page_bytes = 1 << 20;
    for (path, reasons) in [
        ("/bomb", &[Reason::TooLarge][..]),
        ("/short", &[Reason::Connection]),
        ("/drip", &[Reason::Timeout]),
        ("/silent", &[Reason::Timeout]),
        ("/headers", &[Reason::TooLarge, Reason::Protocol]),
        ("/one-header", &[Reason::TooLarge]),
        ("/interim", &[Reason::TooLarge, Reason::Protocol, Reason::Timeout]),
        ("/garbage", &[Reason::Protocol]),
        ("/nothing", &[Reason::Connection]),
        ("/brotli", &[Reason::Encoding]),
        ("/not-gzip", &[Reason::Encoding]),
        ("/extension", &[Reason::TooLarge, Reason::Protocol]),
    ] {
        let start = Instant::now();
        // A bomb must grow under the limit to be one.
        setup.options.max_page_bytes = if path == "/bomb" { 32 << 20 } else { 1 << 20 };
        let (reason, detail) = setup.failure(&server.url(path)).expect(path);
        assert!(reasons.contains(&reason), "{path}: {reason:?} {detail}");
        assert!(start.elapsed() < Duration::from_secs(5), "{path}: {:?}", start.elapsed());
    }
    assert!(setup.records().is_empty(), "what failed is not stored");
}

#[test]
fn long_pages_are_cut_and_say_so() {
    let server = Server::start(|seen, stream| answer(&seen.path, stream));
    let mut setup = Setup::local();
    setup.options.max_page_bytes = 100_000;
    let (events, summary) = setup.run(&[server.url("/endless"), server.url("/chunks")]);
    assert_eq!((summary.n_fetched, summary.n_cut), (2, 2), "{events:?}");
    let records = setup.records_of("response");
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record.field("WARC-Truncated"), "length");
        assert_eq!(record.field("WARC-Payload-Digest"), "", "the digest of a part would be wrong");
    }
    assert_eq!(records[0].body(), vec![b'x'; 100_000]);
}

#[test]
fn what_follows_the_length_is_no_part_of_the_page() {
    let server = Server::start(|seen, stream| answer(&seen.path, stream));
    let setup = Setup::local();
    assert_eq!(setup.reason(&server.url("/long")), None);
    assert_eq!(setup.records_of("response")[0].body(), b"this");
}

#[test]
fn bodies_are_stored_as_received() {
    let packed = gzip(b"<p>packed</p>");
    let sent = packed.clone();
    let server = Server::start(move |seen, stream| {
        match seen.path.as_str() {
        "/gzip" => {
            let head = format!("HTTP/1.1 200 Fine\r\nContent-Encoding: gzip\r\nX-Odd-CASE: a\r\nContent-Length: {}\r\n\r\n", sent.len());
            send(stream, &[head.as_bytes(), &sent].concat());
        }
        "/chunked" => send(
            stream,
            b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<p>a\r\n4\r\n</p>\r\n0\r\n\r\n",
        ),
        _ => send(stream, ok("").as_bytes()),
    }
    });
    let setup = Setup::local();
    let (_, summary) = setup.run(&[server.url("/gzip"), server.url("/chunked")]);
    assert_eq!(summary.n_fetched, 2);
    let records = setup.records_of("response");
    assert!(
        records[0]
            .text()
            .starts_with("HTTP/1.1 200 Fine\r\nContent-Encoding: gzip\r\nX-Odd-CASE: a\r\n")
    );
    assert_eq!(records[0].body(), packed);
    assert_eq!(
        records[1].text(),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<p>a\r\n4\r\n</p>\r\n0\r\n\r\n"
    );
    // python3: base64.b32encode(hashlib.sha256(b"<p>a</p>").digest())
    assert_eq!(
        records[1].field("WARC-Payload-Digest"),
        "sha256:35O525PB4DR75YXLJRGXUFQPEZZVMDPYV6YULOTFDNB7CAGA3RLQ===="
    );
}
