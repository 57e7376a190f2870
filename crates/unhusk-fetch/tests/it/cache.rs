//! The archive as a cache: pages are requested on condition that they have changed.

use crate::server::{Seen, Server, not_found, ok, page};
use crate::setup::Setup;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn answer(seen: &Seen, has_changed: bool) -> String {
    let is_current = match seen.path.as_str() {
        "/tagged" => seen.header("if-none-match") == Some("\"v1\""),
        "/dated" => seen.header("if-modified-since") == Some("Sat, 31 Jan 2026 00:00:00 GMT"),
        "/robots.txt" => return not_found(),
        _ => false,
    };
    if is_current && !has_changed {
        return "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n".into();
    }
    let body = if has_changed { "new text" } else { "old text" };
    match seen.path.as_str() {
        "/tagged" => page("200 OK", "ETag: \"v1\"\r\n", body),
        "/dated" => page("200 OK", "Last-Modified: Sat, 31 Jan 2026 00:00:00 GMT\r\n", body),
        _ => ok(body),
    }
}

#[test]
fn pages_that_have_not_changed_become_revisits() {
    let has_changed = Arc::new(AtomicBool::new(false));
    let changed = Arc::clone(&has_changed);
    let server = Server::texts(move |seen| answer(seen, changed.load(Ordering::SeqCst)));
    let urls = ["/tagged", "/dated", "/plain"].map(|path| server.url(path));
    let mut setup = Setup::local();
    let (_, summary) = setup.run(&urls);
    assert_eq!(summary.n_fetched, 3);
    let first = setup.records_of("response");

    setup.options.refresh = true;
    let (_, summary) = setup.run(&urls);
    assert_eq!((summary.n_unchanged, summary.n_fetched, summary.n_known), (3, 0, 0));
    let revisits = setup.records_of("revisit");
    assert_eq!(revisits.len(), 3);
    // `/plain` has neither ETag nor Last-Modified: its page was sent again, with the same body.
    let shown = [
        ("server-not-modified", "HTTP/1.1 304 Not Modified\r\n"),
        ("server-not-modified", "HTTP/1.1 304 Not Modified\r\n"),
        ("identical-payload-digest", "HTTP/1.1 200 OK\r\n"),
    ];
    for ((revisit, original), (profile, status)) in revisits.iter().zip(&first).zip(shown) {
        let profile = format!("http://netpreserve.org/warc/1.1/revisit/{profile}");
        assert_eq!(revisit.field("WARC-Profile"), profile);
        assert_eq!(revisit.field("WARC-Target-URI"), original.field("WARC-Target-URI"));
        assert_eq!(revisit.field("WARC-Refers-To"), original.field("WARC-Record-ID"));
        assert_eq!(revisit.field("WARC-Refers-To-Target-URI"), original.field("WARC-Target-URI"));
        assert_eq!(revisit.field("WARC-Refers-To-Date"), original.field("WARC-Date"));
        assert_eq!(revisit.field("WARC-Payload-Digest"), original.field("WARC-Payload-Digest"));
        assert!(revisit.text().starts_with(status));
        assert!(revisit.text().ends_with("\r\n\r\n"), "a revisit has no body");
    }

    has_changed.store(true, Ordering::SeqCst);
    let (_, summary) = setup.run(&urls);
    assert_eq!((summary.n_unchanged, summary.n_fetched), (0, 3));
    // Without --refresh, no conditions are sent.
    setup.options.refresh = false;
    let n_before = server.seen().len();
    setup.run(&urls);
    assert_eq!(server.seen().len(), n_before);
}

#[test]
fn a_server_that_was_not_asked_must_not_say_not_modified() {
    let server = Server::texts(|seen| match seen.path.as_str() {
        "/robots.txt" => not_found(),
        _ => "HTTP/1.1 304 Not Modified\r\n\r\n".into(),
    });
    let setup = Setup::local();
    assert_eq!(setup.reason(&server.url("/")), Some(unhusk_fetch::Reason::Status));
}
