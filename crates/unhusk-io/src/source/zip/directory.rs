//! The central directory of a zip file (APPNOTE 4.3 and 4.4, with zip64) -> its entries, in the order in which they are
//! stored. Sizes and counts in the file are checked and never used to allocate memory.

use super::super::stored::StoredInput;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Most entries of an archive that is read.
pub(super) const MAX_ENTRIES: usize = 100_000;
/// Most bytes of all names together.
const MAX_NAME_BYTES: usize = 16 << 20;

const END_SIGNATURE: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";
const ENTRY_BYTES: usize = 46;
const LOCAL_BYTES: u64 = 30;

/// A file in a zip archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ZipEntry {
    pub(super) name: String,
    /// Start of its local header.
    pub(super) offset: u64,
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    pub(super) checksum: u32,
    pub(super) packed_bytes: u64,
    /// Whether the next entry begins before this one ends.
    pub(super) overlaps: bool,
}

/// Reads the directory.
///
/// # Errors
/// The reason why it cannot be read, for a message.
pub(super) fn read_directory(file: &mut File) -> Result<Vec<ZipEntry>, String> {
    let end = find_end(file)?;
    if end.n_entries > MAX_ENTRIES as u64 {
        return Err(format!("it has {} entries; at most {MAX_ENTRIES} are read", end.n_entries));
    }
    let file = file.try_clone().map_err(|error| error.to_string())?;
    let mut input = StoredInput::part(file, end.directory_offset, end.directory_bytes)
        .map_err(|error| error.to_string())?;
    let mut entries = Vec::new();
    let mut n_name_bytes = 0;
    while let Some(mut entry) =
        read_entry(&mut input).map_err(|error| format!("its directory is broken: {error}"))?
    {
        n_name_bytes += entry.name.len();
        if entries.len() == MAX_ENTRIES || n_name_bytes > MAX_NAME_BYTES {
            return Err(format!("it has more than {MAX_ENTRIES} entries, or very long names"));
        }
        entry.offset = entry.offset.saturating_add(end.shift);
        entries.push(entry);
    }
    if (entries.len() as u64) < end.n_entries {
        return Err(format!(
            "its directory has {} entries instead of {}",
            entries.len(),
            end.n_entries
        ));
    }
    entries.sort_by_key(|entry| entry.offset);
    mark_overlaps(&mut entries, end.directory_offset);
    Ok(entries)
}

/// Marks entries that reach into the next one, whose bytes would be unpacked again and again.
fn mark_overlaps(entries: &mut [ZipEntry], directory_offset: u64) {
    let mut next_offset = directory_offset;
    for entry in entries.iter_mut().rev() {
        let end = entry.offset.saturating_add(LOCAL_BYTES).saturating_add(entry.packed_bytes);
        entry.overlaps = end > next_offset;
        next_offset = entry.offset;
    }
}

/// Facts about the directory in the end of the file.
struct DirectoryEnd {
    n_entries: u64,
    directory_bytes: u64,
    directory_offset: u64,
    /// Bytes before the archive, as in files that unpack themselves.
    shift: u64,
}

fn find_end(file: &mut File) -> Result<DirectoryEnd, String> {
    let failed = |error: io::Error| error.to_string();
    let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
    // The end has a comment of at most 64 KiB.
    let n_tail = length.min((END_BYTES + (64 << 10)) as u64);
    let tail_offset = length - n_tail;
    file.seek(SeekFrom::Start(tail_offset)).map_err(failed)?;
    let mut tail = Vec::new();
    Read::by_ref(file).take(n_tail).read_to_end(&mut tail).map_err(failed)?;
    let is_end = |&at: &usize| {
        let record = &tail[at..];
        record.len() >= END_BYTES && usize::from(u16_at(record, 20)) + END_BYTES <= record.len()
    };
    let at = memchr::memmem::rfind_iter(&tail, END_SIGNATURE).find(is_end);
    let Some(at) = at else {
        return Err(
            "it has no directory of entries, as zip files have at their end: it may be cut"
                .to_owned(),
        );
    };
    let record = &tail[at..];
    let end_offset = tail_offset + at as u64;
    let mut end = DirectoryEnd {
        n_entries: u64::from(u16_at(record, 10)),
        directory_bytes: u64::from(u32_at(record, 12)),
        directory_offset: u64::from(u32_at(record, 16)),
        shift: 0,
    };
    let mut directory_end = end_offset;
    let is_large = end.n_entries == 0xFFFF
        || end.directory_bytes == 0xFFFF_FFFF
        || end.directory_offset == 0xFFFF_FFFF;
    if is_large && let Some((large, offset)) = large_end(file, end_offset).map_err(failed)? {
        (end, directory_end) = (large, offset);
    }
    let Some(actual) = directory_end
        .checked_sub(end.directory_bytes)
        .filter(|actual| *actual >= end.directory_offset)
    else {
        return Err("its directory is not where its end says".to_owned());
    };
    end.shift = actual - end.directory_offset;
    end.directory_offset = actual;
    Ok(end)
}

