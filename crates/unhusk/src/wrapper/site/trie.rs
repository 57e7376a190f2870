//! The signs of a page as a tree: below each stand those of the elements in elements that have it.

use super::alphabet::Letter;
use super::look::AskedSign;
use crate::wrapper::context::fork::Node;
use std::ops::Range;

/// The number of a sign.
pub(super) type Number = u32;

/// The sign around roots.
pub(super) const NO_SIGN: Number = Number::MAX;

/// What elements with all elements around them have in common.
#[derive(Debug)]
pub(super) struct Sign {
    pub(super) above: Number,
    pub(super) depth: u32,
    /// An element that has it.
    pub(super) node: Node,
    /// The number of its name.
    pub(super) tag: u32,
    /// A hash of its words.
    pub(super) words: u64,
    /// Its words in the alphabet.
    pub(super) letters: Range<u32>,
    /// The first of the signs right below, and the next with the same sign above.
    pub(super) first_below: Number,
    pub(super) next: Number,
    /// The next sign with the same name.
    pub(super) next_of_tag: Number,
}

/// All signs of a page.
#[derive(Debug)]
pub(super) struct Trie {
    pub(super) signs: Vec<Sign>,
    pub(super) letters: Vec<Letter>,
    /// Whether signs have letters: there is an alphabet.
    pub(super) has_letters: bool,
    /// The first sign with each name, by its number.
    pub(super) first_of_tag: Vec<Number>,
}

impl Trie {
    /// How many signs there are.
    pub(super) fn len(&self) -> usize {
        self.signs.len()
    }

    /// The sign of a number.
    pub(super) fn sign(&self, number: Number) -> &Sign {
        &self.signs[number as usize]
    }

    /// Calls `seen` with the signs that have what is asked for.
    pub(super) fn each(&self, asked: &AskedSign, mut seen: impl FnMut(Number, &Sign)) {
        let Some(&tag) = asked.names.first() else {
            let all = (0..).zip(&self.signs);
            return all
                .filter(|(_, sign)| self.has(sign, asked))
                .for_each(|(number, sign)| seen(number, sign));
        };
        let mut number = self.first_of_tag.get(tag as usize).copied().unwrap_or(NO_SIGN);
        while let Some(sign) = self.signs.get(number as usize) {
            if self.has(sign, asked) {
                seen(number, sign);
            }
            number = sign.next_of_tag;
        }
    }

    /// Whether a sign has what is asked for.
    pub(super) fn has(&self, sign: &Sign, asked: &AskedSign) -> bool {
        let mut around = Some(sign);
        for &name in &asked.names {
            match around {
                Some(sign) if sign.tag == name => around = self.signs.get(sign.above as usize),
                _ => return false,
            }
        }
        match asked.letter {
            Some((level, letter)) if self.has_letters => self.has_letter(sign, level, letter),
            _ => true,
        }
    }

    fn has_letter(&self, sign: &Sign, level: usize, letter: Letter) -> bool {
        let mut around =
            std::iter::successors(Some(sign), |sign| self.signs.get(sign.above as usize));
        around.nth(level).is_some_and(|sign| {
            let Range { start, end } = sign.letters;
            self.letters[start as usize..end as usize].contains(&letter)
        })
    }
}
