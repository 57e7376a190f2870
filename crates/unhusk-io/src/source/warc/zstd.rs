//! One zstd frame (RFC 8878), decoded piece by piece.

use super::super::stored::StoredInput;
use super::member::{Decoded, MemberFault};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// Magic number of the frame that contains the dictionary of an archive (the proposal for zstd in WARC files).
const DICTIONARY_FRAME: [u8; 4] = [0x5D, 0x2A, 0x4D, 0x18];

/// Decodes zstd frames.
pub(super) struct ZstdFrame {
    decoder: FrameDecoder,
    offset: u64,
}

impl ZstdFrame {
    /// The first bytes of every frame that has content.
    pub(super) const MAGIC: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

    /// Creates a decoder that refuses frames with a larger window than `max_window` bytes.
    pub(super) fn new(max_window: u64) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(max_window);
        Self { decoder, offset: 0 }
    }

    /// Whether bytes begin with a frame, one with content or a skippable one.
    pub(super) fn begins(start: &[u8]) -> bool {
        start.starts_with(Self::MAGIC) || matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
    }

    /// Start of the current frame.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the last frame had a checksum, which was correct.
    pub(super) fn was_checked(&self) -> bool {
        self.decoder.get_checksum_from_data().is_some()
    }

    /// Reads the header of the next frame with content; returns false at the end of the archive.
    pub(super) fn begin(&mut self, stored: &mut StoredInput) -> Result<bool, MemberFault> {
        loop {
            self.offset = stored.position();
            let start = stored.peek(4)?;
            if start.is_empty() {
                return Ok(false);
            }
            if self.offset == 0 && start.starts_with(&DICTIONARY_FRAME) {
                return Err(dictionary());
            }
            match self.decoder.init(&mut *stored) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut stored.take(length), &mut io::sink())? < length {
                        return Err(MemberFault::CutShort);
                    }
                }
                // Later in the archive, a dictionary is more likely a sign of damage.
                Err(FrameDecoderError::DictNotProvided { .. }) if self.offset == 0 => {
                    return Err(dictionary());
                }
                Err(error) => return Err(damaged(&error)),
            }
        }
    }

    /// Decodes as many bytes as fit into `room`; the result is true until the frame ends.
    pub(super) fn fill(&mut self, stored: &mut StoredInput, room: &mut [u8]) -> Decoded {
        let decoded = self.decode(stored).and_then(|is_more| {
            let n_bytes = self.decoder.read(room)?;
            Ok((n_bytes, is_more))
        });
        match decoded {
            Ok((n_bytes, is_more)) => Decoded { n_bytes, result: Ok(is_more) },
            Err(fault) => Decoded { n_bytes: 0, result: Err(fault) },
        }
    }

    /// Decodes blocks until bytes are available; returns false at the end of the frame.
    fn decode(&mut self, stored: &mut StoredInput) -> Result<bool, MemberFault> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            if stored.fill_buf()?.is_empty() {
                return Err(MemberFault::CutShort);
            }
            self.decoder
                .decode_blocks(&mut *stored, BlockDecodingStrategy::UptoBlocks(1))
                .map_err(|error| damaged(&error))?;
        }
        if self.decoder.can_collect() > 0 {
            return Ok(true);
        }
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            return Err(MemberFault::Damaged("its zstd checksum is wrong".to_owned()));
        }
        Ok(false)
    }
}

fn damaged(error: &FrameDecoderError) -> MemberFault {
    MemberFault::Damaged(format!("its zstd data is broken ({error})"))
}

fn dictionary() -> MemberFault {
    let why = "it is packed with a zstd dictionary, which is not supported; repack it without one";
    MemberFault::Unsupported(why.to_owned())
}
