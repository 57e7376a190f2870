//! Roles: each occurrence of a token has one function on the page.

use crate::tokens::TokenCorpus;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Identifies the function of an occurrence of a token: a *dtoken* of the paper.
pub(super) type Role = u32;

/// The roles of all tokens.
#[derive(Debug)]
pub(super) struct Roles {
    /// One role for each token of each page.
    pub(super) pages: Vec<Vec<Role>>,
    pub(super) n_roles: usize,
}

impl Roles {
    /// Assigns a role for each token and path.
    pub(super) fn new(corpus: &TokenCorpus) -> Self {
        let keys = corpus.pages.iter();
        Self::of(keys.map(|page| page.iter().map(|token| (token.symbol, token.path))))
    }

    /// Assigns a role for each key.
    pub(super) fn of<K: Hash + Eq>(pages: impl Iterator<Item = impl Iterator<Item = K>>) -> Self {
        let mut known: FxHashMap<K, Role> = FxHashMap::default();
        let mut role = |key: K| {
            let next = Role::try_from(known.len()).expect("pages have fewer than 2^32 tokens");
            *known.entry(key).or_insert(next)
        };
        let pages = pages.map(|keys| keys.map(&mut role).collect()).collect();
        Self { pages, n_roles: known.len() }
    }
}
