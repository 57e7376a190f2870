//! Suffix automaton of a text: all its substrings, grouped by their end positions.
//!
//! A state represents the substrings that end at the same positions; they are suffixes of each other, and the
//! state's link leads to the next shorter ones. A walk of another text through the automaton finds, at every position,
//! the longest substring that ends there. The alphabet is characters rather than bytes, so that substrings end at
//! character borders. Time and space are linear in the text.
//!
//! To find substrings that *begin* at a position, build and walk the automaton from the right.

/// The state of the empty string.
pub(super) const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;
const N_ASCII: usize = 128;

/// The suffix automaton of a text.
#[derive(Debug)]
pub(super) struct SuffixAutomaton {
    states: Vec<AutomatonState>,
    edges: Vec<AutomatonEdge>,
    /// Edges of the root by ASCII character: the root has too many edges for a linear search.
    root: [u32; N_ASCII],
    /// For each length, the state of the prefix of that length.
    prefixes: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct AutomatonState {
    /// Length of the longest string of the state, in characters.
    length: u32,
    link: u32,
    first_edge: u32,
    /// End of the first occurrence of the state's strings, in characters.
    first_end: u32,
}

#[derive(Debug, Clone, Copy)]
struct AutomatonEdge {
    character: char,
    to: u32,
    next: u32,
}

impl SuffixAutomaton {
    /// Builds the automaton of a text.
    pub(super) fn of(characters: impl Iterator<Item = char>) -> Self {
        let root = AutomatonState { length: 0, link: NONE, first_edge: NONE, first_end: 0 };
        let mut automaton = Self {
            states: vec![root],
            edges: Vec::new(),
            root: [NONE; N_ASCII],
            prefixes: vec![ROOT],
        };
        for character in characters {
            automaton.push(character);
        }
        automaton
    }

    /// Number of states.
    pub(super) fn n_states(&self) -> usize {
        self.states.len()
    }

    /// Length of the longest string of a state, in characters.
    pub(super) fn length(&self, state: u32) -> u32 {
        self.states[state as usize].length
    }

    /// The state of the next shorter suffixes; for the root, the root.
    pub(super) fn link(&self, state: u32) -> u32 {
        if state == ROOT { ROOT } else { self.states[state as usize].link }
    }

    /// End of the first occurrence of a state's strings, in characters.
    pub(super) fn first_end(&self, state: u32) -> u32 {
        self.states[state as usize].first_end
    }

    /// The states of all prefixes of the text, the empty one first.
    pub(super) fn prefixes(&self) -> &[u32] {
        &self.prefixes
    }

    /// All states, by the length of their longest strings: every link comes before its state.
    pub(super) fn by_length(&self) -> Vec<u32> {
        let longest = self.prefixes.len();
        let mut starts = vec![0_u32; longest + 1];
        for state in &self.states {
            starts[state.length as usize + 1] += 1;
        }
        for length in 0..longest {
            starts[length + 1] += starts[length];
        }
        let mut order = vec![0; self.states.len()];
        for (number, state) in (0..).zip(&self.states) {
            let at = &mut starts[state.length as usize];
            order[*at as usize] = number;
            *at += 1;
        }
        order
    }

    /// After each character, the state and the length of the longest suffix of the input so far that occurs in the text.
    pub(super) fn walk(
        &self,
        characters: impl Iterator<Item = char>,
    ) -> impl Iterator<Item = (u32, u32)> {
        let (mut state, mut length) = (ROOT, 0);
        characters.map(move |character| {
            loop {
                if let Some(to) = self.step(state, character) {
                    state = to;
                    length += 1;
                    break;
                }
                if state == ROOT {
                    length = 0;
                    break;
                }
                state = self.link(state);
                length = self.length(state);
            }
            (state, length)
        })
    }

    fn push(&mut self, character: char) {
        let last = self.prefixes[self.prefixes.len() - 1];
        let length = self.length(last) + 1;
        let new =
            self.add(AutomatonState { length, link: ROOT, first_edge: NONE, first_end: length });
        self.prefixes.push(new);
        let mut state = last;
        while state != NONE && self.step(state, character).is_none() {
            self.set_edge(state, character, new);
            state = self.states[state as usize].link;
        }
        if state == NONE {
            return;
        }
        let to = self.step(state, character).unwrap_or(ROOT);
        if self.length(to) == self.length(state) + 1 {
            self.states[new as usize].link = to;
            return;
        }
        let copy = self.split(to, self.length(state) + 1);
        self.states[new as usize].link = copy;
        while state != NONE && self.step(state, character) == Some(to) {
            self.set_edge(state, character, copy);
            state = self.states[state as usize].link;
        }
    }

    /// Splits a state: the copy takes its strings of up to `length` characters.
    fn split(&mut self, state: u32, length: u32) -> u32 {
        let old = self.states[state as usize];
        let copy = self.add(AutomatonState { length, first_edge: NONE, ..old });
        let mut edge = old.first_edge;
        while edge != NONE {
            let AutomatonEdge { character, to, next } = self.edges[edge as usize];
            let first_edge = self.states[copy as usize].first_edge;
            self.states[copy as usize].first_edge = narrow(self.edges.len());
            self.edges.push(AutomatonEdge { character, to, next: first_edge });
            edge = next;
        }
        self.states[state as usize].link = copy;
        copy
    }

    fn add(&mut self, state: AutomatonState) -> u32 {
        self.states.push(state);
        narrow(self.states.len() - 1)
    }

    fn step(&self, state: u32, character: char) -> Option<u32> {
        if state == ROOT && character.is_ascii() {
            let to = self.root[character as usize];
            return (to != NONE).then_some(to);
        }
        let mut edge = self.states[state as usize].first_edge;
        while edge != NONE {
            let AutomatonEdge { character: found, to, next } = self.edges[edge as usize];
            if found == character {
                return Some(to);
            }
            edge = next;
        }
        None
    }

    fn set_edge(&mut self, state: u32, character: char, to: u32) {
        if state == ROOT && character.is_ascii() {
            self.root[character as usize] = to;
            return;
        }
        let mut edge = self.states[state as usize].first_edge;
        while edge != NONE {
            let known = &mut self.edges[edge as usize];
            if known.character == character {
                known.to = to;
                return;
            }
            edge = known.next;
        }
        let next = self.states[state as usize].first_edge;
        self.states[state as usize].first_edge = narrow(self.edges.len());
        self.edges.push(AutomatonEdge { character, to, next });
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("pages are shorter than 4 GiB")
}
