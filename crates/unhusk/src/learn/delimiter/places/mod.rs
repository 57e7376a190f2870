//! Which place of each label is meant: that which one wrapper explains on all pages.
//!
//! A text label may stand in many places. All values of a column must have some text in common to their left
//! and to their right, so the places of one value, each taken as the pattern, tell which places of the others
//! can go with it (`context`). The values of a page must follow each other in the order of its records
//! (`chain`), and most likely stand close together. What is left is tried, the best first, until a wrapper fits.

mod context;
mod chain;

use super::misfit::{Misfit, Named};
use crate::example::{Label, Place, Settled};
use context::{Pattern, Rated};

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
/// Places that are rated for them, in all.
const MAX_RATED: usize = 1 << 23;

/// Calls `fit` with the likeliest choices of places until it fits. If none does, tells why the first did not.
pub(super) fn settle<T>(
    pages: &[Named<'_>],
    slots: &[Vec<Slot<'_>>],
    order: Order,
    mut fit: impl FnMut(&Chosen) -> Result<T, Misfit>,
) -> Result<(T, Chosen), Misfit> {
    let all_slots = || slots.iter().flatten();
    if all_slots().all(|slot| slot.label.candidates.len() == 1) {
        let only = |slot: &Slot<'_>| slot.label.candidates[0];
        let chosen: Chosen = slots.iter().map(|slots| slots.iter().map(only).collect()).collect();
        return Ok((fit(&chosen)?, chosen));
    }
    let n_columns = all_slots().map(|slot| slot.column + 1).max().unwrap_or_default();
    let compact = compact(pages, slots, order).filter(|_| n_columns > 1);
    let patterns: Vec<Vec<Pattern>> = (0..n_columns)
        .map(|column| context::patterns(pages, slots, column, compact.as_ref()))
        .collect();
    let mut why = None;
    let n_places: usize = all_slots().map(|slot| slot.label.candidates.len()).sum();
    let n_tried = (MAX_RATED / n_places).clamp(1, MAX_TRIED);
    for choice in choices(&patterns).take(n_tried) {
        let rated = rate(pages, slots, &patterns, &choice);
        for chosen in chain::choose(slots, &rated, order) {
            match fit(&chosen) {
                Ok(found) => return Ok((found, chosen)),
                Err(misfit) => why = why.or(Some(misfit)),
            }
        }
    }
    Err(why.unwrap_or_else(|| out_of_order(pages, slots)))
}

/// The choice that makes the records most compact, whatever stands around the values.
fn compact(pages: &[Named<'_>], slots: &[Vec<Slot<'_>>], order: Order) -> Option<Chosen> {
    let rate = |(page, slots): (&Named<'_>, &Vec<Slot<'_>>)| {
        slots.iter().map(|slot| context::rate_alone(*page, &slot.label.candidates)).collect()
    };
    let rated: Vec<Vec<Vec<Rated>>> = pages.iter().zip(slots).map(rate).collect();
    chain::choose(slots, &rated, order).into_iter().next()
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
    patterns: &[Vec<Pattern>],
    choice: &[usize],
) -> Vec<Vec<Vec<Rated>>> {
    let rate = |(page, slots): (&Named<'_>, &Vec<Slot<'_>>)| {
        let places = |slot: &Slot<'_>| {
            patterns[slot.column][choice[slot.column]].rate(pages, *page, &slot.label.candidates)
        };
        slots.iter().map(places).collect()
    };
    pages.iter().zip(slots).map(rate).collect()
}

/// One pattern per column, the combinations with the smallest sum of ranks first.
fn choices(patterns: &[Vec<Pattern>]) -> impl Iterator<Item = Vec<usize>> {
    let n_sums: usize = 1 + patterns.iter().map(|of_column| of_column.len() - 1).sum::<usize>();
    let sizes: Vec<usize> = patterns.iter().map(Vec::len).collect();
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
