//! What of one level is believed, and the strings that all of it has beside it.

use crate::settle::Sighted;
use crate::settle::context::Ground;
use crate::settle::feasible::Beside;
use crate::settle::support::{Candidate, weigh};
use unhusk_page::Span;

/// Rounds of dropping what hardly anything supports.
const MAX_ROUNDS: usize = 4;
/// Of what the middle one of a level is supported by, the share below which a place is no value.
const LEAST_SHARE: f64 = 0.6;

/// The values of one level that are believed.
#[derive(Debug)]
pub(super) struct Level<'p> {
    /// What stands left and right of all of them.
    pub(super) beside: Beside<'p>,
    /// The values of each page.
    pub(super) values: Vec<Vec<Span>>,
}

/// The values of a level that have delimiters in common: those that are certain, and the best supported of the others.
/// `None` if there are none, or nothing is common even to the certain ones.
pub(super) fn accept<'p>(
    grounds: &[Ground<'p>],
    pages: &[Sighted<'_>],
    level: usize,
) -> Option<Level<'p>> {
    let mut candidates = candidates(grounds, pages, level);
    candidates.sort_by(|one, other| other.1.support.total_cmp(&one.1.support));
    let (first, best) = candidates.first()?;
    let beside = Beside::of([(grounds[*first].source, best.span)])?;
    let mut taken = Level { beside, values: vec![Vec::new(); pages.len()] };
    for (page, candidate) in &candidates {
        let source = grounds[*page].source;
        let is_certain = pages[*page].columns[level].reliability().is_sound();
        if is_certain || taken.beside.allows(source, candidate.span) {
            taken.beside = taken.beside.with(source, candidate.span);
            taken.values[*page].push(candidate.span);
        }
    }
    let is_empty = taken.values.iter().all(Vec::is_empty);
    (!is_empty && taken.beside.is_something()).then_some(taken)
}

/// Leaves of the left delimiters what stands behind the value before, where they are looked for.
pub(super) fn limit_to_gaps<'p>(grounds: &[Ground<'p>], levels: &mut [Level<'p>]) {
    let ends: Vec<Vec<u32>> = (0..grounds.len())
        .map(|page| {
            let spans = levels.iter().flat_map(|level| &level.values[page]);
            let mut ends: Vec<u32> = spans.map(|span| span.end).collect();
            ends.sort_unstable();
            ends
        })
        .collect();
    for level in levels {
        let places = level.values.iter().enumerate();
        let places = places.flat_map(|(page, spans)| spans.iter().map(move |span| (page, *span)));
        let beside = places.map(|(page, span)| {
            let n_before = ends[page].partition_point(|&end| end <= span.start);
            let from = n_before.checked_sub(1).map_or(0, |last| ends[page][last]);
            Beside::from(grounds[page].source, span, from)
        });
        let limited = beside.reduce(Beside::both_have).filter(|beside| beside.is_something());
        level.beside = limited.unwrap_or(level.beside);
    }
}

/// What was recognized of a level, by page, without what shares bytes with something certain and what looks unlike most
/// of the level.
fn candidates(
    grounds: &[Ground<'_>],
    pages: &[Sighted<'_>],
    level: usize,
) -> Vec<(usize, Candidate)> {
    let mut candidates: Vec<(usize, Vec<Candidate>)> = Vec::new();
    for (page, (ground, sighted)) in grounds.iter().zip(pages).enumerate() {
        let own = &sighted.columns[level];
        for &span in own.instances() {
            if !own.reliability().is_sound() && overlaps_certain(sighted, level, span) {
                continue;
            }
            let sights = ground.sights(span);
            candidates.push((page, vec![Candidate { span, sights, support: 0.0, weight: 1.0 }]));
        }
    }
    let is_sound = pages.first().is_some_and(|page| page.columns[level].reliability().is_sound());
    for _ in 0..MAX_ROUNDS {
        let mut cells: Vec<&mut Vec<Candidate>> =
            candidates.iter_mut().map(|(_, cell)| cell).collect();
        weigh(&mut cells);
        if is_sound {
            break;
        }
        let mut supports: Vec<f64> = candidates.iter().map(|(_, cell)| cell[0].support).collect();
        supports.sort_by(f64::total_cmp);
        let least = LEAST_SHARE * supports.get(supports.len() / 2).copied().unwrap_or_default();
        let n_before = candidates.len();
        candidates.retain(|(_, cell)| cell[0].support >= least);
        if candidates.len() == n_before {
            break;
        }
    }
    candidates
        .into_iter()
        .flat_map(|(page, cell)| cell.into_iter().map(move |one| (page, one)))
        .collect()
}

fn overlaps_certain(sighted: &Sighted<'_>, level: usize, span: Span) -> bool {
    let others = sighted.columns.iter().enumerate();
    let mut certain = others.filter(|(at, column)| *at != level && column.reliability().is_sound());
    certain.any(|(_, column)| {
        // Certain instances are disjoint, so the one that ends first behind the beginning tells.
        let at = column.instances().partition_point(|one| one.end <= span.start);
        column.instances().get(at).is_some_and(|one| one.overlaps(span))
    })
}
