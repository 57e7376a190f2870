//! The attribute tokens that the rules of a wrapper test, as numbers.

use super::naming::is_naming;
use super::rule::SymbolKind;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Tree;

/// The number of an attribute token among those that some rule names.
pub(super) type TokenId = u32;

/// A token that no rule names.
pub(super) const UNKNOWN_TOKEN: TokenId = 0;

/// The numbers of the values that rules name of one attribute.
pub(super) type Values = BTreeMap<String, TokenId>;

/// The attribute tokens that some field tests.
#[derive(Debug, Clone, Default)]
pub(super) struct TokenVocabulary {
    /// By attribute; a handful.
    attributes: BTreeMap<String, Values>,
    /// By number less one: `class=price`.
    tokens: Vec<String>,
    /// Whether some field tests all tokens.
    pub(super) has_all: bool,
}

impl TokenVocabulary {
    /// Adds the tokens that the forks of some fields name.
    pub(super) fn add(&mut self, kind: SymbolKind, tokens: &BTreeSet<String>) {
        self.has_all |= kind == SymbolKind::All;
        for token in tokens {
            let Some((attribute, value)) = token.split_once('=') else { continue };
            let values = self.attributes.entry(attribute.to_owned()).or_default();
            if !values.contains_key(value) {
                self.tokens.push(token.clone());
                let number = TokenId::try_from(self.tokens.len());
                values.insert(value.to_owned(), number.expect("files are shorter than 4 GiB"));
            }
        }
    }

    /// Returns the token of a number; `None` for [`UNKNOWN_TOKEN`].
    pub(super) fn token(&self, number: TokenId) -> Option<&String> {
        self.tokens.get((number as usize).checked_sub(1)?)
    }

    /// Returns the relevant attributes in a tree, by their numbers there.
    pub(super) fn on(&self, tree: &Tree) -> Vec<(u32, Option<&Values>)> {
        if self.has_all {
            let named = (0..).zip(tree.numbered_names()).filter(|(_, name)| is_naming(name));
            return named.map(|(number, name)| (number, self.attributes.get(name))).collect();
        }
        let naming = self.attributes.iter().filter(|(name, _)| is_naming(name));
        naming.filter_map(|(name, values)| Some((tree.name_number(name)?, Some(values)))).collect()
    }
}
