//! The text that a reader sees.

use super::{Page, Span};
use std::borrow::Cow;

/// Folds white space: every run of Unicode white space (U+00A0 included) is one space, none at the ends; NFC.
pub fn fold(text: &str) -> Cow<'_, str> {
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Removes all white space: the last resort when comparing a label with a page.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect()
}

pub(super) fn span_text(page: &Page, span: Span) -> Cow<'_, str> {
    page.slice(span).map(fold).unwrap_or_default()
}
