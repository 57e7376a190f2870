//! Body in pieces -> its unpacked size and, if requested, its unpacked bytes, within bounds.

use crate::failure::{Failure, Reason};
use flate2::write::{GzDecoder, ZlibDecoder};
use std::io::{self, Write};

/// Largest growth of a body by unpacking: real pages grow up to 30 times, bombs a thousand.
pub const MAX_RATIO: u64 = 200;
/// Unpacked bytes from which growth is checked.
const RATIO_COUNTS_FROM: u64 = 1 << 20;

/// State of a body that is being received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// More may follow.
    More,
    /// The limit is reached; the rest is cut.
    Full,
}

/// Unpacks a body piece by piece.
pub(crate) struct Unpacker {
    decoder: Decoder,
    is_ended: bool,
}

enum Decoder {
    Identity(Meter),
    Gzip(Box<GzDecoder<Meter>>),
    Deflate(Box<ZlibDecoder<Meter>>),
}

impl Unpacker {
    /// Returns an unpacker for a value of the header `Content-Encoding`; the bytes are kept only with `keeps`.
    pub(crate) fn new(coding: &str, max_bytes: u64, keeps: bool) -> Result<Self, Failure> {
        let meter = Meter::new(max_bytes, keeps);
        let decoder = match coding.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Decoder::Identity(meter),
            "gzip" | "x-gzip" => Decoder::Gzip(Box::new(GzDecoder::new(meter))),
            "deflate" => Decoder::Deflate(Box::new(ZlibDecoder::new(meter))),
            other => {
                let detail = format!(
                    "the server sent the body packed with `{}`, though it was asked for gzip alone",
                    other.escape_debug()
                );
                return Err(Failure::new(Reason::Encoding, detail));
            }
        };
        Ok(Self { decoder, is_ended: false })
    }

    /// Takes a piece of the body as received.
    pub(crate) fn push(&mut self, mut piece: &[u8]) -> Result<Progress, Failure> {
        self.meter().n_packed += piece.len() as u64;
        while !piece.is_empty() && !self.is_ended {
            let written = match &mut self.decoder {
                Decoder::Identity(meter) => meter.write(piece),
                Decoder::Gzip(decoder) => decoder.write(piece),
                Decoder::Deflate(decoder) => decoder.write(piece),
            };
            match (written, self.meter().stop) {
                (_, Some(Stop::Full)) => return Ok(Progress::Full),
                (_, Some(Stop::Bomb)) => return Err(bomb()),
                // Bytes after the end of the packed data do not belong to it.
                (Ok(0), None) => self.is_ended = true,
                (Ok(n_bytes), None) => piece = &piece[n_bytes..],
                (Err(error), None) => return Err(broken(&error)),
            }
        }
        Ok(Progress::More)
    }

    /// Ends the body; returns the bytes if they are kept.
    pub(crate) fn finish(self) -> Result<Vec<u8>, Failure> {
        let ended = match self.decoder {
            Decoder::Identity(mut meter) => return Ok(meter.take_kept()),
            // An empty body is not packed, whatever its header says.
            Decoder::Gzip(decoder) if decoder.get_ref().n_packed == 0 => return Ok(Vec::new()),
            Decoder::Deflate(decoder) if decoder.get_ref().n_packed == 0 => return Ok(Vec::new()),
            Decoder::Gzip(mut decoder) => {
                decoder.try_finish().map(|()| decoder.get_mut().take_kept())
            }
            Decoder::Deflate(mut decoder) => {
                decoder.try_finish().map(|()| decoder.get_mut().take_kept())
            }
        };
        ended.map_err(|error| broken(&error))
    }

    /// Returns the bytes that were kept of a cut body.
    pub(crate) fn cut(mut self) -> Vec<u8> {
        self.meter().take_kept()
    }

    fn meter(&mut self) -> &mut Meter {
        match &mut self.decoder {
            Decoder::Identity(meter) => meter,
            Decoder::Gzip(decoder) => decoder.get_mut(),
            Decoder::Deflate(decoder) => decoder.get_mut(),
        }
    }
}

