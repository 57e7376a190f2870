//! The first test of all nodes of a page, from the roots down: one step a node.
//!
//! [`Paths`] are read from a node upwards, which costs a walk for each. Read downwards, a path is a keyword that ends
//! at the node. All keywords are searched at once: the state of a node follows from the state of its parent and its own
//! symbol (Aho and Corasick, *Efficient string matching*, 1975).

use super::paths::Paths;
use super::tag_symbols::{OTHER, TagSymbol};
use crate::sort;
use std::iter::once;

/// The state after reading a path down from the root.
pub(super) type PathState = u32;

/// A table of steps down.
#[derive(Debug, Clone)]
pub(super) struct Descent {
    n_symbols: usize,
    /// The next state, by state and symbol.
    next: Vec<PathState>,
    /// The fields, as bits, that are left for a node, by its state.
    allowed: Vec<u64>,
}

/// Most steps that are kept for all fields of a wrapper: half a megabyte.
pub(super) const MAX_STEPS: usize = 1 << 17;

impl Descent {
    /// Builds the table; none if it would be larger than `max_steps`.
    pub(super) fn new(paths: &Paths, n_symbols: usize, max_steps: usize) -> Option<Self> {
        let prefixes = PathPrefixes::new(paths, n_symbols, max_steps)?;
        let n_prefixes = prefixes.symbols.len();
        let mut next = prefixes.steps();
        // A state for each prefix that is a proper suffix of the path read, then one for each that is all of it.
        for (from, prefix) in prefixes.symbols.iter().enumerate() {
            for symbol in 0..n_symbols {
                let to = next[from * n_symbols + symbol];
                let is_longer = prefixes.symbols[to as usize].len() > prefix.len();
                next.push(if is_longer { to + number(n_prefixes) } else { to });
            }
        }
        let upwards = |prefix: &Vec<TagSymbol>| prefix.clone().into_iter().rev();
        let ends =
            prefixes.symbols.iter().map(|prefix| paths.allowed(upwards(prefix).chain(once(OTHER))));
        let wholes = prefixes.symbols.iter().map(|prefix| paths.allowed(upwards(prefix)));
        let allowed = ends.chain(wholes).collect();
        Some(Self { n_symbols, next, allowed })
    }

    /// Number of steps in the table.
    pub(super) fn n_steps(&self) -> usize {
        self.next.len()
    }

    /// The state above all roots.
    pub(super) fn start(&self) -> PathState {
        number(self.allowed.len() / 2)
    }

    /// The state of a node, by that of its parent.
    #[inline]
    pub(super) fn step(&self, parent: PathState, symbol: TagSymbol) -> PathState {
        self.next[parent as usize * self.n_symbols + symbol as usize]
    }

    /// The fields, as bits, that are left for a node in a state.
    #[inline]
    pub(super) fn allowed(&self, state: PathState) -> u64 {
        self.allowed[state as usize]
    }
}

/// All prefixes of paths, read from the root down.
struct PathPrefixes {
    n_symbols: usize,
    /// The symbols of each prefix; the first prefix is empty, and shorter prefixes are before longer ones of the same path.
    symbols: Vec<Vec<TagSymbol>>,
    /// The number of a prefix with one more symbol, by prefix and symbol; 0 if that is no prefix.
    longer: Vec<PathState>,
}

impl PathPrefixes {
    fn new(paths: &Paths, n_symbols: usize, max_steps: usize) -> Option<Self> {
        let longer = vec![0; n_symbols];
        let mut prefixes = Self { n_symbols, symbols: vec![Vec::new()], longer };
        for path in paths.all() {
            prefixes.add(path.into_iter().rev(), max_steps)?;
        }
        Some(prefixes)
    }

    /// Adds a path with all its prefixes; returns none if there is no room.
    fn add(&mut self, path: impl Iterator<Item = TagSymbol>, max_steps: usize) -> Option<()> {
        let mut at = 0;
        for symbol in path {
            let step = at * self.n_symbols + symbol as usize;
            if self.longer[step] == 0 {
                // Each step is kept twice.
                if 2 * (self.longer.len() + self.n_symbols) > max_steps {
                    return None;
                }
                self.longer[step] = number(self.symbols.len());
                let symbols = self.symbols[at].iter().copied().chain(once(symbol)).collect();
                self.symbols.push(symbols);
                self.longer.resize(self.longer.len() + self.n_symbols, 0);
            }
            at = self.longer[step] as usize;
        }
        Some(())
    }

