//! Positions of nodes among their siblings of the same tag.

use super::PageCache;
use crate::site::matcher::page_index::PageIndex;
use std::cell::{Cell, RefCell};
use unhusk_page::VisibleNode;

/// Positions of nodes among their siblings of the same tag, from the first and from the last. All children of an element
/// are counted when the position of one is asked for.
#[derive(Debug)]
pub(in crate::site) struct PositionCache {
    /// Zeros for nodes that are not counted yet.
    places: Vec<Cell<(u32, u32)>>,
    /// For each tag the number of siblings; zeros between uses.
    of_name: RefCell<Vec<u32>>,
    /// A buffer for siblings, their tags and positions.
    siblings: RefCell<Vec<(VisibleNode, usize, u32)>>,
}

impl PageCache for PositionCache {
    fn new(index: &PageIndex<'_>) -> Self {
        let of_name = RefCell::new(vec![0; index.visible().text_name() as usize + 1]);
        Self { places: vec![Cell::default(); index.len()], of_name, siblings: RefCell::default() }
    }
}

impl PositionCache {
    /// Position from the first, from 1.
    pub(in crate::site) fn nth(&self, index: &PageIndex<'_>, node: VisibleNode) -> u32 {
        self.place(index, node).0
    }

    /// Position from the last, from 1.
    pub(in crate::site) fn nth_back(&self, index: &PageIndex<'_>, node: VisibleNode) -> u32 {
        self.place(index, node).1
    }

    fn place(&self, index: &PageIndex<'_>, node: VisibleNode) -> (u32, u32) {
        let place = &self.places[node as usize];
        if place.get() == (0, 0) {
            self.count_siblings(index, node);
        }
        place.get()
    }

    fn count_siblings(&self, index: &PageIndex<'_>, node: VisibleNode) {
        let first = index.parent(node).map_or(0, |parent| parent + 1);
        if first == node && index.next_sibling(node).is_none() {
            self.places[node as usize].set((1, 1));
            return;
        }
        let mut of_name = self.of_name.borrow_mut();
        let mut siblings = self.siblings.borrow_mut();
        siblings.clear();
        for sibling in std::iter::successors(Some(first), |&node| index.next_sibling(node)) {
            let name = index.visible().name(sibling) as usize;
            of_name[name] += 1;
            siblings.push((sibling, name, of_name[name]));
        }
        for &(sibling, name, nth) in &*siblings {
            self.places[sibling as usize].set((nth, of_name[name] + 1 - nth));
        }
        siblings.iter().for_each(|&(_, name, _)| of_name[name] = 0);
    }
}
