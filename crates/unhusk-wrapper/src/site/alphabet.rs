//! The words that someone gave elements, as far as the rules of a wrapper ask for them.
//!
//! Pages have hundreds of classes and ids, and a wrapper asks for a handful. Elements that differ in the others are
//! alike to it, so that what they have of these fits into a few bits, and the records of a page have few
//! [`builds`](super::build).

use super::clue::ClueKind;
use super::lineage::names_and_word;
use super::sight::{is_stable, words};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use unhusk_page::{NodeId, Tree};

/// The words that rules tell from others: tokens of naming attributes, and ids.
#[derive(Debug, Clone, Default)]
pub(super) struct TokenSet {
    attributes: Vec<Words>,
    /// Whether there are more words than bits.
    is_cut: bool,
}

/// The words of one attribute.
#[derive(Debug, Clone)]
struct Words {
    attribute: Box<str>,
    are_ids: bool,
    /// The shortest first, with their bits.
    all: Vec<(Box<str>, TokenMask)>,
    /// For each byte the lengths of those that begin with it, as bits.
    lengths: Box<[u64; 256]>,
}

/// Words of an alphabet, a bit for each.
pub(super) type TokenMask = u32;

/// The bit of elements that have an id, whatever it is, where ids are asked for.
const HAS_ID: TokenMask = 1;

/// The bit of elements that were spelt.
const IS_SPELT: TokenMask = 1 << 31;

/// The bits of words.
const N_LETTERS: u32 = 30;

impl TokenSet {
    /// What some clues ask for, by what they look at and say.
    pub(super) fn of<'c>(clues: impl Iterator<Item = (ClueKind, &'c str)>) -> Self {
        let mut asked: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let words = clues.filter_map(|(what, says)| names_and_word(what, says).1);
        for (attribute, word) in words.filter(|(_, word)| is_stable(word)) {
            asked.entry(attribute).or_default().push(word);
        }
        let mut tokens = Self::default();
        let mut n_letters = 0;
        for (attribute, mut all) in asked {
            all.sort_unstable_by_key(|word| (word.len(), *word));
            all.dedup();
            tokens.is_cut |= all.len() > (N_LETTERS - n_letters) as usize;
            let letters = (n_letters..N_LETTERS).map(|n| HAS_ID << (n + 1));
            let words = Words::new(attribute, all.into_iter().zip(letters));
            n_letters += u32::try_from(words.all.len()).unwrap_or(N_LETTERS);
            tokens.attributes.push(words);
        }
        tokens
    }

    /// Whether there are more words than bits.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The bit of a word; none if nobody asks for it, or too many were asked for.
    fn letter(&self, attribute: &str, word: &str) -> Option<TokenMask> {
        let mut all = self.attributes.iter();
        all.find(|words| *words.attribute == *attribute)?.letter(word)
    }
}

impl Words {
    fn new<'w>(attribute: &str, all: impl Iterator<Item = (&'w str, TokenMask)>) -> Self {
        let all: Vec<(Box<str>, TokenMask)> = all.map(|(word, bit)| (word.into(), bit)).collect();
        let mut lengths = Box::new([0; 256]);
        for (word, _) in &all {
            if let Some(&prefix) = word.as_bytes().first() {
                lengths[usize::from(prefix)] |= length_bit(word);
            }
        }
        Self { attribute: attribute.into(), are_ids: attribute == "id", all, lengths }
    }

    /// What of the alphabet is in a value.
    fn letters(&self, value: &str) -> TokenMask {
        if self.are_ids {
            return HAS_ID | self.letter(value.trim()).unwrap_or(0);
        }
        let letters = words(value).filter_map(|word| self.letter(word));
        letters.fold(0, |all, letter| all | letter)
    }

    fn letter(&self, word: &str) -> Option<TokenMask> {
        let prefix = *word.as_bytes().first()?;
        // Most words of a page end here.
        if self.lengths[usize::from(prefix)] & length_bit(word) == 0 {
            return None;
        }
        let found =
            self.all.binary_search_by_key(&(word.len(), word), |(one, _)| (one.len(), &**one));
        Some(self.all[found.ok()?].1)
    }
}

/// The bit of a word's length; all long ones share one.
fn length_bit(word: &str) -> u64 {
    1 << word.len().min(63)
}

/// What the elements of a page have of an alphabet, each spelt when it is first asked for.
#[derive(Debug)]
pub(super) struct TokenMasks {
    tokens: Arc<TokenSet>,
    /// The position of an attribute in the alphabet, by the number of its name; [`NOT_ASKED`] for others.
    positions: Vec<u8>,
    /// By the number of an attribute list; 0 for those that were not spelt.
    of_list: Vec<Cell<TokenMask>>,
    /// Values that were spelt, some place for each: the records of a page repeat them.
    recent: [Cell<Option<Spelt>>; N_RECENT],
}

/// A value that was spelt.
#[derive(Debug, Clone, Copy)]
struct Spelt {
    /// The attribute that has it, by its position among all.
    at: u32,
    /// That of its name in the alphabet.
    position: u8,
    letters: TokenMask,
}

/// So many values are remembered.
const N_RECENT: usize = 64;

const NOT_ASKED: u8 = u8::MAX;

impl TokenMasks {
    pub(super) fn new(tokens: &Arc<TokenSet>, tree: &Tree) -> Self {
        let mut positions = vec![NOT_ASKED; tree.n_names()];
        for (at, words) in (0..NOT_ASKED).zip(&tokens.attributes) {
            if let Some(number) = tree.name_number(&words.attribute) {
                positions[number as usize] = at;
            }
        }
        let of_list = vec![Cell::new(0); tree.n_attributes()];
        let recent = [const { Cell::new(None) }; N_RECENT];
        Self { tokens: Arc::clone(tokens), positions, of_list, recent }
    }

    /// The bit of a word, if it has one.
    pub(super) fn letter(&self, attribute: &str, word: &str) -> Option<TokenMask> {
        self.tokens.letter(attribute, word)
    }

    /// What an element has.
    pub(super) fn of(&self, tree: &Tree, id: NodeId) -> TokenMask {
        let Some(known) = self.of_list.get(tree.attribute_list(id) as usize) else { return 0 };
        if known.get() == 0 {
            known.set(IS_SPELT | self.spell(tree, id));
        }
        known.get() & !IS_SPELT
    }

    fn spell(&self, tree: &Tree, id: NodeId) -> TokenMask {
        tree.attribute_positions(id).fold(0, |all, (at, number)| {
            let position = self.positions[number as usize];
            match self.tokens.attributes.get(usize::from(position)) {
                Some(words) => all | self.letters(tree, at, (position, words)),
                None => all,
            }
        })
    }

    /// What of the alphabet is in the value of an attribute.
    fn letters(&self, tree: &Tree, at: u32, (position, words): (u8, &Words)) -> TokenMask {
        let value = tree.attribute_bytes(at);
        let recent = &self.recent[place(value)];
        let is_it =
            |spelt: &Spelt| spelt.position == position && tree.attribute_bytes(spelt.at) == value;
        if let Some(spelt) = recent.get().filter(is_it) {
            return spelt.letters;
        }
        let letters = words.letters(tree.attribute_value(at));
        recent.set(Some(Spelt { at, position, letters }));
        letters
    }
}

/// Where a value is remembered.
fn place(value: &[u8]) -> usize {
    let ends = value
        .first()
        .zip(value.last())
        .map_or(0, |(first, last)| usize::from(*first) + 5 * usize::from(*last));
    (value.len() + ends) % N_RECENT
}
