//! Insertion mode "in body": end tags.

use super::class::barrier;
use super::{Mode, Next, TagToken, TreeBuilder};
use crate::parse::arena::NONE;
use crate::tree::NameId;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    pub(super) fn in_body_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            A | B | BIG | CODE | EM | FONT | I | NOBR | S | SMALL | STRIKE | STRONG | TT | U => {
                self.adoption_agency(tag.name, Some(tag));
            }
            ADDRESS | ARTICLE | ASIDE | BLOCKQUOTE | BUTTON | CENTER | DETAILS | DIALOG | DIR
            | DIV | DL | FIELDSET | FIGCAPTION | FIGURE | FOOTER | HEADER | HGROUP | LISTING
            | MAIN | MENU | NAV | OL | PRE | SEARCH | SECTION | SELECT | SUMMARY | UL => {
                if self.stack.has_in(barrier::SCOPE, tag.name) {
                    self.generate_implied_end_tags(None);
                    self.pop_until(tag.name, Some(tag));
                }
            }
            P => {
                if !self.stack.has_in(barrier::BUTTON, P) {
                    self.insert_implied(P);
                }
                self.close_p(Some(tag));
            }
            LI => self.end_item(tag, barrier::LIST_ITEM),
            DD | DT => self.end_item(tag, barrier::SCOPE),
            H1 | H2 | H3 | H4 | H5 | H6 => self.end_heading(tag),
            FORM => self.end_form(tag),
            APPLET | MARQUEE | OBJECT => {
                if self.stack.has_in(barrier::SCOPE, tag.name) {
                    self.generate_implied_end_tags(None);
                    self.pop_until(tag.name, Some(tag));
                    self.formatting.clear_to_marker();
                }
            }
            BODY => {
                if self.stack.has_in(barrier::SCOPE, BODY) {
                    self.end_body(Some(tag));
                }
            }
            HTML => {
                if self.stack.has_in(barrier::SCOPE, BODY) {
                    self.end_body(None);
                    return Next::Again;
                }
            }
            TEMPLATE => return self.in_head_end(tag),
            BR => {
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.is_frameset_ok = false;
            }
            _ => self.any_other_end_tag(tag.name, Some(tag)),
        }
        Next::Done
    }

    /// Ends the ranges of the body and of the elements open in it, without popping them: later content is not part of
    /// the body.
    fn end_body(&mut self, tag: Option<&TagToken>) {
        self.mode = Mode::AfterBody;
        let body = self.stack.topmost(BODY);
        if body == 0 || self.is_ended(body) {
            return;
        }
        for height in body..=self.stack.len() {
            self.end_range(height, tag.filter(|_| height == body));
        }
    }

    fn end_item(&mut self, tag: &TagToken, scope: usize) {
        if self.stack.has_in(scope, tag.name) {
            self.generate_implied_end_tags(Some(tag.name));
            self.pop_until(tag.name, Some(tag));
        }
    }

    fn end_heading(&mut self, tag: &TagToken) {
        let heights = [H1, H2, H3, H4, H5, H6].map(|name| self.stack.topmost(name));
        let height = heights.into_iter().max().unwrap_or(0);
        if height > 0 && height >= self.stack.barrier(barrier::SCOPE) {
            self.generate_implied_end_tags(None);
            self.pop_at(height, Some(tag));
        }
    }

    fn end_form(&mut self, tag: &TagToken) {
        if self.stack.has(TEMPLATE) {
            if self.stack.has_in(barrier::SCOPE, FORM) {
                self.generate_implied_end_tags(None);
                self.pop_until(FORM, Some(tag));
            }
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form == NONE {
            return;
        }
        let (height, n_steps) = self.stack.height_of(form, FORM);
        self.n_steps += n_steps;
        if height == 0 || height < self.stack.barrier(barrier::SCOPE) {
            return;
        }
        self.generate_implied_end_tags(None);
        self.remove_below(height, Some(tag));
    }

    pub(super) fn any_other_end_tag(&mut self, name: NameId, tag: Option<&TagToken>) {
        let height = self.stack.topmost(name);
        if height > 0 && height >= self.stack.barrier(barrier::SPECIAL) {
            self.generate_implied_end_tags(Some(name));
            self.pop_at(height, tag);
        }
    }
}
