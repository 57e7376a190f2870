//! Clues about the texts around a node: captions, headings, landmarks.

use super::EvalContext;
use super::path::MAX_LEVELS;
use crate::site::clue::text::sign;
use crate::site::clue::{ClueKind, ClueWriter, TextHash};
use unhusk_page::VisibleNode;

/// Most texts between a node and a landmark.
pub(crate) const FAR: usize = 60;

/// Most cells of a row that are counted.
const MAX_COLUMNS: usize = 500;

impl EvalContext<'_, '_> {
    pub(super) fn caption<W: ClueWriter>(self, leaf: Option<usize>, mut out: W) -> Option<W> {
        out.write_caption(self.index, leaf?).then_some(out)
    }

    pub(super) fn leaf_before(self, node: VisibleNode, at: usize) -> Option<usize> {
        let leaf = self.index.leaves_before(node).checked_sub(at)?;
        (self.index.leaf(leaf) >= self.scope.first).then_some(leaf)
    }

    pub(super) fn leaf_after(self, node: VisibleNode, at: usize) -> Option<usize> {
        let leaf = self.index.leaves_before(self.index.end(node)) + at - 1;
        (leaf < self.index.leaves_of(self.scope).end).then_some(leaf)
    }

    pub(super) fn first_text(self, node: VisibleNode, at: usize) -> Option<usize> {
        let top = self.around(node).nth(at)?;
        let leaf = self.index.leaves_before(top);
        (leaf < self.index.leaves_before(node)).then_some(leaf)
    }

    /// The first text of the column of a table.
    pub(super) fn column_head(self, node: VisibleNode) -> Option<usize> {
        let index = self.index;
        let is_cell = |node: &VisibleNode| matches!(index.tag(*node), "td" | "th");
        let whole = index.whole();
        let above = |node| index.ancestors(whole, node).take(MAX_LEVELS);
        let cell = std::iter::once(node).chain(above(node)).find(is_cell)?;
        let row = index.parent(cell)?;
        let position = index.children(row).take(MAX_COLUMNS).position(|child| child == cell)?;
        let table = above(row).find(|&above| index.tag(above) == "table")?;
        let first_row = (table..index.end(table)).find(|&below| index.tag(below) == "tr")?;
        let head = index.children(first_row).nth(position).filter(|&head| head != cell)?;
        let leaf = index.leaves_before(head);
        let is_inside = leaf < index.leaves_before(index.end(head));
        is_inside.then_some(leaf)
    }

    pub(super) fn heading(self, node: VisibleNode) -> Option<usize> {
        self.index.heading(self.index.leaves_before(node))
    }

    /// The last landmark before a node, if it is near.
    fn landmark_before(self, node: VisibleNode) -> Option<usize> {
        let at = self.index.leaves_before(node);
        let found = self.landmarks.before(self.index, at);
        found.filter(|&leaf| leaf >= self.index.leaves_of(self.scope).start && at - leaf <= FAR)
    }

    /// The next landmark behind a node, if it is near.
    fn landmark_after(self, node: VisibleNode) -> Option<usize> {
        let behind = self.index.leaves_before(self.index.end(node));
        let found = self.landmarks.from(self.index, behind);
        found.filter(|&leaf| leaf < self.index.leaves_of(self.scope).end && leaf - behind < FAR)
    }

    pub(super) fn landmark<W: ClueWriter>(
        self,
        kind: ClueKind,
        node: VisibleNode,
        out: W,
    ) -> Option<W> {
        if self.landmarks.is_empty() {
            return None;
        }
        if kind == ClueKind::LandmarkAfter {
            return self.caption(self.landmark_after(node), out);
        }
        let leaf = self.landmark_before(node)?;
        let mut out = self.caption(Some(leaf), out)?;
        match kind {
            ClueKind::LandmarkBefore => {}
            ClueKind::Between => {
                out.write(sign::BETWEEN);
                out.write(&self.index.caption(self.landmark_after(node)?).text);
            }
            _ => {
                let n_texts = self.index.leaves_before(node) - leaf;
                out.write(sign::DISTANCE);
                out.write_number(u32::try_from(n_texts).unwrap_or(u32::MAX));
            }
        }
        Some(out)
    }

    /// Whether the nearest landmarks of a node have these hashes.
    pub(in crate::site) fn is_between(
        self,
        node: VisibleNode,
        before: TextHash,
        after: TextHash,
    ) -> bool {
        let has = |leaf: Option<usize>, hash| {
            leaf.is_some_and(|leaf| self.index.caption_hash(leaf) == hash)
        };
        has(self.landmark_before(node), before) && has(self.landmark_after(node), after)
    }

    pub(super) fn is_no_landmark(self, node: VisibleNode) -> bool {
        let is_itself = self.index.is_text(node)
            && self.landmarks.has(self.index, self.index.leaves_before(node));
        !self.landmarks.is_empty() && !is_itself
    }
}
