//! What has been aligned so far: a chain, so that a way out can be taken back at no cost.

use super::expression::Item;

/// The end of a chain; the empty one is `None`.
pub(super) type Link = Option<u32>;

/// Chains of aligned items that share their beginnings.
#[derive(Debug, Default)]
pub(super) struct Trail {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    item: Item,
    /// Where it begins on each side.
    starts: [usize; 2],
    before: Link,
}

impl Trail {
    /// The chain with an item that begins at these positions.
    pub(super) fn push(&mut self, before: Link, item: Item, starts: [usize; 2]) -> Link {
        self.entries.push(Entry { item, starts, before });
        u32::try_from(self.entries.len() - 1).ok()
    }

    /// Cuts a chain where an item begins at a position of a side: what stands before, and the items behind.
    pub(super) fn cut(&self, end: Link, side: usize, at: usize) -> Option<(Link, Vec<Item>)> {
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

    /// Where the first item behind a link begins, given the end of the chain.
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

    /// All items of a chain.
    pub(super) fn items(&self, end: Link) -> Vec<Item> {
        let chain = std::iter::successors(end, |&link| self.entries[link as usize].before);
        let mut items: Vec<Item> =
            chain.map(|link| self.entries[link as usize].item.clone()).collect();
        items.reverse();
        items
    }
}
