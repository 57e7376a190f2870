//! Chooses the places of values among those that corroboration left: those that are similar to others of their field.
//!
//! Cells with one place vote for the features of their context. In a cell with several places, the place that most
//! other rows support is chosen, on all pages together, so that places do not overlap and are in order.

use super::chain::{self, ChainCell};
use super::context::PageContext;
use super::feasible::CommonContext;
use super::support::{PlaceCandidate, compute_support};
use crate::example::corroborate::{Array, Reliability};
use unhusk_page::Span;
use unhusk_wrapper::internal::sort;

/// Maximum number of rounds in which the chosen places support others. Most pages converge in two.
const MAX_ROUNDS: usize = 6;
/// An unreliable field may have no value in a row: a place with less than this share of the field's median support is
/// dropped.
const LEAST_SHARE: f64 = 0.6;

/// The chosen places, and their total support.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlaceChoice {
    /// By page, row and field.
    pub(super) places: Vec<Vec<Vec<Option<Span>>>>,
    /// Support, summed over all cells.
    pub(super) support: f64,
}

/// The candidates of all cells: by page, row and field.
struct CellCandidates(Vec<Vec<Vec<Vec<PlaceCandidate>>>>);

/// Chooses a place for every cell of the arrays, one array per page, all with the same order of fields. `None` if some
/// page has no choice that is in order.
pub(super) fn choose(
    contexts: &[PageContext<'_>],
    arrays: &[Array],
    reliability: &[Reliability],
) -> Option<PlaceChoice> {
    let mut candidates = CellCandidates::of(contexts, arrays);
    for (field, reliability) in reliability.iter().enumerate() {
        candidates.prune(contexts, field, *reliability);
        candidates.share_weight(field);
        candidates.compute_support(field);
    }
    let order = &arrays.first()?.order;
    let mut chosen = candidates.chains(order, reliability)?;
    for _ in 0..MAX_ROUNDS {
        candidates.weight_chosen(order, &chosen);
        (0..reliability.len()).for_each(|field| candidates.compute_support(field));
        let next = candidates.chains(order, reliability)?;
        if next == chosen {
            break;
        }
        chosen = next;
    }
    Some(candidates.choice(order, &chosen, reliability))
}

/// For each page, the positions of the chosen candidates, row by row in the order of the fields.
type ChosenCandidates = Vec<Vec<Option<usize>>>;

impl CellCandidates {
    fn of(contexts: &[PageContext<'_>], arrays: &[Array]) -> Self {
        let of_page = |(context, array): (&PageContext<'_>, &Array)| {
            let of_cell = |spans: &Vec<Span>| -> Vec<PlaceCandidate> {
                let candidate = |&span: &Span| PlaceCandidate {
                    span,
                    features: context.features(span),
                    support: 0.0,
                    weight: 0.0,
                };
                spans.iter().map(candidate).collect()
            };
            array.rows.iter().map(|row| row.iter().map(of_cell).collect()).collect()
        };
        Self(contexts.iter().zip(arrays).map(of_page).collect())
    }

    /// Drops candidates that share no delimiters with the certain cells of the field. If that would leave a cell that has
    /// a value without candidates, delimiters do not mark the values of this field, and all candidates stay.
    fn prune(&mut self, contexts: &[PageContext<'_>], field: usize, reliability: Reliability) {
        let certain = self.0.iter().zip(contexts).flat_map(|(rows, context)| {
            let sure = rows.iter().filter_map(|row| match row[field].as_slice() {
                [only] if reliability != Reliability::Unreliable => Some(only.span),
                _ => None,
            });
            sure.map(|span| (context.source, span))
        });
        let Some(common) = CommonContext::of(certain).filter(|common| common.has_delimiters())
        else {
            return;
        };
        let mut kept: Vec<Vec<Vec<bool>>> = Vec::with_capacity(self.0.len());
        for (rows, context) in self.0.iter().zip(contexts) {
            let keeps = |row: &Vec<Vec<PlaceCandidate>>| -> Vec<bool> {
                row[field].iter().map(|one| common.allows(context.source, one.span)).collect()
            };
            kept.push(rows.iter().map(keeps).collect());
        }
        let is_emptied = |cell: &Vec<bool>| !cell.is_empty() && cell.iter().all(|keep| !keep);
        if reliability.is_complete() && kept.iter().flatten().any(is_emptied) {
            return;
        }
        for (row, keep) in self.0.iter_mut().flatten().zip(kept.iter().flatten()) {
            let mut keep = keep.iter();
            row[field].retain(|_| *keep.next().expect("one for each candidate"));
        }
    }

    /// Gives all candidates of a cell the same weight as support for others.
    fn share_weight(&mut self, field: usize) {
        for row in self.0.iter_mut().flatten() {
            let n = f64::from(u32::try_from(row[field].len()).unwrap_or(u32::MAX));
            row[field].iter_mut().for_each(|candidate| candidate.weight = 1.0 / n);
        }
    }

    fn compute_support(&mut self, field: usize) {
        let mut cells: Vec<&mut Vec<PlaceCandidate>> =
            self.0.iter_mut().flatten().map(|row| &mut row[field]).collect();
        compute_support(&mut cells);
    }

    /// For every page, the chain with the most support.
    fn chains<'a>(
        &'a self,
        order: &[usize],
        reliability: &[Reliability],
    ) -> Option<ChosenCandidates> {
        let of_page = |rows: &'a Vec<Vec<Vec<PlaceCandidate>>>| {
            let link = |row: &'a Vec<Vec<PlaceCandidate>>, field: usize| ChainCell {
                candidates: &row[field],
                is_optional: reliability[field] == Reliability::Unreliable,
            };
            let cells: Vec<ChainCell<'_>> = rows
                .iter()
                .flat_map(|row| order.iter().map(move |&field| link(row, field)))
                .collect();
            chain::best(&cells)
        };
        self.0.iter().map(of_page).collect()
    }

    /// Gives weight to the chosen candidates only.
    fn weight_chosen(&mut self, order: &[usize], chosen: &ChosenCandidates) {
        for (rows, chosen) in self.0.iter_mut().zip(chosen) {
            for (row, chosen) in rows.iter_mut().zip(chosen.chunks(order.len())) {
                for (&field, chosen) in order.iter().zip(chosen) {
                    for (number, candidate) in row[field].iter_mut().enumerate() {
                        candidate.weight = f64::from(u8::from(*chosen == Some(number)));
                    }
                }
            }
        }
    }

    /// The chosen places, without those of unreliable fields that have little support.
    fn choice(
        &self,
        order: &[usize],
        chosen: &ChosenCandidates,
        reliability: &[Reliability],
    ) -> PlaceChoice {
        let least: Vec<f64> = (0..reliability.len())
            .map(|field| match reliability[field] {
                Reliability::Unreliable => LEAST_SHARE * self.median_support(order, chosen, field),
                _ => 0.0,
            })
            .collect();
        let mut choice = PlaceChoice { places: Vec::with_capacity(self.0.len()), support: 0.0 };
        for (rows, chosen) in self.0.iter().zip(chosen) {
            let mut places = vec![vec![None; order.len()]; rows.len()];
            for (at, (row, chosen)) in rows.iter().zip(chosen.chunks(order.len())).enumerate() {
                for (&field, chosen) in order.iter().zip(chosen) {
                    let Some(candidate) = chosen.map(|number| &row[field][number]) else {
                        continue;
                    };
                    if candidate.support >= least[field] {
                        places[at][field] = Some(candidate.span);
                        choice.support += candidate.support;
                    }
                }
            }
            choice.places.push(places);
        }
        choice
    }

    /// Median support of the places chosen for a field.
    fn median_support(&self, order: &[usize], chosen: &ChosenCandidates, field: usize) -> f64 {
        let Some(position) = order.iter().position(|&at| at == field) else { return 0.0 };
        let mut supports: Vec<f64> = Vec::new();
        for (rows, chosen) in self.0.iter().zip(chosen) {
            for (row, chosen) in rows.iter().zip(chosen.chunks(order.len())) {
                supports.extend(chosen[position].map(|number| row[field][number].support));
            }
        }
        sort::by(&mut supports, f64::total_cmp);
        supports.get(supports.len() / 2).copied().unwrap_or_default()
    }
}
