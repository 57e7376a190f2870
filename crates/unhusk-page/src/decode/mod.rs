//! Bytes -> source: finds the encoding, then decodes.
//!
//! The first rule that has an answer wins:
//!
//! 1. a byte order mark, which is not part of the source;
//! 2. the encoding that the caller gives, who knows more about the page;
//! 3. valid UTF-8 with at least one multi-byte sequence is UTF-8: such bytes are practically never anything
//!    else, while `<meta>` often lies;
//! 4. the declaration in the page ([`declared`]), unless it is plain text;
//! 5. bytes that are all ASCII are UTF-8;
//! 6. detection ([`detect`]).
//!
//! Bytes that are UTF-8 cost one validation and one copy. Never more is read or allocated than
//! [`Limits::max_bytes`](super::Limits) lets through.

mod convert;
mod declared;
mod detect;
#[cfg(test)]
mod tests;

use super::{PageOptions, Syntax};
use crate::Limited;
use crate::Warning;
use convert::Converted;
use encoding_rs::{Encoding, UTF_8};
use std::sync::Arc;

/// A decoded source, with its encoding and warnings.
pub(super) struct Decoded {
    pub(super) source: Arc<str>,
    /// Name of the encoding, from the WHATWG list.
    pub(super) encoding: &'static str,
    pub(super) warnings: Vec<Warning>,
}

/// Decodes the bytes of a page.
pub(super) fn decode(bytes: &[u8], options: &PageOptions) -> Decoded {
    let max_bytes = options.limits.max_bytes.min(u32::MAX as usize);
    let mut warnings = Vec::new();
    let given = options.charset.as_deref().and_then(|label| known_encoding(label, &mut warnings));

    let marked = Encoding::for_bom(bytes);
    let bytes = &bytes[marked.map_or(0, |(_, bom_len)| bom_len)..];
    let utf8 = utf8_text(bytes, max_bytes);
    let encoding = match (marked, given) {
        (Some((encoding, _)), _) | (None, Some(encoding)) => encoding,
        (None, None) if utf8.is_some_and(|text| !text.is_ascii()) => UTF_8,
        (None, None) => declared_or_detected(bytes, utf8, options.syntax),
    };
    let source = match utf8 {
        Some(text) if encoding == UTF_8 || (encoding.is_ascii_compatible() && text.is_ascii()) => {
            cut(text, max_bytes, &mut warnings)
        }
        _ => convert(encoding, bytes, max_bytes, &mut warnings),
    };
    Decoded { source, encoding: encoding.name(), warnings }
}

/// Returns the encoding of a given label. Labels of the `replacement` encoding, which decodes to nothing, count as
/// unknown: browsers refuse such pages, here their encoding is guessed.
fn known_encoding(label: &str, warnings: &mut Vec<Warning>) -> Option<&'static Encoding> {
    let known = Encoding::for_label_no_replacement(label.as_bytes());
    if known.is_none() {
        warnings.push(Warning::UnknownEncoding { label: label.to_owned() });
    }
    known
}

/// The bytes that can be kept, as text, if they are valid UTF-8. A character that the limit cuts is left out.
fn utf8_text(bytes: &[u8], max_bytes: usize) -> Option<&str> {
    // One character more than the limit, so that a cut is detected.
    let window = &bytes[..bytes.len().min(max_bytes.saturating_add(4))];
    match std::str::from_utf8(window) {
        Ok(text) => Some(text),
        Err(error) => {
            let cut_by_limit = error.error_len().is_none() && window.len() < bytes.len();
            cut_by_limit.then(|| std::str::from_utf8(&window[..error.valid_up_to()]).ok()).flatten()
        }
    }
}

/// Rules 4 to 6. `ascii` is the text if the bytes are ASCII.
fn declared_or_detected(bytes: &[u8], ascii: Option<&str>, syntax: Syntax) -> &'static Encoding {
    let declared = match syntax {
        Syntax::Html => declared::encoding(bytes),
        Syntax::Text => None,
    };
    match (declared, ascii) {
        (Some(encoding), _) => encoding,
        (None, Some(_)) => UTF_8,
        (None, None) => detect::encoding(bytes),
    }
}

fn cut(text: &str, max_bytes: usize, warnings: &mut Vec<Warning>) -> Arc<str> {
    let kept = &text[..text.floor_char_boundary(max_bytes)];
    if kept.len() < text.len() {
        warnings.push(truncated(max_bytes, kept.len()));
    }
    kept.into()
}

fn convert(
    encoding: &'static Encoding,
    bytes: &[u8],
    max_bytes: usize,
    warnings: &mut Vec<Warning>,
) -> Arc<str> {
    let Converted { source, n_replaced, is_cut } = convert::convert(encoding, bytes, max_bytes);
    if n_replaced > 0 {
        warnings.push(Warning::Undecodable { encoding: encoding.name(), n_replaced });
    }
    if is_cut {
        warnings.push(truncated(max_bytes, source.len()));
    }
    source.into()
}

fn truncated(max_bytes: usize, at_byte: usize) -> Warning {
    Warning::Truncated { what: Limited::Bytes, limit: max_bytes as u64, at_byte }
}
