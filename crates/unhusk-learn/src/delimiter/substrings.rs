//! Sets of substrings of a text: those that occur at certain positions of other texts.

use super::automaton::{ROOT, SuffixAutomaton};

/// A set of substrings, closed under suffixes: for each state of an automaton, the length in characters of the
/// longest of its strings in the set. All shorter strings of the state are in the set as well.
#[derive(Debug, Clone)]
pub(super) struct SubstringSet {
    longest: Vec<u32>,
}

/// For each state, the longest suffix of its longest string that is in a set.
#[derive(Debug)]
pub(super) struct LongestSuffixes {
    /// For each state, the state and the length of that suffix.
    of: Vec<(u32, u32)>,
}

impl SubstringSet {
    pub(super) fn empty(automaton: &SuffixAutomaton) -> Self {
        Self { longest: vec![0; automaton.n_states()] }
    }

    /// Adds the string that a walk found at a position.
    pub(super) fn insert(&mut self, (state, length): (u32, u32)) {
        let longest = &mut self.longest[state as usize];
        *longest = (*longest).max(length);
    }

    /// Adds the suffixes of all strings. `order` is [`SuffixAutomaton::by_length`].
    pub(super) fn close_under_suffixes(&mut self, automaton: &SuffixAutomaton, order: &[u32]) {
        for &state in order.iter().rev() {
            if self.longest[state as usize] > 0 {
                let link = automaton.link(state);
                self.longest[link as usize] = automaton.length(link);
            }
        }
    }

    /// Intersects with `other`. Both must have been [closed](Self::close_under_suffixes).
    pub(super) fn intersect(&mut self, other: &Self) {
        for (mine, theirs) in self.longest.iter_mut().zip(&other.longest) {
            *mine = (*mine).min(*theirs);
        }
    }

    /// For every state, the first position in a walk at which its longest string in the set occurs; `u32::MAX` if it
    /// does not. `walk` has the position behind each character, and the string found there.
    pub(super) fn first_positions(
        &self,
        automaton: &SuffixAutomaton,
        order: &[u32],
        walk: &[(u32, (u32, u32))],
    ) -> Vec<u32> {
        let mut of_string = vec![u32::MAX; automaton.n_states()];
        let mut of_longer = of_string.clone();
        let mut of_any = of_string.clone();
        for &(position, (state, length)) in walk {
            let state = state as usize;
            of_any[state] = of_any[state].min(position);
            if length >= self.longest[state] {
                of_string[state] = of_string[state].min(position);
            }
        }
        // Where a string of a state that links here ends, the strings of this state end as well.
        for &state in order.iter().skip(1).rev() {
            let at = state as usize;
            let link = automaton.link(state) as usize;
            of_string[at] = of_string[at].min(of_longer[at]);
            of_longer[link] = of_longer[link].min(of_any[at]).min(of_longer[at]);
        }
        of_string
    }

    /// For every state, the longest suffix in the set, which must have been [closed](Self::close_under_suffixes).
    pub(super) fn longest_suffixes(
        &self,
        automaton: &SuffixAutomaton,
        order: &[u32],
    ) -> LongestSuffixes {
        let mut of = vec![(ROOT, 0); automaton.n_states()];
        for &state in &order[1..] {
            let link = automaton.link(state);
            let seen = self.longest[state as usize];
            of[state as usize] =
                if seen > automaton.length(link) { (state, seen) } else { of[link as usize] };
        }
        LongestSuffixes { of }
    }
}

impl LongestSuffixes {
    /// State and length of the longest suffix of a state's longest string.
    pub(super) fn suffix(&self, state: u32) -> (u32, u32) {
        self.of[state as usize]
    }
}
