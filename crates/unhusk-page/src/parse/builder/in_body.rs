//! Insertion mode "in body": start tags.

use super::class::barrier;
use super::{Mode, Next, TagToken, TreeBuilder};
use crate::parse::arena::NONE;
use crate::parse::tokenizer::ContentModel;
use crate::tree::known_names::*;
use crate::tree::{NameId, Namespace};

impl TreeBuilder<'_> {
    pub(super) fn in_body_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            A => self.formatting_a(tag),
            B | BIG | CODE | EM | FONT | I | S | SMALL | STRIKE | STRONG | TT | U => {
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            NOBR => self.formatting_nobr(tag),
            ADDRESS | ARTICLE | ASIDE | BLOCKQUOTE | CENTER | DETAILS | DIALOG | DIR | DIV | DL
            | FIELDSET | FIGCAPTION | FIGURE | FOOTER | HEADER | HGROUP | MAIN | MENU | NAV
            | OL | P | SEARCH | SECTION | SUMMARY | UL => {
                self.close_p_in_button_scope();
                self.insert_html(tag);
            }
            H1 | H2 | H3 | H4 | H5 | H6 => {
                self.close_p_in_button_scope();
                if matches!(self.current_name(), Some(H1 | H2 | H3 | H4 | H5 | H6)) {
                    self.pop();
                }
                self.insert_html(tag);
            }
            LI => self.list_item(tag, &[LI]),
            DD | DT => self.list_item(tag, &[DD, DT]),
            AREA | BR | EMBED | IMG | KEYGEN | WBR => {
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.is_frameset_ok = false;
            }
            INPUT => self.input(tag),
            PARAM | SOURCE | TRACK => {
                self.insert_void(tag);
            }
            IMAGE => {
                self.reconstruct_formatting();
                self.insert_named(tag, IMG);
                self.pop_empty(tag);
                self.is_frameset_ok = false;
            }
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE
            | TITLE => {
                return self.in_head_start(tag);
            }
            TABLE => {
                if !self.is_quirky {
                    self.close_p_in_button_scope();
                }
                self.insert_html(tag);
                self.is_frameset_ok = false;
                self.mode = Mode::InTable;
            }
            FORM => self.form(tag),
            BUTTON => self.button(tag),
            APPLET | MARQUEE | OBJECT => {
                self.reconstruct_formatting();
                self.insert_html(tag);
                self.formatting.push_marker();
                self.is_frameset_ok = false;
            }
            HR => self.horizontal_rule(tag),
            SELECT => self.select(tag),
            OPTION => self.option(tag, Some(OPTGROUP)),
            OPTGROUP => self.option(tag, None),
            RB | RTC => self.ruby_part(tag, None),
            RP | RT => self.ruby_part(tag, Some(RTC)),
            _ => return self.rare_start(tag),
        }
        Next::Done
    }

    fn rare_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            PRE | LISTING => {
                self.close_p_in_button_scope();
                self.insert_html(tag);
                self.skips_newline = true;
                self.is_frameset_ok = false;
            }
            TEXTAREA => {
                self.skips_newline = true;
                self.is_frameset_ok = false;
                return self.parse_raw(tag, ContentModel::RcData);
            }
            XMP => {
                self.close_p_in_button_scope();
                self.reconstruct_formatting();
                self.is_frameset_ok = false;
                return self.parse_raw(tag, ContentModel::RawText);
            }
            IFRAME => {
                self.is_frameset_ok = false;
                return self.parse_raw(tag, ContentModel::RawText);
            }
            NOEMBED => return self.parse_raw(tag, ContentModel::RawText),
            NOSCRIPT if self.is_scripting => return self.parse_raw(tag, ContentModel::RawText),
            PLAINTEXT => {
                self.close_p_in_button_scope();
                self.insert_html(tag);
                self.tokenizer.content = ContentModel::PlainText;
            }
            HTML => self.second_html(tag),
            BODY => self.second_body(tag),
            FRAMESET => self.late_frameset(tag),
            MATH => {
                self.reconstruct_formatting();
                self.insert_foreign(tag, Namespace::MathMl);
            }
            SVG => {
                self.reconstruct_formatting();
                self.insert_foreign(tag, Namespace::Svg);
            }
            CAPTION | COL | COLGROUP | FRAME | HEAD | TBODY | TD | TFOOT | TH | THEAD | TR => {}
            _ => {
                self.reconstruct_formatting();
                self.insert_html(tag);
            }
        }
        Next::Done
    }

    fn second_html(&mut self, tag: &TagToken) {
        if !self.stack.has(TEMPLATE) && !self.stack.is_empty() {
            let root = self.stack.at(1).node;
            self.merge_attributes(root, tag);
        }
    }

    fn second_body(&mut self, tag: &TagToken) {
        if self.stack.len() > 1 && self.stack.at(2).is_html(BODY) && !self.stack.has(TEMPLATE) {
            self.is_frameset_ok = false;
            let body = self.stack.at(2).node;
            self.merge_attributes(body, tag);
        }
    }

    /// A frameset replaces a body that has no content yet.
    fn late_frameset(&mut self, tag: &TagToken) {
        if self.stack.len() < 2 || !self.stack.at(2).is_html(BODY) || !self.is_frameset_ok {
            return;
        }
        let body = self.stack.at(2).node;
        self.arena.detach(body);
        self.pop_above(1);
        self.insert_html(tag);
        self.mode = Mode::InFrameset;
    }

    /// `li`, `dd` and `dt` end the one before them.
    fn list_item(&mut self, tag: &TagToken, closes: &[NameId]) {
        self.is_frameset_ok = false;
        let height = closes.iter().map(|&name| self.stack.topmost(name)).max().unwrap_or(0);
        if height > 0 && height >= self.stack.barrier(barrier::ITEM) {
            let name = self.stack.at(height).name;
            self.generate_implied_end_tags(Some(name));
            self.pop_until(name, None);
        }
        self.close_p_in_button_scope();
        self.insert_html(tag);
    }

    fn form(&mut self, tag: &TagToken) {
        let is_in_template = self.stack.has(TEMPLATE);
        if self.form != NONE && !is_in_template {
            return;
        }
        self.close_p_in_button_scope();
        let form = self.insert_html(tag);
        if !is_in_template {
            self.form = form;
        }
    }

    fn button(&mut self, tag: &TagToken) {
        if self.stack.has_in(barrier::SCOPE, BUTTON) {
            self.generate_implied_end_tags(None);
            self.pop_until(BUTTON, None);
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
        self.is_frameset_ok = false;
    }

    fn input(&mut self, tag: &TagToken) {
        if self.is_fragment_of(SELECT) {
            return;
        }
        if self.stack.has_in(barrier::SCOPE, SELECT) {
            self.pop_until(SELECT, None);
        }
        self.reconstruct_formatting();
        self.insert_void(tag);
        if !self.is_hidden_input(tag) {
            self.is_frameset_ok = false;
        }
    }

    fn horizontal_rule(&mut self, tag: &TagToken) {
        self.close_p_in_button_scope();
        if self.stack.has_in(barrier::SCOPE, SELECT) {
            self.generate_implied_end_tags(None);
        }
        self.insert_void(tag);
        self.is_frameset_ok = false;
    }

    fn select(&mut self, tag: &TagToken) {
        if self.is_fragment_of(SELECT) {
            return;
        }
        if self.stack.has_in(barrier::SCOPE, SELECT) {
            self.pop_until(SELECT, None);
            return;
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
        self.is_frameset_ok = false;
    }

    /// `option` and `optgroup`.
    fn option(&mut self, tag: &TagToken, stays_open: Option<NameId>) {
        if self.stack.has_in(barrier::SCOPE, SELECT) {
            self.generate_implied_end_tags(stays_open);
        } else if self.current_is(OPTION) {
            self.pop();
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
    }

    fn ruby_part(&mut self, tag: &TagToken, stays_open: Option<NameId>) {
        if self.stack.has_in(barrier::SCOPE, RUBY) {
            self.generate_implied_end_tags(stays_open);
        }
        self.insert_html(tag);
    }

    pub(super) fn close_p_in_button_scope(&mut self) {
        if self.stack.has_in(barrier::BUTTON, P) {
            self.close_p(None);
        }
    }

    pub(super) fn close_p(&mut self, tag: Option<&TagToken>) {
        self.generate_implied_end_tags(Some(P));
        self.pop_until(P, tag);
    }
}
