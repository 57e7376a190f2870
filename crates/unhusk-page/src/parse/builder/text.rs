//! Runs of text: their split at white space, their insertion, their growth.

use super::{Mode, TreeBuilder, class};
use crate::parse::arena::{ArenaNode, BLANK, DECODED, InsertionPoint, NONE, TextPiece};
use crate::parse::store::{Nul, narrow};
use crate::parse::tokenizer::{ContentModel, TextToken, is_space};
use crate::reference::{ReferenceContext, match_at};
use crate::text::is_blank_in;
use crate::tree::known_names::*;
use crate::tree::{NodeKind, NodeOrigin};

impl TreeBuilder<'_> {
    /// Applies the rules of the insertion mode to a run of text.
    pub(super) fn text(&mut self, mut text: TextToken) {
        while text.start < text.end {
            if self.is_foreign_text() {
                self.foreign_text(text);
                return;
            }
            match self.mode {
                Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => {
                    self.in_body_text(text);
                    return;
                }
                Mode::Text => {
                    self.insert_text(text, Nul::Replace);
                    return;
                }
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    self.in_table_text(text);
                    return;
                }
                Mode::InTableText => {
                    self.pending_text.push(text);
                    return;
                }
                Mode::InFrameset | Mode::AfterFrameset => {
                    self.insert_space_only(text);
                    return;
                }
                _ => text = self.space_then_rest(text),
            }
        }
    }

    /// Modes that consume leading white space and hand the rest to another mode.
    fn space_then_rest(&mut self, text: TextToken) -> TextToken {
        let (space, rest) = self.split_space(text);
        if space.start < space.end {
            match self.mode {
                Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead | Mode::InColumnGroup => {
                    self.insert_text(space, Nul::Drop);
                }
                Mode::AfterBody | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                    self.in_body_text(space);
                }
                _ => self.arena.n_insertions += 1,
            }
        }
        if rest.start == rest.end {
            return rest;
        }
        self.token_start = rest.start;
        match self.mode {
            Mode::Initial => _ = self.initial_else(),
            Mode::BeforeHtml => _ = self.before_html_else(),
            Mode::BeforeHead => _ = self.before_head_else(),
            Mode::InHead => _ = self.in_head_else(),
            Mode::InHeadNoscript => _ = self.in_head_noscript_else(),
            Mode::AfterHead => _ = self.after_head_else(),
            Mode::InColumnGroup if self.current_is(COLGROUP) => _ = self.in_column_group_else(),
            // Ignored: the rest of the text is tried from its next character on.
            Mode::InColumnGroup | Mode::AfterAfterFrameset => return self.drop_first(rest),
            _ => self.mode = Mode::InBody,
        }
        rest
    }

    /// The "in body" rules for text.
    pub(super) fn in_body_text(&mut self, text: TextToken) {
        if text.is_coded && self.is_all_nul(text) {
            return;
        }
        self.reconstruct_formatting();
        if self.is_frameset_ok && !self.is_blank(text) {
            self.is_frameset_ok = false;
        }
        self.insert_text(text, nul_of(text));
    }

    /// The "in table" rules for text: keeps it until the whole run is known.
    fn in_table_text(&mut self, text: TextToken) {
        let collects =
            self.stack.top().is_some_and(|top| top.is(class::FOSTERS) || top.is_html(TEMPLATE));
        if collects {
            self.original_mode = self.mode;
            self.mode = Mode::InTableText;
            self.pending_text.push(text);
        } else {
            self.fostering(|builder| builder.in_body_text(text));
        }
    }

    /// Ends the "in table text" mode: white space stays in the table, anything else goes before it.
    pub(super) fn flush_table_text(&mut self) {
        self.mode = self.original_mode;
        let pending = std::mem::take(&mut self.pending_text);
        let is_blank = pending.iter().all(|&text| self.is_blank(text));
        for &text in &pending {
            self.token_start = text.start;
            if !is_blank {
                self.fostering(|builder| builder.in_body_text(text));
            } else if !self.is_all_nul(text) {
                self.insert_text(text, Nul::Drop);
            }
        }
        self.pending_text = pending;
        self.pending_text.clear();
    }

    /// Runs rules with foster parenting enabled.
    pub(super) fn fostering<T>(&mut self, rules: impl FnOnce(&mut Self) -> T) -> T {
        self.is_fostering = true;
        let result = rules(self);
        self.is_fostering = false;
        result
    }

    /// Framesets keep the white space of a text and nothing else of it.
    fn insert_space_only(&mut self, text: TextToken) {
        let mut rest = text;
        while rest.start < rest.end {
            let (space, other) = self.split_space(rest);
            if space.start < space.end {
                self.insert_text(space, Nul::Drop);
            }
            rest = self.drop_first(other);
        }
    }

    /// Inserts a run of text at the appropriate place, in the text node before it if there is one.
    pub(super) fn insert_text(&mut self, text: TextToken, nul: Nul) {
        let place = self.appropriate_place(None);
        if place == InsertionPoint::LastChildOf(0) && !self.is_fragment() {
            return;
        }
        let (start, end) = if text.is_coded {
            let written = &self.tokenizer.source[text.start as usize..text.end as usize];
            self.store.decode(written, text.content.references(), nul)
        } else {
            (text.start, text.end)
        };
        if start == end {
            return;
        }
        let piece = TextPiece { start, end, is_decoded: text.is_coded, next: NONE };
        let origin = self.origin_at(place);
        let before = self.arena.before(place);
        if before != NONE && self.arena.node(before).kind == NodeKind::Text {
            self.grow_text(before, text, piece, origin);
        } else {
            self.create_text(text, piece, origin, place);
        }
    }

    fn create_text(
        &mut self,
        text: TextToken,
        piece: TextPiece,
        origin: NodeOrigin,
        place: InsertionPoint,
    ) {
        let mut node = ArenaNode::new(NodeKind::Text, origin);
        (node.start, node.end) = (text.start, text.end);
        (node.inner_start, node.inner_end) = (piece.start, piece.end);
        node.flags = if piece.is_decoded { DECODED } else { 0 };
        node.flags |= if self.is_blank_piece(piece) { BLANK } else { 0 };
        node.first_child = self.arena.n_insertions + 1;
        self.arena.add(node, place);
    }

    /// Adds to a text node. Its `first_child` is when it last grew, its `last_child` its last piece.
    fn grow_text(&mut self, id: u32, text: TextToken, piece: TextPiece, origin: NodeOrigin) {
        let is_interrupted = self.arena.node(id).first_child != self.arena.n_insertions;
        self.arena.n_insertions += 1;
        let n_insertions = self.arena.n_insertions;
        let last_piece = self.arena.node(id).last_child;
        let stays_blank = self.arena.node(id).is(BLANK) && self.is_blank_piece(piece);
        let node = self.arena.node_mut(id);
        node.first_child = n_insertions;
        if !stays_blank {
            node.flags &= !BLANK;
        }
        // Other content lies between the pieces, so the range holds more than the text.
        if is_interrupted || origin == NodeOrigin::Moved || node.end > text.start {
            node.origin = NodeOrigin::Moved;
        }
        node.start = node.start.min(text.start);
        node.end = node.end.max(text.end);
        if last_piece == NONE {
            let is_decoded = node.flags & DECODED != 0;
            if is_decoded == piece.is_decoded && node.inner_end == piece.start {
                node.inner_end = piece.end;
                return;
            }
        } else {
            let last = &mut self.arena.pieces[last_piece as usize];
            if last.is_decoded == piece.is_decoded && last.end == piece.start {
                last.end = piece.end;
                return;
            }
        }
        self.push_piece(id, last_piece, piece);
    }

    fn is_blank_piece(&self, piece: TextPiece) -> bool {
        let buffer = if piece.is_decoded { &*self.store.decoded } else { self.tokenizer.source };
        is_blank_in(buffer.as_bytes(), piece.start as usize..piece.end as usize)
    }

    fn push_piece(&mut self, id: u32, last_piece: u32, piece: TextPiece) {
        let number = narrow(self.arena.pieces.len());
        self.arena.pieces.push(piece);
        match last_piece {
            NONE => self.arena.node_mut(id).list = number,
            _ => self.arena.pieces[last_piece as usize].next = number,
        }
        self.arena.node_mut(id).last_child = number;
    }

    /// Splits a text behind its leading white space, references to white space included.
    fn split_space(&self, text: TextToken) -> (TextToken, TextToken) {
        let mut rest = text;
        while let Some(len) = self.space_len(rest) {
            rest.start += len;
        }
        (TextToken { end: rest.start, ..text }, rest)
    }

    /// Bytes of source of one white space character, if the text begins with one.
    fn space_len(&self, text: TextToken) -> Option<u32> {
        let written = self.written(text);
        match *written.as_bytes().first()? {
            byte if is_space(byte) => Some(1),
            b'&' if text.content.references().is_some() => {
                let reference = match_at(&written[1..], ReferenceContext::Text)?;
                let is_white = reference.second.is_none()
                    && reference.first.is_ascii()
                    && is_space(reference.first as u8);
                is_white.then(|| narrow(reference.len + 1))
            }
            _ => None,
        }
    }

    /// The text without one leading line feed, as `<pre>` and `<textarea>` have it.
    pub(super) fn without_first_newline(&self, text: TextToken) -> TextToken {
        let written = self.written(text);
        let len = match written.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            [b'&', ..] if text.content.references().is_some() => {
                match match_at(&written[1..], ReferenceContext::Text) {
                    Some(reference) if reference.first == '\n' => reference.len + 1,
                    _ => 0,
                }
            }
            _ => 0,
        };
        TextToken { start: text.start + narrow(len), ..text }
    }

    /// The text without its first character, which is ignored.
    fn drop_first(&mut self, text: TextToken) -> TextToken {
        // A text node that goes on behind it does not hold all of its range.
        self.arena.n_insertions += 1;
        let len = self.written(text).chars().next().map_or(0, char::len_utf8);
        TextToken { start: text.start + narrow(len), ..text }
    }

    /// Whether a text is white space only; a NUL that is going to be dropped is ignored.
    fn is_blank(&self, text: TextToken) -> bool {
        if !text.is_coded {
            return self.written(text).bytes().all(is_space);
        }
        let mut rest = text;
        loop {
            rest = self.split_space(rest).1;
            if nul_of(text) == Nul::Drop && self.written(rest).starts_with('\0') {
                rest.start += 1;
            } else {
                return rest.start == rest.end;
            }
        }
    }

    fn is_all_nul(&self, text: TextToken) -> bool {
        nul_of(text) == Nul::Drop && self.written(text).bytes().all(|byte| byte == 0)
    }

    fn written(&self, text: TextToken) -> &str {
        &self.tokenizer.source[text.start as usize..text.end as usize]
    }

    /// The rules for text in foreign content.
    fn foreign_text(&mut self, text: TextToken) {
        if self.is_frameset_ok && !self.is_blank(text) {
            self.is_frameset_ok = false;
        }
        self.insert_text(text, Nul::Replace);
    }
}

/// In raw text the tokenizer replaces NUL; elsewhere it is ignored.
fn nul_of(text: TextToken) -> Nul {
    match text.content {
        ContentModel::Data | ContentModel::CData => Nul::Drop,
        _ => Nul::Replace,
    }
}
