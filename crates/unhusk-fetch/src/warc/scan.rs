//! A WARC file -> its answer for each URL, and the end of its last complete record.

use flate2::bufread::GzDecoder;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};

/// Limit on the bytes of a record's header, and of the HTTP header in it, that are read.
const MAX_HEAD_BYTES: u64 = 64 << 10;

/// The answer in an archive for a URL.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored {
    /// Status of HTTP.
    pub status: u16,
    /// Target of a redirect.
    pub location: Option<String>,
    /// The header `ETag`.
    pub etag: Option<String>,
    /// The header `Last-Modified`.
    pub last_modified: Option<String>,
    /// Identifier of the record.
    pub record_id: String,
    /// Date of the record.
    pub date: String,
    /// Digest of the body.
    pub payload_digest: Option<String>,
}

impl Stored {
    /// Whether a conditional request is possible.
    pub(crate) fn has_validator(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }
}

/// The result of reading a file.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The last answer for each URL.
    pub(super) pages: BTreeMap<String, Stored>,
    /// End of the last complete record.
    pub(super) end: u64,
    /// Whether more bytes follow: the start of a record whose writer was killed.
    pub(super) is_torn: bool,
}

/// Reads a file. A file that ends inside of a record is torn; anything else that is not WARC is an error.
pub(super) fn scan(input: impl Read) -> io::Result<Scan> {
    let mut input = Counted { input: BufReader::new(input), n_bytes: 0 };
    let mut scan = Scan::default();
    loop {
        let start = input.fill_buf()?;
        if start.is_empty() {
            return Ok(scan);
        }
        let is_gzip = start.first() == Some(&0x1F);
        let read = if is_gzip {
            read_member(&mut input, &mut scan.pages)
        } else {
            read_record(&mut input, &mut scan.pages).map(drop)
        };
        match read {
            Ok(()) => scan.end = input.n_bytes,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                scan.is_torn = true;
                return Ok(scan);
            }
            Err(error) => {
                let why = format!("no WARC record at byte {}: {error}", scan.end);
                return Err(io::Error::new(error.kind(), why));
            }
        }
    }
}

/// Reads the records of one gzip member.
fn read_member(
    input: &mut Counted<impl BufRead>,
    pages: &mut BTreeMap<String, Stored>,
) -> io::Result<()> {
    let mut member = BufReader::new(GzDecoder::new(input));
    while read_record(&mut member, pages)? {}
    Ok(())
}

/// Reads one record; returns false at the end of the input.
fn read_record(input: &mut impl BufRead, pages: &mut BTreeMap<String, Stored>) -> io::Result<bool> {
    let Some(head) = read_head(input)? else { return Ok(false) };
    if !head.starts_with("WARC/") {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it does not begin with `WARC/`"));
    }
    let length = field(&head, "content-length").and_then(|length| length.parse::<u64>().ok());
    let Some(length) = length else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it has no `Content-Length`"));
    };
    let mut block_start = Vec::new();
    let n_start = length.min(MAX_HEAD_BYTES);
    let mut n_read = input.by_ref().take(n_start).read_to_end(&mut block_start)? as u64;
    n_read += io::copy(&mut input.by_ref().take(length - n_start), &mut io::sink())?;
    let mut end = Vec::new();
    input.by_ref().take(4).read_to_end(&mut end)?;
    if n_read < length || end.len() < 4 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if end != b"\r\n\r\n" {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "its length is wrong"));
    }
    if field(&head, "warc-type") == Some("response")
        && let Some(url) = field(&head, "warc-target-uri")
        && let Some(stored) = stored(&head, &String::from_utf8_lossy(&block_start))
    {
        pages.insert(url.trim_matches(['<', '>']).to_owned(), stored);
    }
    Ok(true)
}

/// Reads a header up to its empty line; `None` at the end of the input.
fn read_head(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut limited = input.take(MAX_HEAD_BYTES);
    loop {
        let n_before = head.len();
        let n_bytes = limited.read_until(b'\n', &mut head)?;
        if !head[n_before..].ends_with(b"\n") {
            return match (n_bytes, n_before, limited.limit()) {
                (0, 0, _) => Ok(None),
                (_, _, 0) => {
                    Err(io::Error::new(io::ErrorKind::InvalidData, "its header is too long"))
                }
                // Bytes that cannot start a record are no torn record.
                _ if !b"WARC/".starts_with(&head[..head.len().min(5)]) => Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "it does not begin with `WARC/`",
                )),
                _ => Err(io::ErrorKind::UnexpectedEof.into()),
            };
        }
        if n_bytes <= 2 && head[n_before..].trim_ascii().is_empty() {
            return Ok(Some(String::from_utf8_lossy(&head).into_owned()));
        }
    }
}

/// Returns the value of a field of a header, of WARC or of HTTP.
fn field<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().skip(1).take_while(|line| !line.is_empty()).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

fn stored(head: &str, http: &str) -> Option<Stored> {
    let status = http.lines().next()?.split_ascii_whitespace().nth(1)?.parse().ok()?;
    let own = |name: &str| field(http, name).map(str::to_owned);
    Some(Stored {
        status,
        location: own("location"),
        etag: own("etag"),
        last_modified: own("last-modified"),
        record_id: field(head, "warc-record-id").unwrap_or_default().to_owned(),
        date: field(head, "warc-date").unwrap_or_default().to_owned(),
        payload_digest: field(head, "warc-payload-digest").map(str::to_owned),
    })
}

/// Counts the bytes that were taken from a file.
struct Counted<R> {
    input: R,
    n_bytes: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.input.read(buffer)?;
        self.n_bytes += n_bytes as u64;
        Ok(n_bytes)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, n_bytes: usize) {
        self.n_bytes += n_bytes as u64;
        self.input.consume(n_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::scan;
    use proptest::prelude::*;

    const RECORD: &str = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://a.example/>\r\n\
        Content-Length: 40\r\n\r\nHTTP/1.1 200 OK\r\nETag: \"x\"\r\n\r\n0123456789\r\n\r\n";

    #[test]
    fn the_last_answer_counts() {
        let second = RECORD.replace("200", "404");
        let read = scan(format!("{RECORD}{second}").as_bytes()).unwrap();
        let stored = &read.pages["http://a.example/"];
        assert_eq!((stored.status, stored.etag.as_deref()), (404, Some("\"x\"")));
        assert_eq!((read.end, read.is_torn), ((RECORD.len() * 2) as u64, false));
    }

    #[test]
    fn a_length_that_lies_is_torn_or_refused_and_costs_nothing() {
        let huge = RECORD.replace("40", "18446744073709551615");
        let read = scan(huge.as_bytes()).unwrap();
        assert_eq!((read.end, read.is_torn), (0, true));
        for length in ["39", "-1", "x", "99999999999999999999"] {
            assert!(scan(RECORD.replace("40", length).as_bytes()).is_err(), "{length}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0..120_usize) {
            let _ = scan(&bytes[..]);
            let _ = scan(&[RECORD.as_bytes(), &bytes].concat()[..]);
            let read = scan(&RECORD.as_bytes()[..cut]).unwrap();
            prop_assert_eq!((read.end, read.is_torn), (0, cut > 0));
        }
    }
}
