//! Which of the tokens that rules ask for the elements of a page have, as bits.

use super::PageCache;
use crate::site::compile::tokens::{AttributeTokens, IS_KNOWN, TokenMask, TokenSet};
use crate::site::matcher::page_index::PageIndex;
use std::cell::Cell;
use std::sync::Arc;
use unhusk_page::{NodeId, Tree};

/// The masks of the elements of a page, each computed when it is first asked for.
#[derive(Debug)]
pub(in crate::site) struct TokenMasks {
    set: Arc<TokenSet>,
    /// For each number of a name, the position of the attribute in the set; [`NOT_ASKED`] for others.
    positions: Vec<u8>,
    /// By the number of an attribute list; 0 for those that are not known.
    of_list: Vec<Cell<TokenMask>>,
    /// Values whose mask was computed: the records of a page repeat them.
    recent: [Cell<Option<KnownValue>>; N_RECENT],
}

/// A value whose mask was computed.
#[derive(Debug, Clone, Copy)]
struct KnownValue {
    /// The position of an attribute with the value among all attributes of the page.
    at: u32,
    /// The position of the attribute's name in the set.
    position: u8,
    mask: TokenMask,
}

/// The number of values that are kept.
const N_RECENT: usize = 64;

const NOT_ASKED: u8 = u8::MAX;

/// The masks for the tokens of the index; `None` if it has no set of tokens, or not a bit for each.
impl PageCache for Option<TokenMasks> {
    fn new(index: &PageIndex<'_>) -> Self {
        let tokens = index.tokens().filter(|tokens| !tokens.is_cut())?;
        Some(TokenMasks::new(tokens, index.tree()))
    }
}

impl TokenMasks {
    pub(in crate::site) fn new(set: &Arc<TokenSet>, tree: &Tree) -> Self {
        let mut positions = vec![NOT_ASKED; tree.n_names()];
        for (at, tokens) in (0..NOT_ASKED).zip(&set.attributes) {
            if let Some(number) = tree.name_number(&tokens.attribute) {
                positions[number as usize] = at;
            }
        }
        let of_list = vec![Cell::new(0); tree.n_attributes()];
        let recent = [const { Cell::new(None) }; N_RECENT];
        Self { set: Arc::clone(set), positions, of_list, recent }
    }

    /// The bit of a token, if it has one.
    pub(in crate::site) fn mask_of(&self, attribute: &str, token: &str) -> Option<TokenMask> {
        self.set.mask_of(attribute, token)
    }

    /// The mask of an element.
    pub(in crate::site) fn of(&self, tree: &Tree, id: NodeId) -> TokenMask {
        let Some(known) = self.of_list.get(tree.attribute_list(id) as usize) else { return 0 };
        if known.get() == 0 {
            known.set(IS_KNOWN | self.compute(tree, id));
        }
        known.get() & !IS_KNOWN
    }

    fn compute(&self, tree: &Tree, id: NodeId) -> TokenMask {
        tree.attribute_positions(id).fold(0, |all, (at, number)| {
            let position = self.positions[number as usize];
            match self.set.attributes.get(usize::from(position)) {
                Some(tokens) => all | self.of_value(tree, at, (position, tokens)),
                None => all,
            }
        })
    }

    /// The tokens of the set that the value of an attribute has.
    fn of_value(
        &self,
        tree: &Tree,
        at: u32,
        (position, tokens): (u8, &AttributeTokens),
    ) -> TokenMask {
        let value = tree.attribute_bytes(at);
        let recent = &self.recent[place(value)];
        let is_it = |known: &KnownValue| {
            known.position == position && tree.attribute_bytes(known.at) == value
        };
        if let Some(known) = recent.get().filter(is_it) {
            return known.mask;
        }
        let mask = tokens.mask(tree.attribute_value(at));
        recent.set(Some(KnownValue { at, position, mask }));
        mask
    }
}

/// The slot of a value.
fn place(value: &[u8]) -> usize {
    let ends = value
        .first()
        .zip(value.last())
        .map_or(0, |(first, last)| usize::from(*first) + 5 * usize::from(*last));
    (value.len() + ends) % N_RECENT
}
