//! The paths of a page's nodes, read from the root down: one step per node tells which fields its path allows.
//!
//! Whether a path allows a field depends on its last l tags alone ([`Paths::allowed`]), and few such ends of paths
//! are on one page. Each is a state; a node's state follows from its parent's and from its own tag.

use super::fork::Node;
use super::paths::{OTHER, Paths, Symbol};
use std::collections::BTreeMap;

/// The ends of paths that were met on one page.
pub(super) struct PathStates<'a> {
    paths: &'a Paths,
    n_symbols: usize,
    /// The last symbols of each state's path, and the fields that it allows.
    states: Vec<(Box<[Symbol]>, u64)>,
    /// The next state plus one, by state and symbol, once it is known.
    next: Vec<u32>,
    /// The state of each node so far.
    of_nodes: Vec<u32>,
    by_path: BTreeMap<Box<[Symbol]>, u32>,
}

/// Steps that are kept in the table; a page with more ends of paths has the others looked up.
const MAX_TABLE: usize = 1 << 16;
/// The state above all roots.
const START: u32 = 0;

impl<'a> PathStates<'a> {
    pub(super) fn new(paths: &'a Paths, n_nodes: usize) -> Self {
        let mut states = Self {
            paths,
            n_symbols: paths.n_symbols(),
            states: Vec::new(),
            next: Vec::new(),
            of_nodes: Vec::with_capacity(n_nodes),
            by_path: BTreeMap::new(),
        };
        states.state(Box::default());
        states
    }

    /// The fields, as bits, that the path of the next node in document order allows.
    pub(super) fn allowed(&mut self, parent: Option<Node>, symbol: Symbol) -> u64 {
        let above = parent.map_or(START, |parent| self.of_nodes[parent as usize]);
        let at = above as usize * self.n_symbols + usize::from(symbol);
        let state = match self.next.get(at) {
            None | Some(0) => self.step(above, symbol),
            Some(known) => known - 1,
        };
        self.of_nodes.push(state);
        self.states[state as usize].1
    }

    fn step(&mut self, above: u32, symbol: Symbol) -> u32 {
        let path = &self.states[above as usize].0;
        // What is above a tag that no rule names is never seen.
        let kept = if symbol == OTHER { 0 } else { path.len().min(self.paths.max_depth() - 1) };
        let path = [&path[path.len() - kept..], &[symbol]].concat();
        let state = self.state(path.into());
        if let Some(next) = self.next.get_mut(above as usize * self.n_symbols + usize::from(symbol))
        {
            *next = state + 1;
        }
        state
    }

    fn state(&mut self, path: Box<[Symbol]>) -> u32 {
        if let Some(&known) = self.by_path.get(&path) {
            return known;
        }
        let state = u32::try_from(self.states.len()).expect("fewer than there are nodes");
        self.by_path.insert(path.clone(), state);
        let allowed = self.paths.allowed(path.iter().rev().copied());
        self.states.push((path, allowed));
        self.next.resize((self.states.len() * self.n_symbols).min(MAX_TABLE), 0);
        state
    }
}
