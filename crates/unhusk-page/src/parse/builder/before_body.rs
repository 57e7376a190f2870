//! Insertion modes before the body: "initial", "before html", "before head", "after head".

use super::{Mode, Next, TagToken, TreeBuilder};
use crate::parse::arena::OPEN;
use crate::tree::Namespace;
use crate::tree::known_names::*;

impl TreeBuilder<'_> {
    /// "initial", anything but a comment, a doctype or white space: a page without doctype is quirky.
    pub(super) fn initial_else(&mut self) -> Next {
        self.is_quirky = true;
        self.mode = Mode::BeforeHtml;
        Next::Again
    }

    /// "before html".
    pub(super) fn before_html_start(&mut self, tag: &TagToken) -> Next {
        if tag.name != HTML {
            return self.before_html_else();
        }
        self.insert_html(tag);
        self.mode = Mode::BeforeHead;
        Next::Done
    }

    pub(super) fn before_html_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HEAD | BODY | HTML | BR => self.before_html_else(),
            _ => Next::Done,
        }
    }

    pub(super) fn before_html_else(&mut self) -> Next {
        self.insert_implied(HTML);
        self.mode = Mode::BeforeHead;
        Next::Again
    }

    /// "before head".
    pub(super) fn before_head_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => self.in_body_start(tag),
            HEAD => {
                self.head = self.insert_html(tag);
                self.mode = Mode::InHead;
                Next::Done
            }
            _ => self.before_head_else(),
        }
    }

    pub(super) fn before_head_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HEAD | BODY | HTML | BR => self.before_head_else(),
            _ => Next::Done,
        }
    }

    pub(super) fn before_head_else(&mut self) -> Next {
        self.head = self.insert_implied(HEAD);
        self.mode = Mode::InHead;
        Next::Again
    }

    /// "after head".
    pub(super) fn after_head_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            HTML => self.in_body_start(tag),
            BODY => {
                self.insert_html(tag);
                self.is_frameset_ok = false;
                self.mode = Mode::InBody;
                Next::Done
            }
            FRAMESET => {
                self.insert_html(tag);
                self.mode = Mode::InFrameset;
                Next::Done
            }
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE
            | TITLE => self.late_head_start(tag),
            HEAD => Next::Done,
            _ => self.after_head_else(),
        }
    }

    /// Head content behind `</head>` is still inserted into the head.
    fn late_head_start(&mut self, tag: &TagToken) -> Next {
        let height = self.stack.len() + 1;
        self.push(self.head, (HEAD, HEAD), Namespace::Html);
        let next = self.in_head_start(tag);
        self.remove_at(height);
        self.arena.node_mut(self.head).flags &= !OPEN;
        next
    }

    pub(super) fn after_head_end(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            TEMPLATE => self.in_head_end(tag),
            BODY | HTML | BR => self.after_head_else(),
            _ => Next::Done,
        }
    }

    pub(super) fn after_head_else(&mut self) -> Next {
        self.insert_implied(BODY);
        self.mode = Mode::InBody;
        Next::Again
    }
}
