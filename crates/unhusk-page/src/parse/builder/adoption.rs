//! The adoption agency algorithm (HTML, 13.2.6.4.7): `<b><p></b>` puts a copy of the `b` into the `p`.

use super::class::{self, barrier};
use super::formatting::{FormattingEntry, clone_of};
use super::stack::RELINK_STEPS;
use super::{Open, TagToken, TreeBuilder};
use crate::Limited;
use crate::parse::arena::{InsertionPoint, NOWHERE, OPEN};
use crate::tree::{NameId, Namespace, NodeOrigin};

/// Largest number of runs of the outer loop.
const OUTER_LOOP_LIMIT: usize = 8;
/// Largest number of formatting elements that the inner loop copies.
const INNER_LOOP_LIMIT: usize = 3;

impl TreeBuilder<'_> {
    /// Runs it for the end tag `tag`, or for a start tag that implies one.
    pub(super) fn adoption_agency(&mut self, name: NameId, tag: Option<&TagToken>) {
        if let Some(top) = self.stack.top()
            && top.is_html(name)
            && self.formatting.index_of(top.node).is_none()
        {
            let height = self.stack.len();
            self.pop_at(height, tag);
            return;
        }
        for _ in 0..OUTER_LOOP_LIMIT {
            if self.is_at_node_limit() || !self.adopt_once(name, tag) {
                return;
            }
        }
    }

    /// Runs the outer loop once; returns whether it may run again.
    fn adopt_once(&mut self, name: NameId, tag: Option<&TagToken>) -> bool {
        let Some(at) = self.formatting.last_named(name) else {
            self.any_other_end_tag(name, tag);
            return false;
        };
        let formatting = self.formatting.entries[at];
        if !self.arena.node(formatting.node).is(OPEN) {
            self.formatting.remove(at);
            return false;
        }
        let (height, n_steps) = self.stack.height_of(formatting.node, name);
        self.n_steps += n_steps;
        if height < self.stack.barrier(barrier::SCOPE) {
            return false;
        }
        if self.stack.barrier(barrier::SPECIAL) <= height {
            self.pop_at(height, tag);
            self.formatting.remove(at);
            return false;
        }
        let max_depth = self.store.limits.max_depth;
        if self.stack.len() - height > max_depth {
            // A tree this deep is flattened, and each run would take all of the stack apart.
            self.store.cut(Limited::Depth, max_depth, self.token_start as usize);
            return false;
        }
        self.adopt(height, &formatting, tag);
        true
    }

    /// The formatting element at `height` has a furthest block above it: takes the two apart.
    fn adopt(&mut self, height: usize, formatting: &FormattingEntry, tag: Option<&TagToken>) {
        let ancestor = *self.stack.at(height - 1);
        let above = self.stack.from(height + 1);
        self.n_steps += above.len() as u64 * RELINK_STEPS;
        let is_special = |open: &Open| open.is(1 << barrier::SPECIAL);
        let Some(block_at) = above.iter().position(is_special) else { return };
        let block = above[block_at];

        let mut bookmark = None;
        let (last, between) = self.copy_between(&above[..block_at], &block, &mut bookmark);
        self.move_to(last, &ancestor);
        let clone = self.arena.create(clone_of(formatting));
        self.arena.node_mut(clone).flags |= OPEN;
        self.n_steps += self.arena.move_children(block.contents, clone);
        self.arena.insert(clone, InsertionPoint::LastChildOf(block.contents));

        let entry = FormattingEntry { node: clone, ..*formatting };
        self.replace_entry(formatting, entry, bookmark);
        self.close(formatting.node, tag);
        let names = (formatting.name, formatting.name);
        let class = class::of(formatting.name, Namespace::Html);
        let mut entries = between;
        entries.push(block);
        entries.push(Open::new(clone, names, Namespace::Html, class));
        entries.extend(&above[block_at + 1..]);
        self.stack.replace_from(height, entries);
    }

    /// The inner loop: copies the formatting elements between the formatting element and the furthest block, and closes
    /// all elements between. Returns the topmost node that is to move, and the new stack entries.
    fn copy_between(
        &mut self,
        between: &[Open],
        block: &Open,
        bookmark: &mut Option<u32>,
    ) -> (u32, Vec<Open>) {
        let mut last = block.node;
        let mut kept = Vec::new();
        for (n_before, open) in between.iter().rev().enumerate() {
            let at = self.formatting.index_of(open.node);
            self.close(open.node, None);
            let Some(at) = at else { continue };
            if n_before >= INNER_LOOP_LIMIT {
                self.formatting.remove(at);
                continue;
            }
            let entry = self.formatting.entries[at];
            let clone = self.arena.create(clone_of(&entry));
            self.arena.node_mut(clone).flags |= OPEN;
            self.formatting.entries[at].node = clone;
            if last == block.node {
                *bookmark = Some(clone);
            }
            self.arena.detach(last);
            self.arena.insert(last, InsertionPoint::LastChildOf(clone));
            self.mark_moved(last);
            last = clone;
            kept.push(Open::new(clone, (open.name, open.name), open.namespace, open.class));
        }
        kept.reverse();
        (last, kept)
    }

    /// Moves a node to the appropriate place in `ancestor`.
    fn move_to(&mut self, node: u32, ancestor: &Open) {
        self.arena.detach(node);
        // Foster parenting depends on the ancestor, not on the mode that requested the adoption.
        let place = self.appropriate_place(Some(ancestor));
        self.arena.insert(node, place);
        self.mark_moved(node);
    }

    fn mark_moved(&mut self, node: u32) {
        let node = self.arena.node_mut(node);
        if node.origin == NodeOrigin::Source && node.start != NOWHERE {
            node.origin = NodeOrigin::Moved;
        }
    }

    /// Replaces a formatting element by its copy, which goes behind the bookmarked element if there is one.
    fn replace_entry(
        &mut self,
        old: &FormattingEntry,
        new: FormattingEntry,
        bookmark: Option<u32>,
    ) {
        let Some(at) = self.formatting.index_of(old.node) else { return };
        let Some(bookmark) = bookmark.and_then(|node| self.formatting.index_of(node)) else {
            self.formatting.entries[at] = new;
            return;
        };
        self.formatting.entries.insert(bookmark + 1, new);
        self.formatting.remove(if at > bookmark { at + 1 } else { at });
    }
}
