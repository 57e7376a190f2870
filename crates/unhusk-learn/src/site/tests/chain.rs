use crate::site::regions::heaviest_chain;
use proptest::prelude::*;
use unhusk_wrapper::context::internal::fork::Node;

/// The weight of the heaviest chain, by trying every set of pairs.
fn by_force(pairs: &[(usize, Node, usize, u32)]) -> u32 {
    let mut best = 0;
    for chosen in 0_u32..1 << pairs.len() {
        let chosen: Vec<_> = pairs
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen >> at & 1 == 1)
            .map(|(_, pair)| pair)
            .collect();
        let increases = chosen.windows(2).all(|two| two[0].1 < two[1].1 && two[0].2 < two[1].2);
        if increases {
            best = best.max(chosen.iter().map(|pair| pair.3).sum());
        }
    }
    best
}

proptest! {
    #[test]
    fn no_chain_is_heavier(mut pairs in prop::collection::vec((0..6_u32, 0..5_usize, 1..4_u32), 0..11)) {
        pairs.sort_unstable();
        pairs.dedup_by_key(|pair| (pair.0, pair.1));
        let pairs: Vec<_> = pairs.into_iter().map(|(node, record, weight)| (0, node, record, weight)).collect();
        let (weight, chain) = heaviest_chain(&pairs, 5);
        prop_assert_eq!(weight, by_force(&pairs));
        prop_assert!(chain.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        let weight_of = |&(node, record): &(Node, usize)| {
            pairs.iter().find(|pair| (pair.1, pair.2) == (node, record)).map_or(0, |pair| pair.3)
        };
        prop_assert_eq!(chain.iter().map(weight_of).sum::<u32>(), weight);
    }
}
