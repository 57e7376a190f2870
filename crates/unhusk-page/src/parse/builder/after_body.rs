//! Insertion modes "after body" and "after after body".

use super::{Mode, Next, TagToken, TreeBuilder};
use crate::parse::arena::NOWHERE;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn after_body_start(&mut self, tag: &TagToken) -> Next {
        if tag.name == HTML {
            return self.in_body_start(tag);
        }
        self.mode = Mode::InBody;
        Next::Again
    }

    pub(super) fn after_body_end(&mut self, tag: &TagToken) -> Next {
        if tag.name != HTML || self.mode == Mode::AfterAfterBody {
            self.mode = Mode::InBody;
            return Next::Again;
        }
        if !self.is_fragment() {
            self.mode = Mode::AfterAfterBody;
            if !self.is_ended(1) {
                self.end_range(1, Some(tag));
            }
        }
        Next::Done
    }

    pub(super) fn is_ended(&self, height: usize) -> bool {
        self.arena.node(self.stack.at(height).node).end != NOWHERE
    }

    /// Ends the range of an element that stays on the stack.
    pub(super) fn end_range(&mut self, height: usize, tag: Option<&TagToken>) {
        let node = self.stack.at(height).node;
        let flags = self.arena.node(node).flags;
        self.close(node, tag);
        self.arena.node_mut(node).flags = flags;
    }
}
