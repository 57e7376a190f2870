//! Suffix automaton of a text: all its substrings, grouped by where they end.
//!
//! A state stands for the substrings that end at the same places; they are suffixes of each other, and the
//! state's link leads to the next shorter ones. Walking another text through it tells, at every place, the
//! longest piece that ends there and occurs in the text. Letters are characters, so that every piece can be cut
//! out of a page. Time and space are linear in the text.
//!
//! To ask about pieces that *begin* somewhere, build and walk it from the right.

/// The state of the empty string.
pub(super) const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;
const N_ASCII: usize = 128;

/// The suffix automaton of a text.
#[derive(Debug)]
pub(super) struct Automaton {
    states: Vec<State>,
    edges: Vec<Edge>,
    /// The root has an edge for almost every letter: they are looked up, not searched.
    root: [u32; N_ASCII],
    /// For each number of letters, the state of the prefix of that length.
    prefixes: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct State {
    /// Letters of its longest string.
    length: u32,
    link: u32,
    first_edge: u32,
    /// How many letters of the text stand before the end of its first occurrence.
    first_end: u32,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    letter: char,
    to: u32,
    next: u32,
}

impl Automaton {
    /// The automaton of the letters in the order given.
    pub(super) fn of(letters: impl Iterator<Item = char>) -> Self {
        let root = State { length: 0, link: NONE, first_edge: NONE, first_end: 0 };
        let mut automaton = Self {
            states: vec![root],
            edges: Vec::new(),
            root: [NONE; N_ASCII],
            prefixes: vec![ROOT],
        };
        for letter in letters {
            automaton.push(letter);
        }
        automaton
    }

    /// How many states there are.
    pub(super) fn n_states(&self) -> usize {
        self.states.len()
    }

    /// Letters of the longest string of a state.
    pub(super) fn length(&self, state: u32) -> u32 {
        self.states[state as usize].length
    }

    /// The state of the next shorter suffixes; the root's is the root.
    pub(super) fn link(&self, state: u32) -> u32 {
        if state == ROOT { ROOT } else { self.states[state as usize].link }
    }

    /// How many letters of the text stand before the end of the state's first occurrence.
    pub(super) fn first_end(&self, state: u32) -> u32 {
        self.states[state as usize].first_end
    }

    /// The states of all prefixes of the text, the empty one first.
    pub(super) fn prefixes(&self) -> &[u32] {
        &self.prefixes
    }

    /// All states, those with the shorter longest strings first: every link stands before its state.
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

    /// After each letter, the state of the longest suffix of what was read that occurs in the text, and its
    /// length in letters.
    pub(super) fn walk(
        &self,
        letters: impl Iterator<Item = char>,
    ) -> impl Iterator<Item = (u32, u32)> {
        let (mut state, mut length) = (ROOT, 0);
        letters.map(move |letter| {
            loop {
                if let Some(to) = self.step(state, letter) {
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

    fn push(&mut self, letter: char) {
        let last = self.prefixes[self.prefixes.len() - 1];
        let length = self.length(last) + 1;
        let new = self.add(State { length, link: ROOT, first_edge: NONE, first_end: length });
        self.prefixes.push(new);
        let mut state = last;
        while state != NONE && self.step(state, letter).is_none() {
            self.set_edge(state, letter, new);
            state = self.states[state as usize].link;
        }
        if state == NONE {
            return;
        }
        let to = self.step(state, letter).unwrap_or(ROOT);
        if self.length(to) == self.length(state) + 1 {
            self.states[new as usize].link = to;
            return;
        }
        let copy = self.split(to, self.length(state) + 1);
        self.states[new as usize].link = copy;
        while state != NONE && self.step(state, letter) == Some(to) {
            self.set_edge(state, letter, copy);
            state = self.states[state as usize].link;
        }
    }

    /// A copy of a state for its strings of up to `length` letters.
    fn split(&mut self, state: u32, length: u32) -> u32 {
        let old = self.states[state as usize];
        let copy = self.add(State { length, first_edge: NONE, ..old });
        let mut edge = old.first_edge;
        while edge != NONE {
            let Edge { letter, to, next } = self.edges[edge as usize];
            let first_edge = self.states[copy as usize].first_edge;
            self.states[copy as usize].first_edge = narrow(self.edges.len());
            self.edges.push(Edge { letter, to, next: first_edge });
            edge = next;
        }
        self.states[state as usize].link = copy;
        copy
    }

    fn add(&mut self, state: State) -> u32 {
        self.states.push(state);
        narrow(self.states.len() - 1)
    }

    fn step(&self, state: u32, letter: char) -> Option<u32> {
        if state == ROOT && letter.is_ascii() {
            let to = self.root[letter as usize];
            return (to != NONE).then_some(to);
        }
        let mut edge = self.states[state as usize].first_edge;
        while edge != NONE {
            let Edge { letter: found, to, next } = self.edges[edge as usize];
            if found == letter {
                return Some(to);
            }
            edge = next;
        }
        None
    }

    fn set_edge(&mut self, state: u32, letter: char, to: u32) {
        if state == ROOT && letter.is_ascii() {
            self.root[letter as usize] = to;
            return;
        }
        let mut edge = self.states[state as usize].first_edge;
        while edge != NONE {
            let known = &mut self.edges[edge as usize];
            if known.letter == letter {
                known.to = to;
                return;
            }
            edge = known.next;
        }
        let next = self.states[state as usize].first_edge;
        self.states[state as usize].first_edge = narrow(self.edges.len());
        self.edges.push(Edge { letter, to, next });
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("pages are shorter than 4 GiB")
}
