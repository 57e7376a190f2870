//! Positions of nodes among their siblings of the same name.

use super::view::View;
use crate::wrapper::context::fork::Node;
use std::cell::{Cell, RefCell};

/// Positions of nodes among their siblings of the same name, from the first and from the last; those of the
/// children of an element are counted together, when the first of them is asked for.
#[derive(Debug)]
pub(super) struct Counts {
    /// Zeros until they are counted.
    places: Vec<Cell<(u32, u32)>>,
    /// For each name how many there are; zeros between uses.
    of_name: RefCell<Vec<u32>>,
}

impl Counts {
    pub(super) fn new(view: &View<'_>) -> Self {
        // Texts come behind all names.
        let of_name = RefCell::new(vec![0; view.tree().n_names() + 1]);
        Self { places: vec![Cell::default(); view.len()], of_name }
    }

    /// Position from the first, from 1.
    pub(super) fn nth(&self, view: &View<'_>, node: Node) -> u32 {
        self.place(view, node).0
    }

    /// Position from the last, from 1.
    pub(super) fn nth_back(&self, view: &View<'_>, node: Node) -> u32 {
        self.place(view, node).1
    }

    fn place(&self, view: &View<'_>, node: Node) -> (u32, u32) {
        if self.places[node as usize].get() == (0, 0) {
            self.count_siblings(view, node);
        }
        self.places[node as usize].get()
    }

    fn count_siblings(&self, view: &View<'_>, node: Node) {
        let mut of_name = self.of_name.borrow_mut();
        let name = |node| match view.is_text(node) {
            true => view.tree().n_names(),
            false => view.tree().tag_number(view.id(node)) as usize,
        };
        let first = view.parent(node).map_or(0, |parent| parent + 1);
        let siblings = || std::iter::successors(Some(first), |&node| view.next_sibling(node));
        for sibling in siblings() {
            let n = &mut of_name[name(sibling)];
            *n += 1;
            self.places[sibling as usize].set((*n, 0));
        }
        for sibling in siblings() {
            let place = &self.places[sibling as usize];
            place.set((place.get().0, of_name[name(sibling)] + 1 - place.get().0));
        }
        siblings().for_each(|sibling| of_name[name(sibling)] = 0);
    }
}
