//! Clues about the elements around a node: their tags, positions and ids.

use super::{EvalContext, is_stable};
use crate::site::clue::ClueWriter;
use crate::site::clue::text::sign;
use unhusk_page::VisibleNode;

/// Most levels up to which whole paths, ids and tables are followed; pages of real sites have about forty levels.
pub(crate) const MAX_LEVELS: usize = 100;

/// What is written of an element of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Name,
    Position,
    PositionFromEnd,
}

impl EvalContext<'_, '_> {
    pub(super) fn path<W: ClueWriter>(
        self,
        node: VisibleNode,
        n_steps: usize,
        step: Step,
        mut out: W,
    ) -> Option<W> {
        let mut n_written = 0;
        if step != Step::Name && !self.write_text_position(&mut out, node, step) {
            return None;
        }
        for above in self.around(node).take(n_steps) {
            if n_written > 0 {
                out.write(sign::INSIDE);
            }
            if !self.write_step(&mut out, above, step) {
                return None;
            }
            n_written += 1;
        }
        (n_written == n_steps).then_some(out)
    }

    pub(super) fn whole_path<W: ClueWriter>(
        self,
        node: VisibleNode,
        step: Step,
        mut out: W,
    ) -> Option<W> {
        if step != Step::Name && !self.write_text_position(&mut out, node, step) {
            return None;
        }
        let mut around = self.around(node);
        for above in around.by_ref().take(MAX_LEVELS) {
            if !self.write_step(&mut out, above, step) {
                return None;
            }
            out.write(sign::INSIDE);
        }
        around.next().is_none().then_some(out)
    }

    pub(super) fn id<W: ClueWriter>(self, node: VisibleNode, step: Step, mut out: W) -> Option<W> {
        if step != Step::Name && !self.write_text_position(&mut out, node, step) {
            return None;
        }
        for above in self.around(node).take(MAX_LEVELS) {
            if let Some(id) = self.index.html_id(above) {
                out.write(sign::ID);
                out.write(id);
                return is_stable(id).then_some(out);
            }
            if !self.write_step(&mut out, above, step) {
                return None;
            }
            out.write(sign::INSIDE);
        }
        None
    }

    /// Writes the tags from the holder up to the element below `top`.
    pub(super) fn write_tags_below<W: ClueWriter>(
        self,
        out: &mut W,
        node: VisibleNode,
        top: VisibleNode,
        step: Step,
    ) -> bool {
        for above in self.around(node).take_while(|&above| above != top) {
            if !self.write_step(out, above, step) {
                return false;
            }
            out.write(sign::INSIDE);
        }
        true
    }

    pub(super) fn write_text_position<W: ClueWriter>(
        self,
        out: &mut W,
        node: VisibleNode,
        step: Step,
    ) -> bool {
        !self.index.is_text(node) || self.write_step(out, node, step)
    }

    /// Writes an element of a path; returns false if the path cannot match any more.
    pub(super) fn write_step<W: ClueWriter>(
        self,
        out: &mut W,
        node: VisibleNode,
        step: Step,
    ) -> bool {
        out.write(self.index.tag(node));
        if out.is_mismatch() {
            return false;
        }
        let position = match step {
            Step::Name => return true,
            Step::Position => Some(self.index.nth(self.scope, node)),
            Step::PositionFromEnd => self.index.nth_back(self.scope, node),
        };
        let Some(position) = position else { return false };
        out.write_position(
            if step == Step::Position { sign::NTH } else { sign::NTH_FROM_END },
            position,
        );
        !out.is_mismatch()
    }
}
