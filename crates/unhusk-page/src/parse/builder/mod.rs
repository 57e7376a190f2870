//! The tree builder (HTML, 13.2.6): tokens -> tree.
//!
//! Each insertion mode of the specification is a file or a group of functions of this folder, under its
//! name there. A rule that says "reprocess the token" returns [`Next::Again`]; "process the token using the
//! rules for another mode" is a call of that mode's function.

#![allow(
    clippy::wildcard_imports,
    reason = "the rules name elements as freely as the specification"
)]

mod adoption;
mod after_body;
mod before_body;
mod class;
mod foreign;
mod formatting;
mod fragment;
mod frameset;
mod in_body;
mod in_body_end;
mod in_head;
mod in_table;
mod in_table_rows;
mod in_template;
mod insert;
mod stack;
mod text;

use super::arena::{Arena, NONE};
use super::quirks;
use super::store::{ParseStore, narrow};
use super::tokenizer::{
    CommentToken, ContentModel, DoctypeToken, TagToken, TextToken, Token, Tokenizer,
};
use crate::Limited;
use crate::Limits;
use crate::tree::NameId;
use crate::tree::known_names::*;
use formatting::Formatting;
use fragment::Context;
use stack::{Open, Stack};

/// Steps that any source may take, on top of those per byte.
const FREE_STEPS: u64 = 1_000_000;
/// Nodes per byte of source: only reopened formatting can need more, without end.
const MAX_NODES_PER_BYTE: usize = 4;
/// Nodes that any source may have: `html`, `head` and `body` need no source.
const FREE_NODES: usize = 64;
/// Most nodes that one token may still make when the limit is near.
const MAX_NODES_PER_TOKEN: usize = 16;

/// The insertion modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// Outcome of applying a rule to a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Done,
    /// Apply the rules of the (new) insertion mode.
    Again,
}

/// Result of the tree builder.
pub(super) struct Built {
    pub(super) arena: Arena,
    pub(super) store: ParseStore,
    pub(super) doctype: Option<Box<DoctypeToken>>,
}

/// The tree builder and its state.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the flags of the specification, each on its own"
)]
pub(super) struct TreeBuilder<'s> {
    tokenizer: Tokenizer<'s>,
    store: ParseStore,
    arena: Arena,
    stack: Stack,
    formatting: Formatting,
    mode: Mode,
    /// Mode to which the text and in table text modes return.
    original_mode: Mode,
    template_modes: Vec<Mode>,
    pending_text: Vec<TextToken>,
    head: u32,
    form: u32,
    context: Option<Context>,
    doctype: Option<Box<DoctypeToken>>,
    is_scripting: bool,
    is_quirky: bool,
    is_frameset_ok: bool,
    is_fostering: bool,
    skips_newline: bool,
    /// Start of the current token in the source.
    token_start: u32,
    n_steps: u64,
    max_nodes: usize,
    is_stopped: bool,
}

impl<'s> TreeBuilder<'s> {
    pub(super) fn new(source: &'s str, limits: &Limits) -> Self {
        let per_byte = source.len().saturating_mul(MAX_NODES_PER_BYTE).max(FREE_NODES);
        Self {
            tokenizer: Tokenizer::new(source),
            store: ParseStore::new(limits),
            arena: Arena::with_capacity(source.len() / 24 + FREE_NODES),
            stack: Stack::default(),
            formatting: Formatting::default(),
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            pending_text: Vec::new(),
            head: NONE,
            form: NONE,
            context: None,
            doctype: None,
            is_scripting: false,
            is_quirky: false,
            is_frameset_ok: true,
            is_fostering: false,
            skips_newline: false,
            token_start: 0,
            n_steps: 0,
            max_nodes: limits.max_nodes.min(per_byte),
            is_stopped: false,
        }
    }

    /// Builds `noscript` as a browser with scripts does: its content is raw text.
    pub(super) fn with_scripting(mut self) -> Self {
        self.is_scripting = true;
        self
    }

