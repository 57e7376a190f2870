//! Kind of archive of a file: by its name, else by its first bytes.

use super::capture::ArchiveOptions;
use super::headers::{MAX_HEADER_BYTES, block_end, field};
use super::name::{FileName, is_other_name, is_page_name};
use super::unpack::{decoder, sniff};
use super::{PageOrigin, PageRef, Unpacked};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, Read};

/// Bytes that are inspected; MIME headers may be long.
const MAX_BYTES: usize = 8 << 10;

/// A file that contains pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArchiveKind {
    Warc,
    /// Also WACZ, which is a zip file with WARC archives in it.
    Zip,
    Mhtml,
    Har,
    JsonLines,
    /// Comma-separated values.
    Csv,
    /// Tab-separated values.
    Tsv,
    /// Read by `unhusk-columns`, from files.
    Parquet,
}

impl ArchiveKind {
    /// Returns the kind by the ending of a name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let name = FileName::new(name);
        let kind = match name.ending.as_str() {
            "warc" => Self::Warc,
            "zip" | "wacz" => Self::Zip,
            "mht" | "mhtml" => Self::Mhtml,
            "har" => Self::Har,
            "jsonl" | "ndjson" => Self::JsonLines,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "parquet" | "pq" => Self::Parquet,
            _ => return None,
        };
        let is_packed = name.packing.is_some();
        (!is_packed || !matches!(kind, Self::Zip | Self::Parquet)).then_some(kind)
    }

    /// Whether this is a table with a row per page. In a folder, a table beside pages is more likely output than input.
    pub(super) fn is_table(self) -> bool {
        matches!(self, Self::JsonLines | Self::Csv | Self::Tsv | Self::Parquet)
    }

    /// Returns the kind by the first bytes.
    fn of_bytes(start: &[u8]) -> Option<Self> {
        if is_zstd_with_skipped_frame(start) {
            return Some(Self::Warc);
        }
        let is_packed = sniff(start).is_some();
        let kind = Self::of_unpacked(&unpacked_start(start))?;
        (!is_packed || !matches!(kind, Self::Zip | Self::Parquet)).then_some(kind)
    }

    /// Returns the kind of standard input, which has no name, by its first bytes. HTML may begin with any text, so that
    /// a table of comma-separated values is recognized only if a column was named.
    fn of_stdin(start: &[u8], options: &ArchiveOptions) -> Option<Self> {
        let by_magic = Self::of_bytes(start);
        if by_magic.is_some() {
            return by_magic;
        }
        let unpacked = unpacked_start(start);
        let text = without_byte_order_mark(&unpacked).trim_ascii_start();
        let header = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let is_object =
            text.strip_prefix(b"{").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\""));
        if is_object {
            Some(Self::JsonLines)
        } else if !options.names_columns() {
            None
        } else if header.contains(&b'\t') {
            Some(Self::Tsv)
        } else {
            Some(Self::Csv)
        }
    }

    fn of_unpacked(start: &[u8]) -> Option<Self> {
        if start.starts_with(b"WARC/") {
            Some(Self::Warc)
        } else if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
            Some(Self::Zip)
        } else if start.starts_with(b"PAR1") {
            Some(Self::Parquet)
        } else if begins_as_har(start) {
            Some(Self::Har)
        } else {
            begins_as_mhtml(start).then_some(Self::Mhtml)
        }
    }
}

impl PageRef {
    /// Whether this is an archive, which [`PageStream`](super::PageStream) opens: by its name or else by its first
    /// bytes.
    pub fn is_archive(&self) -> bool {
        self.archive_kind(&ArchiveOptions::default()).is_some()
    }

    /// Whether this is an archive by its name.
    pub(super) fn is_archive_name(&self) -> bool {
        matches!(self.origin, PageOrigin::File(_)) && ArchiveKind::of_name(&self.name).is_some()
    }

    /// The kind of archive; `None` for a page. A file that cannot be read is reported when it is read as a page.
    pub(super) fn archive_kind(&self, options: &ArchiveOptions) -> Option<ArchiveKind> {
        match &self.origin {
            PageOrigin::Memory(_) => None,
            PageOrigin::Stdin => {
                let mut input = io::stdin().lock();
                // Inspected bytes stay in the buffer of standard input.
                ArchiveKind::of_stdin(input.fill_buf().ok()?, options)
            }
            PageOrigin::File(path) => {
                let by_name = ArchiveKind::of_name(&self.name);
                if by_name.is_some() || is_page_name(&self.name) {
                    return by_name;
                }
                let is_json = FileName::new(&self.name).ending == "json";
                if is_other_name(&self.name) && !is_json {
                    return None;
                }
                let mut start = Vec::new();
                File::open(path).ok()?.take(MAX_BYTES as u64).read_to_end(&mut start).ok()?;
                ArchiveKind::of_bytes(&start)
            }
        }
    }

    /// Returns the compression of the file, by its name or else by its first bytes.
    pub(super) fn packing(&self, start: &[u8]) -> Option<Unpacked> {
        FileName::new(&self.name).packing.or_else(|| sniff(start))
    }
}

/// Returns the first bytes of the unpacked content.
fn unpacked_start(start: &[u8]) -> Cow<'_, [u8]> {
    let Some(format) = sniff(start) else { return Cow::Borrowed(start) };
    let mut unpacked = Vec::new();
    // The packed bytes end early: reads until there are enough unpacked ones.
    let _ = decoder(start, format).take(MAX_BYTES as u64).read_to_end(&mut unpacked);
    Cow::Owned(unpacked)
}

fn without_byte_order_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start)
}

/// Whether the bytes begin with a skippable frame, as WARC archives that are packed with a dictionary do.
fn is_zstd_with_skipped_frame(start: &[u8]) -> bool {
    matches!(start, [0x5D, 0x2A, 0x4D, 0x18, ..])
}

/// Whether the bytes begin with `{"log"`, with white space where JSON allows it.
fn begins_as_har(start: &[u8]) -> bool {
    let start = without_byte_order_mark(start).trim_ascii_start();
    start.strip_prefix(b"{").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\"log\""))
}

/// Whether bytes begin with the header of a MIME message with several parts.
pub(super) fn begins_as_mhtml(start: &[u8]) -> bool {
    let start = without_byte_order_mark(start).trim_ascii_start();
    let block = &start[..block_end(start, 0).unwrap_or(start.len()).min(MAX_HEADER_BYTES)];
    let is_name = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let begins_with_name = block
        .iter()
        .position(|&byte| byte == b':')
        .is_some_and(|colon| block[..colon].iter().all(is_name));
    let content_type = field(block, "Content-Type").unwrap_or_default();
    let is_multipart =
        content_type.get(..10).is_some_and(|start| start.eq_ignore_ascii_case(b"multipart/"));
    begins_with_name && field(block, "MIME-Version").is_some() && is_multipart
}
