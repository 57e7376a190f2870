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
    by_attributes: HashMap<Box<[Named<'a>]>, u32>,
    /// Sets of one attribute that were met of late, by a cheap hash: a wrong guess costs one comparison.
    recent: [(Named<'a>, u32); N_RECENT],
}

/// Number of an attribute's name, and its value.
type Named<'a> = (u32, &'a str);

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
            // No name has this number.
            recent: [((u32::MAX, ""), NO_TOKENS); N_RECENT],
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
        let (first, rest) = {
            let wanted = |name| self.wanted.contains(&name);
            let mut attributes = self.tree.attributes_by_number(id, wanted);
            (attributes.next(), attributes.collect::<Vec<_>>())
        };
        match (first, rest.as_slice()) {
            (None, _) => NO_TOKENS,
            (Some(only), []) => self.of_one(id, only),
            (Some(first), rest) => self.of_all(id, &[&[first], rest].concat()),
        }
    }

    /// The set of an element that has one attribute that counts, as most have.
    fn of_one(&mut self, id: NodeId, only: Named<'a>) -> u32 {
        let slot = slot(only.1);
        let recent = self.recent[slot];
        if recent.0 == only {
            return recent.1;
        }
        let set = self.of_all(id, &[only]);
        self.recent[slot] = (only, set);
        set
    }

    fn of_all(&mut self, id: NodeId, attributes: &[Named<'a>]) -> u32 {
        if let Some(&known) = self.by_attributes.get(attributes) {
            return known;
        }
        let set = self.add(id);
        self.by_attributes.insert(attributes.into(), set);
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
        set
    }
}

/// Length and last letters tell apart most values that one page has.
fn slot(value: &str) -> usize {
    let tail = value.as_bytes().last_chunk::<2>().map_or(0, |tail| u16::from_le_bytes(*tail));
    let mixed = (value.len() ^ usize::from(tail) << 8).wrapping_mul(0x9e37_79b1);
    (mixed >> 24) % N_RECENT
}
