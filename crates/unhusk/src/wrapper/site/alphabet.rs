//! The words that someone gave elements, as far as the rules of a wrapper ask for them.
//!
//! Pages have hundreds of classes and ids, and a wrapper asks for a dozen. Elements that differ in the others are
//! alike to it, so that a page has few [`signs`](super::signs), and most attributes need not be read.

use super::clue::Clue;
use super::look::names_and_word;
use super::sight::{MAX_TOKENS, is_stable};
use crate::page::{NodeId, Tree};
use std::collections::BTreeMap;

/// The number of a word in an alphabet.
pub(super) type Letter = u32;

/// An id that nobody asks for: the nearest id counts, whatever it is.
const OTHER_ID: Letter = 0;

/// The words that rules tell from others: tokens of naming attributes, and ids.
#[derive(Debug, Clone, Default)]
pub(super) struct Alphabet {
    attributes: Vec<Words>,
}

/// The words of one attribute.
#[derive(Debug, Clone)]
struct Words {
    attribute: Box<str>,
    are_ids: bool,
    /// In their order.
    all: Vec<Box<str>>,
    /// For each byte whether one begins with it.
    initials: Box<[bool; 256]>,
    /// The number of the first.
    first: Letter,
}

impl Alphabet {
    /// What some clues ask for.
    pub(super) fn of<'c>(clues: impl Iterator<Item = &'c Clue>) -> Self {
        let mut asked: BTreeMap<&str, Vec<Box<str>>> = BTreeMap::new();
        let words = clues.filter_map(|clue| names_and_word(clue.what, &clue.says).1);
        for (attribute, word) in words.filter(|(_, word)| is_stable(word)) {
            asked.entry(attribute).or_default().push(word.into());
        }
        let mut attributes = Vec::with_capacity(asked.len());
        let mut next = OTHER_ID + 1;
        for (attribute, mut all) in asked {
            all.sort_unstable();
            all.dedup();
            let mut initials = Box::new([false; 256]);
            let firsts = all.iter().filter_map(|word| word.bytes().next());
            firsts.for_each(|first| initials[usize::from(first)] = true);
            let first = next;
            next += Letter::try_from(all.len()).unwrap_or(0);
            let are_ids = attribute == "id";
            attributes.push(Words { attribute: attribute.into(), are_ids, all, initials, first });
        }
        Self { attributes }
    }

    /// The number of a word.
    pub(super) fn letter(&self, attribute: &str, word: &str) -> Option<Letter> {
        self.attributes.iter().find(|words| *words.attribute == *attribute)?.letter(word)
    }

    /// The same on a page.
    pub(super) fn on<'a>(&'a self, tree: &'a Tree) -> Letters<'a> {
        let mut of_name: Vec<Option<&Words>> = vec![None; tree.n_names()];
        for words in &self.attributes {
            if let Some(number) = tree.name_number(&words.attribute) {
                of_name[number as usize] = Some(words);
            }
        }
        Letters { tree, of_name }
    }
}

impl Words {
    fn letter(&self, word: &str) -> Option<Letter> {
        if !self.initials[usize::from(*word.as_bytes().first()?)] {
            return None;
        }
        let at = self.all.binary_search_by(|one| (**one).cmp(word)).ok()?;
        Some(self.first + Letter::try_from(at).ok()?)
    }
}

/// An alphabet on a page.
pub(super) struct Letters<'a> {
    tree: &'a Tree,
    /// By the numbers of names.
    of_name: Vec<Option<&'a Words>>,
}

impl Letters<'_> {
    /// Calls `seen` with what an element has of the alphabet.
    pub(super) fn each(&self, id: NodeId, mut seen: impl FnMut(Letter)) {
        let words = |number: u32| self.of_name[number as usize];
        let asked = self.tree.attributes_by_number(id, |number| words(number).is_some());
        for (number, value) in asked {
            let Some(words) = words(number) else { continue };
            if words.are_ids {
                seen(words.letter(value.trim()).unwrap_or(OTHER_ID));
                continue;
            }
            let tokens = value.split_ascii_whitespace().take(MAX_TOKENS);
            tokens.filter_map(|token| words.letter(token)).for_each(&mut seen);
        }
    }
}