/// Returns the end record of a zip64 archive and its position; `None` if there is none.
fn large_end(file: &mut File, end_offset: u64) -> io::Result<Option<(DirectoryEnd, u64)>> {
    let Some(locator_offset) = end_offset.checked_sub(20) else { return Ok(None) };
    let mut locator = [0; 20];
    file.seek(SeekFrom::Start(locator_offset))?;
    file.read_exact(&mut locator)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Ok(None);
    }
    let offset = u64_at(&locator, 8);
    let mut record = [0; 56];
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(&mut record)?;
    if !record.starts_with(b"PK\x06\x06") {
        return Err(io::Error::other("its zip64 end is not where its locator says"));
    }
    let end = DirectoryEnd {
        n_entries: u64_at(&record, 32),
        directory_bytes: u64_at(&record, 40),
        directory_offset: u64_at(&record, 48),
        shift: 0,
    };
    Ok(Some((end, offset)))
}

/// Reads the next entry; `None` at the end of the directory.
fn read_entry(input: &mut StoredInput) -> io::Result<Option<ZipEntry>> {
    if !input.peek(ENTRY_SIGNATURE.len())?.starts_with(ENTRY_SIGNATURE) {
        return Ok(None);
    }
    let mut fixed = [0; ENTRY_BYTES];
    input.read_exact(&mut fixed)?;
    let [name, extra] = [28, 30].map(|at| usize::from(u16_at(&fixed, at)));
    let n_comment = u64::from(u16_at(&fixed, 32));
    // Both are at most 64 KiB.
    let mut texts = vec![0; name + extra];
    input.read_exact(&mut texts)?;
    io::copy(&mut input.take(n_comment), &mut io::sink())?;
    let mut entry = ZipEntry {
        name: String::from_utf8_lossy(&texts[..name]).into_owned(),
        offset: u64::from(u32_at(&fixed, 42)),
        method: u16_at(&fixed, 10),
        is_encrypted: u16_at(&fixed, 8) & 1 != 0,
        checksum: u32_at(&fixed, 16),
        packed_bytes: u64::from(u32_at(&fixed, 20)),
        overlaps: false,
    };
    let is_large_unpacked = u32_at(&fixed, 24) == u32::MAX;
    read_large_sizes(&mut entry, is_large_unpacked, &texts[name..]);
    Ok(Some(entry))
}

/// Reads sizes and offsets of zip64 from the extra field, which has only those that do not fit elsewhere.
fn read_large_sizes(entry: &mut ZipEntry, is_large_unpacked: bool, extra: &[u8]) {
    let Some(mut numbers) = extra_field(extra, 1) else { return };
    let mut next = || {
        let (number, rest) = numbers.split_first_chunk::<8>()?;
        numbers = rest;
        Some(u64::from_le_bytes(*number))
    };
    if is_large_unpacked {
        next();
    }
    if entry.packed_bytes == u64::from(u32::MAX) {
        entry.packed_bytes = next().unwrap_or(entry.packed_bytes);
    }
    if entry.offset == u64::from(u32::MAX) {
        entry.offset = next().unwrap_or(entry.offset);
    }
}

fn extra_field(mut extra: &[u8], wanted: u16) -> Option<&[u8]> {
    while extra.len() >= 4 {
        let (id, n_bytes) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        let content = extra.get(4..4 + n_bytes)?;
        if id == wanted {
            return Some(content);
        }
        extra = &extra[4 + n_bytes..];
    }
    None
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..)
        .and_then(|bytes| bytes.first_chunk())
        .map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..)
        .and_then(|bytes| bytes.first_chunk())
        .map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes
        .get(at..)
        .and_then(|bytes| bytes.first_chunk())
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}
