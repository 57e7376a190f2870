//! Chooses the place of each text label: the places that one wrapper explains on all pages.
//!
//! The text of a label may occur in many places. All values of a column must have some text in common to their left
//! and to their right, so each place of one value is a pattern that selects places of the others (`context`). The
//! values of a page must follow each other in the order of its records (`chain`), and those of a record are most likely
//! close together. The remaining choices are tried, best first, until a wrapper fits.

mod context;
mod anchor;
mod chain;
mod repeated;

use super::misfit::{Misfit, NamedSource};
use crate::example::{Disambiguated, Label, Place};
use context::{ColumnPatterns, RatedPlace};
use rustc_hash::FxHasher;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// One labelled value: its record and field, and its candidate places.
#[derive(Debug, Clone)]
pub(super) struct LabelSlot<'s> {
    /// Position of the record among the labels of its page.
    pub(super) record: usize,
    /// Position of the column.
    pub(super) column: usize,
    /// Position of the field in the schema; a path if fields nest.
    pub(super) field: Vec<usize>,
    pub(super) label: &'s Label,
}

/// Elements that may have another order on the page than in the labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reordering {
    /// Whole records.
    OfRecords,
    /// Whole records, and the columns of all of them.
    OfRecordsAndColumns,
}

/// The chosen place of each slot, page by page.
pub(super) type ChosenPlaces = Vec<Vec<Place>>;

/// Maximum number of choices for which a wrapper is learnt.
const MAX_TRIED: usize = 64;
/// Maximum number of places chained for all choices; a place counts once per order and choice.
const MAX_CHAINED: usize = 1 << 20;
/// Maximum number of bytes of pages on which wrappers are learnt, in all.
const MAX_FITTED: usize = 1 << 25;

