//! Maps bytes of a page to their places after a change.

use unhusk_page::Span;
use unhusk_wrapper::internal::sort;

/// The spans of the old page that the new page contains.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    /// Without overlaps.
    pieces: Vec<CopiedSpan>,
}

#[derive(Debug, Clone, Copy)]
struct CopiedSpan {
    before: Span,
    /// Start in the new page.
    after: u32,
}

impl Moves {
    pub(super) fn copied(&mut self, before: Span, after: usize) {
        if !before.is_empty() {
            self.pieces.push(CopiedSpan { before, after: Span::new(after, after).start });
        }
    }

    /// Sorts the spans for lookup.
    pub(super) fn in_order(mut self) -> Self {
        sort::by_key(&mut self.pieces, |piece| piece.before.start);
        self
    }

    /// Returns the span from the new place of the first byte to that of the last byte; `None` if one of them is gone
    /// or the span is empty.
    pub(super) fn place(&self, span: Span) -> Option<Span> {
        if span.is_empty() {
            return None;
        }
        let moved = Span { start: self.byte(span.start)?, end: self.byte(span.end - 1)? + 1 };
        (!moved.is_empty()).then_some(moved)
    }

    fn byte(&self, at: u32) -> Option<u32> {
        let next = self.pieces.partition_point(|piece| piece.before.end <= at);
        let piece = self.pieces.get(next).filter(|piece| piece.before.start <= at)?;
        Some(piece.after + (at - piece.before.start))
    }
}
