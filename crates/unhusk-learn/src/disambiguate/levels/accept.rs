//! Accepts places of one level as values, and finds the context that they have in common.

use crate::disambiguate::Sighted;
use crate::disambiguate::context::PageContext;
use crate::disambiguate::feasible::CommonContext;
use crate::disambiguate::support::{PlaceCandidate, compute_support};
use unhusk_page::Span;
use unhusk_wrapper::internal::sort;

/// Maximum number of rounds in which places with little support are dropped.
const MAX_ROUNDS: usize = 4;
/// Places with less than this share of the median support of their level are dropped.
const LEAST_SHARE: f64 = 0.6;

/// The accepted values of one level.
#[derive(Debug)]
pub(super) struct AcceptedLevel<'p> {
    /// The context common to all values.
    pub(super) common: CommonContext<'p>,
    /// The values of each page.
    pub(super) values: Vec<Vec<Span>>,
}

/// The values of a level that have delimiters in common: the certain ones, and the best supported of the others. `None`
/// if there are no values, or the certain ones have no common delimiters.
pub(super) fn accept<'p>(
    contexts: &[PageContext<'p>],
    pages: &[Sighted<'_>],
    level: usize,
) -> Option<AcceptedLevel<'p>> {
    let mut candidates = candidates(contexts, pages, level);
    sort::by(&mut candidates, |one, other| other.1.support.total_cmp(&one.1.support));
    let (first, best) = candidates.first()?;
    let common = CommonContext::of([(contexts[*first].source, best.span)])?;
    let mut accepted = AcceptedLevel { common, values: vec![Vec::new(); pages.len()] };
    for (page, candidate) in &candidates {
        let source = contexts[*page].source;
        let is_certain = pages[*page].columns[level].reliability().is_sound();
        if is_certain || accepted.common.allows(source, candidate.span) {
            accepted.common = accepted.common.with(source, candidate.span);
            accepted.values[*page].push(candidate.span);
        }
    }
    let is_empty = accepted.values.iter().all(Vec::is_empty);
    (!is_empty && accepted.common.has_delimiters()).then_some(accepted)
}

/// Cuts the left contexts at the end of the previous value, where the search for a left delimiter starts.
pub(super) fn limit_to_gaps<'p>(contexts: &[PageContext<'p>], levels: &mut [AcceptedLevel<'p>]) {
    let ends: Vec<Vec<u32>> = (0..contexts.len())
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
        let common = places.map(|(page, span)| {
            let n_before = ends[page].partition_point(|&end| end <= span.start);
            let from = n_before.checked_sub(1).map_or(0, |last| ends[page][last]);
            CommonContext::from(contexts[page].source, span, from)
        });
        let limited =
            common.reduce(CommonContext::intersect).filter(|common| common.has_delimiters());
        level.common = limited.unwrap_or(level.common);
    }
}

/// The recognized places of a level, with their pages, without those that overlap a certain value and those that are
/// not similar to most of the level.
fn candidates(
    contexts: &[PageContext<'_>],
    pages: &[Sighted<'_>],
    level: usize,
) -> Vec<(usize, PlaceCandidate)> {
    let mut candidates: Vec<(usize, Vec<PlaceCandidate>)> = Vec::new();
    for (page, (context, sighted)) in contexts.iter().zip(pages).enumerate() {
        let own = &sighted.columns[level];
        for &span in own.instances() {
            if !own.reliability().is_sound() && overlaps_certain(sighted, level, span) {
                continue;
            }
            let features = context.features(span);
            candidates
                .push((page, vec![PlaceCandidate { span, features, support: 0.0, weight: 1.0 }]));
        }
    }
    let is_sound = pages.first().is_some_and(|page| page.columns[level].reliability().is_sound());
    for _ in 0..MAX_ROUNDS {
        let mut cells: Vec<&mut Vec<PlaceCandidate>> =
            candidates.iter_mut().map(|(_, cell)| cell).collect();
        compute_support(&mut cells);
        if is_sound {
            break;
        }
        let mut supports: Vec<f64> = candidates.iter().map(|(_, cell)| cell[0].support).collect();
        sort::by(&mut supports, f64::total_cmp);
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
        // Certain instances are disjoint and sorted: only the first that ends behind the start can overlap.
        let at = column.instances().partition_point(|one| one.end <= span.start);
        column.instances().get(at).is_some_and(|one| one.overlaps(span))
    })
}
