//! What stands around a node: texts before and behind it, headings, landmarks.

use super::Sight;
use super::path::MAX_LEVELS;
use crate::context::fork::Node;
use crate::site::clue::{Ink, Print, What};

/// How many texts a landmark may be away.
pub(crate) const FAR: usize = 60;

/// Most cells of a row that have a column.
const MAX_COLUMNS: usize = 500;

impl Sight<'_, '_> {
    pub(super) fn said<W: Ink>(self, leaf: Option<usize>, mut said: W) -> Option<W> {
        said.put_leaf(self.view, leaf?).then_some(said)
    }

    pub(super) fn leaf_before(self, node: Node, at: usize) -> Option<usize> {
        let leaf = self.view.leaves_before(node).checked_sub(at)?;
        (self.view.leaf(leaf) >= self.scope.first).then_some(leaf)
    }

    pub(super) fn leaf_after(self, node: Node, at: usize) -> Option<usize> {
        let leaf = self.view.leaves_before(self.view.end(node)) + at - 1;
        (leaf < self.view.leaves_of(self.scope).end).then_some(leaf)
    }

    pub(super) fn first_text(self, node: Node, at: usize) -> Option<usize> {
        let top = self.around(node).nth(at)?;
        let leaf = self.view.leaves_before(top);
        (leaf < self.view.leaves_before(node)).then_some(leaf)
    }

    /// The first text of the column of a table.
    pub(super) fn column_head(self, node: Node) -> Option<usize> {
        let view = self.view;
        let is_cell = |node: &Node| matches!(view.tag(*node), "td" | "th");
        let whole = view.whole();
        let above = |node| view.ancestors(whole, node).take(MAX_LEVELS);
        let cell = std::iter::once(node).chain(above(node)).find(is_cell)?;
        let row = view.parent(cell)?;
        let position = view.children(row).take(MAX_COLUMNS).position(|child| child == cell)?;
        let table = above(row).find(|&above| view.tag(above) == "table")?;
        let first_row = (table..view.end(table)).find(|&below| view.tag(below) == "tr")?;
        let head = view.children(first_row).nth(position).filter(|&head| head != cell)?;
        let leaf = view.leaves_before(head);
        let is_inside = leaf < view.leaves_before(view.end(head));
        is_inside.then_some(leaf)
    }

    pub(super) fn heading(self, node: Node) -> Option<usize> {
        self.view.heading(self.view.leaves_before(node))
    }

    /// The last landmark before a node, if it is near.
    fn landmark_before(self, node: Node) -> Option<usize> {
        let at = self.view.leaves_before(node);
        let found = self.landmarks.before(self.view, at);
        found.filter(|&leaf| leaf >= self.view.leaves_of(self.scope).start && at - leaf <= FAR)
    }

    /// The next landmark behind a node, if it is near.
    fn landmark_after(self, node: Node) -> Option<usize> {
        let behind = self.view.leaves_before(self.view.end(node));
        let found = self.landmarks.from(self.view, behind);
        found.filter(|&leaf| leaf < self.view.leaves_of(self.scope).end && leaf - behind < FAR)
    }

    pub(super) fn landmark<W: Ink>(self, what: What, node: Node, said: W) -> Option<W> {
        if self.landmarks.is_empty() {
            return None;
        }
        if what == What::LandmarkAfter {
            return self.said(self.landmark_after(node), said);
        }
        let leaf = self.landmark_before(node)?;
        let mut said = self.said(Some(leaf), said)?;
        match what {
            What::LandmarkBefore => {}
            What::Between => {
                said.put(" ... ");
                said.put(&self.view.said(self.landmark_after(node)?).text);
            }
            _ => {
                let n_texts = self.view.leaves_before(node) - leaf;
                said.put(" +");
                said.put_number(u32::try_from(n_texts).unwrap_or(u32::MAX));
            }
        }
        Some(said)
    }

    /// Whether a node stands between landmarks that have these prints.
    pub(in crate::site) fn is_between(self, node: Node, before: Print, after: Print) -> bool {
        let has = |leaf: Option<usize>, print| {
            leaf.is_some_and(|leaf| self.view.said_print(leaf) == print)
        };
        has(self.landmark_before(node), before) && has(self.landmark_after(node), after)
    }

    pub(super) fn is_no_landmark(self, node: Node) -> bool {
        let is_itself =
            self.view.is_text(node) && self.landmarks.has(self.view, self.view.leaves_before(node));
        !self.landmarks.is_empty() && !is_itself
    }
}
