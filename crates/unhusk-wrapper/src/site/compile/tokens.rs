//! The attribute tokens that the rules of a wrapper ask for: classes, ids, and tokens of other naming attributes.
//!
//! Pages have hundreds of classes and ids, and a wrapper asks for a handful. Elements that differ in the others are
//! equal to it, so that what a wrapper has to know of an element fits into a few bits, and the records of a page have few
//! [shapes](crate::site::cache::shapes).

use crate::site::clue::Clue;
use crate::site::matcher::eval::{is_stable, tokens};
use std::collections::BTreeMap;

/// The tokens that rules ask for, by attribute, each with a bit.
#[derive(Debug, Clone, Default)]
pub(in crate::site) struct TokenSet {
    pub(in crate::site) attributes: Vec<AttributeTokens>,
    /// Whether there are more tokens than bits.
    is_cut: bool,
}

/// The tokens of one attribute.
#[derive(Debug, Clone)]
pub(in crate::site) struct AttributeTokens {
    pub(in crate::site) attribute: Box<str>,
    are_ids: bool,
    /// Tokens with their bits, the shortest first.
    all: Vec<(Box<str>, TokenMask)>,
    /// For each byte, the lengths of the tokens that begin with it, as bits.
    lengths: Box<[u64; 256]>,
}

/// A set of tokens, a bit for each.
pub(in crate::site) type TokenMask = u32;

/// The bit of elements that have an id, if rules ask for ids.
const HAS_ID: TokenMask = 1;

/// The bit of elements whose mask was computed.
pub(in crate::site) const IS_KNOWN: TokenMask = 1 << 31;

/// The number of bits for tokens.
const N_TOKENS: u32 = 30;

impl TokenSet {
    /// The tokens that some clues ask for.
    pub(in crate::site) fn of<'c>(clues: impl Iterator<Item = &'c Clue>) -> Self {
        let mut asked: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let of_clues = clues.filter_map(Clue::token);
        for (attribute, token) in of_clues.filter(|(_, token)| is_stable(token)) {
            asked.entry(attribute).or_default().push(token);
        }
        let mut set = Self::default();
        let mut n_tokens = 0;
        for (attribute, mut all) in asked {
            all.sort_unstable_by_key(|token| (token.len(), *token));
            all.dedup();
            set.is_cut |= all.len() > (N_TOKENS - n_tokens) as usize;
            let masks = (n_tokens..N_TOKENS).map(|n| HAS_ID << (n + 1));
            let of_attribute = AttributeTokens::new(attribute, all.into_iter().zip(masks));
            n_tokens += u32::try_from(of_attribute.all.len()).unwrap_or(N_TOKENS);
            set.attributes.push(of_attribute);
        }
        set
    }

    /// Whether there are more tokens than bits.
    pub(in crate::site) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The bit of a token; `None` if no rule asks for it, or there are too many.
    pub(in crate::site) fn mask_of(&self, attribute: &str, token: &str) -> Option<TokenMask> {
        let mut all = self.attributes.iter();
        all.find(|tokens| *tokens.attribute == *attribute)?.mask_of(token)
    }
}

impl AttributeTokens {
    fn new<'w>(attribute: &str, all: impl Iterator<Item = (&'w str, TokenMask)>) -> Self {
        let all: Vec<(Box<str>, TokenMask)> = all.map(|(token, bit)| (token.into(), bit)).collect();
        let mut lengths = Box::new([0; 256]);
        for (token, _) in &all {
            if let Some(&first) = token.as_bytes().first() {
                lengths[usize::from(first)] |= length_bit(token);
            }
        }
        Self { attribute: attribute.into(), are_ids: attribute == "id", all, lengths }
    }

    /// The tokens of the set that a value of the attribute has.
    pub(in crate::site) fn mask(&self, value: &str) -> TokenMask {
        if self.are_ids {
            return HAS_ID | self.mask_of(value.trim()).unwrap_or(0);
        }
        let masks = tokens(value).filter_map(|token| self.mask_of(token));
        masks.fold(0, |all, mask| all | mask)
    }

    fn mask_of(&self, token: &str) -> Option<TokenMask> {
        let first = *token.as_bytes().first()?;
        // Most tokens of a page are ruled out here.
        if self.lengths[usize::from(first)] & length_bit(token) == 0 {
            return None;
        }
        let found =
            self.all.binary_search_by_key(&(token.len(), token), |(one, _)| (one.len(), &**one));
        Some(self.all[found.ok()?].1)
    }
}

/// The bit of a token's length; all long tokens share one.
fn length_bit(token: &str) -> u64 {
    1 << token.len().min(63)
}
