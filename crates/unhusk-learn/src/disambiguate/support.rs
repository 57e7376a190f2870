//! The support of a place: the share of other rows whose places have the same features.

use super::context::FeatureHashes;
use rustc_hash::FxHashMap;

/// A candidate place of a cell.
#[derive(Debug, Clone)]
pub(super) struct PlaceCandidate {
    pub(super) span: unhusk_page::Span,
    pub(super) features: FeatureHashes,
    /// Support by other rows, from 0 to 1.
    pub(super) support: f64,
    /// Weight of this candidate as support for others; the weights of a cell sum to at most 1.
    pub(super) weight: f64,
}

/// Computes the support of all candidates of one field; a cell has the candidates of one row.
pub(super) fn compute_support(cells: &mut [&mut Vec<PlaceCandidate>]) {
    let mut counts: FxHashMap<u64, f64> = FxHashMap::default();
    let mut n_cells = 0.0;
    for candidate in cells.iter().flat_map(|cell| cell.iter()) {
        n_cells += candidate.weight;
        for feature in &candidate.features {
            *counts.entry(*feature).or_default() += candidate.weight;
        }
    }
    for cell in cells {
        let own_weight: f64 = cell.iter().map(|candidate| candidate.weight).sum();
        let n_others = (n_cells - own_weight).max(1.0);
        let mut own: FxHashMap<u64, f64> = FxHashMap::default();
        for candidate in cell.iter() {
            for feature in &candidate.features {
                *own.entry(*feature).or_default() += candidate.weight;
            }
        }
        for candidate in cell.iter_mut() {
            let others = |feature: &u64| {
                counts.get(feature).copied().unwrap_or_default()
                    - own.get(feature).copied().unwrap_or_default()
            };
            let seen: f64 = candidate.features.iter().map(others).sum();
            candidate.support = seen
                / n_others
                / f64::from(u32::try_from(candidate.features.len()).unwrap_or(u32::MAX)).max(1.0);
        }
    }
}
