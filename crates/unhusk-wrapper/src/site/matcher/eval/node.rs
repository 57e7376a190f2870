//! Clues about the node itself and its siblings.

use super::EvalContext;
use crate::site::clue::ClueWriter;
use crate::site::clue::text::sign;
use unhusk_page::{VisibleNode, fold};

/// Longest shape: longer ones are unlikely to repeat.
const MAX_SHAPE: usize = 9;

impl EvalContext<'_, '_> {
    pub(super) fn siblings<W: ClueWriter>(
        self,
        node: VisibleNode,
        at: usize,
        mut out: W,
    ) -> Option<W> {
        let node = match at {
            0 => node,
            _ => self.index.ancestors(self.scope, node).nth(at - 1)?,
        };
        let within = |other: &VisibleNode| self.scope.holds(*other);
        for sibling in [self.index.prev_sibling(node), self.index.next_sibling(node)] {
            out.write(match sibling.filter(within) {
                None => sign::NO_SIBLING,
                Some(sibling) if self.index.is_text(sibling) => sign::TEXT,
                Some(sibling) => self.index.tag(sibling),
            });
            out.write(sign::AFTER_SIBLING);
        }
        Some(out)
    }

    pub(super) fn place<W: ClueWriter>(self, node: VisibleNode, mut out: W) -> Option<W> {
        if !self.index.is_text(node) {
            return None;
        }
        let holder = self.holder(node)?;
        let only = self.index.end(holder) == node + 1 && holder + 1 == node;
        if only {
            out.write(sign::ONLY);
        } else {
            out.write_number(self.index.nth(self.scope, node));
        }
        Some(out)
    }

    pub(super) fn contents<W: ClueWriter>(self, node: VisibleNode, mut out: W) -> Option<W> {
        if self.index.is_text(node) {
            return None;
        }
        let has_elements = self.index.children(node).any(|child| !self.index.is_text(child));
        out.write(if has_elements { sign::ELEMENTS } else { sign::TEXT });
        Some(out)
    }

    pub(super) fn begins_title(self, node: VisibleNode) -> bool {
        if !self.index.is_text(node) {
            return false;
        }
        let (tree, id, title) = (self.index.tree(), self.index.id(node), self.index.title());
        let first = tree.text_bytes(id).iter().find(|byte| !byte.is_ascii_whitespace());
        // Most texts are ruled out here.
        if first.is_some_and(u8::is_ascii_graphic) && first != title.as_bytes().first() {
            return false;
        }
        let text = tree.text(id).trim();
        let is_inside = self.around(node).take(1).any(|above| self.index.tag(above) == "title");
        !is_inside && text.len() >= 3 && title.starts_with(&*fold(text))
    }

    pub(super) fn shape<W: ClueWriter>(self, node: VisibleNode, mut out: W) -> Option<W> {
        if !self.index.is_text(node) {
            return None;
        }
        let mut last = '\0';
        let mut n_written = 0;
        for c in self.index.tree().text(self.index.id(node)).trim().chars() {
            let class = match c {
                _ if c.is_ascii_digit() => '9',
                _ if c.is_uppercase() => 'A',
                _ if c.is_alphabetic() => 'a',
                _ if c.is_whitespace() => ' ',
                _ => c,
            };
            if class == last {
                continue;
            }
            last = class;
            n_written += 1;
            if n_written > MAX_SHAPE {
                return None;
            }
            out.write(class.encode_utf8(&mut [0; 4]));
            if out.is_mismatch() {
                return None;
            }
        }
        Some(out)
    }
}
