//! Recovery after a broken record: its error, and the search for the next record.

use super::super::SourceError;
use super::super::headers::block_end;
use super::member::MemberFault;
use super::record::RecordHead;
use super::{CurrentRecord, RECORD_START, RecordFault, WarcReader};
use memchr::memmem;

/// Start of a record in searches; more than [`RECORD_START`], because pages may mention WARC.
const SEARCHED: &[u8] = b"WARC/1.";
/// Bytes by which a record is recognized in the middle of a line, after bytes that belong to no record.
const VERSION_AND_FIELD: &[u8] = b"WARC/1.1\r\nWARC-";

impl WarcReader {
    /// Goes to the next record that can be found, and returns the error of the current one.
    pub(super) fn recover(
        &mut self,
        mut current: CurrentRecord,
        fault: RecordFault,
    ) -> SourceError {
        current.uri = current.uri.or_else(|| self.uri_in_buffer());
        let found = match &fault {
            RecordFault::Page(_) => Ok(true),
            RecordFault::Member(MemberFault::Read(_) | MemberFault::Unsupported(_)) => Ok(false),
            RecordFault::Record(_) => self.find_in_content(&current),
            RecordFault::Member(_) if self.members.is_plain() => self.find_in_content(&current),
            RecordFault::Member(MemberFault::Bomb) => {
                self.find_member(self.members.stored_position())
            }
            RecordFault::Member(_) => self.find_member(current.search_offset),
        };
        let is_cut = matches!(fault, RecordFault::Member(MemberFault::CutShort));
        self.is_at_end = !matches!(found, Ok(true));
        let mut why = match (found, fault) {
            // The fault that makes the rest unreadable takes precedence.
            (Err(fault), _) | (_, RecordFault::Member(fault)) => fault.why(),
            (_, RecordFault::Record(why) | RecordFault::Page(why)) => why,
        };
        if self.members.take_passed_over() {
            why.push_str("; records right after it may be lost");
        }
        let (archive, offset) = (self.archive.clone(), current.offset);
        // A record that is cut by the end of the archive is broken like any other: nothing comes after it.
        if self.is_at_end && !is_cut {
            return SourceError::Archive { archive, offset, n_pages: self.n_pages, why };
        }
        SourceError::Record { archive, offset, uri: current.uri, why }
    }

    /// Returns the URI of a record whose member broke before its header was read.
    fn uri_in_buffer(&self) -> Option<String> {
        let unread = self.members.unread();
        let block = unread.starts_with(RECORD_START).then(|| block_end(unread, 0)).flatten()?;
        RecordHead::parse(&unread[..block]).uri
    }

    /// Goes to the next record in the bytes of the current one, or after them.
    fn find_in_content(&mut self, current: &CurrentRecord) -> Result<bool, MemberFault> {
        if let Some(n_before) = self.n_before_next.take() {
            self.members.take(n_before);
            return Ok(true);
        }
        if let Some(offset) = current.content_offset {
            self.members.go_back(offset)?;
        } else if self.members.unread().starts_with(RECORD_START) {
            self.members.take(1);
        }
        let fault = match self.find_in_members(current.content_offset.is_some()) {
            Err(fault) if !matches!(fault, MemberFault::Read(_)) => fault,
            found => return found,
        };
        let is_found = match fault {
            MemberFault::Bomb => self.find_member(self.members.stored_position())?,
            // The member of the broken record may have consumed bytes of the next one.
            _ => self.find_member(current.search_offset)?,
        };
        if is_found { Ok(true) } else { Err(fault) }
    }

    /// Searches decoded bytes for the next record.
    fn find_in_members(&mut self, mut is_line_start: bool) -> Result<bool, MemberFault> {
        self.members.begin_record();
        loop {
            self.members.reuse_room();
            let unread = self.members.unread();
            if let Some(at) = record_in(unread, is_line_start) {
                self.members.take(at);
                return Ok(true);
            }
            let n_searched = unread.len().saturating_sub(VERSION_AND_FIELD.len());
            if n_searched > 0 {
                is_line_start = unread[n_searched - 1] == b'\n';
            }
            self.members.take(n_searched);
            if self.members.fill()? {
                continue;
            }
            self.members.drop_unread();
            if !self.members.next_member()? {
                return Ok(false);
            }
            is_line_start = true;
        }
    }

    fn find_member(&mut self, offset: u64) -> Result<bool, MemberFault> {
        self.n_before_next = None;
        self.members.skip_to_member(offset, RECORD_START)
    }
}

/// Returns the start of a record: at the start of a line, or with its version and first field in the middle of one.
fn record_in(bytes: &[u8], is_line_start: bool) -> Option<usize> {
    let starts_line = |&at: &usize| match at.checked_sub(1) {
        Some(before) => bytes[before] == b'\n',
        None => is_line_start,
    };
    memmem::find_iter(bytes, SEARCHED).find(|at| starts_line(at) || begins_header(&bytes[*at..]))
}

/// Whether bytes begin with a version line and a field of WARC.
fn begins_header(bytes: &[u8]) -> bool {
    let Some((version, after)) = bytes.split_at_checked(SEARCHED.len() + 1) else { return false };
    let after = after.strip_prefix(b"\r").unwrap_or(after);
    version[SEARCHED.len()].is_ascii_digit() && after.starts_with(b"\nWARC-")
}
