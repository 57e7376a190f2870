//! One gzip member (RFC 1952), decoded piece by piece. The decoder is reused for the next member.

use super::super::stored::StoredInput;
use super::member::{Decoded, MemberFault};
use flate2::{Crc, Decompress, FlushDecompress, Status};
use std::io::{BufRead, Read};

/// Largest header of a member: extra field, file name and comment.
const MAX_HEADER_BYTES: usize = 128 << 10;

/// Decodes gzip members.
pub(super) struct GzipMember {
    decoder: Decompress,
    checksum: Crc,
}

impl Default for GzipMember {
    fn default() -> Self {
        Self { decoder: Decompress::new(false), checksum: Crc::new() }
    }
}

impl GzipMember {
    /// The first bytes of every member: the magic number and the only method.
    pub(super) const MAGIC: &[u8] = &[0x1F, 0x8B, 0x08];

    /// Reads the header of a member; returns false at the end of the archive, which may be padded with zeros.
    pub(super) fn begin(&mut self, stored: &mut StoredInput) -> Result<bool, MemberFault> {
        if stored.fill_buf()?.first().is_none_or(|&first| first == 0) && is_all_zeros(stored)? {
            return Ok(false);
        }
        self.decoder.reset(false);
        self.checksum.reset();
        read_header(stored)?;
        Ok(true)
    }

    /// Decodes as many bytes as fit into `room`; the result is true until the member ends.
    pub(super) fn fill(&mut self, stored: &mut StoredInput, room: &mut [u8]) -> Decoded {
        let mut n_bytes = 0;
        let result = self.decode(stored, room, &mut n_bytes);
        self.checksum.update(&room[..n_bytes]);
        let result = result.and_then(|is_more| {
            if !is_more {
                self.end(stored)?;
            }
            Ok(is_more)
        });
        Decoded { n_bytes, result }
    }

    /// Fills `room`; returns false at the end of the compressed data.
    fn decode(
        &mut self,
        stored: &mut StoredInput,
        room: &mut [u8],
        n_bytes: &mut usize,
    ) -> Result<bool, MemberFault> {
        while *n_bytes < room.len() {
            let input = stored.fill_buf()?;
            if input.is_empty() {
                return Err(MemberFault::CutShort);
            }
            let (n_in, n_out) = (self.decoder.total_in(), self.decoder.total_out());
            let status =
                self.decoder.decompress(input, &mut room[*n_bytes..], FlushDecompress::None);
            let n_taken = usize::try_from(self.decoder.total_in() - n_in).unwrap_or(usize::MAX);
            let n_made = usize::try_from(self.decoder.total_out() - n_out).unwrap_or(usize::MAX);
            stored.consume(n_taken);
            *n_bytes = n_bytes.saturating_add(n_made).min(room.len());
            let status = status.map_err(|error| {
                MemberFault::Damaged(format!("its gzip data is broken ({error})"))
            })?;
            if status == Status::StreamEnd {
                return Ok(false);
            }
            if n_taken == 0 && n_made == 0 {
                return Err(MemberFault::Damaged("its gzip data does not go on".to_owned()));
            }
        }
        Ok(true)
    }

    /// Compares checksum and length with those at the end of the member.
    fn end(&self, stored: &mut StoredInput) -> Result<(), MemberFault> {
        let mut trailer = [0; 8];
        stored.read_exact(&mut trailer)?;
        let numbers = u64::from_le_bytes(trailer);
        let expected = u64::from(self.checksum.amount()) << 32 | u64::from(self.checksum.sum());
        if numbers != expected {
            return Err(MemberFault::Damaged("its gzip checksum is wrong".to_owned()));
        }
        Ok(())
    }
}

fn read_header(stored: &mut StoredInput) -> Result<(), MemberFault> {
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const CHECKSUM: u8 = 2;
    let mut fixed = [0; 10];
    stored.read_exact(&mut fixed)?;
    let flags = fixed[3];
    if !fixed.starts_with(GzipMember::MAGIC) || flags & 0xE0 != 0 {
        return Err(MemberFault::Damaged("no gzip member begins here".to_owned()));
    }
    if flags & EXTRA != 0 {
        let mut length = [0; 2];
        stored.read_exact(&mut length)?;
        let mut extra = [0; 1 << 10];
        let mut n_left = usize::from(u16::from_le_bytes(length));
        while n_left > 0 {
            let n_bytes = n_left.min(extra.len());
            stored.read_exact(&mut extra[..n_bytes])?;
            n_left -= n_bytes;
        }
    }
    for _ in 0..(flags & (NAME | COMMENT)).count_ones() {
        skip_text(stored)?;
    }
    if flags & CHECKSUM != 0 {
        stored.read_exact(&mut [0; 2])?;
    }
    Ok(())
}

/// Skips text that ends with a zero byte.
fn skip_text(stored: &mut StoredInput) -> Result<(), MemberFault> {
    let mut text = Vec::new();
    stored.take(MAX_HEADER_BYTES as u64).read_until(0, &mut text)?;
    if text.last() == Some(&0) {
        return Ok(());
    }
    Err(MemberFault::Damaged("the header of its gzip member does not end".to_owned()))
}

/// Whether only zeros follow, which are taken if so; at most a megabyte of them.
fn is_all_zeros(stored: &mut StoredInput) -> Result<bool, MemberFault> {
    let position = stored.position();
    let mut n_zeros = 0;
    while n_zeros < 1 << 20 {
        let piece = stored.fill_buf()?;
        let n_bytes = piece.len();
        if piece.iter().any(|&byte| byte != 0) {
            break;
        }
        if n_bytes == 0 {
            return Ok(true);
        }
        stored.consume(n_bytes);
        n_zeros += n_bytes;
    }
    stored.seek(position)?;
    Ok(false)
}
