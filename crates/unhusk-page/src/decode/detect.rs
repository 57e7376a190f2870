//! Detection of the encoding, for bytes that nothing declares.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// The likeliest encoding of bytes that are not valid UTF-8.
pub(super) fn encoding(bytes: &[u8]) -> &'static Encoding {
    if is_cut_utf8(bytes) {
        return UTF_8;
    }
    let first_telling = Encoding::ascii_valid_up_to(bytes).saturating_sub(CONTEXT_BYTES);
    let telling = &bytes[first_telling..];
    let looked_at = &telling[..telling.len().min(MAX_BYTES)];

    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(looked_at, looked_at.len() == telling.len());
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether the only fault of the bytes as UTF-8 is that they end in the middle of a character, as
/// interrupted downloads do.
fn is_cut_utf8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    }
}

/// Bytes that the guess is made from, from the first that is not ASCII. The detector reads some 15 MB/s, so that
/// this takes 4 ms at most.
const MAX_BYTES: usize = 64 << 10;
/// ASCII bytes before those, since letters are judged by their neighbours.
const CONTEXT_BYTES: usize = 64;
