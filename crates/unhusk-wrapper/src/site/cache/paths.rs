//! The nodes of a page by the names of the elements around them.
//!
//! The names of a page are few, so that a byte stands for each, and the eight nearest to a node make a number. A path is
//! looked for among the nodes that have its nearest name, with one comparison for each.

use crate::context::fork::{NO_PARENT, Node};
use crate::site::matcher::page_index::PageIndex;

/// A page's nodes by the names around them.
#[derive(Debug)]
pub(in crate::site) struct PathCache {
    /// The byte of each name; [`NO_NAME`] for names that no element has.
    bytes: Vec<u8>,
    /// For each node the bytes of the nearest names, the nearest lowest: its own if it is an element.
    paths: Vec<u64>,
    /// The last element of each name, and the last text in such an element, by bytes.
    last: [Kinds; N_BYTES],
    /// The element before each, or the text, that has the same nearest name.
    before: Vec<Node>,
}

/// A node for elements, and one for texts; [`NO_NODE`] for none.
type Kinds = [Node; 2];

const NO_NODE: Node = Node::MAX;

const N_BYTES: usize = 256;
const NO_NAME: u8 = 0;

/// It stands for all names that come behind so many others.
const OTHER: u8 = u8::MAX;

/// How many names make a number.
const N_NEAREST: usize = 8;

impl PathCache {
    pub(in crate::site) fn new(index: &PageIndex<'_>) -> Self {
        let (names, parents) = (index.names(), index.parents());
        let name_of_texts = index.name_of_texts();
        let mut bytes = vec![NO_NAME; name_of_texts as usize + 1];
        let mut last_byte = NO_NAME;
        let mut paths: Vec<u64> = Vec::with_capacity(names.len());
        let mut last = [[NO_NODE; 2]; N_BYTES];
        let mut before = Vec::with_capacity(names.len());
        for ((node, &name), &parent) in (0..).zip(names).zip(parents) {
            let byte = &mut bytes[name as usize];
            if *byte == NO_NAME {
                last_byte = last_byte.saturating_add(1);
                *byte = last_byte;
            }
            let above = if parent == NO_PARENT { 0 } else { paths[parent as usize] };
            let is_text = name == name_of_texts;
            let path = if is_text { above } else { above << 8 | u64::from(*byte) };
            paths.push(path);
            let last = &mut last[nearest(path)][usize::from(is_text)];
            before.push(std::mem::replace(last, node));
        }
        Self { bytes, paths, last, before }
    }

    /// Calls `seen` with the elements of which, with those around them, the names have these numbers, nearest first;
    /// or with the texts in these.
    pub(in crate::site) fn each(
        &self,
        index: &PageIndex<'_>,
        names: &[u32],
        of_texts: bool,
        mut seen: impl FnMut(Node),
    ) {
        let Some(Sought { path, mask, is_sure }) = self.sought(names) else { return };
        let mut node = self.last[nearest(path)][usize::from(of_texts)];
        while let Some(of_node) = self.paths.get(node as usize) {
            if of_node & mask == path && (is_sure || has_names(index, node, names)) {
                seen(node);
            }
            node = self.before[node as usize];
        }
    }

    /// How nodes with such names around them are told; none if no element has one of the names.
    fn sought(&self, names: &[u32]) -> Option<Sought> {
        let mut sought = Sought { path: 0, mask: 0, is_sure: names.len() <= N_NEAREST };
        for (at, &name) in names.iter().enumerate() {
            let byte = *self.bytes.get(name as usize).filter(|byte| **byte != NO_NAME)?;
            sought.is_sure &= byte != OTHER;
            if at < N_NEAREST {
                sought.path |= u64::from(byte) << (8 * at);
                sought.mask |= 0xFF << (8 * at);
            }
        }
        (!names.is_empty()).then_some(sought)
    }
}

/// How nodes with some names around them are told.
struct Sought {
    path: u64,
    /// The part of paths that must be so.
    mask: u64,
    /// Whether there is nothing else to be looked at.
    is_sure: bool,
}

/// The byte of the nearest name.
fn nearest(path: u64) -> usize {
    usize::from(path.to_le_bytes()[0])
}

/// Whether these are the names around a node, nearest first.
fn has_names(index: &PageIndex<'_>, node: Node, names: &[u32]) -> bool {
    let nearest = if index.is_text(node) { index.parent(node) } else { Some(node) };
    let mut around = std::iter::successors(nearest, |&above| index.parent(above));
    names.iter().all(|&name| around.next().is_some_and(|above| index.name_number(above) == name))
}
