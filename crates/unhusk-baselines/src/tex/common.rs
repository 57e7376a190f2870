//! The longest common substring of some texts, by a suffix automaton of the shortest text.

use crate::tokens::TokenSymbol;
use rustc_hash::FxHashMap;

const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

/// Returns the longest substring of at most `max_len` symbols that occurs in all texts; of several, the first in the
/// shortest text. Linear in the texts.
pub(super) fn longest_common<'t>(
    texts: &[&'t [TokenSymbol]],
    max_len: usize,
) -> Option<&'t [TokenSymbol]> {
    let shortest = (0..texts.len()).min_by_key(|&text| texts[text].len())?;
    let automaton = SymbolAutomaton::new(texts[shortest]);
    let mut common = automaton.length.clone();
    let others = texts.iter().enumerate().filter(|(at, _)| *at != shortest);
    for (_, other) in others {
        let longest = automaton.longest_matches(other);
        for (common, longest) in common.iter_mut().zip(longest) {
            *common = longest.min(*common);
        }
        if common.iter().all(|length| *length == 0) {
            return None;
        }
    }
    let longest = common.iter().copied().max().unwrap_or(0);
    let length = longest.min(u32::try_from(max_len).unwrap_or(u32::MAX));
    let holds = |state: &usize| common[*state] >= length && automaton.shorter(*state) < length;
    let states = (1..common.len()).filter(holds);
    let end = states.map(|state| automaton.first_end[state]).min().filter(|_| length > 0)?;
    texts[shortest].get((end - length) as usize..end as usize)
}

/// Returns the occurrences of a substring from left to right, without overlaps. Linear in both.
pub(super) fn occurrences(
    text: &[TokenSymbol],
    piece: &[TokenSymbol],
) -> impl Iterator<Item = usize> {
    let borders = borders(piece);
    let mut n_matched = 0;
    text.iter().enumerate().filter_map(move |(at, symbol)| {
        while n_matched > 0 && piece[n_matched] != *symbol {
            n_matched = borders[n_matched - 1];
        }
        n_matched += usize::from(piece.get(n_matched) == Some(symbol));
        if n_matched < piece.len() {
            return None;
        }
        n_matched = 0;
        Some(at + 1 - piece.len())
    })
}

/// Returns, for each prefix, the length of its longest proper suffix that is a prefix, too.
fn borders(piece: &[TokenSymbol]) -> Vec<usize> {
    let mut borders = vec![0; piece.len()];
    let mut n_matched = 0;
    for at in 1..piece.len() {
        while n_matched > 0 && piece[n_matched] != piece[at] {
            n_matched = borders[n_matched - 1];
        }
        n_matched += usize::from(piece[n_matched] == piece[at]);
        borders[at] = n_matched;
    }
    borders
}

/// All substrings of a text, grouped by their end positions.
#[derive(Debug)]
struct SymbolAutomaton {
    /// Length of the longest substring of each state.
    length: Vec<u32>,
    /// Suffix link: the state of the next shorter suffixes.
    link: Vec<u32>,
    /// End of the first occurrence.
    first_end: Vec<u32>,
    edges: FxHashMap<(u32, TokenSymbol), u32>,
    /// The symbols on the edges of each state.
    symbols: Vec<Vec<TokenSymbol>>,
    /// All states but the root, those with longer substrings first.
    by_length: Vec<u32>,
}

impl SymbolAutomaton {
    fn new(text: &[TokenSymbol]) -> Self {
        let mut automaton = Self {
            length: vec![0],
            link: vec![NONE],
            first_end: vec![0],
            edges: FxHashMap::default(),
            symbols: vec![Vec::new()],
            by_length: Vec::new(),
        };
        let mut last = ROOT;
        for &symbol in text {
            last = automaton.push(last, symbol);
        }
        let n_states = u32::try_from(automaton.length.len()).expect("twice the tokens of a page");
        automaton.by_length = (1..n_states).collect();
        let length = &automaton.length;
        automaton.by_length.sort_by_key(|&state| std::cmp::Reverse(length[state as usize]));
        automaton
    }

    fn push(&mut self, last: u32, symbol: TokenSymbol) -> u32 {
        let length = self.length[last as usize] + 1;
        let new = self.add(length, length);
        let mut state = last;
        while state != NONE && !self.edges.contains_key(&(state, symbol)) {
            self.set_edge(state, symbol, new);
            state = self.link[state as usize];
        }
        if state != NONE {
            self.link[new as usize] = self.split(state, symbol);
        }
        new
    }

    /// Returns the state of the substrings of `state` followed by `symbol`; splits it if it has longer ones.
    fn split(&mut self, state: u32, symbol: TokenSymbol) -> u32 {
        let next = self.edges[&(state, symbol)];
        let length = self.length[state as usize] + 1;
        if self.length[next as usize] == length {
            return next;
        }
        let copy = self.add(length, self.first_end[next as usize]);
        for symbol in self.symbols[next as usize].clone() {
            self.set_edge(copy, symbol, self.edges[&(next, symbol)]);
        }
        self.link[copy as usize] = self.link[next as usize];
        self.link[next as usize] = copy;
        let mut state = state;
        while state != NONE && self.edges.get(&(state, symbol)) == Some(&next) {
            self.edges.insert((state, symbol), copy);
            state = self.link[state as usize];
        }
        copy
    }

    fn add(&mut self, length: u32, first_end: u32) -> u32 {
        let state = u32::try_from(self.length.len()).expect("twice the tokens of a page");
        self.length.push(length);
        self.link.push(ROOT);
        self.first_end.push(first_end);
        self.symbols.push(Vec::new());
        state
    }

    fn set_edge(&mut self, from: u32, symbol: TokenSymbol, to: u32) {
        self.edges.insert((from, symbol), to);
        self.symbols[from as usize].push(symbol);
    }

    /// Length of the longest substring of the linked state.
    fn shorter(&self, state: usize) -> u32 {
        self.length.get(self.link[state] as usize).copied().unwrap_or(0)
    }

    /// Returns, for each state, the length of its longest substring that occurs in another text; 0 if there is none.
    fn longest_matches(&self, other: &[TokenSymbol]) -> Vec<u32> {
        let mut longest = vec![0; self.length.len()];
        let (mut state, mut length) = (ROOT, 0);
        for &symbol in other {
            let next = loop {
                match self.edges.get(&(state, symbol)) {
                    Some(&next) => break Some(next),
                    None if state == ROOT => break None,
                    None => state = self.link[state as usize],
                }
                length = self.length[state as usize];
            };
            let Some(next) = next else { continue };
            (state, length) = (next, length + 1);
            longest[state as usize] = length.max(longest[state as usize]);
        }
        for &state in &self.by_length {
            let link = self.link[state as usize] as usize;
            if longest[state as usize] > 0 && link != ROOT as usize {
                longest[link] = self.length[link];
            }
        }
        longest
    }
}
