//! Rows with captions, as in a table of properties: the caption of a row recurs on other pages and not in other rows, so
//! that each row is a column of its own and not a record.
//!
//! A caption comes first in its row (`Price` in `<tr><td>Price<td>12`), right before it, or before a colon
//! (`Price: 12`), and the row has another text that does not recur. So the values that lists share (a category, a date, a
//! size) are no captions, and neither are numbers that count rows. Captions are in one order on all pages; texts that lists
//! share by chance are not.

use super::{FEW, Finder, RARE, RECURS};
use crate::template::corpus::{NodeScope, TextCode, TextKey};
use crate::template::likeness::longest_increasing;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The share of captions that are in the order of another page at least.
const ORDERED: f64 = 0.8;
/// Scopes at most that are looked at for captions.
const MAX_COMPARED: usize = 3;

impl Finder<'_, '_, '_> {
    /// Returns the share of rows that have a caption and a value of their own; 0 if the captions are in another order on
    /// another page.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    pub(super) fn share_told_apart(
        &self,
        scope_idx: usize,
        rows: &[NodeScope],
        n_scopes: usize,
    ) -> f64 {
        let scope = self.scopes[scope_idx];
        let texts = self.texts_of_rows(scope, rows);
        let first = |row: &NodeScope| self.corpus.pages[scope.page].before(row.first);
        let captions: Vec<Vec<TextKey>> = texts
            .iter()
            .zip(rows)
            .map(|(texts, row)| self.captions(scope.page, texts.clone(), first(row)))
            .collect();
        let mut n_rows: FxHashMap<TextKey, usize> = FxHashMap::default();
        for key in captions.iter().flatten() {
            *n_rows.entry(*key).or_default() += 1;
        }
        let most = (RARE * rows.len() as f64).max(1.0);
        let tells = |key: &TextKey| self.recurs(*key, n_scopes) && n_rows[key] as f64 <= most;
        let (mut n_captioned, mut in_order) = (0, Vec::new());
        for (texts, captions) in texts.iter().zip(&captions) {
            let Some(caption) = captions.iter().find(|caption| tells(caption)) else { continue };
            in_order.push(*caption);
            // Rows that are the same on another page are items of two lists.
            n_captioned += usize::from(self.has_own_text(scope.page, texts.clone()));
        }
        if !self.are_ordered_elsewhere(scope_idx, &in_order) {
            return 0.0;
        }
        n_captioned as f64 / rows.len().max(1) as f64
    }

    /// Whether captions are in about the same order in the next scope that has one of them.
    #[expect(clippy::cast_precision_loss, reason = "counts of captions")]
    fn are_ordered_elsewhere(&self, scope_idx: usize, captions: &[TextKey]) -> bool {
        let n_scopes = self.scopes.len();
        let others = (1..n_scopes).map(|step| self.scopes[(scope_idx + step) % n_scopes]);
        for other in others.take(MAX_COMPARED) {
            let mut places: FxHashMap<TextKey, usize> = FxHashMap::default();
            for (at, code) in self.corpus.codes(other).iter().enumerate() {
                code.keys().for_each(|key| {
                    places.entry(key).or_insert(at);
                });
            }
            let there: Vec<usize> =
                captions.iter().filter_map(|caption| places.get(caption).copied()).collect();
            if !there.is_empty() {
                return longest_increasing(&there) as f64 >= ORDERED * there.len() as f64;
            }
        }
        true
    }

    /// The texts of each row, with those between it and the row before: a caption may stand before its row.
    fn texts_of_rows(&self, scope: NodeScope, rows: &[NodeScope]) -> Vec<Range<usize>> {
        let leaves = &self.corpus.pages[scope.page];
        let first = leaves.before(rows[0].first);
        let mut from = first.saturating_sub(1).max(leaves.before(scope.first)).min(first);
        let mut texts = Vec::with_capacity(rows.len());
        for row in rows {
            let end = leaves.before(row.end);
            texts.push(from..end);
            from = end;
        }
        texts
    }

    /// What may be the caption of a row: its first text with letters, the last one before it, and what stands before a
    /// colon; each once. The row begins at a text of its own.
    fn captions(&self, page: usize, texts: Range<usize>, begin: usize) -> Vec<TextKey> {
        let leaves = self.corpus.pages[page].all();
        let has_letters = |at: &usize| leaves[*at].text.contains(char::is_alphabetic);
        let codes = &self.corpus.codes[page];
        let first = (begin..texts.end).find(has_letters);
        let before = (texts.start..begin).rfind(has_letters);
        let of_texts = first.into_iter().chain(before).flat_map(|at| codes[at].keys());
        let of_colons = texts.clone().filter_map(|at| codes[at].caption_key());
        let mut captions: Vec<TextKey> = Vec::new();
        for key in of_texts.chain(of_colons) {
            if !captions.contains(&key) {
                captions.push(key);
            }
        }
        captions
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of pages")]
    fn recurs(&self, key: TextKey, n_scopes: usize) -> bool {
        let n = self.frequencies.of(key) as usize;
        let is_usual =
            if n_scopes <= FEW { n >= n_scopes } else { n as f64 >= RECURS * n_scopes as f64 };
        n >= 2 && is_usual
    }

    /// Whether a row has a text that is in no other scope.
    fn has_own_text(&self, page: usize, texts: Range<usize>) -> bool {
        let is_own =
            |code: &TextCode| code.keys().next().is_some_and(|key| self.frequencies.of(key) < 2);
        self.corpus.codes[page][texts].iter().any(is_own)
    }
}
