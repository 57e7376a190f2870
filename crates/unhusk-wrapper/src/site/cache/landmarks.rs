//! The landmarks of a site, which are texts of its template, and where they are on a page.

use crate::site::clue::TextHash;
use crate::site::clue::caption::PrefixSet;
use crate::site::matcher::page_index::PageIndex;
use rustc_hash::FxHashSet;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// The landmarks of a site on one page.
#[derive(Debug, Default)]
pub struct Landmarks {
    hashes: Arc<FxHashSet<TextHash>>,
    /// The prefixes of their captions.
    prefixes: Option<Arc<PrefixSet>>,
    /// For each text the last landmark up to it, as the number of a text plus one.
    last: OnceCell<Vec<u32>>,
    /// For each text the next landmark from it on, as the number of a text plus one.
    next: OnceCell<Vec<u32>>,
    /// The number of texts that were tested one by one.
    n_looked_at: Cell<usize>,
    intact: OnceCell<bool>,
}

impl Landmarks {
    /// The landmarks whose captions have these hashes.
    pub fn new(hashes: Arc<FxHashSet<TextHash>>) -> Self {
        Self { hashes, ..Self::default() }
    }

    /// Adds the prefixes of the captions, which rule out most other texts.
    pub(in crate::site) fn beginning(self, prefixes: Arc<PrefixSet>) -> Self {
        Self { prefixes: Some(prefixes), ..self }
    }

    /// Whether the page has three in four of the landmarks.
    pub fn are_intact(&self, index: &PageIndex<'_>) -> bool {
        *self.intact.get_or_init(|| {
            let found = self.found(index);
            // One may be missing: it may be the caption of an absent field.
            let n_expected = self.hashes.len().saturating_sub(1);
            !found.is_empty() && 4 * found.len() >= 3 * n_expected
        })
    }

    /// The share of the landmarks that the page has; `None` without landmarks.
    #[expect(clippy::cast_precision_loss, reason = "a template has few texts")]
    pub fn share(&self, index: &PageIndex<'_>) -> Option<f64> {
        let found = self.found(index);
        (!self.hashes.is_empty()).then(|| found.len() as f64 / self.hashes.len() as f64)
    }

    /// The landmarks that the page has.
    fn found(&self, index: &PageIndex<'_>) -> FxHashSet<TextHash> {
        let leaves = (0..index.n_leaves()).filter(|&leaf| self.has(index, leaf));
        leaves.map(|leaf| index.caption_hash(leaf)).collect()
    }

    /// Whether there are no landmarks at all.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Whether the caption with this hash is a landmark.
    pub(in crate::site) fn knows(&self, hash: TextHash) -> bool {
        self.hashes.contains(&hash)
    }

    /// Whether a text is a landmark.
    pub fn has(&self, index: &PageIndex<'_>, leaf: usize) -> bool {
        let begins_otherwise = |prefixes: &Arc<PrefixSet>| !prefixes.has(index.prefix(leaf));
        if self.prefixes.as_ref().is_some_and(begins_otherwise) {
            return false;
        }
        let hash = index.caption_hash(leaf);
        hash != TextHash::default() && self.knows(hash)
    }

    /// The last landmark before a text.
    pub fn before(&self, index: &PageIndex<'_>, leaf: usize) -> Option<usize> {
        if self.is_seldom_asked(index) {
            return self.look(index, (0..leaf.min(index.n_leaves())).rev());
        }
        let last = self.last.get_or_init(|| self.table(index, 0..index.n_leaves()).collect());
        let number = *last.get(leaf.checked_sub(1)?)?;
        (number as usize).checked_sub(1)
    }

    /// The first landmark from a text on.
    pub fn from(&self, index: &PageIndex<'_>, leaf: usize) -> Option<usize> {
        if self.is_seldom_asked(index) {
            return self.look(index, leaf..index.n_leaves());
        }
        let next = self.next.get_or_init(|| {
            let mut all: Vec<u32> = self.table(index, (0..index.n_leaves()).rev()).collect();
            all.reverse();
            all
        });
        (*next.get(leaf)? as usize).checked_sub(1)
    }

    /// Whether fewer texts were tested than the page has: a table of all costs as much.
    fn is_seldom_asked(&self, index: &PageIndex<'_>) -> bool {
        self.n_looked_at.get() < index.n_leaves()
    }

    /// The first landmark among some texts.
    fn look(
        &self,
        index: &PageIndex<'_>,
        mut leaves: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        leaves.find(|&leaf| {
            self.n_looked_at.set(self.n_looked_at.get() + 1);
            self.has(index, leaf)
        })
    }

    /// For each text the last landmark up to it, as the number of a text plus one.
    fn table(
        &self,
        index: &PageIndex<'_>,
        leaves: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = u32> {
        let mut last = 0;
        leaves.map(move |leaf| {
            if self.has(index, leaf) {
                last = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
            }
            last
        })
    }
}
