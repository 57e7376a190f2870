//! Where a node is: the elements around it, by names and positions.

use super::{Sight, is_stable};
use crate::context::fork::Node;
use crate::site::clue::Ink;

/// How many levels up whole paths, ids and tables are looked for; pages of real sites have about forty.
pub(crate) const MAX_LEVELS: usize = 100;

/// How a step of a path is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Name,
    Position,
    PositionFromEnd,
}

impl Sight<'_, '_> {
    pub(super) fn path<W: Ink>(
        self,
        node: Node,
        n_steps: usize,
        step: Step,
        mut said: W,
    ) -> Option<W> {
        let mut n_said = 0;
        if step != Step::Name && !self.put_text_position(&mut said, node, step) {
            return None;
        }
        for above in self.around(node).take(n_steps) {
            if n_said > 0 {
                said.put("<");
            }
            if !self.put_step(&mut said, above, step) {
                return None;
            }
            n_said += 1;
        }
        (n_said == n_steps).then_some(said)
    }

    pub(super) fn whole_path<W: Ink>(self, node: Node, step: Step, mut said: W) -> Option<W> {
        if step != Step::Name && !self.put_text_position(&mut said, node, step) {
            return None;
        }
        let mut around = self.around(node);
        for above in around.by_ref().take(MAX_LEVELS) {
            if !self.put_step(&mut said, above, step) {
                return None;
            }
            said.put("<");
        }
        around.next().is_none().then_some(said)
    }

    pub(super) fn id<W: Ink>(self, node: Node, step: Step, mut said: W) -> Option<W> {
        if step != Step::Name && !self.put_text_position(&mut said, node, step) {
            return None;
        }
        for above in self.around(node).take(MAX_LEVELS) {
            if let Some(id) = self.view.html_id(above) {
                said.put("#");
                said.put(id);
                return is_stable(id).then_some(said);
            }
            if !self.put_step(&mut said, above, step) {
                return None;
            }
            said.put("<");
        }
        None
    }

    /// The names from the holder up to `top`, which comes last without its own.
    pub(super) fn put_names_below<W: Ink>(
        self,
        said: &mut W,
        node: Node,
        top: Node,
        step: Step,
    ) -> bool {
        for above in self.around(node).take_while(|&above| above != top) {
            if !self.put_step(said, above, step) {
                return false;
            }
            said.put("<");
        }
        true
    }

    pub(super) fn put_text_position<W: Ink>(self, said: &mut W, node: Node, step: Step) -> bool {
        !self.view.is_text(node) || self.put_step(said, node, step)
    }

    /// Writes an element, unless that makes no difference any more.
    pub(super) fn put_step<W: Ink>(self, said: &mut W, node: Node, step: Step) -> bool {
        said.put(self.view.tag(node));
        if said.is_lost() {
            return false;
        }
        let position = match step {
            Step::Name => return true,
            Step::Position => Some(self.view.nth(self.scope, node)),
            Step::PositionFromEnd => self.view.nth_back(self.scope, node),
        };
        let Some(position) = position else { return false };
        said.put_position(if step == Step::Position { "[" } else { "[-" }, position);
        !said.is_lost()
    }
}