fn bomb() -> Failure {
    let detail = format!(
        "stopped unpacking the body: it grows more than {MAX_RATIO} times, as no page does"
    );
    Failure::new(Reason::TooLarge, detail)
}

fn broken(error: &io::Error) -> Failure {
    Failure::new(Reason::Encoding, format!("the body cannot be unpacked: {error}"))
}

#[derive(Debug, Clone, Copy)]
enum Stop {
    Full,
    Bomb,
}

/// Counts unpacked bytes.
struct Meter {
    n_packed: u64,
    n_unpacked: u64,
    max_bytes: u64,
    kept: Option<Vec<u8>>,
    stop: Option<Stop>,
}

impl Meter {
    fn new(max_bytes: u64, keeps: bool) -> Self {
        let kept = keeps.then(Vec::new);
        Self { n_packed: 0, n_unpacked: 0, max_bytes, kept, stop: None }
    }

    fn take_kept(&mut self) -> Vec<u8> {
        self.kept.take().unwrap_or_default()
    }
}

impl Write for Meter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.max_bytes - self.n_unpacked;
        let taken = &bytes[..bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX))];
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(taken);
        }
        self.n_unpacked += taken.len() as u64;
        if self.n_unpacked > RATIO_COUNTS_FROM
            && self.n_unpacked > self.n_packed.saturating_mul(MAX_RATIO)
        {
            self.stop = Some(Stop::Bomb);
        } else if taken.len() < bytes.len() {
            self.stop = Some(Stop::Full);
        }
        match self.stop {
            Some(_) => Err(io::Error::other("stopped")),
            None => Ok(taken.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Progress, Unpacker};
    use crate::failure::Reason;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn packed_bodies_are_unpacked_whatever_the_pieces() {
        let text: Vec<u8> = (0..1000_u32).flat_map(u32::to_le_bytes).collect();
        for n_bytes in [1, 7, 4096, 1 << 20] {
            let mut unpacker = Unpacker::new("gzip", 1 << 20, true).unwrap();
            for piece in gzip(&text).chunks(n_bytes) {
                assert_eq!(unpacker.push(piece), Ok(Progress::More));
            }
            // Some servers send bytes after the end.
            assert_eq!(unpacker.push(b"\0\0\0"), Ok(Progress::More));
            assert_eq!(unpacker.finish().unwrap(), text);
        }
    }

    #[test]
    fn bodies_are_cut_at_the_limit_and_bombs_are_stopped() {
        let mut unpacker = Unpacker::new("", 10, true).unwrap();
        assert_eq!(unpacker.push(b"0123456789"), Ok(Progress::More));
        assert_eq!(unpacker.push(b"a"), Ok(Progress::Full));
        let text: Vec<u8> = (0..50_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut unpacker = Unpacker::new("gzip", 1000, false).unwrap();
        assert_eq!(unpacker.push(&gzip(&text)), Ok(Progress::Full));
        let mut unpacker = Unpacker::new("gzip", 1 << 30, false).unwrap();
        let failure = unpacker.push(&gzip(&vec![0; 8 << 20])).unwrap_err();
        assert_eq!(failure.reason, Reason::TooLarge);
    }

    #[test]
    fn broken_and_unknown_codings_are_failures() {
        let mut unpacker = Unpacker::new("gzip", 100, false).unwrap();
        assert_eq!(unpacker.push(b"<html><body>not packed").unwrap_err().reason, Reason::Encoding);
        let mut unpacker = Unpacker::new("gzip", 100, false).unwrap();
        unpacker.push(&gzip(b"text")[..12]).unwrap();
        assert_eq!(unpacker.finish().unwrap_err().reason, Reason::Encoding);
        for coding in ["br", "zstd", "gzip, gzip"] {
            assert!(Unpacker::new(coding, 100, false).is_err(), "{coding}");
        }
        // Without a body, the coding is ignored.
        assert_eq!(Unpacker::new("gzip", 100, true).unwrap().finish().unwrap(), b"");
    }
}