    /// Reads the whole source.
    pub(super) fn build(mut self) -> Built {
        let source_len = self.tokenizer.source.len();
        let max_steps = (source_len as u64)
            .saturating_mul(self.store.limits.max_steps_per_byte as u64)
            .saturating_add(FREE_STEPS);
        while !self.is_stopped {
            let is_foreign = self.is_in_foreign_content();
            let token = self.tokenizer.next(&mut self.store, is_foreign);
            self.n_steps += 1;
            if self.n_steps > max_steps {
                let limit = usize::try_from(max_steps).unwrap_or(usize::MAX);
                self.stop(Limited::ParseSteps, limit);
            }
            self.process(token);
            self.check_node_limit();
        }
        self.token_start = narrow(source_len);
        self.eof();
        while self.pop().is_some() {}
        let root = self.arena.node_mut(0);
        root.start = 0;
        root.end = narrow(source_len);
        Built { arena: self.arena, store: self.store, doctype: self.doctype }
    }

    fn process(&mut self, token: Token) {
        let skips_newline = std::mem::take(&mut self.skips_newline);
        if let Token::Text(text) = token {
            self.token_start = text.start;
            let text = if skips_newline { self.without_first_newline(text) } else { text };
            self.text(text);
            return;
        }
        if self.mode == Mode::InTableText {
            self.flush_table_text();
        }
        match token {
            Token::Start(tag) => {
                self.token_start = tag.start;
                while self.start_tag(&tag) == Next::Again {}
            }
            Token::End(tag) => {
                self.token_start = tag.start;
                while self.end_tag(&tag) == Next::Again {}
            }
            Token::Comment(comment) => {
                self.token_start = comment.start;
                self.comment(&comment);
            }
            Token::Doctype(doctype) => {
                self.token_start = doctype.start;
                self.doctype(doctype);
            }
            Token::Text(_) => {}
            Token::Eof => self.is_stopped = true,
        }
    }

    fn start_tag(&mut self, tag: &TagToken) -> Next {
        if self.is_foreign_start(tag.name) {
            return self.foreign_start(tag);
        }
        self.start_tag_by_mode(tag)
    }

