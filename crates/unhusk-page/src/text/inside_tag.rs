//! Whether a position is inside a tag, from the source around it, without a tree.

use super::tag::tag_at;
use crate::visible::{HiddenContent, hidden_content};
use memchr::memrchr;

/// Returns the position of the `<` of the tag around the byte at `at`, judged by its neighbourhood.
///
/// The nearest `<` before it that opens a tag decides if that tag is still open; else the ones before, since a quoted
/// value may contain markup: `<a title="<b>new</b>" href="...">`. After [`MAX_TAGS`] tags, or [`MAX_BYTES`], or the end
/// of a script, the answer is no.
pub(super) fn tag_around(bytes: &[u8], at: usize) -> Option<usize> {
    let before = &bytes[..at];
    let window_start = at.saturating_sub(MAX_BYTES);
    let mut budget = MAX_BYTES;
    let mut window = &before[window_start..];
    for _ in 0..MAX_TAGS {
        let offset = memrchr(b'<', window)?;
        window = &window[..offset];
        let opening = window_start + offset;
        let Some(tag) = tag_at(before, opening) else { continue };
        let Some(end) = tag.end else { return Some(opening) };
        budget = budget.checked_sub(end - opening)?;
        if tag.is_end && hidden_content(tag.name) == Some(HiddenContent::RawText) {
            return None;
        }
    }
    None
}

/// Most tags that are tried. A dozen elements in one attribute value are rare, thousands before a text are not.
const MAX_TAGS: usize = 16;
/// Bytes that are searched backwards, and that are scanned forward in all. Longer attribute values hold pictures.
const MAX_BYTES: usize = 64 << 10;
