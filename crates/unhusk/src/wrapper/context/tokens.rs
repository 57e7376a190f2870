//! Attribute tokens of a page's elements, as far as any rule names them.

use super::program::Vocabulary;
use super::reading;
use crate::page::{NodeId, Tree};
use std::collections::HashMap;

/// The token sets of a page. Elements with the same tokens share one number, so that what they mean to a rule
/// is worked out once.
pub(super) struct TokenSets<'a> {
    tree: &'a Tree,
    /// Numbers of the attribute names that count on this page; a handful.
    wanted: Vec<u32>,
    /// The first set is that of elements without tokens.
    by_number: Vec<Vec<String>>,
    // The page chooses these keys and could make a faster hash collide.
    by_attributes: HashMap<Box<[u8]>, u32>,
    /// Sets that were met of late, by a cheap hash of their attributes: a wrong guess costs one comparison.
    recent: [(Box<[u8]>, u32); N_RECENT],
    key: Vec<u8>,
}

/// The set of elements without tokens.
pub(super) const NO_TOKENS: u32 = 0;
const N_RECENT: usize = 64;

impl<'a> TokenSets<'a> {
    pub(super) fn new(tree: &'a Tree, vocabulary: &Vocabulary) -> Self {
        Self {
            tree,
            wanted: vocabulary.numbers(tree),
            by_number: vec![Vec::new()],
            by_attributes: HashMap::new(),
            recent: std::array::from_fn(|_| (Box::default(), NO_TOKENS)),
            key: Vec::new(),
        }
    }

    /// The tokens of a set, sorted: `class=price`.
    pub(super) fn tokens(&self, set: u32) -> &[String] {
        &self.by_number[set as usize]
    }

    /// The number of the set of an element's tokens.
    pub(super) fn of(&mut self, id: NodeId) -> u32 {
        if self.wanted.is_empty() {
            return NO_TOKENS;
        }
        self.key.clear();
        for (name, value) in self.tree.attributes_by_number(id, |name| self.wanted.contains(&name))
        {
            self.key.extend(name.to_le_bytes());
            self.key.extend_from_slice(value.as_bytes());
            // No character begins with it: values cannot run into names.
            self.key.push(u8::MAX);
        }
        if self.key.is_empty() { NO_TOKENS } else { self.of_key(id) }
    }

    fn of_key(&mut self, id: NodeId) -> u32 {
        let slot = slot(&self.key);
        if *self.recent[slot].0 == *self.key {
            return self.recent[slot].1;
        }
        let set = match self.by_attributes.get(&*self.key) {
            Some(&known) => known,
            None => self.add(id),
        };
        self.recent[slot] = (self.key.as_slice().into(), set);
        set
    }

    fn add(&mut self, id: NodeId) -> u32 {
        let mut tokens = Vec::new();
        reading::tokens(self.tree, id, |attribute, token| {
            let number = self.tree.name_number(attribute);
            if number.is_some_and(|number| self.wanted.contains(&number)) {
                tokens.push(format!("{attribute}={token}"));
            }
        });
        tokens.sort_unstable();
        tokens.dedup();
        let set = u32::try_from(self.by_number.len()).expect("a tree has fewer than 2^32 nodes");
        self.by_number.push(tokens);
        self.by_attributes.insert(self.key.as_slice().into(), set);
        set
    }
}

/// Length and last letters tell apart most of what one page has.
fn slot(key: &[u8]) -> usize {
    let tail = key.last_chunk::<4>().map_or(0, |tail| u32::from_le_bytes(*tail) as usize);
    (key.len() ^ tail >> 8 ^ tail >> 13) % N_RECENT
}
