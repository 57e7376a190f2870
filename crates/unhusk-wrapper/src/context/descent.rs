//! The same first look for all nodes of a page: one step a node, from the roots down.
//!
//! [`Paths`] are read from a node upwards, which costs a walk for each. Read downwards, they are words to be found
//! at the end of what was read from the root, as a search for many words at once does: the state of a node follows
//! from that of its parent and its own symbol (Aho and Corasick, *Efficient string matching*, 1975).

use super::paths::Paths;
use super::symbols::{OTHER, Symbol};
use std::iter::once;

/// Where a way down from the root has come to.
pub(super) type State = u32;

/// A table of steps down.
#[derive(Debug, Clone)]
pub(super) struct Descent {
    n_symbols: usize,
    /// The next state, by state and symbol.
    next: Vec<State>,
    /// The fields, as bits, that are left for a node, by its state.
    allowed: Vec<u64>,
}

/// Most steps that are kept for all fields of a wrapper: half a megabyte.
pub(super) const MAX_STEPS: usize = 1 << 17;

impl Descent {
    /// None if the table would be larger than `max_steps`.
    pub(super) fn new(paths: &Paths, n_symbols: usize, max_steps: usize) -> Option<Self> {
        let words = Words::new(paths, n_symbols, max_steps)?;
        let n_words = words.spelt.len();
        let mut next = words.steps();
        // A state for each word that is only the end of what was read, then one for each that is all of it.
        for (from, word) in words.spelt.iter().enumerate() {
            for symbol in 0..n_symbols {
                let to = next[from * n_symbols + symbol];
                let is_longer = words.spelt[to as usize].len() > word.len();
                next.push(if is_longer { to + number(n_words) } else { to });
            }
        }
        let upwards = |word: &Vec<Symbol>| word.clone().into_iter().rev();
        let ends = words.spelt.iter().map(|word| paths.allowed(upwards(word).chain(once(OTHER))));
        let wholes = words.spelt.iter().map(|word| paths.allowed(upwards(word)));
        let allowed = ends.chain(wholes).collect();
        Some(Self { n_symbols, next, allowed })
    }

    /// How many steps are kept.
    pub(super) fn n_steps(&self) -> usize {
        self.next.len()
    }

    /// The state above all roots.
    pub(super) fn start(&self) -> State {
        number(self.allowed.len() / 2)
    }

    /// The state of a node, by that of its parent.
    #[inline]
    pub(super) fn step(&self, parent: State, symbol: Symbol) -> State {
        self.next[parent as usize * self.n_symbols + symbol as usize]
    }

    /// The fields, as bits, that are left for a node in a state.
    #[inline]
    pub(super) fn allowed(&self, state: State) -> u64 {
        self.allowed[state as usize]
    }
}

/// All beginnings of paths, from the root down.
struct Words {
    n_symbols: usize,
    /// What each is; the first is empty, and beginnings stand before what begins with them.
    spelt: Vec<Vec<Symbol>>,
    /// Each with one more symbol, by its number and that symbol; 0 if that is none of them.
    longer: Vec<State>,
}

impl Words {
    fn new(paths: &Paths, n_symbols: usize, max_steps: usize) -> Option<Self> {
        let longer = vec![0; n_symbols];
        let mut words = Self { n_symbols, spelt: vec![Vec::new()], longer };
        for path in paths.all() {
            words.add(path.into_iter().rev(), max_steps)?;
        }
        Some(words)
    }

    /// Adds a word with all its beginnings; none if there is no room.
    fn add(&mut self, word: impl Iterator<Item = Symbol>, max_steps: usize) -> Option<()> {
        let mut at = 0;
        for symbol in word {
            let step = at * self.n_symbols + symbol as usize;
            if self.longer[step] == 0 {
                // Each step is kept twice.
                if 2 * (self.longer.len() + self.n_symbols) > max_steps {
                    return None;
                }
                self.longer[step] = number(self.spelt.len());
                let spelt = self.spelt[at].iter().copied().chain(once(symbol)).collect();
                self.spelt.push(spelt);
                self.longer.resize(self.longer.len() + self.n_symbols, 0);
            }
            at = self.longer[step] as usize;
        }
        Some(())
    }

    /// For each word and a symbol behind it, the longest word that ends there.
    fn steps(&self) -> Vec<State> {
        let mut next = self.longer.clone();
        // The longest other word that each ends with.
        let mut shorter: Vec<State> = vec![0; self.spelt.len()];
        let mut by_length: Vec<usize> = (0..self.spelt.len()).collect();
        by_length.sort_by_key(|&word| self.spelt[word].len());
        for word in by_length {
            for symbol in 0..self.n_symbols {
                let step = word * self.n_symbols + symbol;
                let otherwise = match word {
                    0 => 0,
                    _ => next[shorter[word] as usize * self.n_symbols + symbol],
                };
                match self.longer[step] {
                    0 => next[step] = otherwise,
                    longer => shorter[longer as usize] = otherwise,
                }
            }
        }
        next
    }
}

