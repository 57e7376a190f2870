//! Which place of each label is meant: that which one wrapper explains on all pages.
//!
//! A text label may stand in many places. All values of a column must have some text in common to their left
//! and to their right, so the places of one value, each taken as the pattern, tell which places of the others
//! can go with it (`context`). The values of a page must follow each other in the order of its records
//! (`chain`), and most likely stand close together. What is left is tried, the best first, until a wrapper fits.

mod context;
mod anchor;
mod chain;
mod twice;

use super::misfit::{Misfit, Named};
use crate::example::{Label, Place, Settled};
use context::{Patterns, Rated};
use rustc_hash::FxHasher;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// One labelled value: where it belongs, and where it may stand.
#[derive(Debug, Clone)]
pub(super) struct Slot<'s> {
    /// Number of the record on its page, in the order of the labels.
    pub(super) record: usize,
    /// Number of the column.
    pub(super) column: usize,
    /// Position of the field in the schema; several where fields nest.
    pub(super) field: Vec<usize>,
    pub(super) label: &'s Label,
}

/// What may stand on the page in another order than in the labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Whole records.
    OfRecords,
    /// Whole records, and the columns of all of them.
    OfRecordsAndColumns,
}

/// The chosen place of each slot, page by page.
pub(super) type Chosen = Vec<Vec<Place>>;

/// Choices for which a wrapper is looked for at most.
const MAX_TRIED: usize = 64;
/// Places that are chained for them, in all: each is looked at once per order and choice.
const MAX_CHAINED: usize = 1 << 20;
/// Bytes of pages on which wrappers are looked for, in all.
const MAX_FITTED: usize = 1 << 25;

