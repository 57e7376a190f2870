//! Position in the decoded bytes of an archive: moves from record to record, and never beyond the end of one.

use super::super::headers::{MAX_HEADER_BYTES, block_end};
use super::member::MemberFault;
use super::{CurrentRecord, RECORD_START, RecordFault, WarcReader};

impl WarcReader {
    /// Goes to the beginning of the next record, over empty lines; returns false at the end of the archive.
    pub(super) fn go_to_record(
        &mut self,
        current: &mut CurrentRecord,
    ) -> Result<bool, RecordFault> {
        self.n_before_next = None;
        loop {
            self.take_line_ends();
            if self.members.unread().len() >= RECORD_START.len() {
                break;
            }
            let filled = self.members.fill();
            if filled.is_err() && self.members.unread().starts_with(RECORD_START) {
                // The record has a header at least; its reader meets the fault again.
                break;
            }
            let is_more = filled?;
            if !is_more {
                if !self.members.unread().is_empty() {
                    break;
                }
                // A fault in the next member is a fault of the record expected there.
                current.offset = self.members.stored_position();
                if !self.members.next_member()? {
                    return Ok(false);
                }
                self.members.begin_record();
            }
            current.offset = self.members.offset();
        }
        current.offset = self.members.offset();
        if self.members.unread().starts_with(RECORD_START) {
            return Ok(true);
        }
        Err(RecordFault::Record("no WARC record begins here".to_owned()))
    }

    /// Returns the length of the block of header fields that begins `from` bytes ahead, with its empty line.
    pub(super) fn header_block(&mut self, from: usize, length: u64) -> Result<usize, RecordFault> {
        let max_bytes = usize::try_from(length).unwrap_or(usize::MAX).min(MAX_HEADER_BYTES);
        let mut n_searched = from;
        loop {
            let unread = self.unread();
            let end = block_end(&unread[..unread.len().min(max_bytes)], n_searched);
            if let Some(end) = end {
                return Ok(end);
            }
            if unread.len() >= max_bytes {
                if length <= MAX_HEADER_BYTES as u64 {
                    // A response without a body may end with its header.
                    return Ok(max_bytes);
                }
                let why = format!("its header is longer than {MAX_HEADER_BYTES} bytes");
                return Err(RecordFault::Record(why));
            }
            n_searched = unread.len().saturating_sub(2);
            if !self.more()? {
                return Err(self.short());
            }
        }
    }

    /// Unread bytes that belong to the record.
    pub(super) fn unread(&self) -> &[u8] {
        let unread = self.members.unread();
        &unread[..self.n_before_next.unwrap_or(unread.len())]
    }

    pub(super) fn take(&mut self, n_bytes: usize) {
        self.members.take(n_bytes);
        if let Some(n_before) = &mut self.n_before_next {
            *n_before = n_before.saturating_sub(n_bytes);
        }
    }

    /// Decodes more bytes of the record; returns false if there are none. A member that begins with a record is not
    /// part of this one.
    pub(super) fn more(&mut self) -> Result<bool, MemberFault> {
        loop {
            if self.n_before_next.is_some() {
                return Ok(false);
            }
            if self.members.is_in_member() {
                if self.members.fill()? {
                    return Ok(true);
                }
                continue;
            }
            let n_before = self.members.unread().len();
            if !self.members.next_member()? {
                return Ok(false);
            }
            while self.members.unread().len() < n_before + RECORD_START.len()
                && self.members.fill()?
            {}
            let added = &self.members.unread()[n_before..];
            if added.starts_with(RECORD_START) {
                self.n_before_next = Some(n_before);
            } else if !added.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Decodes more bytes of the current member; returns false if there are none.
    pub(super) fn more_in_member(&mut self) -> Result<bool, MemberFault> {
        if self.n_before_next.is_some() { Ok(false) } else { self.members.fill() }
    }

    /// Decodes until `n_bytes` of the record are available.
    pub(super) fn need(&mut self, n_bytes: usize) -> Result<(), RecordFault> {
        while self.unread().len() < n_bytes {
            if !self.more()? {
                return Err(self.short());
            }
        }
        Ok(())
    }

    /// Takes `n_bytes` of the record, without keeping them.
    pub(super) fn skip(&mut self, mut n_bytes: u64) -> Result<(), RecordFault> {
        loop {
            let n_taken = (self.unread().len() as u64).min(n_bytes);
            self.take(usize::try_from(n_taken).unwrap_or(usize::MAX));
            n_bytes -= n_taken;
            if n_bytes == 0 {
                return Ok(());
            }
            if !self.more()? {
                return Err(self.short());
            }
        }
    }

    /// Checks that the record ends at its declared length: only line ends precede the next one. Bytes after two line
    /// ends are not part of the record. The member is decoded to its end, which has its checksum.
    pub(super) fn end_record(&mut self) -> Result<(), RecordFault> {
        while self.unread().len() < 4 && self.more_in_member()? {}
        if self.unread().starts_with(b"\r\n\r\n") || self.unread().starts_with(b"\n\n") {
            let n_bytes = if self.unread().starts_with(b"\n") { 2 } else { 4 };
            self.take(n_bytes);
            while self.unread().is_empty() && self.more_in_member()? {}
            return Ok(());
        }
        if self.n_before_next.is_some() {
            return if self.unread().iter().all(|byte| matches!(byte, b'\r' | b'\n')) {
                let n_bytes = self.unread().len();
                self.take(n_bytes);
                Ok(())
            } else {
                Err(wrong_length())
            };
        }
        loop {
            self.take_line_ends();
            let unread = self.members.unread();
            if unread.len() >= RECORD_START.len()
                || (!unread.is_empty() && !self.members.is_in_member())
            {
                return if unread.starts_with(RECORD_START) { Ok(()) } else { Err(wrong_length()) };
            }
            if !self.members.fill()? && self.members.unread().is_empty() {
                return Ok(());
            }
        }
    }

    pub(super) fn take_line_ends(&mut self) {
        let unread = self.members.unread();
        let n_bytes = unread.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.members.take(n_bytes);
    }

    /// The fault of a record that ends too early.
    pub(super) fn short(&self) -> RecordFault {
        if self.n_before_next.is_some() { wrong_length() } else { MemberFault::CutShort.into() }
    }
}

fn wrong_length() -> RecordFault {
    RecordFault::Record("it is not as long as its Content-Length says".to_owned())
}
