//! The compressed members of a WARC archive -> their decoded bytes, one member after the other.
//!
//! A member is a gzip member or a zstd frame; usually each contains one record. An archive that is not compressed is
//! one member. Decoded bytes are appended to one buffer, from which records are read without another copy.

use super::super::stored::StoredInput;
use super::super::unpack::{MAX_WINDOW_LOG, bomb, is_bomb};
use super::RECORD_START;
use super::buffer::DecodeBuffer;
use super::gzip::GzipMember;
use super::zstd::ZstdFrame;
use memchr::memmem;
use std::io::{self, BufRead, Read};

/// Bytes in which the first member is searched for.
const MAX_SEARCHED_START: usize = 64 << 10;

/// Bytes that may be read a second time after damage, on top of as many as were read before.
const MAX_AGAIN_BYTES: u64 = 64 << 20;

/// Reason why a member cannot be decoded further.
#[derive(Debug)]
pub(super) enum MemberFault {
    /// The file cannot be read.
    Read(io::Error),
    /// The member is broken.
    Damaged(String),
    /// The file ends in the middle of the member.
    CutShort,
    /// The member grows too much.
    Bomb,
    /// The archive cannot be read at all.
    Unsupported(String),
}

impl MemberFault {
    /// Returns the problem, for a message.
    pub(super) fn why(self) -> String {
        match self {
            Self::Read(error) => error.to_string(),
            Self::Damaged(why) | Self::Unsupported(why) => why,
            Self::CutShort => "the archive ends in the middle of it".to_owned(),
            Self::Bomb => bomb(),
        }
    }
}

impl From<io::Error> for MemberFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::CutShort,
            _ => Self::Read(error),
        }
    }
}

/// Result of decoding a piece: the number of bytes, and whether the member has more. Bytes before a fault are kept,
/// because they may identify the broken page.
pub(super) struct Decoded {
    pub(super) n_bytes: usize,
    pub(super) result: Result<bool, MemberFault>,
}

enum Packing {
    Plain,
    Gzip(Box<GzipMember>),
    Zstd(Box<ZstdFrame>),
}

impl Packing {
    /// Whether an archive begins with a known magic number.
    fn is_known_start(start: &[u8]) -> bool {
        start.starts_with(GzipMember::MAGIC)
            || start.starts_with(RECORD_START)
            || ZstdFrame::begins(start)
    }

    /// Determines the compression of an archive by its first bytes. If they are unknown, the first known magic number
    /// after them decides: bytes before the first member must not make all members unreadable.
    fn of_start(start: &[u8]) -> Self {
        let gzip = memmem::find(start, GzipMember::MAGIC);
        let plain = memmem::find(start, RECORD_START);
        if ZstdFrame::begins(start) {
            Self::Zstd(Box::new(ZstdFrame::new(1 << MAX_WINDOW_LOG)))
        } else if gzip.is_some_and(|gzip| plain.is_none_or(|plain| gzip < plain)) {
            Self::Gzip(Box::default())
        } else {
            Self::Plain
        }
    }
}

/// Reads the members of an archive.
pub(super) struct Members {
    stored: StoredInput,
    packing: Packing,
    buffer: DecodeBuffer,
    is_in_member: bool,
    /// Start of the current member in the archive.
    member_offset: u64,
    /// Decoded bytes since the beginning of the archive, or since the last move in it.
    n_decoded: u64,
    /// Stored and decoded bytes at the beginning of the current record.
    record_start: (u64, u64),
    /// Bytes that were read again.
    n_again: u64,
    /// Whether bytes could not be read again although they may contain records.
    is_anything_passed_over: bool,
}

impl Members {
    /// Creates a reader; the first bytes decide the compression.
    pub(super) fn new(mut stored: StoredInput) -> io::Result<Self> {
        let is_known = Packing::is_known_start(stored.peek(RECORD_START.len())?);
        let n_searched = if is_known { RECORD_START.len() } else { MAX_SEARCHED_START };
        let packing = Packing::of_start(stored.peek(n_searched)?);
        Ok(Self {
            stored,
            packing,
            buffer: DecodeBuffer::default(),
            is_in_member: false,
            member_offset: 0,
            n_decoded: 0,
            record_start: (0, 0),
            n_again: 0,
            is_anything_passed_over: false,
        })
    }

    pub(super) fn is_plain(&self) -> bool {
        matches!(self.packing, Packing::Plain)
    }

    /// Decoded bytes that were not taken yet.
    pub(super) fn unread(&self) -> &[u8] {
        self.buffer.unread()
    }

    pub(super) fn take(&mut self, n_bytes: usize) {
        self.buffer.take(n_bytes);
    }

    pub(super) fn is_in_member(&self) -> bool {
        self.is_in_member
    }

    /// Returns the position to which to seek for the next byte: its own in a plain archive, else the start of its
    /// member.
    pub(super) fn offset(&self) -> u64 {
        match self.packing {
            Packing::Plain => self.stored.position() - self.unread().len() as u64,
            _ => self.member_offset,
        }
    }

