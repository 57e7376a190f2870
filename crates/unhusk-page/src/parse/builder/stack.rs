//! The stack of open elements; every query on it takes one step.
//!
//! "Has an element in scope" and its kin are searches down the stack in the specification, which makes
//! `<div>` x n + `</p>` x n quadratic. Here each entry remembers the next entry of its own name and the
//! topmost *barrier* of each kind ([`barrier`]) at its height, so a search is a comparison of two heights.
//!
//! Heights count from 1; 0 means "not there".

use super::class::{ElementClass, barrier};
use crate::tree::{NameId, Namespace};

/// Steps that one entry put back costs: as much as a few tokens.
pub(super) const RELINK_STEPS: u64 = 16;

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) node: u32,
    /// The name in the tree.
    pub(super) name: NameId,
    /// The name in lower case, as end tags have it.
    pub(super) tag_name: NameId,
    pub(super) namespace: Namespace,
    pub(super) class: ElementClass,
    /// Parent of its children: the element, or the contents of a `template`.
    pub(super) contents: u32,
    below_of_same_name: u32,
    barriers: [u32; barrier::N],
}

impl Open {
    pub(super) fn new(
        node: u32,
        names: (NameId, NameId),
        namespace: Namespace,
        class: ElementClass,
    ) -> Self {
        Self {
            node,
            name: names.0,
            tag_name: names.1,
            namespace,
            class,
            contents: node,
            below_of_same_name: 0,
            barriers: [0; barrier::N],
        }
    }

    pub(super) fn is(&self, class: ElementClass) -> bool {
        self.class & class != 0
    }

    pub(super) fn is_html(&self, name: NameId) -> bool {
        self.name == name && self.namespace == Namespace::Html
    }
}

/// The stack of open elements.
#[derive(Debug, Default)]
pub(super) struct Stack {
    entries: Vec<Open>,
    /// By name: height of the topmost element, of HTML and of foreign content.
    topmost: Vec<[u32; 2]>,
}

impl Stack {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The element at a height.
    pub(super) fn at(&self, height: usize) -> &Open {
        &self.entries[height - 1]
    }

    #[inline]
    pub(super) fn top(&self) -> Option<&Open> {
        self.entries.last()
    }

    pub(super) fn push(&mut self, mut open: Open) {
        let height = super::narrow(self.entries.len() + 1);
        if let Some(below) = self.entries.last() {
            open.barriers = below.barriers;
        }
        for (kind, barrier) in open.barriers.iter_mut().enumerate() {
            if open.class & (1 << kind) != 0 {
                *barrier = height;
            }
        }
        open.below_of_same_name = std::mem::replace(self.topmost_mut(&open), height);
        self.entries.push(open);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.entries.pop()?;
        *self.topmost_mut(&open) = open.below_of_same_name;
        Some(open)
    }

    /// Adds properties that are no barriers to the topmost element.
    pub(super) fn add_class(&mut self, class: ElementClass) {
        if let Some(top) = self.entries.last_mut() {
            top.class |= class;
        }
    }

    /// Takes off everything from `height` up and puts `entries` there instead.
    pub(super) fn replace_from(&mut self, height: usize, entries: Vec<Open>) {
        while self.len() >= height {
            self.pop();
        }
        for open in entries {
            self.push(open);
        }
    }

    /// A copy of everything from `height` up.
    pub(super) fn from(&self, height: usize) -> Vec<Open> {
        self.entries[height - 1..].to_vec()
    }

    /// Height of the topmost HTML element of this name.
    #[inline]
    pub(super) fn topmost(&self, name: NameId) -> usize {
        self.topmost.get(name.0 as usize).map_or(0, |heights| heights[0] as usize)
    }

    /// Height of the topmost foreign element that an end tag of this name closes.
    pub(super) fn topmost_foreign(&self, tag_name: NameId) -> usize {
        self.topmost.get(tag_name.0 as usize).map_or(0, |heights| heights[1] as usize)
    }

    /// Height of the topmost barrier of a kind.
    #[inline]
    pub(super) fn barrier(&self, kind: usize) -> usize {
        self.entries.last().map_or(0, |top| top.barriers[kind] as usize)
    }

    /// Whether an HTML element of this name is in the scope that barriers of `kind` delimit.
    #[inline]
    pub(super) fn has_in(&self, kind: usize, name: NameId) -> bool {
        let height = self.topmost(name);
        height > 0 && height >= self.barrier(kind)
    }

    /// Whether an HTML element of this name is open.
    pub(super) fn has(&self, name: NameId) -> bool {
        self.topmost(name) > 0
    }

    /// Returns the height of an element that is known to be open, and the number of elements of its name that were
    /// compared.
    pub(super) fn height_of(&self, node: u32, name: NameId) -> (usize, u64) {
        let mut height = self.topmost(name);
        let mut n_steps = 1;
        while height > 0 && self.at(height).node != node {
            height = self.at(height).below_of_same_name as usize;
            n_steps += 1;
        }
        (height, n_steps)
    }

    #[inline]
    fn topmost_mut(&mut self, open: &Open) -> &mut u32 {
        let is_foreign = open.namespace != Namespace::Html;
        let number = if is_foreign { open.tag_name.0 } else { open.name.0 } as usize;
        if number >= self.topmost.len() {
            self.grow_topmost(number);
        }
        &mut self.topmost[number][usize::from(is_foreign)]
    }

    #[cold]
    fn grow_topmost(&mut self, number: usize) {
        self.topmost.resize(number.next_power_of_two().max(512) + 1, [0; 2]);
    }
}
