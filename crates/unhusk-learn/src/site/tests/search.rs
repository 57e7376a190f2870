use crate::site::bits::Bits;
use crate::site::clues::SharedClue;
use crate::site::limits::Reached;
use crate::site::search::{RuleTask, exact};
use proptest::prelude::*;
use unhusk_wrapper::site::internal::TextHash;

/// Nodes of the tiny universe.
const N_NODES: usize = 10;

fn bits(mask: u16) -> Bits {
    let mut bits = Bits::none(N_NODES);
    (0..N_NODES).filter(|at| mask >> at & 1 == 1).for_each(|at| bits.set(at));
    bits
}

fn mask(bits: &Bits) -> u16 {
    bits.iter().fold(0, |mask, at| mask | 1 << at)
}

/// The sets of nodes of all rules of one clue, or of two clues that are both wrong somewhere, that meet every
/// demand and are wrong nowhere.
fn by_force(clues: &[u16], demands: &[u16], wrong: u16) -> Vec<u16> {
    let fits = |hits: u16| hits & wrong == 0 && demands.iter().all(|demand| hits & demand != 0);
    let mut sets: Vec<u16> = clues.iter().copied().filter(|&hits| fits(hits)).collect();
    let meets = |hits: u16| demands.iter().all(|demand| hits & demand != 0);
    let loose: Vec<u16> =
        clues.iter().copied().filter(|&hits| hits & wrong != 0 && meets(hits)).collect();
    for (at, a) in loose.iter().enumerate() {
        sets.extend(loose[at + 1..].iter().map(|b| a & b).filter(|&hits| fits(hits)));
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

proptest! {
    #[test]
    fn all_rules_of_up_to_two_clues_are_found(
        clues in prop::collection::vec(0..1_u16 << N_NODES, 0..8),
        demands in prop::collection::vec(1..1_u16 << N_NODES, 1..3),
        wrong in 0..1_u16 << N_NODES,
    ) {
        let right = demands.iter().fold(0, |all, demand| all | demand);
        let wrong = wrong & !right;
        let shared: Vec<SharedClue> = clues
            .iter()
            .enumerate()
            .map(|(at, &hits)| SharedClue { kind: at, hash: TextHash(at as u64), witness: 0, nodes: bits(hits) })
            .collect();
        let task = RuleTask {
            demands: demands.iter().map(|&demand| bits(demand).iter().collect()).collect(),
            wrong: bits(wrong),
            doubtful: Bits::none(N_NODES),
        };
        let found = exact(&shared, &task, &Reached::default());
        let expected = by_force(&clues, &demands, wrong);
        for equivalents in &found {
            let hits = mask(&equivalents.hits);
            prop_assert_eq!(hits & wrong, 0);
            prop_assert!(demands.iter().all(|demand| hits & demand != 0));
            for rule in &equivalents.rules {
                let of_rule = rule.iter().fold(u16::MAX, |all, &clue| all & clues[clue]);
                prop_assert_eq!(of_rule & ((1 << N_NODES) - 1), hits);
            }
        }
        let mut sets: Vec<u16> = found.iter().map(|equivalents| mask(&equivalents.hits)).collect();
        sets.sort_unstable();
        if !expected.is_empty() {
            prop_assert_eq!(sets, expected);
        }
    }
}