    fn start_tag_by_mode(&mut self, tag: &TagToken) -> Next {
        match self.mode {
            Mode::InBody => self.in_body_start(tag),
            Mode::Initial => self.initial_else(),
            Mode::BeforeHtml => self.before_html_start(tag),
            Mode::BeforeHead => self.before_head_start(tag),
            Mode::InHead => self.in_head_start(tag),
            Mode::InHeadNoscript => self.in_head_noscript_start(tag),
            Mode::AfterHead => self.after_head_start(tag),
            Mode::Text | Mode::InTableText => Next::Done,
            Mode::InTable => self.in_table_start(tag),
            Mode::InCaption => self.in_caption_start(tag),
            Mode::InColumnGroup => self.in_column_group_start(tag),
            Mode::InTableBody => self.in_table_body_start(tag),
            Mode::InRow => self.in_row_start(tag),
            Mode::InCell => self.in_cell_start(tag),
            Mode::InTemplate => self.in_template_start(tag),
            Mode::AfterBody | Mode::AfterAfterBody => self.after_body_start(tag),
            Mode::InFrameset => self.in_frameset_start(tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.after_frameset_start(tag),
        }
    }

    fn end_tag(&mut self, tag: &TagToken) -> Next {
        if self.is_in_foreign_content() {
            return self.foreign_end(tag);
        }
        self.end_tag_by_mode(tag)
    }

    fn end_tag_by_mode(&mut self, tag: &TagToken) -> Next {
        match self.mode {
            Mode::InBody => self.in_body_end(tag),
            Mode::Initial => self.initial_else(),
            Mode::BeforeHtml => self.before_html_end(tag),
            Mode::BeforeHead => self.before_head_end(tag),
            Mode::InHead => self.in_head_end(tag),
            Mode::InHeadNoscript => self.in_head_noscript_end(tag),
            Mode::AfterHead => self.after_head_end(tag),
            Mode::Text => self.text_end(tag),
            Mode::InTableText => Next::Done,
            Mode::InTable => self.in_table_end(tag),
            Mode::InCaption => self.in_caption_end(tag),
            Mode::InColumnGroup => self.in_column_group_end(tag),
            Mode::InTableBody => self.in_table_body_end(tag),
            Mode::InRow => self.in_row_end(tag),
            Mode::InCell => self.in_cell_end(tag),
            Mode::InTemplate => self.in_template_end(tag),
            Mode::AfterBody | Mode::AfterAfterBody => self.after_body_end(tag),
            Mode::InFrameset => self.in_frameset_end(tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.after_frameset_end(tag),
        }
    }

    /// Comments have a rule of their own only where they do not go to the current node.
    fn comment(&mut self, comment: &CommentToken) {
        match self.mode {
            _ if self.is_in_foreign_content() => self.insert_comment(comment, None),
            Mode::Initial | Mode::BeforeHtml | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                self.insert_comment(comment, Some(0));
            }
            Mode::AfterBody => {
                let root = self.stack.at(1).node;
                self.insert_comment(comment, Some(root));
            }
            _ => self.insert_comment(comment, None),
        }
    }

    /// Accepts a doctype at the start of the document only.
    fn doctype(&mut self, doctype: Box<DoctypeToken>) {
        if self.mode != Mode::Initial {
            return;
        }
        self.insert_doctype(&doctype);
        self.is_quirky = quirks::is_quirky(&doctype);
        self.doctype = Some(doctype);
        self.mode = Mode::BeforeHtml;
    }

    /// The end of the source: inserts the implied elements, closes open templates.
    fn eof(&mut self) {
        if self.mode == Mode::InTableText {
            self.flush_table_text();
        }
        loop {
            let next = match self.mode {
                Mode::Initial => self.initial_else(),
                Mode::BeforeHtml => self.before_html_else(),
                Mode::BeforeHead => self.before_head_else(),
                Mode::InHead => self.in_head_else(),
                Mode::InHeadNoscript => self.in_head_noscript_else(),
                Mode::AfterHead => self.after_head_else(),
                Mode::Text => self.text_eof(),
                _ if self.stack.has(TEMPLATE) && !self.template_modes.is_empty() => {
                    self.in_template_eof()
                }
                _ => return,
            };
            if next == Next::Done {
                return;
            }
        }
    }

    /// Stops reading early, with a warning.
    fn stop(&mut self, what: Limited, limit: usize) {
        self.store.cut(what, limit, self.token_start as usize);
        self.is_stopped = true;
    }

    fn is_at_node_limit(&self) -> bool {
        self.arena.nodes.len() + MAX_NODES_PER_TOKEN > self.max_nodes
    }

    fn check_node_limit(&mut self) {
        if self.is_at_node_limit() && !self.is_stopped {
            self.stop(Limited::Nodes, self.max_nodes);
        }
    }

    fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// The current node's name, if it is an HTML element.
    fn current_name(&self) -> Option<NameId> {
        self.stack.top().filter(|top| top.namespace == crate::Namespace::Html).map(|top| top.name)
    }

    fn current_is(&self, name: NameId) -> bool {
        self.current_name() == Some(name)
    }

    /// Reads the content of a raw text element: everything up to its end tag is text.
    fn parse_raw(&mut self, tag: &TagToken, content: ContentModel) -> Next {
        self.insert_html(tag);
        self.tokenizer.content = content;
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Next::Done
    }

    /// The "text" insertion mode: the end tag.
    fn text_end(&mut self, tag: &TagToken) -> Next {
        self.pop_with(tag);
        self.mode = self.original_mode;
        Next::Done
    }

    fn text_eof(&mut self) -> Next {
        self.pop();
        self.mode = self.original_mode;
        Next::Again
    }
}
