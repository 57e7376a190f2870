//! The nodes of a page by the tags of the elements around them.
//!
//! A page has few tags, so that a byte stands for each, and the eight nearest tags of a node make a number. A path is
//! compared with the numbers of all nodes, which costs less than an index of them: a wrapper asks for few paths.

use super::PageCache;
use crate::site::matcher::page_index::PageIndex;
use unhusk_page::VisibleNode;
use unhusk_page::internal::NO_NODE;

/// The nodes of a page by the tags around them.
#[derive(Debug)]
pub(in crate::site) struct PathCache {
    /// The byte of each tag; [`NO_NAME`] for names that no element has.
    bytes: Vec<u8>,
    /// For each node the bytes of the nearest tags, the nearest lowest, with its own if it is an element.
    paths: Vec<u64>,
}

const NO_NAME: u8 = 0;

/// The byte of all tags after the first 254.
const OTHER: u8 = u8::MAX;

/// The number of tags that make a number.
const N_NEAREST: usize = 8;

impl PageCache for PathCache {
    fn new(index: &PageIndex<'_>) -> Self {
        let (names, parents) = (index.visible().names(), index.visible().parents());
        let name_of_texts = index.visible().text_name();
        let mut bytes = vec![NO_NAME; name_of_texts as usize + 1];
        let mut last_byte = NO_NAME;
        let mut paths: Vec<u64> = Vec::with_capacity(names.len());
        for (&name, &parent) in names.iter().zip(parents) {
            let byte = &mut bytes[name as usize];
            if *byte == NO_NAME {
                last_byte = last_byte.saturating_add(1);
                *byte = last_byte;
            }
            let above = if parent == NO_NODE { 0 } else { paths[parent as usize] };
            let is_text = name == name_of_texts;
            paths.push(if is_text { above } else { above << 8 | u64::from(*byte) });
        }
        Self { bytes, paths }
    }
}

impl PathCache {
    /// Visits the elements whose path of tags begins with these numbers, nearest first, or the texts in them, in document
    /// order.
    pub(in crate::site) fn each(
        &self,
        index: &PageIndex<'_>,
        names: &[u32],
        of_texts: bool,
        mut seen: impl FnMut(VisibleNode),
    ) {
        let Some(PackedPath { path, mask, is_sure }) = self.packed(names) else { return };
        for (node, of_node) in (0..).zip(&self.paths) {
            if of_node & mask == path
                && index.is_text(node) == of_texts
                && (is_sure || has_names(index, node, names))
            {
                seen(node);
            }
        }
    }

    /// The number of a path and its mask; `None` if no element has one of the tags.
    fn packed(&self, names: &[u32]) -> Option<PackedPath> {
        let mut packed = PackedPath { path: 0, mask: 0, is_sure: names.len() <= N_NEAREST };
        for (at, &name) in names.iter().enumerate() {
            let byte = *self.bytes.get(name as usize).filter(|byte| **byte != NO_NAME)?;
            packed.is_sure &= byte != OTHER;
            if at < N_NEAREST {
                packed.path |= u64::from(byte) << (8 * at);
                packed.mask |= 0xFF << (8 * at);
            }
        }
        (!names.is_empty()).then_some(packed)
    }
}

/// A path of tags as a number.
struct PackedPath {
    path: u64,
    /// The bits that are compared.
    mask: u64,
    /// Whether the number decides: the path is short, and no tag shares its byte.
    is_sure: bool,
}

/// Whether these are the tags around a node, nearest first.
fn has_names(index: &PageIndex<'_>, node: VisibleNode, names: &[u32]) -> bool {
    let nearest = if index.is_text(node) { index.parent(node) } else { Some(node) };
    let mut around = std::iter::successors(nearest, |&above| index.parent(above));
    names.iter().all(|&name| around.next().is_some_and(|above| index.visible().name(above) == name))
}
