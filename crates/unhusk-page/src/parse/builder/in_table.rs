//! Insertion modes "in table", "in caption" and "in column group".

use super::class::barrier;
use super::{Mode, Next, TagToken, TreeBuilder};
use crate::parse::arena::NONE;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn in_table_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            CAPTION => {
                self.clear_to_table();
                self.formatting.push_marker();
                self.insert_html(tag);
                self.mode = Mode::InCaption;
            }
            COLGROUP => {
                self.clear_to_table();
                self.insert_html(tag);
                self.mode = Mode::InColumnGroup;
            }
            COL => {
                self.clear_to_table();
                self.insert_implied(COLGROUP);
                self.mode = Mode::InColumnGroup;
                return Next::Again;
            }
            TBODY | TFOOT | THEAD => {
                self.clear_to_table();
                self.insert_html(tag);
                self.mode = Mode::InTableBody;
            }
            TD | TH | TR => {
                self.clear_to_table();
                self.insert_implied(TBODY);
                self.mode = Mode::InTableBody;
                return Next::Again;
            }
            TABLE => {
                if !self.stack.has_in(barrier::TABLE, TABLE) {
                    return Next::Done;
                }
                self.pop_until(TABLE, None);
                self.reset_insertion_mode();
                return Next::Again;
            }
            STYLE | SCRIPT | TEMPLATE => return self.in_head_start(tag),
            INPUT if self.is_hidden_input(tag) => {
                self.insert_void(tag);
            }
            FORM => {
                if !self.stack.has(TEMPLATE) && self.form == NONE {
                    self.form = self.insert_void(tag);
                }
            }
            _ => return self.fostering(|builder| builder.in_body_start(tag)),
        }
        Next::Done
    }

    pub(super) fn in_table_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TABLE => {
                if self.stack.has_in(barrier::TABLE, TABLE) {
                    self.pop_until(TABLE, Some(tag));
                    self.reset_insertion_mode();
                }
            }
            BODY | CAPTION | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR => {}
            TEMPLATE => return self.in_head_end(tag),
            _ => return self.fostering(|builder| builder.in_body_end(tag)),
        }
        Next::Done
    }

    /// `<input type=hidden>`.
    pub(super) fn is_hidden_input(&self, tag: &TagToken) -> bool {
        let kind = self.store.list(tag.attributes).find(|&(_, name)| name == TYPE);
        kind.is_some_and(|(attribute, _)| {
            self.store.value(attribute, self.tokenizer.source).eq_ignore_ascii_case("hidden")
        })
    }

    /// Clears the stack back to a table context.
    fn clear_to_table(&mut self) {
        self.pop_above(self.stack.barrier(barrier::TABLE));
    }

    pub(super) fn in_caption_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => {
                self.close_caption(None, Next::Again)
            }
            _ => self.in_body_start(tag),
        }
    }

    pub(super) fn in_caption_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            CAPTION => self.close_caption(Some(tag), Next::Done),
            TABLE => self.close_caption(None, Next::Again),
            BODY | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR => Next::Done,
            _ => self.in_body_end(tag),
        }
    }

    fn close_caption(&mut self, tag: Option<&TagToken>, next: Next) -> Next {
        if !self.stack.has_in(barrier::TABLE, CAPTION) {
            return Next::Done;
        }
        self.generate_implied_end_tags(None);
        self.pop_until(CAPTION, tag);
        self.formatting.clear_to_marker();
        self.mode = Mode::InTable;
        next
    }

    pub(super) fn in_column_group_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => self.in_body_start(tag),
            COL => {
                self.insert_void(tag);
                Next::Done
            }
            TEMPLATE => self.in_head_start(tag),
            _ => self.in_column_group_else(),
        }
    }

    pub(super) fn in_column_group_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            COLGROUP => {
                if self.current_is(COLGROUP) {
                    self.pop_with(tag);
                    self.mode = Mode::InTable;
                }
                Next::Done
            }
            COL => Next::Done,
            TEMPLATE => self.in_head_end(tag),
            _ => self.in_column_group_else(),
        }
    }

    pub(super) fn in_column_group_else(&mut self) -> Next {
        if !self.current_is(COLGROUP) {
            return Next::Done;
        }
        self.pop();
        self.mode = Mode::InTable;
        Next::Again
    }
}
