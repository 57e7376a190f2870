use crate::site::bits::Bits;
use crate::site::clues::SharedClue;
use crate::site::limits::{Limit, Reached};
use crate::site::search::{MAX_SETS, N_PAIRED, RuleTask, exact};
use unhusk_wrapper::site::internal::TextHash;

/// Node 0 is the value, node 1 is wrong, and every clue holds of another node besides.
fn reported(n_clues: usize, is_wrong: bool) -> Vec<String> {
    let n_nodes = n_clues + 2;
    let shared_clues = |at: usize| {
        let mut nodes = Bits::none(n_nodes);
        [Some(0), Some(at + 2), is_wrong.then_some(1)]
            .into_iter()
            .flatten()
            .for_each(|n| nodes.set(n));
        SharedClue { kind: 0, hash: TextHash(at as u64), witness: 0, nodes }
    };
    let shared: Vec<SharedClue> = (0..n_clues).map(shared_clues).collect();
    let mut wrong = Bits::none(n_nodes);
    wrong.set(1);
    let task = RuleTask { demands: vec![vec![0]], wrong, doubtful: Bits::none(n_nodes) };
    let reached = Reached::default();
    exact(&shared, &task, &reached);
    reached.warnings("field `a`").iter().map(ToString::to_string).collect()
}

#[test]
fn rules_are_left_out_only_beyond_the_limit() {
    assert_eq!(reported(MAX_SETS, false), [""; 0]);
    assert_eq!(
        reported(MAX_SETS + 1, false),
        [
            "field `a`: the search ended at its limit of 400 sets of nodes that rules tell apart; the best so far was \
          taken"
        ]
    );
}

#[test]
fn clues_that_are_not_combined_matter_where_no_rule_is_found() {
    assert_eq!(reported(N_PAIRED, true), [""; 0]);
    assert_eq!(
        reported(N_PAIRED + 1, true),
        [
            "field `a`: the search ended at its limit of 90 clues to combine; the best so far was taken"
        ]
    );
}

#[test]
fn choices_are_forgotten_and_what_was_not_looked_at_is_not() {
    let reached = Reached::default();
    for limit in [Limit::Pairs, Limit::Alternatives, Limit::Places, Limit::Landmarks] {
        reached.add(limit);
    }
    assert_eq!(reached.warnings("here").len(), 4);
    reached.forget_choices();
    let reported: Vec<String> = reached.warnings("here").iter().map(ToString::to_string).collect();
    assert_eq!(
        reported,
        [
            "here: the search ended at its limit of 40 places of one label; the best so far was taken; a span instead \
          of a text would say which place is meant"
        ]
    );
    assert_eq!(reached.addition(), "; the search ended at its limit of 40 places of one label");
    assert_eq!(Reached::default().addition(), "");
}
