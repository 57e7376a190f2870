//! The part of a node that is the value: from behind one string to before another.

use crate::context::Extent;
use crate::context::extract::trim;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use unhusk_page::{Page, Span};

/// Where a value begins and ends in its node, by strings of the source.
#[derive(Debug, Clone, PartialEq, Eq, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `after` and `before`")]
pub struct Cut {
    /// The string behind which the value begins; without it, at the beginning of the node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Mark>,
    /// The string before which the value ends; without it, at the end of the node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Mark>,
}

/// A string inside a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `text`")]
pub struct Mark {
    /// The string.
    pub text: String,
    /// Whether the last occurrence counts, not the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last: bool,
    /// Whether the value reaches to the edge of a node that lacks the string: `March 1` and `March 1 (sealed)`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

impl Mark {
    fn find(&self, text: &str) -> Option<usize> {
        if self.last { text.rfind(&self.text) } else { text.find(&self.text) }
    }
}

impl Cut {
    /// Whether the whole node is the value.
    pub fn is_nothing(&self) -> bool {
        self.after.is_none() && self.before.is_none()
    }

    /// Whether a node may lack one of the strings.
    pub fn is_optional(&self) -> bool {
        [&self.after, &self.before].into_iter().flatten().any(|mark| mark.optional)
    }

    /// The part of `text` that is the value; `None` if a string is missing.
    pub fn apply(&self, text: &str) -> Option<Range<usize>> {
        let start = match &self.after {
            None => 0,
            Some(mark) => match mark.find(text) {
                Some(at) => at + mark.text.len(),
                None if mark.optional => 0,
                None => return None,
            },
        };
        let end = match &self.before {
            None => text.len(),
            Some(mark) => match mark.find(&text[start..]) {
                Some(at) => start + at,
                None if mark.optional => text.len(),
                None => return None,
            },
        };
        Some(start..end)
    }
}

/// The part of a span that a cut leaves; `None` if a string is missing.
pub(crate) fn cut_span(page: &Page, whole: Span, cut: &Cut, extent: Extent) -> Option<Span> {
    if cut.is_nothing() {
        return Some(whole);
    }
    let part = cut.apply(page.slice(whole)?)?;
    let start = whole.range().start;
    let span = Span::new(start + part.start, start + part.end);
    let span = if extent == Extent::Trimmed { trim(page.source(), span) } else { span };
    Some(span)
}
