//! Which of the places that corroboration left are the values: those that look like the others of their field.
//!
//! Cells with one place vote for what stands around the value; of a cell with several, the place is taken that most
//! other rows support, on all pages together, so that no two of them share bytes or stand out of order.

use super::chain::{self, Link};
use super::context::Ground;
use super::feasible::Beside;
use super::support::{Candidate, weigh};
use crate::example::corroborate::{Array, Reliability};
use unhusk_page::Span;

/// Rounds after which what was taken is what supports. Most pages settle in two.
const MAX_ROUNDS: usize = 6;
/// An unreliable field may have no value in a row: a place with less than this share of what its field has usually is
/// none.
const LEAST_SHARE: f64 = 0.6;

/// The places that were taken, and how well they go together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    /// For each page, row and field.
    pub(super) places: Vec<Vec<Vec<Option<Span>>>>,
    /// Support, summed over all cells.
    pub(super) support: f64,
}

/// The candidates of all cells: by page, row and field.
struct Candidates(Vec<Vec<Vec<Vec<Candidate>>>>);

/// Takes a place for every cell of the arrays, one per page, all of one order. `None` if on some page no choice puts
/// them in order.
pub(super) fn choose(
    grounds: &[Ground<'_>],
    arrays: &[Array],
    reliability: &[Reliability],
) -> Option<Choice> {
    let mut candidates = Candidates::of(grounds, arrays);
    for (field, reliability) in reliability.iter().enumerate() {
        candidates.prune(grounds, field, *reliability);
        candidates.share_weight(field);
        candidates.weigh(field);
    }
    let order = &arrays.first()?.order;
    let mut taken = candidates.chains(order, reliability)?;
    for _ in 0..MAX_ROUNDS {
        candidates.trust(order, &taken);
        (0..reliability.len()).for_each(|field| candidates.weigh(field));
        let next = candidates.chains(order, reliability)?;
        if next == taken {
            break;
        }
        taken = next;
    }
    Some(candidates.choice(order, &taken, reliability))
}

/// For each page, the numbers of the candidates that were taken, row by row in the order of the fields.
type Taken = Vec<Vec<Option<usize>>>;

impl Candidates {
    fn of(grounds: &[Ground<'_>], arrays: &[Array]) -> Self {
        let of_page = |(ground, array): (&Ground<'_>, &Array)| {
            let of_cell = |spans: &Vec<Span>| -> Vec<Candidate> {
                let candidate = |&span: &Span| Candidate {
                    span,
                    sights: ground.sights(span),
                    support: 0.0,
                    weight: 0.0,
                };
                spans.iter().map(candidate).collect()
            };
            array.rows.iter().map(|row| row.iter().map(of_cell).collect()).collect()
        };
        Self(grounds.iter().zip(arrays).map(of_page).collect())
    }

    /// Leaves out what no delimiters allow that the certain cells of the field have in common. If nothing would be left
    /// of some cell that has a value, delimiters are not what tells the values of this field, and all stay.
    fn prune(&mut self, grounds: &[Ground<'_>], field: usize, reliability: Reliability) {
        let certain = self.0.iter().zip(grounds).flat_map(|(rows, ground)| {
            let sure = rows.iter().filter_map(|row| match row[field].as_slice() {
                [only] if reliability != Reliability::Unreliable => Some(only.span),
                _ => None,
            });
            sure.map(|span| (ground.source, span))
        });
        let Some(beside) = Beside::of(certain).filter(|beside| beside.is_something()) else {
            return;
        };
        let mut kept: Vec<Vec<Vec<bool>>> = Vec::with_capacity(self.0.len());
        for (rows, ground) in self.0.iter().zip(grounds) {
            let keeps = |row: &Vec<Vec<Candidate>>| -> Vec<bool> {
                row[field].iter().map(|one| beside.allows(ground.source, one.span)).collect()
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

    /// Lets all candidates of a cell support others in the same measure.
    fn share_weight(&mut self, field: usize) {
        for row in self.0.iter_mut().flatten() {
            let n = f64::from(u32::try_from(row[field].len()).unwrap_or(u32::MAX));
            row[field].iter_mut().for_each(|candidate| candidate.weight = 1.0 / n);
        }
    }

    fn weigh(&mut self, field: usize) {
        let mut cells: Vec<&mut Vec<Candidate>> =
            self.0.iter_mut().flatten().map(|row| &mut row[field]).collect();
        weigh(&mut cells);
    }

    /// The chain of every page with the most support.
    fn chains<'a>(&'a self, order: &[usize], reliability: &[Reliability]) -> Option<Taken> {
        let of_page = |rows: &'a Vec<Vec<Vec<Candidate>>>| {
            let link = |row: &'a Vec<Vec<Candidate>>, field: usize| Link {
                candidates: &row[field],
                is_optional: reliability[field] == Reliability::Unreliable,
            };
            let cells: Vec<Link<'_>> = rows
                .iter()
                .flat_map(|row| order.iter().map(move |&field| link(row, field)))
                .collect();
            chain::best(&cells)
        };
        self.0.iter().map(of_page).collect()
    }

    /// Lets what was taken support others, and nothing else.
    fn trust(&mut self, order: &[usize], taken: &Taken) {
        for (rows, taken) in self.0.iter_mut().zip(taken) {
            for (row, taken) in rows.iter_mut().zip(taken.chunks(order.len())) {
                for (&field, taken) in order.iter().zip(taken) {
                    for (number, candidate) in row[field].iter_mut().enumerate() {
                        candidate.weight = f64::from(u8::from(*taken == Some(number)));
                    }
                }
            }
        }
    }

    /// What was taken, without places of unreliable fields that hardly anything supports.
    fn choice(&self, order: &[usize], taken: &Taken, reliability: &[Reliability]) -> Choice {
        let least: Vec<f64> = (0..reliability.len())
            .map(|field| match reliability[field] {
                Reliability::Unreliable => LEAST_SHARE * self.usual_support(order, taken, field),
                _ => 0.0,
            })
            .collect();
        let mut choice = Choice { places: Vec::with_capacity(self.0.len()), support: 0.0 };
        for (rows, taken) in self.0.iter().zip(taken) {
            let mut places = vec![vec![None; order.len()]; rows.len()];
            for (at, (row, taken)) in rows.iter().zip(taken.chunks(order.len())).enumerate() {
                for (&field, taken) in order.iter().zip(taken) {
                    let Some(candidate) = taken.map(|number| &row[field][number]) else { continue };
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

    /// The median support of what was taken for a field.
    fn usual_support(&self, order: &[usize], taken: &Taken, field: usize) -> f64 {
        let Some(position) = order.iter().position(|&at| at == field) else { return 0.0 };
        let mut supports: Vec<f64> = Vec::new();
        for (rows, taken) in self.0.iter().zip(taken) {
            for (row, taken) in rows.iter().zip(taken.chunks(order.len())) {
                supports.extend(taken[position].map(|number| row[field][number].support));
            }
        }
        supports.sort_by(f64::total_cmp);
        supports.get(supports.len() / 2).copied().unwrap_or_default()
    }
}
