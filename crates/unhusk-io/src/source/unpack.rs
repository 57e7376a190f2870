//! gzip, zstd, brotli and deflate, unpacked as a stream and within bounds: a packed file cannot exhaust the machine.

use super::zstd::ZstdReader;
use super::{SourceError, Unpacked};
use brotli_decompressor::Decompressor as BrotliDecoder;
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Largest growth of a file by unpacking: real pages grow up to 30 times, bombs a thousand.
pub const MAX_RATIO: u64 = 200;

/// Unpacked bytes from which growth is checked; short runs of spaces pack as well as bombs do.
pub const RATIO_COUNTS_FROM: u64 = 1 << 20;

/// Largest zstd window, as a power of two: 64 MiB.
pub const MAX_WINDOW_LOG: u32 = 26;

/// Size of the pieces in which packed bytes are read, small beside [`RATIO_COUNTS_FROM`] / [`MAX_RATIO`], so that
/// reading ahead hardly changes the ratio.
const PACKED_PIECE: usize = 1024;

/// An error without its path.
#[derive(Debug)]
pub(super) enum UnpackFailure {
    Read(io::Error),
    Unpack(Unpacked, io::Error),
    Bomb,
}

impl UnpackFailure {
    pub(super) fn at(self, path: &str) -> SourceError {
        let path = path.to_owned();
        match self {
            Self::Read(cause) => SourceError::Io { path, near: None, cause },
            Self::Unpack(format, cause) => SourceError::Unpack { path, format, cause },
            Self::Bomb => SourceError::Bomb { path },
        }
    }
}

/// Appends at most `max_bytes` of `input`, unpacked, to `bytes`. Where the name gives the compression, anything else is
/// an error; elsewhere the first bytes decide, since no page begins with those of gzip or zstd.
pub(super) fn unpack(
    mut input: impl BufRead + Send,
    named: Option<Unpacked>,
    max_bytes: usize,
    bytes: &mut Vec<u8>,
) -> Result<(), UnpackFailure> {
    let format = match named {
        Some(format) => Some(format),
        None => sniff(input.fill_buf().map_err(UnpackFailure::Read)?),
    };
    let Some(format) = format else {
        let read = input.take(max_bytes as u64).read_to_end(bytes);
        return read.map(drop).map_err(UnpackFailure::Read);
    };
    let (mut decoder, n_packed) = counted_decoder(input, format);
    copy_bounded(&mut decoder, &|| n_packed.load(Ordering::Relaxed), max_bytes, bytes)
        .map_err(|stop| stop.of(format))
}

/// Returns a decoder, and the counter of the packed bytes that it has taken.
fn counted_decoder<'a>(
    input: impl BufRead + Send + 'a,
    format: Unpacked,
) -> (Box<dyn Read + Send + 'a>, Arc<AtomicU64>) {
    let n_packed = Arc::new(AtomicU64::new(0));
    let counted = Counted { input, n_bytes: Arc::clone(&n_packed) };
    (decoder(BufReader::with_capacity(PACKED_PIECE, counted), format), n_packed)
}

/// Unpacks a file of any size, unless it grows too much.
pub(super) struct GuardedDecoder {
    decoder: Box<dyn Read + Send>,
    n_packed: Arc<AtomicU64>,
    n_unpacked: u64,
}

impl GuardedDecoder {
    pub(super) fn new(input: impl BufRead + Send + 'static, format: Unpacked) -> Self {
        let (decoder, n_packed) = counted_decoder(input, format);
        Self { decoder, n_packed, n_unpacked: 0 }
    }
}

impl Read for GuardedDecoder {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n_read = self.decoder.read(room)?;
        self.n_unpacked += n_read as u64;
        if is_bomb(self.n_packed.load(Ordering::Relaxed), self.n_unpacked) {
            return Err(io::Error::other(bomb()));
        }
        Ok(n_read)
    }
}

/// Message about bytes that grow too much.
pub(super) fn bomb() -> String {
    format!("it grows more than {MAX_RATIO} times when it is unpacked, as no page does")
}

/// Appends at most `max_bytes` of `packed`, unpacked, to `bytes`; bytes unpacked before an error stay.
pub(super) fn unpack_slice(
    packed: &[u8],
    format: Unpacked,
    max_bytes: usize,
    bytes: &mut Vec<u8>,
) -> Result<(), UnpackFailure> {
    let n_packed = packed.len() as u64;
    copy_bounded(&mut decoder(packed, format), &|| n_packed, max_bytes, bytes)
        .map_err(|stop| stop.of(format))
}

/// Whether bytes have grown more by unpacking than those of any page.
pub(super) fn is_bomb(n_packed: u64, n_unpacked: u64) -> bool {
    n_unpacked > RATIO_COUNTS_FROM && n_unpacked > n_packed.saturating_mul(MAX_RATIO)
}

pub(super) fn sniff(start: &[u8]) -> Option<Unpacked> {
    if start.starts_with(&[0x1F, 0x8B, 0x08]) {
        Some(Unpacked::Gzip)
    } else if start.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        Some(Unpacked::Zstd)
    } else {
        None
    }
}

pub(super) fn decoder<'a>(
    mut input: impl BufRead + Send + 'a,
    format: Unpacked,
) -> Box<dyn Read + Send + 'a> {
    match format {
        Unpacked::Brotli => Box::new(BrotliDecoder::new(input, PACKED_PIECE)),
        Unpacked::Deflate if begins_as_zlib(input.fill_buf().unwrap_or_default()) => {
            Box::new(ZlibDecoder::new(input))
        }
        Unpacked::Deflate => Box::new(DeflateDecoder::new(input)),
        Unpacked::Gzip => Box::new(MultiGzDecoder::new(input)),
        Unpacked::Zstd => Box::new(ZstdReader::new(input, 1 << MAX_WINDOW_LOG)),
    }
}

/// Whether bytes begin as RFC 1950: method 8, and two bytes that are a multiple of 31.
fn begins_as_zlib(start: &[u8]) -> bool {
    matches!(start, [method, flags, ..] if method & 15 == 8 && u16::from_be_bytes([*method, *flags]) % 31 == 0)
}

enum UnpackStop {
    Failed(io::Error),
    Bomb,
}

impl UnpackStop {
    fn of(self, format: Unpacked) -> UnpackFailure {
        match self {
            Self::Failed(error) => UnpackFailure::Unpack(format, error),
            Self::Bomb => UnpackFailure::Bomb,
        }
    }
}

fn copy_bounded(
    decoder: &mut (dyn Read + Send),
    n_packed: &dyn Fn() -> u64,
    max_bytes: usize,
    bytes: &mut Vec<u8>,
) -> Result<(), UnpackStop> {
    let mut piece = vec![0; 64 << 10];
    while bytes.len() < max_bytes {
        let room = piece.len().min(max_bytes - bytes.len());
        let n_read = match decoder.read(&mut piece[..room]) {
            Ok(0) => return Ok(()),
            Ok(n_read) => n_read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(UnpackStop::Failed(error)),
        };
        bytes.extend_from_slice(&piece[..n_read]);
        if is_bomb(n_packed(), bytes.len() as u64) {
            return Err(UnpackStop::Bomb);
        }
    }
    Ok(())
}

/// Counts the packed bytes that were taken from a file.
struct Counted<R> {
    input: R,
    n_bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.input.read(buffer)?;
        self.n_bytes.fetch_add(n_read as u64, Ordering::Relaxed);
        Ok(n_read)
    }
}