    /// Returns, for each prefix and a symbol behind it, the longest prefix that ends there.
    fn steps(&self) -> Vec<PathState> {
        let mut next = self.longer.clone();
        // The longest other prefix that each ends with.
        let mut shorter: Vec<PathState> = vec![0; self.symbols.len()];
        let mut by_length: Vec<usize> = (0..self.symbols.len()).collect();
        sort::by_key(&mut by_length, |&prefix| self.symbols[prefix].len());
        for prefix in by_length {
            for symbol in 0..self.n_symbols {
                let step = prefix * self.n_symbols + symbol;
                let otherwise = match prefix {
                    0 => 0,
                    _ => next[shorter[prefix] as usize * self.n_symbols + symbol],
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

fn number(n: usize) -> PathState {
    PathState::try_from(n).expect("the table is limited")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::fork::{Forks, SymbolNames, read};
    use crate::context::tag_symbols::{TEXT, TagSymbols};

    /// The paths of a field for each list of forks, with l = 3.
    fn paths(fields: &[&[String]], symbols: &mut TagSymbols) -> Paths {
        let mut paths = Paths::default();
        for (at, texts) in fields.iter().enumerate() {
            let (mut forks, mut names) = (Forks::default(), SymbolNames::default());
            let fork = |text: &String| read(text, (3, 3), &mut forks, &mut names).expect("a fork");
            let roots: Vec<u32> = texts.iter().map(fork).collect();
            paths.add((at, 3), (&forks, &roots), |symbol| {
                if symbol.is_text() {
                    TEXT
                } else {
                    symbols.add(&names.elements()[symbol.id()].tag)
                }
            });
        }
        paths
    }

    fn allowed(descent: &Descent, path: &[TagSymbol]) -> u64 {
        let state = path.iter().fold(descent.start(), |state, &symbol| descent.step(state, symbol));
        descent.allowed(state)
    }

    /// Every path of up to six symbols.
    fn all_paths(n_symbols: usize) -> Vec<Vec<TagSymbol>> {
        let mut all: Vec<Vec<TagSymbol>> = vec![Vec::new()];
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
    fn a_text_in_a_cell_differs_from_one_in_a_cell_of_a_cell() {
        let mut symbols = TagSymbols::default();
        let forks = ["@:X", "td(@:X)", "tr(td(@:X))"].map(str::to_owned);
        let paths = paths(&[&forks], &mut symbols);
        let descent = Descent::new(&paths, symbols.len(), MAX_STEPS).expect("small");
        let (td, tr) = (symbols.find("td"), symbols.find("tr"));
        let allowed = |path: &[TagSymbol]| allowed(&descent, path);
        assert_eq!(allowed(&[OTHER, tr, td, TEXT]), 1);
        assert_eq!(allowed(&[tr, td, TEXT]), 1);
        assert_eq!(allowed(&[OTHER, tr, td, td, TEXT]), 0);
        assert_eq!(allowed(&[OTHER, td, TEXT]), 0);
        // Nothing above a root could differ.
        assert_eq!(allowed(&[td, TEXT]), 1);
        assert_eq!(allowed(&[OTHER, tr, td]), 0);
    }

    #[test]
    fn the_path_down_agrees_with_the_walk_up() {
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
            let mut symbols = TagSymbols::default();
            let paths = paths(&fields.each_ref().map(Vec::as_slice), &mut symbols);
            let descent = Descent::new(&paths, symbols.len(), MAX_STEPS).expect("small");
            for path in all_paths(symbols.len()) {
                let upwards = path.iter().rev().copied();
                assert_eq!(allowed(&descent, &path), paths.allowed(upwards), "{path:?}");
            }
        }
    }

    #[test]
    fn a_table_is_made_if_there_is_just_room_for_it() {
        let mut symbols = TagSymbols::default();
        let forks = ["@:X", "td(@:X)", "tr(td(@:X))"].map(str::to_owned);
        let paths = paths(&[&forks], &mut symbols);
        let n_steps = Descent::new(&paths, symbols.len(), MAX_STEPS).expect("small").n_steps();
        assert!(Descent::new(&paths, symbols.len(), n_steps).is_some());
        assert!(Descent::new(&paths, symbols.len(), n_steps - 1).is_none());
    }

    #[test]
    fn many_tags_make_no_table() {
        let forks: Vec<String> = (0..1000).map(|at| format!("x{at}(@:X)")).collect();
        let mut symbols = TagSymbols::default();
        let paths = paths(&[&forks], &mut symbols);
        assert!(Descent::new(&paths, symbols.len(), MAX_STEPS).is_none());
    }
}
