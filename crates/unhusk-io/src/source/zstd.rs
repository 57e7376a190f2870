//! zstd, read in pure Rust: all frames of a file, one after the other, with their checksums.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// Reads the content of all frames; skippable frames are skipped.
pub(super) struct ZstdReader<R> {
    input: R,
    decoder: FrameDecoder,
    state: FrameState,
}

enum FrameState {
    /// No frame was read yet: an empty file is an error.
    Start,
    InFrame,
    /// A frame has ended: another one may follow.
    BetweenFrames,
}

impl<R: BufRead> ZstdReader<R> {
    /// Creates a reader that refuses frames with a window of more than `max_window` bytes before it allocates it.
    pub(super) fn new(input: R, max_window: u64) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(max_window);
        Self { input, decoder, state: FrameState::Start }
    }

    /// Reads the header of the next frame with content; `false` at the end of the file.
    fn begin_frame(&mut self) -> io::Result<bool> {
        loop {
            if matches!(self.state, FrameState::BetweenFrames) && self.input.fill_buf()?.is_empty()
            {
                return Ok(false);
            }
            match self.decoder.init(&mut self.input) {
                Ok(()) => {
                    self.state = FrameState::InFrame;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(u64::from(length))?,
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let n_skipped = io::copy(&mut self.input.by_ref().take(length), &mut io::sink())?;
        if n_skipped < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.state = FrameState::BetweenFrames;
        Ok(())
    }

    /// Compares the checksum of a frame, if it has one, with that of its content.
    fn end_frame(&mut self) -> io::Result<()> {
        self.state = FrameState::BetweenFrames;
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !matches!(self.state, FrameState::InFrame) && !self.begin_frame()? {
                return Ok(0);
            }
            let is_finished = self.decoder.is_finished();
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            } else if is_finished {
                self.end_frame()?;
            } else {
                self.decoder
                    .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
        }
    }
}
