//! One file of a zip archive -> its bytes, unpacked as they are read.

use super::super::stored::StoredInput;
use super::super::unpack::{MAX_WINDOW_LOG, bomb, is_bomb};
use super::super::zstd::ZstdReader;
use super::directory::{ZipEntry, u16_at};
use flate2::bufread::DeflateDecoder;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Opens an entry.
///
/// # Errors
/// The reason why it cannot be unpacked, for a message.
pub(super) fn open_entry(file: &File, entry: &ZipEntry) -> Result<StoredInput, String> {
    if entry.is_encrypted {
        return Err("it is encrypted".to_owned());
    }
    if entry.overlaps {
        return Err(
            "it overlaps with what is stored after it, as in no archive that is meant to be read"
                .to_owned(),
        );
    }
    let packed = packed_bytes(file, entry)
        .map_err(|error| format!("its local header cannot be read ({error})"))?;
    let unpacked: Box<dyn Read + Send> = match entry.method {
        0 => return Ok(packed),
        8 => Box::new(DeflateDecoder::new(packed)),
        93 => Box::new(ZstdReader::new(packed, 1 << MAX_WINDOW_LOG)),
        method => {
            let name = method_name(method);
            return Err(format!("it is packed by method {method}{name}, which is not supported"));
        }
    };
    Ok(StoredInput::stream(GrowthGuard { unpacked, n_packed: entry.packed_bytes, n_unpacked: 0 }))
}

/// Returns the bytes after the local header.
fn packed_bytes(file: &File, entry: &ZipEntry) -> io::Result<StoredInput> {
    let mut file = file.try_clone()?;
    let mut header = [0; 30];
    file.seek(SeekFrom::Start(entry.offset))?;
    file.read_exact(&mut header)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err(io::Error::other("nothing of this kind is at its place"));
    }
    let n_texts = u64::from(u16_at(&header, 26)) + u64::from(u16_at(&header, 28));
    StoredInput::part(file, entry.offset + 30 + n_texts, entry.packed_bytes)
}

fn method_name(method: u16) -> &'static str {
    match method {
        1 => " (shrink)",
        6 => " (implode)",
        9 => " (Deflate64)",
        12 => " (bzip2)",
        14 => " (LZMA)",
        95 => " (xz)",
        98 => " (PPMd)",
        _ => "",
    }
}

/// Stops input that grows too much.
struct GrowthGuard {
    unpacked: Box<dyn Read + Send>,
    n_packed: u64,
    n_unpacked: u64,
}

impl Read for GrowthGuard {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n_read = self.unpacked.read(room)?;
        self.n_unpacked += n_read as u64;
        if is_bomb(self.n_packed, self.n_unpacked) {
            return Err(io::Error::other(bomb()));
        }
        Ok(n_read)
    }
}
