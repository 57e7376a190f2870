//! How much other rows support a place: the share of them in which the same can be seen.

use super::context::Sights;
use rustc_hash::FxHashMap;

/// One place that a cell can stand at.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) span: unhusk_page::Span,
    pub(super) sights: Sights,
    /// How much other rows support it, from 0 to 1.
    pub(super) support: f64,
    /// How much it counts as support for others; the candidates of a cell have 1 together, at most.
    pub(super) weight: f64,
}

/// Works out the support of all candidates of one field; a cell has the candidates of one row.
pub(super) fn weigh(cells: &mut [&mut Vec<Candidate>]) {
    let mut counts: FxHashMap<u64, f64> = FxHashMap::default();
    let mut n_cells = 0.0;
    for candidate in cells.iter().flat_map(|cell| cell.iter()) {
        n_cells += candidate.weight;
        for sight in &candidate.sights {
            *counts.entry(*sight).or_default() += candidate.weight;
        }
    }
    for cell in cells {
        let own_weight: f64 = cell.iter().map(|candidate| candidate.weight).sum();
        let n_others = (n_cells - own_weight).max(1.0);
        let mut own: FxHashMap<u64, f64> = FxHashMap::default();
        for candidate in cell.iter() {
            for sight in &candidate.sights {
                *own.entry(*sight).or_default() += candidate.weight;
            }
        }
        for candidate in cell.iter_mut() {
            let others = |sight: &u64| {
                counts.get(sight).copied().unwrap_or_default()
                    - own.get(sight).copied().unwrap_or_default()
            };
            let seen: f64 = candidate.sights.iter().map(others).sum();
            candidate.support = seen
                / n_others
                / f64::from(u32::try_from(candidate.sights.len()).unwrap_or(u32::MAX)).max(1.0);
        }
    }
}
