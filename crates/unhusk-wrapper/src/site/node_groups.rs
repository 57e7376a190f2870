//! Groups of elements of a page that have something in common: a path, a class.

use super::clue::{ClueWriter, TextHash};
use super::matcher::page_index::PageIndex;
use rustc_hash::FxHashMap;
use unhusk_page::VisibleNode;

/// Gathers elements by keys.
#[derive(Debug, Default)]
pub(super) struct NodeGroups {
    groups: Vec<Vec<VisibleNode>>,
    /// Positions of groups by key.
    known: FxHashMap<TextHash, usize>,
}

impl NodeGroups {
    pub(super) fn add(&mut self, key: TextHash, node: VisibleNode) {
        let at = *self.known.entry(key).or_insert(self.groups.len());
        if at == self.groups.len() {
            self.groups.push(Vec::new());
        }
        self.groups[at].push(node);
    }

    /// Adds an element by its class, and by its class with its path.
    pub(super) fn add_by_class(
        &mut self,
        index: &PageIndex<'_>,
        path: TextHash,
        node: VisibleNode,
    ) {
        let Some(class) = index.tree().attribute(index.id(node), "class") else { return };
        for mut key in [path, TextHash::default()] {
            key.write(".");
            key.write(class.value);
            self.add(key, node);
        }
    }

    /// The largest groups of more than one element, each once; outer elements first.
    pub(super) fn largest(self, most: usize) -> Vec<Vec<VisibleNode>> {
        let mut groups = self.groups;
        groups.retain(|group| group.len() > 1);
        groups.sort_unstable();
        groups.dedup();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups.truncate(most);
        groups.sort_by_key(|group| group[0]);
        groups
    }
}
