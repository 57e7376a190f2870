//! The text of a span, from the source alone.

use super::chunks::{Chunks, Reading};
use super::fold::fold;
use super::folding::Folding;
use super::inside_tag::tag_around;
use super::scan::is_plain;
use super::tag::tag_at;
use crate::page::{Page, Span, Syntax};
use memchr::memchr3;
use std::borrow::Cow;
use std::ops::Range;

/// The text that a reader sees at a span; see [`Page::text`].
///
/// A span inside a tag is read as an attribute value: nothing in it is markup. One that begins inside a tag
/// and runs past its end is read from that end on; one that ends inside a tag is read up to it.
pub(crate) fn span_text(page: &Page, span: Span) -> Cow<'_, str> {
    let Some(slice) = page.slice(span) else { return Cow::Borrowed("") };
    if is_plain(slice.as_bytes()) {
        return Cow::Borrowed(slice);
    }
    let has_no_markup = || memchr3(b'<', b'&', b'\0', slice.as_bytes()).is_none();
    if page.syntax() == Syntax::Text || has_no_markup() {
        return fold(slice);
    }
    let (part, reading) = reading_of(page.source(), span.range());
    let mut folding = Folding::without_places(slice.len());
    for chunk in Chunks::new(page.source(), part, reading) {
        folding.push_chunk(chunk);
    }
    Cow::Owned(folding.into_text())
}

/// Which part of a range of HTML is read, and how.
fn reading_of(source: &str, range: Range<usize>) -> (Range<usize>, Reading) {
    let bytes = source.as_bytes();
    let tag_end = |opening| tag_at(&bytes[..range.end], opening).and_then(|tag| tag.end);
    match tag_around(bytes, range.start).map(tag_end) {
        None => (range, Reading::Markup),
        Some(None) => (range, Reading::Attribute),
        Some(Some(tag_end)) => (tag_end..range.end, Reading::Markup),
    }
}
