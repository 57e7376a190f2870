//! A ZIP archive of a few files, each compressed in memory (APPNOTE 6.3.10 without ZIP64).

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use std::io::{self, Write};

/// Version 2.0: deflate.
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATE: u16 = 8;
/// The first day that the format can express, so that equal records give equal bytes.
const FIRST_DAY: u16 = (1 << 5) | 1;

/// A file of the archive.
pub(super) struct ArchiveEntry {
    name: &'static str,
    crc: Crc,
    data: DeflateEncoder<Vec<u8>>,
}

impl ArchiveEntry {
    pub(super) fn new(name: &'static str) -> Self {
        let data = DeflateEncoder::new(Vec::new(), Compression::default());
        Self { name, crc: Crc::new(), data }
    }
}

impl Write for ArchiveEntry {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.data.write(bytes)?;
        self.crc.update(&bytes[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.data.flush()
    }
}

/// Writes the archive.
pub(super) fn write_archive(entries: Vec<ArchiveEntry>, out: &mut impl Write) -> io::Result<()> {
    let n_entries = u16::try_from(entries.len()).map_err(|_| too_large())?;
    let mut directory = Vec::new();
    let mut offset = 0;
    for entry in entries {
        let n_raw = size(entry.data.total_in())?;
        let crc = entry.crc.sum();
        let data = entry.data.finish()?;
        let n_packed = size(data.len() as u64)?;
        let common = common_header(entry.name, crc, n_packed, n_raw);
        let local = [&b"PK\x03\x04"[..], &common, entry.name.as_bytes()].concat();
        out.write_all(&local)?;
        out.write_all(&data)?;
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&common);
        // Comment length, disk, internal and external attributes: all zero.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&size(offset)?.to_le_bytes());
        directory.extend_from_slice(entry.name.as_bytes());
        offset += local.len() as u64 + u64::from(n_packed);
    }
    out.write_all(&directory)?;
    out.write_all(b"PK\x05\x06\0\0\0\0")?;
    out.write_all(&n_entries.to_le_bytes())?;
    out.write_all(&n_entries.to_le_bytes())?;
    out.write_all(&size(directory.len() as u64)?.to_le_bytes())?;
    out.write_all(&size(offset)?.to_le_bytes())?;
    out.write_all(&[0; 2])
}

/// The part that the local and the central header of a file share: version to length of the extra field.
fn common_header(name: &str, crc: u32, n_packed: u32, n_raw: u32) -> Vec<u8> {
    let mut header = Vec::with_capacity(26);
    for field in [VERSION, FLAGS, DEFLATE, 0, FIRST_DAY] {
        header.extend_from_slice(&field.to_le_bytes());
    }
    for field in [crc, n_packed, n_raw] {
        header.extend_from_slice(&field.to_le_bytes());
    }
    // Names are constants of this module's parent.
    header.extend_from_slice(&u16::try_from(name.len()).unwrap_or(0).to_le_bytes());
    header.extend_from_slice(&[0; 2]);
    header
}

fn size(n_bytes: u64) -> io::Result<u32> {
    u32::try_from(n_bytes).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    io::Error::other("a workbook has at most 4 GiB; write csv, or fewer pages at a time")
}
