//! Which substrings of a text were seen at certain places of other texts.

use super::automaton::{Automaton, ROOT};

/// For each state of an automaton, how many letters of its strings were seen: all strings of the state up to
/// that length, and none longer.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    longest: Vec<u32>,
}

/// The longest seen suffix of each state's longest string.
#[derive(Debug)]
pub(super) struct Longest {
    /// For each state, the state of that suffix and its length.
    of: Vec<(u32, u32)>,
}

impl Seen {
    pub(super) fn nothing(automaton: &Automaton) -> Self {
        Self { longest: vec![0; automaton.n_states()] }
    }

    /// Notes what a walk tells of a place.
    pub(super) fn mark(&mut self, (state, length): (u32, u32)) {
        let longest = &mut self.longest[state as usize];
        *longest = (*longest).max(length);
    }

    /// Whoever was seen, so were its suffixes. `order` is the automaton's [`Automaton::by_length`].
    pub(super) fn spread(&mut self, automaton: &Automaton, order: &[u32]) {
        for &state in order.iter().rev() {
            if self.longest[state as usize] > 0 {
                let link = automaton.link(state);
                self.longest[link as usize] = automaton.length(link);
            }
        }
    }

    /// Keeps what `other` has seen as well. Both must have been [spread](Self::spread).
    pub(super) fn meet(&mut self, other: &Self) {
        for (mine, theirs) in self.longest.iter_mut().zip(&other.longest) {
            *mine = (*mine).min(*theirs);
        }
    }

    /// For every state the place at which the longest seen one of its strings first occurs in a walk, given as
    /// the place behind each letter with what is found there; `u32::MAX` if it does not.
    pub(super) fn first_places(
        &self,
        automaton: &Automaton,
        order: &[u32],
        walk: &[(u32, (u32, u32))],
    ) -> Vec<u32> {
        let mut of_string = vec![u32::MAX; automaton.n_states()];
        let mut of_longer = of_string.clone();
        let mut of_any = of_string.clone();
        for &(place, (state, length)) in walk {
            let state = state as usize;
            of_any[state] = of_any[state].min(place);
            if length >= self.longest[state] {
                of_string[state] = of_string[state].min(place);
            }
        }
        // Wherever a string of a state that links here was found, the strings of this state end as well.
        for &state in order.iter().skip(1).rev() {
            let at = state as usize;
            let link = automaton.link(state) as usize;
            of_string[at] = of_string[at].min(of_longer[at]);
            of_longer[link] = of_longer[link].min(of_any[at]).min(of_longer[at]);
        }
        of_string
    }

    /// For every state the longest suffix that was seen. Must have been [spread](Self::spread).
    pub(super) fn longest(&self, automaton: &Automaton, order: &[u32]) -> Longest {
        let mut of = vec![(ROOT, 0); automaton.n_states()];
        for &state in &order[1..] {
            let link = automaton.link(state);
            let seen = self.longest[state as usize];
            of[state as usize] =
                if seen > automaton.length(link) { (state, seen) } else { of[link as usize] };
        }
        Longest { of }
    }
}

impl Longest {
    /// State and length of the longest seen suffix of a state's longest string.
    pub(super) fn suffix(&self, state: u32) -> (u32, u32) {
        self.of[state as usize]
    }
}
