//! The list of active formatting elements: `<b>` and the like are reopened where blocks cut them off.

use super::{TagToken, TreeBuilder};
use crate::Limited;
use crate::parse::arena::{ArenaNode, NONE, OPEN};
use crate::tree::known_names::*;
use crate::tree::{NameId, Namespace, NodeKind, NodeOrigin};

/// An active formatting element, or a marker (`node` is `NONE`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FormattingEntry {
    pub(super) node: u32,
    pub(super) name: NameId,
    pub(super) attributes: u32,
}

/// The list of active formatting elements.
#[derive(Debug, Default)]
pub(super) struct Formatting {
    pub(super) entries: Vec<FormattingEntry>,
    /// Indices of the first entry behind each marker.
    marked: Vec<usize>,
}

impl Formatting {
    pub(super) fn push_marker(&mut self) {
        self.entries.push(FormattingEntry { node: NONE, name: NameId(u32::MAX), attributes: NONE });
        self.marked.push(self.entries.len());
    }

    pub(super) fn clear_to_marker(&mut self) {
        match self.marked.pop() {
            Some(start) => self.entries.truncate(start - 1),
            None => self.entries.clear(),
        }
    }

    /// Index of the first entry behind the last marker.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.marked.last().copied().unwrap_or(0)
    }

    /// Index of the last entry of this name behind the last marker.
    pub(super) fn last_named(&self, name: NameId) -> Option<usize> {
        let start = self.start();
        self.entries[start..].iter().rposition(|entry| entry.name == name).map(|at| start + at)
    }

    /// Index of an element behind the last marker.
    pub(super) fn index_of(&self, node: u32) -> Option<usize> {
        let start = self.start();
        self.entries[start..].iter().rposition(|entry| entry.node == node).map(|at| start + at)
    }

    /// Removes an entry behind the last marker.
    pub(super) fn remove(&mut self, at: usize) {
        self.entries.remove(at);
    }
}

impl TreeBuilder<'_> {
    /// `<a>` ends an `a` that is still open.
    pub(super) fn formatting_a(&mut self, tag: &TagToken) {
        if let Some(at) = self.formatting.last_named(A) {
            let node = self.formatting.entries[at].node;
            self.adoption_agency(A, None);
            if let Some(at) = self.formatting.index_of(node) {
                self.formatting.remove(at);
            }
            if self.arena.node(node).is(OPEN) {
                let (height, n_steps) = self.stack.height_of(node, A);
                self.n_steps += n_steps;
                self.remove_below(height, None);
            }
        }
        self.reconstruct_formatting();
        self.insert_formatting(tag);
    }

    pub(super) fn formatting_nobr(&mut self, tag: &TagToken) {
        self.reconstruct_formatting();
        if self.stack.has_in(super::class::barrier::SCOPE, NOBR) {
            self.adoption_agency(NOBR, None);
            self.reconstruct_formatting();
        }
        self.insert_formatting(tag);
    }

    /// Inserts a formatting element and remembers it.
    pub(super) fn insert_formatting(&mut self, tag: &TagToken) {
        let node = self.insert_html(tag);
        let entry = FormattingEntry { node, name: tag.name, attributes: tag.attributes };
        self.drop_third_alike(&entry);
        let start = self.formatting.start();
        let limit = self.store.limits.max_open_formatting;
        if self.formatting.entries.len() - start >= limit {
            self.store.cut(Limited::OpenFormatting, limit, tag.start as usize);
            if limit == 0 {
                return;
            }
            self.formatting.remove(start);
        }
        self.formatting.entries.push(entry);
    }

    /// The Noah's Ark clause: of elements with the same name and attributes, three are enough.
    fn drop_third_alike(&mut self, new: &FormattingEntry) {
        let start = self.formatting.start();
        let same_name = |entry: &&FormattingEntry| entry.name == new.name;
        if self.formatting.entries[start..].iter().filter(same_name).count() < 3 {
            return;
        }
        let mut n_alike = 0;
        let mut earliest = 0;
        for at in (start..self.formatting.entries.len()).rev() {
            let entry = self.formatting.entries[at];
            let (lists, source) = ((entry.attributes, new.attributes), self.tokenizer.source);
            if entry.name == new.name && self.store.are_alike(lists, source, &mut self.n_steps) {
                n_alike += 1;
                earliest = at;
            }
        }
        if n_alike >= 3 {
            self.formatting.remove(earliest);
        }
    }

    /// Reconstructs the active formatting elements: reopens those that the end of a block closed.
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if self.formatting.entries.len() > self.formatting.start() {
            self.reopen_formatting();
        }
    }

    fn reopen_formatting(&mut self) {
        let start = self.formatting.start();
        let Some(last) = self.formatting.entries.get(start..).and_then(<[_]>::last) else { return };
        if self.arena.node(last.node).is(OPEN) {
            return;
        }
        let is_open = |entry: &FormattingEntry| self.arena.node(entry.node).is(OPEN);
        let first = self.formatting.entries[start..]
            .iter()
            .rposition(is_open)
            .map_or(start, |open| start + open + 1);
        for at in first..self.formatting.entries.len() {
            if self.is_at_node_limit() {
                return;
            }
            let entry = self.formatting.entries[at];
            let clone = clone_of(&entry);
            let node = self.insert_element(clone, (entry.name, entry.name));
            self.formatting.entries[at].node = node;
            self.n_steps += 1;
        }
    }
}

/// A copy of a formatting element, not yet in the tree.
pub(super) fn clone_of(entry: &FormattingEntry) -> ArenaNode {
    let mut node = ArenaNode::new(NodeKind::Element, NodeOrigin::Cloned);
    node.name = entry.name;
    node.namespace = Namespace::Html;
    node.list = entry.attributes;
    node
}
