//! Learns the alternatives for one border by sequential covering, each grown from a seed row.

use super::arena::TokenArena;
use super::candidate::{SkipCandidate, SkipDraft};
use super::refine::{initial, refine};
use unhusk_page::internal::Budget;
use unhusk_wrapper::internal::sort;

/// Maximum number of rounds of refinement for one alternative.
const MAX_ROUNDS: usize = 16;
/// Maximum number of alternatives of one border.
const MAX_ALTERNATIVES: usize = 32;

/// Learns alternatives that find the border of every row that has one (`LearnRule`); an error is the position of a row
/// whose border none finds.
pub(super) fn learn_alternatives(
    arena: &TokenArena,
    budget: &mut Budget,
) -> Result<Vec<SkipDraft>, usize> {
    let at_start = SkipDraft::default();
    if (0..arena.rows.len()).all(|row| arena.rows[row].target == Some(0)) {
        return Ok(vec![at_start]);
    }
    let mut open: Vec<usize> = (0..arena.rows.len()).collect();
    let mut found: Vec<SkipCandidate> = Vec::new();
    while let Some(seed) = seed(arena, &open) {
        let next = learn_alternative(arena, &open, seed, budget);
        let Some(next) = next.filter(|next| next.n_correct() > 0 && found.len() < MAX_ALTERNATIVES)
        else {
            return Err(seed);
        };
        open.retain(|&row| !next.covers(row));
        found.push(next);
    }
    Ok(in_order(found, arena, budget))
}

/// The row whose border is nearest to its start, of those that have one.
fn seed(arena: &TokenArena, open: &[usize]) -> Option<usize> {
    let with_border = open.iter().filter_map(|&row| Some((arena.rows[row].target?, row)));
    with_border.min().map(|(_, row)| row)
}

/// Learns one alternative: the best candidate met while refining the most promising ones (`LearnDisjunct`).
fn learn_alternative(
    arena: &TokenArena,
    open: &[usize],
    seed: usize,
    budget: &mut Budget,
) -> Option<SkipCandidate> {
    let mut drafts = initial(arena, seed);
    let mut solution: Option<SkipCandidate> = None;
    for _ in 0..MAX_ROUNDS {
        let mut refiner: Option<SkipCandidate> = None;
        for draft in drafts {
            let candidate = SkipCandidate::new(draft, arena, open, seed, budget);
            if solution.as_ref().is_none_or(|best| candidate.as_solution() > best.as_solution()) {
                solution = Some(candidate.clone());
            }
            if refiner.as_ref().is_none_or(|best| candidate.as_refiner() > best.as_refiner()) {
                refiner = Some(candidate);
            }
        }
        if solution.as_ref().is_some_and(SkipCandidate::is_perfect) || budget.is_spent() {
            break;
        }
        drafts = refine(&refiner?.draft, arena, seed, budget).into_iter().collect();
        if drafts.is_empty() {
            break;
        }
    }
    solution
}

/// Sorts the alternatives by the number of borders found, unless the order in which they were learnt is better.
fn in_order(found: Vec<SkipCandidate>, arena: &TokenArena, budget: &mut Budget) -> Vec<SkipDraft> {
    let learnt: Vec<SkipDraft> = found.iter().map(|one| one.draft.clone()).collect();
    let mut sorted = found;
    sort::by_key(&mut sorted, |one| std::cmp::Reverse(one.n_correct()));
    let sorted: Vec<SkipDraft> = sorted.into_iter().map(|one| one.draft).collect();
    if n_right(&sorted, arena, budget) >= n_right(&learnt, arena, budget) { sorted } else { learnt }
}

fn n_right(drafts: &[SkipDraft], arena: &TokenArena, budget: &mut Budget) -> usize {
    let find = |row: usize, budget: &mut Budget| {
        drafts.iter().find_map(|draft| draft.walk(arena, row, budget))
    };
    (0..arena.rows.len()).filter(|&row| find(row, budget) == arena.rows[row].target).count()
}
