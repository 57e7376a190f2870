//! gzip and zstd on the way in, streaming and within bounds: a packed file cannot eat the machine.

use super::zstd::ZstdReader;
use super::{SourceError, Unpacked};
use flate2::bufread::MultiGzDecoder;
use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

/// A packed file that grows more than this is stopped: real pages grow up to 30 times, bombs a thousand.
pub const MAX_RATIO: u64 = 200;

/// Growth counts from this many unpacked bytes on; short runs of spaces pack as well as bombs do.
pub const RATIO_COUNTS_FROM: u64 = 1 << 20;

/// Largest zstd window, as a power of two: 64 MiB.
pub const MAX_WINDOW_LOG: u32 = 26;

/// Packed bytes are read in pieces of this size, small beside [`RATIO_COUNTS_FROM`] / [`MAX_RATIO`], so that
/// what was read ahead hardly changes the ratio.
const PACKED_PIECE: usize = 1024;

/// What went wrong, before it has a path.
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

/// Appends at most `max_bytes` of what `input` holds, unpacked, to `bytes`. Where the name says how it is packed,
/// anything else is an error; elsewhere the first bytes tell, for those of gzip and zstd begin no page.
pub(super) fn unpack(
    mut input: impl BufRead,
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
    let n_packed = Rc::new(Cell::new(0));
    let counted =
        BufReader::with_capacity(PACKED_PIECE, Counted { input, n_bytes: Rc::clone(&n_packed) });
    let mut decoder = decoder(counted, format);
    copy_bounded(&mut decoder, &n_packed, max_bytes, bytes).map_err(|stop| match stop {
        UnpackStop::Failed(error) => UnpackFailure::Unpack(format, error),
        UnpackStop::Bomb => UnpackFailure::Bomb,
    })
}

fn sniff(start: &[u8]) -> Option<Unpacked> {
    if start.starts_with(&[0x1F, 0x8B, 0x08]) {
        Some(Unpacked::Gzip)
    } else if start.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        Some(Unpacked::Zstd)
    } else {
        None
    }
}

fn decoder<'a>(input: impl BufRead + 'a, format: Unpacked) -> Box<dyn Read + 'a> {
    match format {
        Unpacked::Gzip => Box::new(MultiGzDecoder::new(input)),
        Unpacked::Zstd => Box::new(ZstdReader::new(input, 1 << MAX_WINDOW_LOG)),
    }
}

enum UnpackStop {
    Failed(io::Error),
    Bomb,
}

fn copy_bounded(
    decoder: &mut dyn Read,
    n_packed: &Cell<u64>,
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
        let n_unpacked = bytes.len() as u64;
        if n_unpacked > RATIO_COUNTS_FROM && n_unpacked > n_packed.get().saturating_mul(MAX_RATIO) {
            return Err(UnpackStop::Bomb);
        }
    }
    Ok(())
}

/// Counts the packed bytes that were taken from a file.
struct Counted<R> {
    input: R,
    n_bytes: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.input.read(buffer)?;
        self.n_bytes.set(self.n_bytes.get() + n_read as u64);
        Ok(n_read)
    }
}
