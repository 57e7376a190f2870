//! HTML responses of a network log become pages.

use super::super::testing::{gzip, stream};

fn entry(url: &str, status: u16, content: &str) -> String {
    format!(
        r#"{{"startedDateTime": "2026-01-02T03:04:05Z", "request": {{"url": "{url}", "cookies": [{{"name": "secret", "value": "{{[\"]}}"}}]}}, "response": {{"status": {status}, "headers": [], "content": {content}}}, "timings": {{}}}}"#
    )
}

fn log(entries: &[String]) -> String {
    format!(
        "{{\n \"log\": {{\"version\": \"1.2\", \"creator\": {{\"name\": \"entries\"}}, \"pages\": [{{\"entries\": [1]}}], \"entries\": [{}], \"comment\": \"]\"}}}}",
        entries.join(",\n")
    )
}

#[test]
fn html_responses_are_pages() {
    let html = r#"{"mimeType": "text/html; charset=koi8-r", "text": "<p>caf\u00e9 \"}"}"#;
    let file = log(&[
        entry("https://example.org/a", 200, html),
        entry(
            "https://example.org/x.png",
            200,
            r#"{"mimeType": "image/png", "text": "iVBO", "encoding": "base64"}"#,
        ),
        entry(
            "https://example.org/b",
            200,
            r#"{"mimeType": "text/html; charset=koi8-r", "text": "PHA+wQ==", "encoding": "base64"}"#,
        ),
        entry("https://example.org/gone", 404, html),
        entry("https://example.org/c", 200, r#"{"mimeType": "text/html", "size": 5}"#),
        r#"{"request": {}}"#.to_owned(),
        r#"{"response": 5}"#.to_owned(),
    ]);
    for (name, bytes) in [
        ("a.har", file.clone().into_bytes()),
        ("a.json", file.clone().into_bytes()),
        ("a.har.gz", gzip(file.as_bytes())),
    ] {
        let streamed = stream(name, &bytes);
        assert_eq!(streamed.items[..2], ["https://example.org/a", "https://example.org/b"]);
        let message = "(https://example.org/c): the log was saved without the content of responses";
        assert!(streamed.items[2].ends_with(message), "{}", streamed.items[2]);
        assert!(
            streamed.items[3].contains(": its entry cannot be read ("),
            "{}",
            streamed.items[3]
        );
        assert_eq!(streamed.items.len(), 4);
        assert_eq!(streamed.body(0), "<p>café \"}");
        assert_eq!(streamed.pages[0].charset.as_deref(), Some("utf-8"), "text of JSON was decoded");
        assert_eq!(streamed.pages[1].charset.as_deref(), Some("koi8-r"));
        let skipped = streamed.skipped;
        assert_eq!((skipped.not_html, skipped.status, skipped.other_records), (1, 1, 1));
    }
    let streamed = stream("a.har", file.as_bytes());
    let capture = streamed.pages[1].capture.as_ref().unwrap();
    assert!(file[usize::try_from(capture.offset).unwrap()..].starts_with("{\"startedDateTime\""));
    assert_eq!(capture.date.as_deref(), Some("2026-01-02T03:04:05Z"));
}

#[test]
fn what_is_broken_says_how_much_was_read() {
    let html = r#"{"mimeType": "text/html", "text": "<p>"}"#;
    let file = log(&[entry("a", 200, html), entry("b", 200, html)]);
    let cut = stream("a.har", &file.as_bytes()[..file.len() - 60]).items;
    assert_eq!(cut[0], "a");
    assert!(cut[1].contains("after 1 page: the file ends in the middle of its entries"), "{cut:?}");
    assert!(
        stream("a.har", b"{\"log\": {}}").items[0]
            .ends_with("it has no `log.entries`, as HAR files have")
    );
    let deep = format!("{{\"log\": {{\"entries\": [{}", "[".repeat(100_000));
    assert_eq!(stream("a.har", deep.as_bytes()).items.len(), 1);
    let deep = log(&["[".repeat(1000) + &"]".repeat(1000), entry("b", 200, html)]);
    assert_eq!(stream("a.har", deep.as_bytes()).items[1], "b");
}
