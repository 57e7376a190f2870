//! The first look at a node: do the tags above it allow any field at all?
//!
//! Every fork holds the path from its root down to the mark. All paths of all fields stand in one table, read
//! from the mark upwards, so that one short walk decides for a node which of up to 64 fields are left; for
//! rules with k = 1 over texts the path is the whole rule.

use super::fork::{Forks, Label, Names, ShapeId};
use crate::page::{NodeId, NodeKind, Tree};
use std::collections::BTreeMap;

/// The number of a tag among those that rules name.
pub(super) type Symbol = u16;

/// A tag that no rule names.
pub(super) const OTHER: Symbol = 0;
/// A text.
pub(super) const TEXT: Symbol = 1;

/// Numbers for the tags that rules name.
#[derive(Debug, Clone, Default)]
pub(super) struct Symbols {
    by_tag: BTreeMap<String, Symbol>,
}

impl Symbols {
    /// The number of a tag, new or not; rules with more tags than fit share the last number.
    pub(super) fn add(&mut self, tag: &str) -> Symbol {
        let next = Symbol::try_from(self.by_tag.len() + 2).unwrap_or(Symbol::MAX);
        *self.by_tag.entry(tag.to_owned()).or_insert(next)
    }

    /// The number of a tag.
    pub(super) fn find(&self, tag: &str) -> Symbol {
        self.by_tag.get(tag).copied().unwrap_or(OTHER)
    }

    /// The symbol of each of a page's nodes.
    pub(super) fn on(&self, tree: &Tree, ids: &[NodeId]) -> Vec<Symbol> {
        let mut by_number = vec![OTHER; tree.n_names()];
        for (tag, &symbol) in &self.by_tag {
            if let Some(number) = tree.name_number(tag) {
                by_number[number as usize] = symbol;
            }
        }
        let symbol = |&id: &NodeId| match tree.kind(id) {
            NodeKind::Text => TEXT,
            _ => by_number[tree.tag_number(id) as usize],
        };
        ids.iter().map(symbol).collect()
    }

    fn of(&mut self, label: Label, names: &Names) -> Symbol {
        if label.is_text() { TEXT } else { self.add(&names.elements()[label.id()].tag) }
    }

    /// One more than the largest number.
    pub(super) fn len(&self) -> usize {
        self.by_tag.len() + 2
    }
}

/// Paths of up to 64 fields.
#[derive(Debug, Clone, Default)]
pub(super) struct Paths {
    /// The next state, by state and symbol; 0 is the start and, as a goal, nowhere.
    steps: Vec<BTreeMap<Symbol, u32>>,
    /// The same, as a table; filled by [`Paths::finish`].
    table: Vec<u32>,
    n_symbols: usize,
    /// Fields with a fork whose path ends in the state, as bits.
    masks: Vec<u64>,
    /// Fields whose forks have as many levels, as bits.
    full: Vec<u64>,
}

/// How many fields one table takes.
pub(super) const MAX_FIELDS: usize = 64;

impl Paths {
    /// Adds the paths of the forks of a field with l = `depth`.
    pub(super) fn add(
        &mut self,
        field: usize,
        depth: usize,
        (forks, roots): (&Forks, &[ShapeId]),
        (names, symbols): (&Names, &mut Symbols),
    ) {
        if self.full.len() <= depth {
            self.full.resize(depth + 1, 0);
        }
        self.full[depth] |= 1 << field;
        let holds_mark = marks(forks);
        for &root in roots {
            let mut pending = vec![(root, Vec::new())];
            while let Some((id, mut above)) = pending.pop() {
                let shape = forks.shape(id);
                above.push(symbols.of(shape.label, names));
                if shape.marked {
                    self.insert(above.into_iter().rev(), field);
                    continue;
                }
                let mut inner: Vec<ShapeId> = shape.windows.iter().flatten().copied().collect();
                inner.retain(|&child| holds_mark[child as usize]);
                inner.sort_unstable();
                inner.dedup();
                pending.extend(inner.into_iter().map(|child| (child, above.clone())));
            }
        }
    }

    fn insert(&mut self, path: impl Iterator<Item = Symbol>, field: usize) {
        let mut state = self.start();
        for symbol in path {
            let next = u32::try_from(self.steps.len()).expect("files are shorter than 4 GiB");
            let next = *self.steps[state].entry(symbol).or_insert(next);
            state = next as usize;
            if state == self.steps.len() {
                self.steps.push(BTreeMap::new());
                self.masks.push(0);
            }
        }
        self.masks[state] |= 1 << field;
    }

    fn start(&mut self) -> usize {
        if self.steps.is_empty() {
            self.steps.push(BTreeMap::new());
            self.masks.push(0);
        }
        0
    }

    /// Makes the table, once all paths are in.
    pub(super) fn finish(&mut self, symbols: &Symbols) {
        self.n_symbols = symbols.len();
        self.start();
        self.table = vec![0; self.steps.len() * self.n_symbols];
        for (state, steps) in self.steps.iter().enumerate() {
            for (&symbol, &next) in steps {
                self.table[state * self.n_symbols + usize::from(symbol)] = next;
            }
        }
    }

    /// The fields, as bits, that a path from a node up to its root allows; symbols beyond the largest l may be
    /// left out.
    pub(super) fn allowed(&self, path: impl Iterator<Item = Symbol>) -> u64 {
        let (mut state, mut passed, mut alive) = (0, 0, u64::MAX);
        for (symbol, full) in path.zip(&self.full[1..]) {
            state = self.step(state, symbol);
            if state == 0 {
                return passed;
            }
            alive &= self.masks[state];
            passed |= alive & full;
            alive &= !full;
        }
        passed | alive
    }

    fn step(&self, state: usize, symbol: Symbol) -> usize {
        self.table[state * self.n_symbols + usize::from(symbol)] as usize
    }
}

/// For each shape whether its forks hold the mark.
fn marks(forks: &Forks) -> Vec<bool> {
    let mut holds: Vec<bool> = Vec::with_capacity(forks.shapes().len());
    for shape in forks.shapes() {
        let below = shape.windows.iter().flatten().any(|&child| holds[child as usize]);
        holds.push(shape.marked || below);
    }
    holds
}
