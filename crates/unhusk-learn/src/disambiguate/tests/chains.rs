//! The chain with the most support, compared with exhaustive search.

use crate::disambiguate::chain::{ChainCell, best};
use crate::disambiguate::support::PlaceCandidate;
use proptest::prelude::*;
use unhusk_page::Span;

/// The most support of any choice that is in order, by exhaustive search; `None` if there is none.
fn most(cells: &[(Vec<PlaceCandidate>, bool)], from: u32) -> Option<f64> {
    let Some(((candidates, is_optional), rest)) = cells.split_first() else { return Some(0.0) };
    let skipped = if *is_optional || candidates.is_empty() { most(rest, from) } else { None };
    let fitting = candidates.iter().filter(|candidate| from <= candidate.span.start);
    let taken =
        fitting.filter_map(|candidate| Some(candidate.support + most(rest, candidate.span.end)?));
    taken.chain(skipped).reduce(f64::max)
}

fn any_candidate() -> impl Strategy<Value = PlaceCandidate> {
    (0..12_u32, 1..4_u32, 0..8_u32).prop_map(|(start, len, support)| PlaceCandidate {
        span: Span { start, end: start + len },
        features: Vec::new(),
        // Eighths add up exactly.
        support: f64::from(support) / 8.0,
        weight: 1.0,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_choice_has_more_support(
        cells in prop::collection::vec(
            (prop::collection::vec(any_candidate(), 0..4), any::<bool>()), 0..5)
    ) {
        let links: Vec<ChainCell<'_>> = cells
            .iter()
            .map(|(candidates, is_optional)| ChainCell { candidates, is_optional: *is_optional })
            .collect();
        let taken = best(&links);
        prop_assert_eq!(taken.is_some(), most(&cells, 0).is_some());
        let Some(taken) = taken else { return Ok(()) };
        let (mut support, mut from) = (0.0, 0);
        for ((candidates, is_optional), number) in cells.iter().zip(&taken) {
            let Some(number) = *number else {
                prop_assert!(*is_optional || candidates.is_empty());
                continue;
            };
            prop_assert!(from <= candidates[number].span.start);
            from = candidates[number].span.end;
            support += candidates[number].support;
        }
        prop_assert_eq!(Some(support), most(&cells, 0));
    }
}
