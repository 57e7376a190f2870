//! A reader of WARC files, as simple as the format: it panics on anything that is not exactly right.

use flate2::bufread::GzDecoder;
use std::io::Read;

#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) block: Vec<u8>,
}

impl Record {
    pub(crate) fn field(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|(key, _)| key == name);
        field.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    /// The body of HTTP, as stored.
    pub(crate) fn body(&self) -> &[u8] {
        let at = self.block.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        &self.block[at + 4..]
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.block).into_owned()
    }
}

/// Reads a file with one record in each gzip member.
pub(crate) fn read(mut file: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !file.is_empty() {
        let mut member = GzDecoder::new(file);
        let mut bytes = Vec::new();
        member.read_to_end(&mut bytes).unwrap();
        file = member.into_inner();
        records.push(record(&bytes));
    }
    records
}

fn record(bytes: &[u8]) -> Record {
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = std::str::from_utf8(&bytes[..at]).unwrap();
    let (version, fields) = head.split_once("\r\n").unwrap();
    assert_eq!(version, "WARC/1.1");
    let pair =
        |line: &str| line.split_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let fields: Vec<_> = fields.split("\r\n").map(pair).collect();
    let length: usize =
        fields.iter().find(|(key, _)| key == "Content-Length").unwrap().1.parse().unwrap();
    let block = bytes[at + 4..at + 4 + length].to_vec();
    assert_eq!(&bytes[at + 4 + length..], b"\r\n\r\n", "a record ends with two line ends");
    Record { fields, block }
}
