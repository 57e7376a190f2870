//! Insertion modes "in table body", "in row" and "in cell".

use super::class::barrier;
use super::{Mode, Next, TagToken, TreeBuilder};
use crate::tree::NameId;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn in_table_body_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TR => {
                self.clear_to_table_body();
                self.insert_html(tag);
                self.mode = Mode::InRow;
                Next::Done
            }
            TH | TD => {
                self.clear_to_table_body();
                self.insert_implied(TR);
                self.mode = Mode::InRow;
                Next::Again
            }
            CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD => self.leave_table_body(),
            _ => self.in_table_start(tag),
        }
    }

    pub(super) fn in_table_body_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TBODY | TFOOT | THEAD => {
                if self.stack.has_in(barrier::TABLE, tag.name) {
                    self.clear_to_table_body();
                    self.pop_with(tag);
                    self.mode = Mode::InTable;
                }
                Next::Done
            }
            TABLE => self.leave_table_body(),
            BODY | CAPTION | COL | COLGROUP | HTML | TD | TH | TR => Next::Done,
            _ => self.in_table_end(tag),
        }
    }

    fn leave_table_body(&mut self) -> Next {
        if ![TBODY, THEAD, TFOOT].iter().any(|&name| self.stack.has_in(barrier::TABLE, name)) {
            return Next::Done;
        }
        self.clear_to_table_body();
        self.pop();
        self.mode = Mode::InTable;
        Next::Again
    }

    /// Clears the stack back to a table body context.
    fn clear_to_table_body(&mut self) {
        self.clear_to(&[TBODY, TFOOT, THEAD, TEMPLATE, HTML]);
    }

    /// Clears the stack back to a table row context.
    fn clear_to_row(&mut self) {
        self.clear_to(&[TR, TEMPLATE, HTML]);
    }

    fn clear_to(&mut self, context: &[NameId]) {
        let height = context.iter().map(|&name| self.stack.topmost(name)).max().unwrap_or(0);
        self.pop_above(height.max(1));
    }

    pub(super) fn in_row_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TH | TD => {
                self.clear_to_row();
                self.insert_html(tag);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
                Next::Done
            }
            CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD | TR => {
                self.leave_row(None, Next::Again)
            }
            _ => self.in_table_start(tag),
        }
    }

    pub(super) fn in_row_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TR => self.leave_row(Some(tag), Next::Done),
            TABLE => self.leave_row(None, Next::Again),
            TBODY | TFOOT | THEAD => {
                if !self.stack.has_in(barrier::TABLE, tag.name) {
                    return Next::Done;
                }
                self.leave_row(None, Next::Again)
            }
            BODY | CAPTION | COL | COLGROUP | HTML | TD | TH => Next::Done,
            _ => self.in_table_end(tag),
        }
    }

    fn leave_row(&mut self, tag: Option<&TagToken>, next: Next) -> Next {
        if !self.stack.has_in(barrier::TABLE, TR) {
            return Next::Done;
        }
        self.clear_to_row();
        self.pop_at(self.stack.len(), tag);
        self.mode = Mode::InTableBody;
        next
    }

    pub(super) fn in_cell_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => {
                if self.cell_in_scope() == 0 {
                    return Next::Done;
                }
                self.close_cell()
            }
            _ => self.in_body_start(tag),
        }
    }

    pub(super) fn in_cell_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TD | TH => {
                if self.stack.has_in(barrier::TABLE, tag.name) {
                    self.generate_implied_end_tags(None);
                    self.pop_until(tag.name, Some(tag));
                    self.formatting.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Next::Done
            }
            BODY | CAPTION | COL | COLGROUP | HTML => Next::Done,
            TABLE | TBODY | TFOOT | THEAD | TR => {
                if !self.stack.has_in(barrier::TABLE, tag.name) {
                    return Next::Done;
                }
                self.close_cell()
            }
            _ => self.in_body_end(tag),
        }
    }

    /// Height of the topmost `td` or `th` in table scope, or 0.
    fn cell_in_scope(&self) -> usize {
        let height = self.stack.topmost(TD).max(self.stack.topmost(TH));
        if height >= self.stack.barrier(barrier::TABLE) { height } else { 0 }
    }

    fn close_cell(&mut self) -> Next {
        self.generate_implied_end_tags(None);
        let height = self.stack.topmost(TD).max(self.stack.topmost(TH));
        if height > 0 {
            self.pop_at(height, None);
        }
        self.formatting.clear_to_marker();
        self.mode = Mode::InRow;
        Next::Again
    }
}
