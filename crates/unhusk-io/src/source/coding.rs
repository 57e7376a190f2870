//! The body of an HTTP message -> the page: transfer and content codings are removed, within bounds.

use super::Unpacked;
use super::unpack::{UnpackFailure, bomb, unpack_slice};
use memchr::memchr;
use std::borrow::Cow;
use std::io;

/// Most content codings of one body; servers use one.
const MAX_CODINGS: usize = 4;

/// A body without its codings.
pub(super) struct DecodedBody<'b> {
    pub(super) bytes: Cow<'b, [u8]>,
    /// A note for the user.
    pub(super) note: Option<String>,
}

impl<'b> From<&'b [u8]> for DecodedBody<'b> {
    fn from(bytes: &'b [u8]) -> Self {
        Self { bytes: Cow::Borrowed(bytes), note: None }
    }
}

/// Removes the chunks of `Transfer-Encoding: chunked`; a body without chunks, which the archiving program has removed,
/// stays unchanged.
pub(super) fn without_chunks(body: &[u8], max_bytes: usize) -> DecodedBody<'_> {
    let mut bytes = Vec::new();
    let mut rest = body;
    loop {
        let Some((size, after)) = chunk_size(rest) else {
            if rest.len() == body.len() {
                return body.into();
            }
            let note = Some("its last chunks are missing or broken".to_owned());
            return DecodedBody { bytes: Cow::Owned(bytes), note };
        };
        let n_bytes = usize::try_from(size).unwrap_or(usize::MAX).min(after.len());
        let n_kept = n_bytes.min(max_bytes - bytes.len());
        bytes.extend_from_slice(&after[..n_kept]);
        if size == 0 || bytes.len() == max_bytes {
            return DecodedBody { bytes: Cow::Owned(bytes), note: None };
        }
        let end = &after[n_bytes..];
        rest = end.strip_prefix(b"\r\n").or_else(|| end.strip_prefix(b"\n")).unwrap_or(end);
    }
}

/// Returns the size of the chunk that begins here, and the bytes after its size line.
fn chunk_size(bytes: &[u8]) -> Option<(u64, &[u8])> {
    /// Extensions of chunks are short, if there are any.
    const MAX_LINE: usize = 1024;
    let end = memchr(b'\n', &bytes[..bytes.len().min(MAX_LINE)])?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next().unwrap_or_default().trim();
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some((u64::from_str_radix(digits, 16).ok()?, &bytes[end + 1..]))
}

/// Removes content codings, which are listed in the order in which they were applied. A body that does not unpack but
/// looks like text was unpacked by the archiving program, and stays unchanged.
///
/// # Errors
/// The problem, for a message.
pub(super) fn without_codings<'b>(
    body: Cow<'b, [u8]>,
    codings: &str,
    max_bytes: usize,
) -> Result<DecodedBody<'b>, String> {
    let mut decoded = DecodedBody { bytes: body, note: None };
    let named: Vec<&str> =
        codings.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if named.len() > MAX_CODINGS {
        return Err(format!("it has {} content codings on top of each other", named.len()));
    }
    for name in named.into_iter().rev() {
        let coding = match name.to_ascii_lowercase().as_str() {
            "identity" | "none" => continue,
            "gzip" | "x-gzip" => Ok(Unpacked::Gzip),
            "deflate" => Ok(Unpacked::Deflate),
            "br" => Ok(Unpacked::Brotli),
            "zstd" => Ok(Unpacked::Zstd),
            _ => Err(format!("the content coding `{name}` is unknown")),
        };
        let unpacked = coding.and_then(|coding| unpacked(&decoded.bytes, coding, max_bytes));
        match unpacked {
            Ok((bytes, note)) => {
                decoded.bytes = Cow::Owned(bytes);
                decoded.note = decoded.note.or(note);
            }
            Err(_) if looks_like_text(&decoded.bytes) => break,
            Err(why) => return Err(why),
        }
    }
    Ok(decoded)
}

/// Unpacks one coding. A body that ends early keeps its beginning.
fn unpacked(
    body: &[u8],
    coding: Unpacked,
    max_bytes: usize,
) -> Result<(Vec<u8>, Option<String>), String> {
    let mut bytes = Vec::new();
    if body.is_empty() {
        return Ok((bytes, None));
    }
    match unpack_slice(body, coding, max_bytes, &mut bytes) {
        Ok(()) => Ok((bytes, None)),
        Err(UnpackFailure::Bomb) => Err(bomb()),
        Err(UnpackFailure::Unpack(_, error) | UnpackFailure::Read(error)) => {
            let is_cut = error.kind() == io::ErrorKind::UnexpectedEof;
            if is_cut && !bytes.is_empty() && !looks_like_text(body) {
                return Ok((bytes, Some(format!("its {coding} coding ends early"))));
            }
            Err(format!("its body does not unpack as {coding}: {error}"))
        }
    }
}

/// Whether the first bytes contain none that text cannot contain.
pub(super) fn looks_like_text(bytes: &[u8]) -> bool {
    const MAX_BYTES: usize = 1024;
    let is_text = |byte: &u8| {
        matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B) || (*byte >= 0x20 && *byte != 0x7F)
    };
    bytes.iter().take(MAX_BYTES).all(is_text)
}