fn number(n: usize) -> State {
    State::try_from(n).expect("the table is limited")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::fork::{Forks, Names, read};
    use crate::context::symbols::{Symbols, TEXT};

    /// The paths of a field for each list of forks, with l = 3.
    fn paths(fields: &[&[String]], symbols: &mut Symbols) -> Paths {
        let mut paths = Paths::default();
        for (at, texts) in fields.iter().enumerate() {
            let (mut forks, mut names) = (Forks::default(), Names::default());
            let fork = |text: &String| read(text, (3, 3), &mut forks, &mut names).expect("a fork");
            let roots: Vec<u32> = texts.iter().map(fork).collect();
            paths.add((at, 3), (&forks, &roots), |label| {
                if label.is_text() { TEXT } else { symbols.add(&names.elements()[label.id()].tag) }
            });
        }
        paths
    }

    fn allowed(descent: &Descent, way: &[Symbol]) -> u64 {
        let state = way.iter().fold(descent.start(), |state, &symbol| descent.step(state, symbol));
        descent.allowed(state)
    }

    /// Every way of up to six symbols.
    fn ways(n_symbols: usize) -> Vec<Vec<Symbol>> {
        let mut all: Vec<Vec<Symbol>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..6 {
            let to = all.len();
            for at in from..to {
                for symbol in (0..).take(n_symbols) {
                    let mut longer = all[at].clone();
                    longer.push(symbol);
                    all.push(longer);
                }
            }
            from = to;
        }
        all.split_off(1)
    }

    #[test]
    fn a_text_in_a_cell_is_told_from_one_in_a_cell_of_a_cell() {
        let mut symbols = Symbols::default();
        let forks = ["@:X", "td(@:X)", "tr(td(@:X))"].map(str::to_owned);
        let paths = paths(&[&forks], &mut symbols);
        let descent = Descent::new(&paths, symbols.len(), MAX_STEPS).expect("small");
        let (td, tr) = (symbols.find("td"), symbols.find("tr"));
        let allowed = |way: &[Symbol]| allowed(&descent, way);
        assert_eq!(allowed(&[OTHER, tr, td, TEXT]), 1);
        assert_eq!(allowed(&[tr, td, TEXT]), 1);
        assert_eq!(allowed(&[OTHER, tr, td, td, TEXT]), 0);
        assert_eq!(allowed(&[OTHER, td, TEXT]), 0);
        // Above a root there is nothing that could differ.
        assert_eq!(allowed(&[td, TEXT]), 1);
        assert_eq!(allowed(&[OTHER, tr, td]), 0);
    }

    #[test]
    fn the_way_down_agrees_with_the_walk_up() {
        // Three fields, each with some of all paths of three symbols over `a` and `b`.
        let all: Vec<String> = ["@:X", "a(@:X)", "b(@:X)", "a(a(@:X))", "a(b(@:X))", "b(a(@:X))"]
            .into_iter()
            .chain(["b(b(@:X))", "a:X", "b(a:X)", "a(b(a:X))"])
            .map(str::to_owned)
            .collect();
        for seed in 1..60_usize {
            let some = |field: usize| -> Vec<String> {
                let is_in = |at: usize| (seed * (2 * field + 3)) >> (at % 6) & 1 == 1 || at == 0;
                let kept = all.iter().enumerate().filter(|&(at, _)| is_in(at));
                kept.map(|(_, fork)| fork.clone()).collect()
            };
            let fields = [some(0), some(1), some(2)];
            let mut symbols = Symbols::default();
            let paths = paths(&fields.each_ref().map(Vec::as_slice), &mut symbols);
            let descent = Descent::new(&paths, symbols.len(), MAX_STEPS).expect("small");
            for way in ways(symbols.len()) {
                let upwards = way.iter().rev().copied();
                assert_eq!(allowed(&descent, &way), paths.allowed(upwards), "{way:?}");
            }
        }
    }

    #[test]
    fn a_table_is_made_if_there_is_just_room_for_it() {
        let mut symbols = Symbols::default();
        let forks = ["@:X", "td(@:X)", "tr(td(@:X))"].map(str::to_owned);
        let paths = paths(&[&forks], &mut symbols);
        let n_steps = Descent::new(&paths, symbols.len(), MAX_STEPS).expect("small").n_steps();
        assert!(Descent::new(&paths, symbols.len(), n_steps).is_some());
        assert!(Descent::new(&paths, symbols.len(), n_steps - 1).is_none());
    }

    #[test]
    fn many_tags_make_no_table() {
        let forks: Vec<String> = (0..1000).map(|at| format!("x{at}(@:X)")).collect();
        let mut symbols = Symbols::default();
        let paths = paths(&[&forks], &mut symbols);
        assert!(Descent::new(&paths, symbols.len(), MAX_STEPS).is_none());
    }
}