    /// Returns the position from which to search if no member begins here: damage in a frame without a checksum may be
    /// undetected, and the frame may have consumed bytes of the members after it.
    pub(super) fn search_offset(&self) -> u64 {
        match &self.packing {
            Packing::Zstd(frame) if !frame.was_checked() => self.member_offset + 1,
            _ if self.is_in_member => self.member_offset + 1,
            _ => self.stored.position() + 1,
        }
    }

    /// Returns the position in the archive of the first byte that was not decoded.
    pub(super) fn stored_position(&self) -> u64 {
        self.stored.position()
    }

    /// Begins a record: growth is counted anew, and the space of earlier records is reused.
    pub(super) fn begin_record(&mut self) {
        self.reuse_room();
        self.record_start = (self.stored.position(), self.n_decoded);
    }

    /// Makes space in the buffer.
    pub(super) fn reuse_room(&mut self) {
        self.buffer.reuse_room();
    }

    /// Decodes more of the current member; returns false at its end.
    pub(super) fn fill(&mut self) -> Result<bool, MemberFault> {
        if !self.is_in_member {
            return Ok(false);
        }
        let room = self.buffer.room();
        let decoded = match &mut self.packing {
            Packing::Plain => read_plain(&mut self.stored, room),
            Packing::Gzip(member) => member.fill(&mut self.stored, room),
            Packing::Zstd(frame) => frame.fill(&mut self.stored, room),
        };
        self.buffer.add(decoded.n_bytes);
        self.n_decoded += decoded.n_bytes as u64;
        self.is_in_member = decoded.result?;
        let (stored_start, decoded_start) = self.record_start;
        let n_stored = self.stored.position().saturating_sub(stored_start);
        if !self.is_plain() && is_bomb(n_stored, self.n_decoded.saturating_sub(decoded_start)) {
            return Err(MemberFault::Bomb);
        }
        Ok(self.is_in_member || decoded.n_bytes > 0)
    }

    /// Begins the next member; returns false at the end of the archive.
    pub(super) fn next_member(&mut self) -> Result<bool, MemberFault> {
        self.member_offset = self.stored.position();
        self.is_in_member = match &mut self.packing {
            Packing::Plain => !self.stored.fill_buf()?.is_empty(),
            Packing::Gzip(member) => member.begin(&mut self.stored)?,
            Packing::Zstd(frame) => {
                let is_more = frame.begin(&mut self.stored)?;
                self.member_offset = frame.offset();
                is_more
            }
        };
        Ok(self.is_in_member)
    }

    /// Leaves the current member and begins the next one whose content starts with `prefix`, searching from `offset` if
    /// that can be read again; returns false if there is none.
    pub(super) fn skip_to_member(
        &mut self,
        offset: u64,
        prefix: &[u8],
    ) -> Result<bool, MemberFault> {
        self.is_in_member = false;
        self.go_back(offset)?;
        let magic: &[u8] = match self.packing {
            Packing::Plain => return Ok(false),
            Packing::Gzip(_) => GzipMember::MAGIC,
            Packing::Zstd(_) => ZstdFrame::MAGIC,
        };
        while self.stored.find(magic)? {
            let candidate = self.stored.position();
            self.drop_unread();
            if self.begins_with(prefix)? {
                return Ok(true);
            }
            self.go_back(candidate + 1)?;
        }
        self.drop_unread();
        Ok(false)
    }

    /// Begins a member here; returns whether its content starts with `prefix`.
    fn begins_with(&mut self, prefix: &[u8]) -> Result<bool, MemberFault> {
        self.record_start = (self.stored.position(), self.n_decoded);
        match self.try_begin(prefix) {
            Err(MemberFault::Read(error)) => Err(MemberFault::Read(error)),
            // The reader of the record meets a later fault in the member again.
            _ => Ok(self.unread().starts_with(prefix)),
        }
    }

    fn try_begin(&mut self, prefix: &[u8]) -> Result<(), MemberFault> {
        self.next_member()?;
        while self.unread().len() < prefix.len() && self.fill()? {}
        Ok(())
    }

    /// Goes back to read bytes again, unless that has happened so often that reading would not end.
    pub(super) fn go_back(&mut self, offset: u64) -> Result<(), MemberFault> {
        let position = self.stored.position();
        let n_again = self.n_again + position.saturating_sub(offset);
        if n_again > position + MAX_AGAIN_BYTES || !self.stored.seek(offset)? {
            self.is_anything_passed_over |= offset < position;
            return Ok(());
        }
        self.n_again = n_again;
        self.drop_unread();
        self.is_in_member = self.is_plain();
        Ok(())
    }

    /// Whether bytes were skipped since the last call, because they could not be read again.
    pub(super) fn take_passed_over(&mut self) -> bool {
        std::mem::take(&mut self.is_anything_passed_over)
    }

    /// Drops the decoded bytes that were not taken.
    pub(super) fn drop_unread(&mut self) {
        self.buffer.clear();
    }
}

/// Reads a piece of an archive that is not compressed.
fn read_plain(stored: &mut StoredInput, room: &mut [u8]) -> Decoded {
    match stored.read(room) {
        Ok(n_bytes) => Decoded { n_bytes, result: Ok(n_bytes > 0) },
        Err(error) => Decoded { n_bytes: 0, result: Err(error.into()) },
    }
}
