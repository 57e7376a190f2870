//! Insertion modes "in head" and "in head noscript".

use super::{Mode, Next, TagToken, TreeBuilder, class};
use crate::parse::tokenizer::ContentModel;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn in_head_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => self.in_body_start(tag),
            BASE | BASEFONT | BGSOUND | LINK | META => {
                self.insert_void(tag);
                Next::Done
            }
            TITLE => self.parse_raw(tag, ContentModel::RcData),
            NOSCRIPT if !self.is_scripting => {
                self.insert_html(tag);
                self.mode = Mode::InHeadNoscript;
                Next::Done
            }
            NOSCRIPT | NOFRAMES | STYLE => self.parse_raw(tag, ContentModel::RawText),
            SCRIPT => self.parse_raw(tag, ContentModel::ScriptData),
            TEMPLATE => {
                self.insert_html(tag);
                self.formatting.push_marker();
                self.is_frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
                Next::Done
            }
            HEAD => Next::Done,
            _ => self.in_head_else(),
        }
    }

    pub(super) fn in_head_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HEAD => {
                self.pop_with(tag);
                self.mode = Mode::AfterHead;
                Next::Done
            }
            BODY | HTML | BR => self.in_head_else(),
            TEMPLATE if self.stack.has(TEMPLATE) => {
                self.close_template(Some(tag));
                Next::Done
            }
            _ => Next::Done,
        }
    }

    pub(super) fn in_head_else(&mut self) -> Next {
        self.pop();
        self.mode = Mode::AfterHead;
        Next::Again
    }

    /// Ends the topmost open template and everything in it.
    pub(super) fn close_template(&mut self, tag: Option<&TagToken>) {
        while self.stack.top().is_some_and(|top| top.is(class::THOROUGHLY_IMPLIED_END)) {
            self.pop();
        }
        self.pop_until(TEMPLATE, tag);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }

    pub(super) fn in_head_noscript_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => self.in_body_start(tag),
            BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE => self.in_head_start(tag),
            HEAD | NOSCRIPT => Next::Done,
            _ => self.in_head_noscript_else(),
        }
    }

    pub(super) fn in_head_noscript_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            NOSCRIPT => {
                self.pop_with(tag);
                self.mode = Mode::InHead;
                Next::Done
            }
            BR => self.in_head_noscript_else(),
            _ => Next::Done,
        }
    }

    pub(super) fn in_head_noscript_else(&mut self) -> Next {
        self.pop();
        self.mode = Mode::InHead;
        Next::Again
    }
}
