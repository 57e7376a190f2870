//! The search for the ways to one border: sequential covering, each way grown from a seed.

use super::arena::Arena;
use super::candidate::{Candidate, Draft};
use super::refine::{initial, refine};
use unhusk_page::internal::Budget;

/// Rounds of refining for one way.
const MAX_ROUNDS: usize = 16;
/// Ways of one border.
const MAX_WAYS: usize = 32;

/// Ways that lead to the border of every row that has one, the first that does not fail being taken (`LearnRule`);
/// or the position of a row to which none leads.
pub(super) fn learn_ways(arena: &Arena, budget: &mut Budget) -> Result<Vec<Draft>, usize> {
    let nowhere = Draft::default();
    if (0..arena.rows.len()).all(|row| arena.rows[row].target == Some(0)) {
        return Ok(vec![nowhere]);
    }
    let mut open: Vec<usize> = (0..arena.rows.len()).collect();
    let mut found: Vec<Candidate> = Vec::new();
    while let Some(seed) = seed(arena, &open) {
        let way = learn_way(arena, &open, seed, budget);
        let Some(way) = way.filter(|way| way.n_correct() > 0 && found.len() < MAX_WAYS) else {
            return Err(seed);
        };
        open.retain(|&row| !way.covers(row));
        found.push(way);
    }
    Ok(in_order(found, arena, budget))
}

/// The row whose border is nearest to its start, of those that have one.
fn seed(arena: &Arena, open: &[usize]) -> Option<usize> {
    let with_border = open.iter().filter_map(|&row| Some((arena.rows[row].target?, row)));
    with_border.min().map(|(_, row)| row)
}

/// One way: the best that was met while refining the most promising ones (`LearnDisjunct`).
fn learn_way(arena: &Arena, open: &[usize], seed: usize, budget: &mut Budget) -> Option<Candidate> {
    let mut drafts = initial(arena, seed);
    let mut solution: Option<Candidate> = None;
    for _ in 0..MAX_ROUNDS {
        let mut refiner: Option<Candidate> = None;
        for draft in drafts {
            let candidate = Candidate::new(draft, arena, open, seed, budget);
            if solution.as_ref().is_none_or(|best| candidate.as_solution() > best.as_solution()) {
                solution = Some(candidate.clone());
            }
            if refiner.as_ref().is_none_or(|best| candidate.as_refiner() > best.as_refiner()) {
                refiner = Some(candidate);
            }
        }
        if solution.as_ref().is_some_and(Candidate::is_perfect) || budget.is_spent() {
            break;
        }
        drafts = refine(&refiner?.draft, arena, seed, budget).into_iter().collect();
        if drafts.is_empty() {
            break;
        }
    }
    solution
}

/// The ways that find most borders first, unless the order in which they were learnt does better.
fn in_order(found: Vec<Candidate>, arena: &Arena, budget: &mut Budget) -> Vec<Draft> {
    let learnt: Vec<Draft> = found.iter().map(|one| one.draft.clone()).collect();
    let mut sorted = found;
    sorted.sort_by_key(|one| std::cmp::Reverse(one.n_correct()));
    let sorted: Vec<Draft> = sorted.into_iter().map(|one| one.draft).collect();
    if n_right(&sorted, arena, budget) >= n_right(&learnt, arena, budget) { sorted } else { learnt }
}

fn n_right(ways: &[Draft], arena: &Arena, budget: &mut Budget) -> usize {
    let leads =
        |row: usize, budget: &mut Budget| ways.iter().find_map(|way| way.walk(arena, row, budget));
    (0..arena.rows.len()).filter(|&row| leads(row, budget) == arena.rows[row].target).count()
}