/// Calls `fit` with the likeliest choices of places until one fits: first with those that make the records compact,
/// then with those whose contexts are similar. If none fits, returns the error of the first.
pub(super) fn choose<T>(
    pages: &[NamedSource<'_>],
    slots: &[Vec<LabelSlot<'_>>],
    order: Reordering,
    mut fit: impl FnMut(&ChosenPlaces) -> Result<T, Misfit>,
) -> Result<(T, ChosenPlaces), Misfit> {
    let all_slots = || slots.iter().flatten();
    repeated::check(pages, slots)?;
    if all_slots().all(|slot| slot.label.candidates.len() == 1) {
        let only = |slot: &LabelSlot<'_>| slot.label.candidates[0];
        let chosen: ChosenPlaces =
            slots.iter().map(|slots| slots.iter().map(only).collect()).collect();
        return Ok((fit(&chosen)?, chosen));
    }
    let mut tries = Attempts::new(pages, slots);
    let n_columns = all_slots().map(|slot| slot.column + 1).max().unwrap_or_default();
    let compact = if n_columns > 1 { compact(pages, slots, order) } else { Vec::new() };
    let most_compact = compact.first().cloned();
    if let Some(found) = tries.first(compact, &mut fit) {
        return Ok(found);
    }
    let patterns: Vec<ColumnPatterns> = (0..n_columns)
        .map(|column| context::patterns(pages, slots, column, most_compact.as_ref()))
        .collect();
    let n_places: usize = all_slots().map(|slot| slot.label.candidates.len()).sum();
    let n_choices = (MAX_CHAINED / n_places).clamp(1, MAX_TRIED);
    let mut left = choices(&patterns);
    for choice in left.by_ref().take(n_choices) {
        let rated = rate(pages, slots, &patterns, &choice);
        if let Some(found) = tries.first(chain::choose(slots, &rated, order), &mut fit) {
            return Ok(found);
        }
        tries.n_choices += 1;
        if tries.is_cut {
            break;
        }
    }
    let is_cut = left.next().is_some() || !patterns.iter().all(|patterns| patterns.all);
    Err(tries.why(is_cut).unwrap_or_else(|| out_of_order(pages, slots)))
}

/// The choices tried so far.
struct Attempts {
    seen: BTreeSet<u64>,
    n_choices: usize,
    n_tried: usize,
    limit: usize,
    is_cut: bool,
    why: Option<Misfit>,
}

impl Attempts {
    fn new(pages: &[NamedSource<'_>], slots: &[Vec<LabelSlot<'_>>]) -> Self {
        let n_bytes: usize = pages.iter().map(|page| page.source.len()).sum();
        let n_columns = slots.iter().flatten().map(|slot| slot.column + 1).max().unwrap_or(1);
        let limit = (MAX_FITTED / (n_bytes * n_columns).max(1)).clamp(2, MAX_TRIED);
        Self { seen: BTreeSet::new(), n_choices: 0, n_tried: 0, limit, is_cut: false, why: None }
    }

    /// The first choice that fits, and the result of `fit`.
    fn first<T>(
        &mut self,
        choices: Vec<ChosenPlaces>,
        mut fit: impl FnMut(&ChosenPlaces) -> Result<T, Misfit>,
    ) -> Option<(T, ChosenPlaces)> {
        choices.into_iter().find_map(|chosen| Some((self.run(&chosen, &mut fit)?, chosen)))
    }

    /// The result of `fit` for a choice that was not tried before; `None` if it does not fit.
    fn run<T>(
        &mut self,
        chosen: &ChosenPlaces,
        fit: impl FnOnce(&ChosenPlaces) -> Result<T, Misfit>,
    ) -> Option<T> {
        if !self.seen.insert(fingerprint(chosen)) {
            return None;
        }
        if self.n_tried == self.limit {
            self.is_cut = true;
            return None;
        }
        self.n_tried += 1;
        match fit(chosen) {
            Ok(found) => Some(found),
            Err(misfit) => {
                self.why.get_or_insert(misfit);
                None
            }
        }
    }

    /// Returns the reason why no choice fits. If the limit was reached, an untried choice may be the right one, so the
    /// error does not blame the labels.
    fn why(self, is_cut: bool) -> Option<Misfit> {
        if is_cut || self.is_cut {
            return Some(Misfit::Budget {
                what: TOO_MANY_CHOICES,
                limit: self.n_tried.max(self.n_choices),
            });
        }
        self.why
    }
}

const TOO_MANY_CHOICES: &str = "choices of places for texts that occur on the page more than once; \
    label some of them by `span`, `xpath` or `at`";

fn fingerprint(chosen: &ChosenPlaces) -> u64 {
    let mut hasher = FxHasher::default();
    for place in chosen.iter().flatten() {
        (place.span.start, place.span.end).hash(&mut hasher);
    }
    hasher.finish()
}

/// The choices that make the records most compact, regardless of the text around the values.
fn compact(
    pages: &[NamedSource<'_>],
    slots: &[Vec<LabelSlot<'_>>],
    order: Reordering,
) -> Vec<ChosenPlaces> {
    let rate = |(page, slots): (&NamedSource<'_>, &Vec<LabelSlot<'_>>)| {
        slots.iter().map(|slot| context::rate_alone(*page, &slot.label.candidates)).collect()
    };
    let rated: Vec<Vec<Vec<RatedPlace>>> = pages.iter().zip(slots).map(rate).collect();
    chain::choose(slots, &rated, order)
}

/// The chosen places of the labels that have several candidates.
pub(super) fn disambiguated(
    slots: &[Vec<LabelSlot<'_>>],
    chosen: &ChosenPlaces,
) -> Vec<Disambiguated> {
    let of_page = |(example, (slots, chosen)): (usize, (&Vec<LabelSlot<'_>>, &Vec<Place>))| {
        let several = slots.iter().zip(chosen).filter(|(slot, _)| slot.label.candidates.len() > 1);
        let disambiguated = several.map(|(slot, &place)| Disambiguated {
            example,
            record: slot.record,
            field: slot.field.clone(),
            place,
        });
        disambiguated.collect::<Vec<_>>()
    };
    slots.iter().zip(chosen).enumerate().flat_map(of_page).collect()
}

/// The places of each slot, rated by the chosen pattern of its column.
fn rate(
    pages: &[NamedSource<'_>],
    slots: &[Vec<LabelSlot<'_>>],
    patterns: &[ColumnPatterns],
    choice: &[usize],
) -> Vec<Vec<Vec<RatedPlace>>> {
    let rate = |(page, slots): (&NamedSource<'_>, &Vec<LabelSlot<'_>>)| {
        let places = |slot: &LabelSlot<'_>| {
            let pattern = patterns[slot.column].best_first[choice[slot.column]];
            pattern.rate(pages, *page, &slot.label.candidates)
        };
        slots.iter().map(places).collect()
    };
    pages.iter().zip(slots).map(rate).collect()
}

/// One pattern per column, the combinations with the smallest sum of ranks first.
fn choices(patterns: &[ColumnPatterns]) -> impl Iterator<Item = Vec<usize>> {
    let sizes: Vec<usize> = patterns.iter().map(|patterns| patterns.best_first.len()).collect();
    let n_sums: usize = 1 + sizes.iter().map(|size| size - 1).sum::<usize>();
    (0..n_sums).flat_map(move |sum| with_sum(&sizes, sum))
}

/// At most [`MAX_TRIED`] combinations with a given sum of ranks.
fn with_sum(sizes: &[usize], sum: usize) -> Vec<Vec<usize>> {
    let mut partial: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), sum)];
    for (column, &size) in sizes.iter().enumerate() {
        let rest: usize = sizes[column + 1..].iter().map(|size| size - 1).sum();
        let mut next = Vec::new();
        for (ranks, left) in partial {
            // The later columns must still be able to make up the rest of the sum.
            for rank in left.saturating_sub(rest)..size.min(left + 1) {
                next.push((ranks.iter().copied().chain([rank]).collect(), left - rank));
            }
        }
        next.truncate(MAX_TRIED);
        partial = next;
    }
    partial.into_iter().map(|(ranks, _)| ranks).collect()
}

/// The error if no choice puts the values of a page in the order of its records.
fn out_of_order(pages: &[NamedSource<'_>], slots: &[Vec<LabelSlot<'_>>]) -> Misfit {
    let many = slots.iter().zip(pages).find_map(|(slots, page)| {
        let slot = slots.iter().max_by_key(|slot| slot.label.candidates.len())?;
        Some(format!("{} has the text {:?}", page.name, slot.label.text.as_deref().unwrap_or("")))
    });
    Misfit::Inexpressible(format!(
        "no choice of places puts the values in the order of the records; {} in several places: label one of them by its span",
        many.unwrap_or_default()
    ))
}
