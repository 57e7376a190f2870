//! The alignment so far: a linked list, so that backtracking costs nothing.

use super::expression::ExpressionItem;

/// The end of a chain; `None` is the empty chain.
pub(super) type Link = Option<u32>;

/// Chains of aligned items that share their beginnings.
#[derive(Debug, Default)]
pub(super) struct Trail {
    entries: Vec<TrailEntry>,
}

#[derive(Debug)]
struct TrailEntry {
    item: ExpressionItem,
    /// Start on each side.
    starts: [usize; 2],
    before: Link,
}

impl Trail {
    /// Returns the chain extended by an item that begins at these positions.
    pub(super) fn push(&mut self, before: Link, item: ExpressionItem, starts: [usize; 2]) -> Link {
        self.entries.push(TrailEntry { item, starts, before });
        u32::try_from(self.entries.len() - 1).ok()
    }

    /// Splits a chain where an item begins at a position of a side; returns the chain before and the items after.
    pub(super) fn cut(
        &self,
        end: Link,
        side: usize,
        at: usize,
    ) -> Option<(Link, Vec<ExpressionItem>)> {
        let mut items = Vec::new();
        let mut link = end;
        loop {
            let entry = &self.entries[link? as usize];
            items.push(entry.item.clone());
            link = entry.before;
            if entry.starts[side] == at {
                items.reverse();
                return Some((link, items));
            }
            if entry.starts[side] < at {
                return None;
            }
        }
    }

    /// Returns the start of the first item after a link, given the end of the chain.
    pub(super) fn start_behind(&self, link: Link, end: Link) -> Option<[usize; 2]> {
        let mut starts = None;
        let mut at = end;
        while at != link {
            let entry = &self.entries[at? as usize];
            starts = Some(entry.starts);
            at = entry.before;
        }
        starts
    }

    /// Returns all items of a chain.
    pub(super) fn items(&self, end: Link) -> Vec<ExpressionItem> {
        let chain = std::iter::successors(end, |&link| self.entries[link as usize].before);
        let mut items: Vec<ExpressionItem> =
            chain.map(|link| self.entries[link as usize].item.clone()).collect();
        items.reverse();
        items
    }
}
