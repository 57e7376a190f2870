//! The text of a span, from the source alone.

use super::chunks::{Chunks, DecodeMode};
use super::fold::fold;
use super::folding::Folding;
use super::inside_tag::tag_around;
use super::scan::is_plain;
use super::tag::tag_at;
use crate::reference::{ReferenceContext, match_at};
use crate::{Page, Span, Syntax};
use memchr::{memchr_iter, memchr3};
use std::borrow::Cow;
use std::ops::Range;

/// The text that a reader sees at a span; see [`Page::text`].
///
/// A span inside a tag is read as an attribute value: nothing in it is markup. One that begins inside a tag
/// and runs past its end is read from that end on; one that ends inside a tag is read up to it.
pub(crate) fn span_text(page: &Page, span: Span) -> Cow<'_, str> {
    text_read(page, span, || decode_mode_of(page.source(), span.range()))
}

/// The construct that a span of the tree is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// The contents of an element.
    Contents,
    /// The value of an attribute.
    Attribute,
}

/// Returns the text of a span whose enclosing construct is known, so that the source before it need not be read.
pub(crate) fn text_inside(page: &Page, span: Span, inside: Inside) -> Cow<'_, str> {
    let mode = match inside {
        Inside::Contents => DecodeMode::Markup,
        Inside::Attribute => DecodeMode::Attribute,
    };
    text_read(page, span, || (span.range(), mode))
}

/// Returns the text at a span. `mode` returns the part to read and how; it is called only if there is markup.
fn text_read(
    page: &Page,
    span: Span,
    mode: impl FnOnce() -> (Range<usize>, DecodeMode),
) -> Cow<'_, str> {
    let Some(slice) = page.slice(span) else { return Cow::Borrowed("") };
    if is_plain(slice.as_bytes()) {
        return Cow::Borrowed(slice);
    }
    let has_no_markup = || memchr3(b'<', b'&', b'\0', slice.as_bytes()).is_none();
    if page.syntax() == Syntax::Text || has_no_markup() {
        return fold(slice);
    }
    let (part, mode) = match references(page.source(), span.range()) {
        References::None => return fold(slice),
        References::AnywhereAlike => (span.range(), DecodeMode::Attribute),
        References::OrMarkup => mode(),
    };
    let mut folding = Folding::without_places(slice.len());
    for chunk in Chunks::new(page.source(), part, mode) {
        folding.push_chunk(chunk);
    }
    Cow::Owned(folding.into_text())
}

/// Property of a range of HTML that decides how it is read.
enum References {
    /// No references: the range is its own text in any context.
    None,
    /// References that are the same in text and in an attribute value.
    AnywhereAlike,
    /// Markup, or references whose meaning depends on the place.
    OrMarkup,
}

/// Classifies a range, so that for most values the source before the range is not read: addresses with `&`, names such
/// as `B&B`.
fn references(source: &str, range: Range<usize>) -> References {
    let bytes = &source.as_bytes()[range.clone()];
    // A `>` may end the tag that the range begins in.
    if memchr3(b'<', b'>', b'\0', bytes).is_some() {
        return References::OrMarkup;
    }
    let mut found = References::None;
    for offset in memchr_iter(b'&', bytes) {
        let name = range.start + offset + 1;
        let Some(reference) = match_at(&source[name..], ReferenceContext::Text) else { continue };
        if match_at(&source[name..], ReferenceContext::Attribute) != Some(reference) {
            return References::OrMarkup;
        }
        if name + reference.len <= range.end {
            found = References::AnywhereAlike;
        }
    }
    found
}

/// Returns the part of a range of HTML that is read, and how.
pub(super) fn decode_mode_of(source: &str, range: Range<usize>) -> (Range<usize>, DecodeMode) {
    let bytes = source.as_bytes();
    let tag_end = |opening| tag_at(&bytes[..range.end], opening).and_then(|tag| tag.end);
    match tag_around(bytes, range.start).map(tag_end) {
        None => (range, DecodeMode::Markup),
        Some(None) => (range, DecodeMode::Attribute),
        Some(Some(tag_end)) => (tag_end..range.end, DecodeMode::Markup),
    }
}
