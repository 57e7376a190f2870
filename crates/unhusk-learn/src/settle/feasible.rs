//! Whether delimiters can still exist if a place is taken: strings that stand left and right of all values.
//!
//! Values that are certain have some string in common to their left (its suffixes are what a left delimiter can be) and
//! to their right. A place that has nothing in common with these, or in which every right delimiter that is left would
//! end the value too early, is out. Each place is looked at once, whatever the other cells are.

use unhusk_page::Span;

/// Bytes of context that are compared.
const MAX_CONTEXT: usize = 256;
/// Values up to this length are searched for the delimiter that should end them.
const MAX_VALUE: usize = 1 << 14;

/// What certain values of a field have beside them: the longest delimiters that all of them allow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside<'p> {
    left: &'p [u8],
    right: &'p [u8],
}

impl<'p> Beside<'p> {
    /// What all of some places have beside them; `None` for no places.
    pub(super) fn of(places: impl IntoIterator<Item = (&'p str, Span)>) -> Option<Self> {
        let mut common: Option<Self> = None;
        for (source, span) in places {
            let own = Self::at(source, span);
            common = Some(match common {
                None => own,
                Some(so_far) => so_far.and(own),
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

    fn and(self, other: Self) -> Self {
        let n_left = self.left.iter().rev().zip(other.left.iter().rev());
        let n_left = n_left.take_while(|(a, b)| a == b).count();
        let n_right = self.right.iter().zip(other.right).take_while(|(a, b)| a == b).count();
        Self { left: &self.left[self.left.len() - n_left..], right: &self.right[..n_right] }
    }

    /// Whether delimiters are left if this place is a value, too.
    pub(super) fn allows(self, source: &'p str, span: Span) -> bool {
        let Self { left, right } = self.and(Self::at(source, span));
        if left.is_empty() || right.is_empty() {
            return false;
        }
        // The longest right delimiter stands inside the value less often than any shorter one.
        let reach = (span.end as usize + right.len()).min(source.len());
        span.len() > MAX_VALUE
            || memchr::memmem::find(&source.as_bytes()[span.start as usize..reach], right)
                == Some(span.len())
    }

    /// The same for a place whose left delimiter is looked for from a position on.
    pub(super) fn from(source: &'p str, span: Span, position: u32) -> Self {
        let own = Self::at(source, span);
        let gap = span.start.saturating_sub(position) as usize;
        Self { left: &own.left[own.left.len().saturating_sub(gap)..], ..own }
    }

    /// What these places and others have beside them.
    pub(super) fn both_have(self, other: Self) -> Self {
        self.and(other)
    }

    /// What these places and one more have beside them.
    pub(super) fn with(self, source: &'p str, span: Span) -> Self {
        self.and(Self::at(source, span))
    }

    /// The longest left and the longest right delimiter.
    pub(super) fn both(self) -> (&'p [u8], &'p [u8]) {
        (self.left, self.right)
    }

    /// Whether there are delimiters at all.
    pub(super) fn is_something(self) -> bool {
        !self.left.is_empty() && !self.right.is_empty()
    }
}
