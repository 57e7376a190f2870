//! Where the bytes of a page went when it changed.

use unhusk_page::Span;

/// Pieces of the page before that stand in the page after.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    /// Without overlaps.
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    before: Span,
    /// Where it begins in the page after.
    after: u32,
}

impl Moves {
    pub(super) fn copied(&mut self, before: Span, after: usize) {
        if !before.is_empty() {
            self.pieces.push(Piece { before, after: Span::new(after, after).start });
        }
    }

    /// Ready to be asked.
    pub(super) fn in_order(mut self) -> Self {
        self.pieces.sort_unstable_by_key(|piece| piece.before.start);
        self
    }

    /// From where the first byte went to where the last byte went; `None` if one of them is gone, or if there is
    /// none.
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
