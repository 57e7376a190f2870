//! Whether delimiters exist for the certain values and one more place.
//!
//! Certain values have some string in common to their left (a left delimiter is a suffix of it) and to their right. A
//! place is infeasible if it shares none of this context, or if every remaining right delimiter would end the value too
//! early. Each place is tested once, independently of the other cells.

use unhusk_page::Span;

/// Bytes of context compared on each side.
const MAX_CONTEXT: usize = 256;
/// Maximum length of values that are searched for their right delimiter, in bytes.
const MAX_VALUE: usize = 1 << 14;

/// The context common to places of a field: the longest left and right delimiters that all of them allow.
#[derive(Debug, Clone, Copy)]
pub(super) struct CommonContext<'p> {
    left: &'p [u8],
    right: &'p [u8],
}

impl<'p> CommonContext<'p> {
    /// The common context of some places; `None` if there are none.
    pub(super) fn of(places: impl IntoIterator<Item = (&'p str, Span)>) -> Option<Self> {
        let mut common: Option<Self> = None;
        for (source, span) in places {
            let own = Self::at(source, span);
            common = Some(match common {
                None => own,
                Some(so_far) => so_far.intersect(own),
            });
        }
        common
    }

    fn at(source: &'p str, span: Span) -> Self {
        let (left, rest) = source.as_bytes().split_at(span.start as usize);
        let right = &rest[span.len()..];
        Self {
            left: &left[left.len().saturating_sub(MAX_CONTEXT)..],
            right: &right[..right.len().min(MAX_CONTEXT)],
        }
    }

    /// The context common to these places and others.
    pub(super) fn intersect(self, other: Self) -> Self {
        let n_left = self.left.iter().rev().zip(other.left.iter().rev());
        let n_left = n_left.take_while(|(a, b)| a == b).count();
        let n_right = self.right.iter().zip(other.right).take_while(|(a, b)| a == b).count();
        Self { left: &self.left[self.left.len() - n_left..], right: &self.right[..n_right] }
    }

    /// Whether delimiters remain if this place is a value as well.
    pub(super) fn allows(self, source: &'p str, span: Span) -> bool {
        let Self { left, right } = self.intersect(Self::at(source, span));
        if left.is_empty() || right.is_empty() {
            return false;
        }
        // If the longest right delimiter occurs too early, so do all shorter ones.
        let reach = (span.end as usize + right.len()).min(source.len());
        span.len() > MAX_VALUE
            || memchr::memmem::find(&source.as_bytes()[span.start as usize..reach], right)
                == Some(span.len())
    }

    /// The context of a place whose left delimiter is searched from a position on.
    pub(super) fn from(source: &'p str, span: Span, position: u32) -> Self {
        let own = Self::at(source, span);
        let gap = span.start.saturating_sub(position) as usize;
        Self { left: &own.left[own.left.len().saturating_sub(gap)..], ..own }
    }

    /// The context common to these places and one more.
    pub(super) fn with(self, source: &'p str, span: Span) -> Self {
        self.intersect(Self::at(source, span))
    }

    /// The longest left and the longest right delimiter.
    pub(super) fn delimiters(self) -> (&'p [u8], &'p [u8]) {
        (self.left, self.right)
    }

    /// Whether both delimiters exist.
    pub(super) fn has_delimiters(self) -> bool {
        !self.left.is_empty() && !self.right.is_empty()
    }
}
