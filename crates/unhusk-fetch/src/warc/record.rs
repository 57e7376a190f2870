//! Exchanges -> the bytes of WARC records.

use super::digest::{digest, record_id};
use super::scan::Stored;
use crate::exchange::{Exchange, header_length};

/// Evidence that a page equals the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unchanged {
    /// The server answered 304.
    NotModified,
    /// The server sent the page again, and its body is equal.
    IdenticalPayload,
}

impl Unchanged {
    /// Returns the value of `WARC-Profile`.
    fn profile(self) -> &'static str {
        match self {
            Self::NotModified => "http://netpreserve.org/warc/1.1/revisit/server-not-modified",
            Self::IdenticalPayload => {
                "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
            }
        }
    }
}

/// Facts about the run in a WARC file.
#[derive(Debug, Clone)]
pub(crate) struct RunInfo {
    pub(crate) user_agent: String,
    pub(crate) contact: Option<String>,
    pub(crate) obeys_robots: bool,
}

/// Returns the record `warcinfo`.
pub(crate) fn info(run: &RunInfo, date: &str) -> Vec<u8> {
    let robots = if run.obeys_robots { "obey" } else { "ignore" };
    let mut block = format!(
        "software: unhusk-fetch/{}\r\nformat: WARC File Format 1.1\r\n\
         conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n\
         robots: {robots}\r\nhttp-header-user-agent: {}\r\n",
        env!("CARGO_PKG_VERSION"),
        run.user_agent
    );
    if let Some(contact) = &run.contact {
        block.extend(["operator: ", contact, "\r\n"]);
    }
    let id = record_id(&[b"warcinfo", date.as_bytes(), block.as_bytes()]);
    let fields = [
        ("WARC-Type", "warcinfo"),
        ("WARC-Record-ID", &id),
        ("WARC-Date", date),
        ("Content-Type", "application/warc-fields"),
    ];
    record(&fields, block.as_bytes())
}

/// Returns the record of an answer, and its identifier.
pub(crate) fn response_record(url: &str, date: &str, exchange: &Exchange) -> (Vec<u8>, String) {
    let block = &exchange.response;
    let id = record_id(&[b"response", url.as_bytes(), date.as_bytes(), block]);
    let (block_digest, payload_digest) = (digest(block), digest(&exchange.payload));
    let address = exchange.address.map(|address| address.to_string()).unwrap_or_default();
    let mut fields = vec![
        ("WARC-Type", "response"),
        ("WARC-Record-ID", id.as_str()),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("WARC-Block-Digest", &block_digest),
        ("Content-Type", "application/http;msgtype=response"),
    ];
    if !address.is_empty() {
        fields.push(("WARC-IP-Address", &address));
    }
    if exchange.is_cut {
        fields.push(("WARC-Truncated", "length"));
    } else {
        fields.push(("WARC-Payload-Digest", &payload_digest));
    }
    (record(&fields, block), id)
}

/// Returns the record of a request, which belongs to the record `response_id`.
pub(crate) fn request_record(
    url: &str,
    date: &str,
    exchange: &Exchange,
    response_id: &str,
) -> Vec<u8> {
    let block = &exchange.request;
    let id = record_id(&[b"request", url.as_bytes(), date.as_bytes(), block]);
    let block_digest = digest(block);
    let fields = [
        ("WARC-Type", "request"),
        ("WARC-Record-ID", id.as_str()),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("WARC-Concurrent-To", response_id),
        ("WARC-Block-Digest", &block_digest),
        ("Content-Type", "application/http;msgtype=request"),
    ];
    record(&fields, block)
}

/// Returns the record of an answer that shows that a stored page has not changed, and its identifier.
pub(crate) fn revisit_record(
    url: &str,
    date: &str,
    exchange: &Exchange,
    stored: &Stored,
    unchanged: Unchanged,
) -> (Vec<u8>, String) {
    let n_header = header_length(&exchange.response).unwrap_or(exchange.response.len());
    let block = &exchange.response[..n_header];
    let id = record_id(&[b"revisit", url.as_bytes(), date.as_bytes(), block]);
    let mut fields = vec![
        ("WARC-Type", "revisit"),
        ("WARC-Record-ID", id.as_str()),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("WARC-Profile", unchanged.profile()),
        ("WARC-Refers-To", &stored.record_id),
        ("WARC-Refers-To-Target-URI", url),
        ("WARC-Refers-To-Date", &stored.date),
        ("Content-Type", "application/http;msgtype=response"),
    ];
    if let Some(digest) = &stored.payload_digest {
        fields.push(("WARC-Payload-Digest", digest));
    }
    (record(&fields, block), id)
}

/// Writes a record. Empty fields, and fields with a line end, which would begin another field, are left out.
fn record(fields: &[(&str, &str)], block: &[u8]) -> Vec<u8> {
    let mut head = String::from("WARC/1.1\r\n");
    for (name, value) in fields {
        if !value.is_empty() && !value.contains(['\r', '\n']) {
            head.extend([name, ": ", value, "\r\n"]);
        }
    }
    let length = block.len().to_string();
    head.extend(["Content-Length: ", &length, "\r\n\r\n"]);
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}
