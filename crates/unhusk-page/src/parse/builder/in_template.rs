//! Insertion mode "in template", and how the mode is found again when a table or template ends.

use super::class::barrier;
use super::{Mode, Next, TagToken, TreeBuilder};
use crate::parse::arena::NONE;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn in_template_start(&mut self, tag: &TagToken) -> Next {
        let mode = match tag.name {
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE
            | TITLE => {
                return self.in_head_start(tag);
            }
            CAPTION | COLGROUP | TBODY | TFOOT | THEAD => Mode::InTable,
            COL => Mode::InColumnGroup,
            TR => Mode::InTableBody,
            TD | TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Next::Again
    }

    pub(super) fn in_template_end(&mut self, tag: &TagToken) -> Next {
        if tag.name == TEMPLATE { self.in_head_end(tag) } else { Next::Done }
    }

    pub(super) fn in_template_eof(&mut self) -> Next {
        self.pop_until(TEMPLATE, None);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
        Next::Again
    }

    /// Resets the insertion mode appropriately.
    pub(super) fn reset_insertion_mode(&mut self) {
        let height = self.stack.barrier(barrier::MODE);
        self.mode = match (height, &self.context) {
            (0, _) => Mode::InBody,
            (1, Some(context)) => self.mode_in(context.html_name().unwrap_or(DIV), true),
            _ => self.mode_in(self.stack.at(height).name, height == 1),
        };
    }

    fn mode_in(&self, name: crate::tree::NameId, is_last: bool) -> Mode {
        match name {
            TD | TH if !is_last => Mode::InCell,
            TR => Mode::InRow,
            TBODY | THEAD | TFOOT => Mode::InTableBody,
            CAPTION => Mode::InCaption,
            COLGROUP => Mode::InColumnGroup,
            TABLE => Mode::InTable,
            TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
            HEAD if !is_last => Mode::InHead,
            FRAMESET => Mode::InFrameset,
            HTML if self.head == NONE => Mode::BeforeHead,
            HTML => Mode::AfterHead,
            _ => Mode::InBody,
        }
    }
}
