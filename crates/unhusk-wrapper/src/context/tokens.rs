//! Attribute tokens of a page's elements, restricted to those that rules name.

use super::vocabulary::{TokenId, TokenVocabulary, UNKNOWN_TOKEN, Values};
use std::collections::HashMap;
use unhusk_page::{NodeId, Tree};

/// The token sets of a page. Elements that do not differ in the tokens that rules test share one number, so that their
/// meaning for a rule is computed once.
pub(super) struct TokenSets<'a> {
    tree: &'a Tree,
    /// Numbers of the relevant attribute names on this page, and the values that rules name of them; a handful.
    wanted: Vec<(u32, Option<&'a Values>)>,
    /// Whether some rule tests all tokens.
    has_all: bool,
    /// The first set is that of elements without tokens.
    by_number: Vec<Box<[TokenId]>>,
    // The page chooses these keys and could make a faster hash collide.
    numbers: HashMap<Box<[TokenId]>, u32>,
    /// Recent sets of one attribute, by a cheap hash: a wrong guess costs one comparison.
    recent: [(AttributeValue<'a>, u32); N_RECENT],
    /// The set that is being read.
    reading: Vec<TokenId>,
}

/// Number of an attribute's name, and its value.
type AttributeValue<'a> = (u32, &'a str);

/// The set of elements without tokens.
pub(super) const NO_TOKENS: u32 = 0;
const N_RECENT: usize = 64;

impl<'a> TokenSets<'a> {
    pub(super) fn new(tree: &'a Tree, vocabulary: &'a TokenVocabulary) -> Self {
        Self {
            tree,
            wanted: vocabulary.on(tree),
            has_all: vocabulary.has_all,
            by_number: vec![Box::default()],
            numbers: HashMap::new(),
            // No name has this number.
            recent: [((u32::MAX, ""), NO_TOKENS); N_RECENT],
            reading: Vec::new(),
        }
    }

    /// The tokens of a set, each once, in the order of their numbers.
    pub(super) fn tokens(&self, set: u32) -> &[TokenId] {
        &self.by_number[set as usize]
    }

    /// The number of the set of an element's tokens.
    pub(super) fn of(&mut self, id: NodeId) -> u32 {
        if self.wanted.is_empty() {
            return NO_TOKENS;
        }
        let (first, second) = {
            let wanted = |name| self.wanted.iter().any(|wanted| wanted.0 == name);
            let mut attributes = self.tree.attributes_by_number(id, wanted);
            (attributes.next(), attributes.next())
        };
        match (first, second) {
            (None, _) => NO_TOKENS,
            (Some(only), None) => self.of_one(only),
            _ => self.of_all(id),
        }
    }

    /// Returns the set of an element that has one relevant attribute, as most have.
    fn of_one(&mut self, only: AttributeValue<'a>) -> u32 {
        let slot = slot(only.1);
        let recent = self.recent[slot];
        if recent.0 == only {
            return recent.1;
        }
        self.read(only);
        let set = self.number();
        self.recent[slot] = (only, set);
        set
    }

    fn of_all(&mut self, id: NodeId) -> u32 {
        for attribute in self.tree.attributes_by_number(id, |_| true) {
            self.read(attribute);
        }
        self.number()
    }

    /// Adds the tokens of an attribute to the set that is being read.
    fn read(&mut self, (name, value): AttributeValue<'a>) {
        let Some((_, values)) = self.wanted.iter().find(|wanted| wanted.0 == name) else { return };
        for token in value.split_ascii_whitespace() {
            let known = values.and_then(|values| values.get(token).copied());
            let unknown = self.has_all.then_some(UNKNOWN_TOKEN);
            self.reading.extend(known.or(unknown));
        }
    }

    /// Returns the number of the set that was read, and clears it for the next one.
    fn number(&mut self) -> u32 {
        let Self { reading, by_number, numbers, .. } = self;
        if reading.is_empty() {
            return NO_TOKENS;
        }
        reading.sort_unstable();
        reading.dedup();
        let next = u32::try_from(by_number.len()).expect("a tree has fewer than 2^32 nodes");
        let set = numbers.get(reading.as_slice()).copied().unwrap_or_else(|| {
            by_number.push(reading.as_slice().into());
            numbers.insert(reading.as_slice().into(), next);
            next
        });
        reading.clear();
        set
    }
}

/// Returns a slot by length and last letters, which distinguish most values of one page.
fn slot(value: &str) -> usize {
    let tail = value.as_bytes().last_chunk::<2>().map_or(0, |tail| u16::from_le_bytes(*tail));
    let mixed = (value.len() ^ usize::from(tail) << 8).wrapping_mul(0x9e37_79b1);
    (mixed >> 24) % N_RECENT
}
