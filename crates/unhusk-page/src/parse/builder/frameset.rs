//! Insertion modes "in frameset", "after frameset" and "after after frameset".

use super::{Mode, Next, TagToken, TreeBuilder};
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn in_frameset_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => return self.in_body_start(tag),
            FRAMESET => _ = self.insert_html(tag),
            FRAME => _ = self.insert_void(tag),
            NOFRAMES => return self.in_head_start(tag),
            _ => {}
        }
        Next::Done
    }

    pub(super) fn in_frameset_end(&mut self, tag: &TagToken) -> Next {
        if tag.name == FRAMESET && self.stack.len() > 1 {
            self.pop_with(tag);
            if !self.is_fragment() && !self.current_is(FRAMESET) {
                self.mode = Mode::AfterFrameset;
            }
        }
        Next::Done
    }

    pub(super) fn after_frameset_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => self.in_body_start(tag),
            NOFRAMES => self.in_head_start(tag),
            _ => Next::Done,
        }
    }

    pub(super) fn after_frameset_end(&mut self, tag: &TagToken) -> Next {
        if tag.name == HTML && self.mode == Mode::AfterFrameset {
            self.mode = Mode::AfterAfterFrameset;
            if !self.is_ended(1) {
                self.end_range(1, Some(tag));
            }
        }
        Next::Done
    }
}