/// Calls `fit` with the likeliest choices of places until it fits: first those that make the records compact,
/// then those that look alike. If all were tried, tells why the first did not fit.
pub(super) fn settle<T>(
    pages: &[Named<'_>],
    slots: &[Vec<Slot<'_>>],
    order: Order,
    mut fit: impl FnMut(&Chosen) -> Result<T, Misfit>,
) -> Result<(T, Chosen), Misfit> {
    let all_slots = || slots.iter().flatten();
    twice::check(pages, slots)?;
    if all_slots().all(|slot| slot.label.candidates.len() == 1) {
        let only = |slot: &Slot<'_>| slot.label.candidates[0];
        let chosen: Chosen = slots.iter().map(|slots| slots.iter().map(only).collect()).collect();
        return Ok((fit(&chosen)?, chosen));
    }
    let mut tries = Tries::new(pages, slots);
    let n_columns = all_slots().map(|slot| slot.column + 1).max().unwrap_or_default();
    let compact = if n_columns > 1 { compact(pages, slots, order) } else { Vec::new() };
    let most_compact = compact.first().cloned();
    if let Some(found) = tries.first(compact, &mut fit) {
        return Ok(found);
    }
    let patterns: Vec<Patterns> = (0..n_columns)
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

/// The choices that were tried.
struct Tries {
    seen: BTreeSet<u64>,
    n_choices: usize,
    n_tried: usize,
    limit: usize,
    is_cut: bool,
    why: Option<Misfit>,
}

impl Tries {
    fn new(pages: &[Named<'_>], slots: &[Vec<Slot<'_>>]) -> Self {
        let n_bytes: usize = pages.iter().map(|page| page.source.len()).sum();
        let n_columns = slots.iter().flatten().map(|slot| slot.column + 1).max().unwrap_or(1);
        let limit = (MAX_FITTED / (n_bytes * n_columns).max(1)).clamp(2, MAX_TRIED);
        Self { seen: BTreeSet::new(), n_choices: 0, n_tried: 0, limit, is_cut: false, why: None }
    }

    /// The first of some choices that something fits.
    fn first<T>(
        &mut self,
        choices: Vec<Chosen>,
        mut fit: impl FnMut(&Chosen) -> Result<T, Misfit>,
    ) -> Option<(T, Chosen)> {
        choices.into_iter().find_map(|chosen| Some((self.run(&chosen, &mut fit)?, chosen)))
    }

    /// What fits a choice, if it is a new one and there is something.
    fn run<T>(
        &mut self,
        chosen: &Chosen,
        fit: impl FnOnce(&Chosen) -> Result<T, Misfit>,
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

    /// Why nothing fits. A choice that was not tried may be the one that is meant, so if there are any, the labels
    /// are not to blame.
    fn why(self, is_cut: bool) -> Option<Misfit> {
        if is_cut || self.is_cut {
            return Some(Misfit::Budget {
                what: UNSETTLED,
                limit: self.n_tried.max(self.n_choices),
            });
        }
        self.why
    }
}

const UNSETTLED: &str = "choices of places for texts that stand on the page more than once; \
    label some of them by `span`, `xpath` or `at`";

fn fingerprint(chosen: &Chosen) -> u64 {
    let mut hasher = FxHasher::default();
    for place in chosen.iter().flatten() {
        (place.span.start, place.span.end).hash(&mut hasher);
    }
    hasher.finish()
}

/// The choices that make the records most compact, whatever stands around the values.
fn compact(pages: &[Named<'_>], slots: &[Vec<Slot<'_>>], order: Order) -> Vec<Chosen> {
    let rate = |(page, slots): (&Named<'_>, &Vec<Slot<'_>>)| {
        slots.iter().map(|slot| context::rate_alone(*page, &slot.label.candidates)).collect()
    };
    let rated: Vec<Vec<Vec<Rated>>> = pages.iter().zip(slots).map(rate).collect();
    chain::choose(slots, &rated, order)
}

/// What was chosen for the labels that have several places.
pub(super) fn settled(slots: &[Vec<Slot<'_>>], chosen: &Chosen) -> Vec<Settled> {
    let of_page = |(example, (slots, chosen)): (usize, (&Vec<Slot<'_>>, &Vec<Place>))| {
        let several = slots.iter().zip(chosen).filter(|(slot, _)| slot.label.candidates.len() > 1);
        let settled = several.map(|(slot, &place)| Settled {
            example,
            record: slot.record,
            field: slot.field.clone(),
            place,
        });
        settled.collect::<Vec<_>>()
    };
    slots.iter().zip(chosen).enumerate().flat_map(of_page).collect()
}

/// The places of each slot, rated by the chosen patterns of their columns.
fn rate(
    pages: &[Named<'_>],
    slots: &[Vec<Slot<'_>>],
    patterns: &[Patterns],
    choice: &[usize],
) -> Vec<Vec<Vec<Rated>>> {
    let rate = |(page, slots): (&Named<'_>, &Vec<Slot<'_>>)| {
        let places = |slot: &Slot<'_>| {
            let pattern = patterns[slot.column].best_first[choice[slot.column]];
            pattern.rate(pages, *page, &slot.label.candidates)
        };
        slots.iter().map(places).collect()
    };
    pages.iter().zip(slots).map(rate).collect()
}

/// One pattern per column, the combinations with the smallest sum of ranks first.
fn choices(patterns: &[Patterns]) -> impl Iterator<Item = Vec<usize>> {
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
            // Only ranks after which the later columns can still make up the sum.
            for rank in left.saturating_sub(rest)..size.min(left + 1) {
                next.push((ranks.iter().copied().chain([rank]).collect(), left - rank));
            }
        }
        next.truncate(MAX_TRIED);
        partial = next;
    }
    partial.into_iter().map(|(ranks, _)| ranks).collect()
}

/// No choice puts the values of a page in the order of its records.
fn out_of_order(pages: &[Named<'_>], slots: &[Vec<Slot<'_>>]) -> Misfit {
    let many = slots.iter().zip(pages).find_map(|(slots, page)| {
        let slot = slots.iter().max_by_key(|slot| slot.label.candidates.len())?;
        Some(format!("{} has the text {:?}", page.name, slot.label.text.as_deref().unwrap_or("")))
    });
    Misfit::Inexpressible(format!(
        "no choice of places puts the values in the order of the records; {} in several places: label one of them by its span",
        many.unwrap_or_default()
    ))
}
