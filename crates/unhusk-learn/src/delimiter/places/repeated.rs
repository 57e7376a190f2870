//! Detects texts that are labelled more often than they occur on the page.

use super::super::misfit::{Misfit, NamedSource};
use super::LabelSlot;
use crate::example::Place;
use std::collections::BTreeMap;

/// The labels of one text on one page.
struct LabelledText<'s> {
    n_labels: usize,
    candidates: &'s [Place],
    /// Whether all labels have the same candidates; `at` gives each label its own.
    is_same: bool,
}

/// Checks that every text occurs on its page at least as often as it is labelled.
pub(super) fn check(pages: &[NamedSource<'_>], slots: &[Vec<LabelSlot<'_>>]) -> Result<(), Misfit> {
    for (page, slots) in pages.iter().zip(slots) {
        let mut texts: BTreeMap<&str, LabelledText<'_>> = BTreeMap::new();
        for label in slots.iter().map(|slot| slot.label) {
            let Some(text) = &label.text else { continue };
            let candidates = label.candidates.as_slice();
            let known = texts.entry(text).or_insert(LabelledText {
                n_labels: 0,
                candidates,
                is_same: true,
            });
            known.n_labels += 1;
            known.is_same &= known.candidates.first() == candidates.first()
                && known.candidates.len() == candidates.len();
        }
        let too_often = |labelled: &LabelledText<'_>| {
            labelled.is_same && labelled.n_labels > labelled.candidates.len()
        };
        if let Some((text, labelled)) = texts.iter().find(|(_, labelled)| too_often(labelled)) {
            return Err(Misfit::Inexpressible(format!(
                "the text {text:?} is labelled {} times on {} but occurs there {}",
                labelled.n_labels,
                page.name,
                times(labelled.candidates.len())
            )));
        }
    }
    Ok(())
}

fn times(n: usize) -> String {
    if n == 1 { "only once".to_owned() } else { format!("only {n} times") }
}
