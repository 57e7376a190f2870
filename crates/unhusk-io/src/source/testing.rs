//! Archives for tests, written byte by byte after their specifications.

use super::{ArchiveOptions, PageOrigin, PageRef, PageStream, Skipped, SourceError};
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use flate2::{Compression, Crc};
use std::io::Write;
use tempfile::TempDir;

/// One record of WARC 1.1: ISO 28500:2017, 4.
pub(super) fn record(fields: &[(&str, &str)], content: &[u8]) -> Vec<u8> {
    let mut record = b"WARC/1.1\r\n".to_vec();
    for (name, value) in fields {
        record.extend(format!("{name}: {value}\r\n").bytes());
    }
    if !fields.iter().any(|(name, _)| *name == "Content-Length") {
        record.extend(format!("Content-Length: {}\r\n", content.len()).bytes());
    }
    [&record, b"\r\n".as_slice(), content, b"\r\n\r\n"].concat()
}

/// A record with an HTTP response.
pub(super) fn response(uri: &str, http_fields: &str, body: &[u8]) -> Vec<u8> {
    response_with(&[], uri, http_fields, body)
}

/// Like [`response`], with more fields in the header of the record.
pub(super) fn response_with(
    more: &[(&str, &str)],
    uri: &str,
    http_fields: &str,
    body: &[u8],
) -> Vec<u8> {
    let http = [format!("HTTP/1.1 200 OK\r\n{http_fields}\r\n").as_bytes(), body].concat();
    let mut fields = vec![
        ("WARC-Type", "response"),
        ("WARC-Target-URI", uri),
        ("WARC-Date", "2026-01-02T03:04:05Z"),
        ("Content-Type", "application/http;msgtype=response"),
    ];
    fields.extend(more);
    record(&fields, &http)
}

/// A record with an HTML page.
pub(super) fn page(uri: &str, html: &str) -> Vec<u8> {
    response(uri, "Content-Type: text/html\r\n", html.as_bytes())
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A zstd frame of raw blocks: RFC 8878, 3.1.1.
pub(super) fn zstd(bytes: &[u8]) -> Vec<u8> {
    // Magic number; descriptor without single segment, sizes and checksum; a window of 8 MiB (exponent 13).
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 13 << 3];
    let mut blocks = bytes.chunks(100_000).peekable();
    while let Some(block) = blocks.next() {
        let is_last = u32::from(blocks.peek().is_none());
        let header = u32::try_from(block.len()).unwrap() << 3 | is_last;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// Text as uncompressed brotli: RFC 7932, 9.2: a window of 16 bits, an uncompressed meta-block, an empty last one.
pub(super) fn brotli(bytes: &[u8]) -> Vec<u8> {
    assert!((1..=0x1_0000).contains(&bytes.len()));
    // Bits from the lowest: window 0; not last 0; four nibbles 00; length - 1 in 16 bits; uncompressed 1.
    let bits = u32::try_from(bytes.len() - 1).unwrap() << 4 | 1 << 20;
    let mut packed = bits.to_le_bytes()[..3].to_vec();
    packed.extend(bytes);
    // Last, and empty.
    packed.push(3);
    packed
}

/// A file for [`zip`].
pub(super) struct ZipFile<'f> {
    pub(super) name: &'f str,
    pub(super) bytes: &'f [u8],
    pub(super) method: u16,
    pub(super) flags: u16,
}

/// Files that are deflated.
pub(super) fn files<'f>(files: &[(&'f str, &'f [u8])]) -> Vec<ZipFile<'f>> {
    files.iter().map(|&(name, bytes)| ZipFile { name, bytes, method: 8, flags: 0 }).collect()
}

/// A zip file: APPNOTE 4.3.
pub(super) fn zip(files: &[ZipFile<'_>]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let packed = if file.method == 8 { deflate(file.bytes) } else { file.bytes.to_vec() };
        let mut crc = Crc::new();
        crc.update(file.bytes);
        let offset = u32::try_from(archive.len()).unwrap();
        let mut shared = Vec::new();
        for number in [20, file.flags, file.method, 0, 0] {
            shared.extend(number.to_le_bytes());
        }
        shared.extend(crc.sum().to_le_bytes());
        shared.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
        shared.extend(u32::try_from(file.bytes.len()).unwrap().to_le_bytes());
        shared.extend(u16::try_from(file.name.len()).unwrap().to_le_bytes());
        shared.extend([0; 2]);
        archive.extend([b"PK\x03\x04".as_slice(), &shared, file.name.as_bytes(), &packed].concat());
        directory.extend([b"PK\x01\x02\x14\x00".as_slice(), &shared, &[0; 10]].concat());
        directory.extend(offset.to_le_bytes());
        directory.extend(file.name.as_bytes());
    }
    let n_files = u16::try_from(files.len()).unwrap().to_le_bytes();
    let end = [
        b"PK\x05\x06\0\0\0\0".as_slice(),
        &n_files,
        &n_files,
        &u32::try_from(directory.len()).unwrap().to_le_bytes(),
        &u32::try_from(archive.len()).unwrap().to_le_bytes(),
        &[0; 2],
    ];
    [archive, directory, end.concat()].concat()
}

/// Result of streaming one file.
pub(super) struct Streamed {
    pub(super) pages: Vec<PageRef>,
    /// All items in order: names of pages, and messages without the path to the folder.
    pub(super) items: Vec<String>,
    pub(super) skipped: Skipped,
}

impl Streamed {
    /// The body of a page as text.
    pub(super) fn body(&self, page: usize) -> String {
        String::from_utf8_lossy(body(&self.pages[page])).into_owned()
    }
}

pub(super) fn body(page: &PageRef) -> &[u8] {
    match &page.origin {
        PageOrigin::Memory(bytes) => bytes,
        _ => panic!("not a page of an archive"),
    }
}

/// Streams a file of this name and content.
pub(super) fn stream(name: &str, bytes: &[u8]) -> Streamed {
    stream_with(name, bytes, ArchiveOptions::default())
}

pub(super) fn stream_with(name: &str, bytes: &[u8], options: ArchiveOptions) -> Streamed {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let root = format!("{}/", folder.path().display());
    let mut stream = PageStream::new([Ok::<_, SourceError>(PageRef::file(path))], options);
    let (mut pages, mut items) = (Vec::new(), Vec::new());
    for item in stream.by_ref() {
        match item {
            Ok(page) => {
                items.push(page.name.replace(&root, ""));
                pages.push(page);
            }
            Err(error) => items.push(error.to_string().replace(&root, "")),
        }
    }
    Streamed { pages, items, skipped: stream.skipped() }
}
