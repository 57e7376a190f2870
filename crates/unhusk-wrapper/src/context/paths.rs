//! The first test of a node: whether the nodes above it allow any field at all.
//!
//! Every fork contains the path from its root down to the mark. All paths of up to 64 fields are in one table, read
//! from the mark upwards, so that one short walk decides for a node which of them are left. A step is a symbol: a tag,
//! or a symbol with all facts of an element that rules test. For rules with k = 1 over texts, the path of symbols is
//! the whole rule.

use super::fork::{Forks, NodeSymbol, ShapeId};
use super::tag_symbols::TagSymbol;
use std::collections::{BTreeMap, VecDeque};

/// Paths of up to 64 fields.
#[derive(Debug, Clone)]
pub(super) struct Paths {
    /// The next state, by state and symbol; state 0 is the start.
    steps: Vec<BTreeMap<TagSymbol, usize>>,
    /// Fields with a fork whose path ends in the state, as bits.
    masks: Vec<u64>,
    /// Fields whose forks have the same number of levels, as bits.
    full: Vec<u64>,
}

/// Most fields of one table.
pub(super) const MAX_FIELDS: usize = 64;

/// Kind of the marked nodes of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// Any texts.
    Texts,
    /// Other nodes, or texts with conditions.
    Others,
}

impl Default for Paths {
    fn default() -> Self {
        Self { steps: vec![BTreeMap::new()], masks: vec![0], full: vec![0] }
    }
}

impl Paths {
    /// Adds the paths of the forks of a field with l = `depth`; returns the kind of nodes that it marks.
    pub(super) fn add(
        &mut self,
        (field, depth): (usize, usize),
        (forks, roots): (&Forks, &[ShapeId]),
        mut symbol: impl FnMut(NodeSymbol) -> TagSymbol,
    ) -> Marks {
        if self.full.len() <= depth {
            self.full.resize(depth + 1, 0);
        }
        self.full[depth] |= 1 << field;
        let holds_mark = marks(forks);
        let mut marks = Marks::Texts;
        let mut pending: Vec<(ShapeId, Vec<TagSymbol>)> =
            roots.iter().map(|&root| (root, Vec::new())).collect();
        while let Some((id, mut above)) = pending.pop() {
            let shape = forks.shape(id);
            above.push(symbol(shape.symbol));
            if shape.marked {
                self.insert(above.into_iter().rev(), field);
                if shape.symbol != NodeSymbol::ANY_TEXT
                    || !shape.windows.iter().all(|row| row.is_empty())
                {
                    marks = Marks::Others;
                }
                continue;
            }
            let mut inner: Vec<ShapeId> = shape.windows.iter().flatten().copied().collect();
            inner.retain(|&child| holds_mark[child as usize]);
            inner.sort_unstable();
            inner.dedup();
            pending.extend(inner.into_iter().map(|child| (child, above.clone())));
        }
        marks
    }

    fn insert(&mut self, path: impl Iterator<Item = TagSymbol>, field: usize) {
        let mut state = 0;
        for symbol in path {
            let next = self.steps.len();
            state = *self.steps[state].entry(symbol).or_insert(next);
            if state == next {
                self.steps.push(BTreeMap::new());
                self.masks.push(0);
            }
        }
        self.masks[state] |= 1 << field;
    }

    /// The fields, as bits, that a path from a node up to its root allows; symbols beyond the largest l may be
    /// left out.
    pub(super) fn allowed(&self, path: impl IntoIterator<Item = TagSymbol>) -> u64 {
        let (mut state, mut passed, mut alive) = (0, 0, u64::MAX);
        for (full, symbol) in self.full[1..].iter().zip(path) {
            let Some(&next) = self.steps[state].get(&symbol) else { return passed };
            state = next;
            alive &= self.masks[state];
            passed |= alive & full;
            alive &= !full;
        }
        passed | alive
    }

    /// All paths of forks, each from the mark upwards; short ones first.
    pub(super) fn all(&self) -> impl Iterator<Item = Vec<TagSymbol>> + '_ {
        let mut pending = VecDeque::from([(0, Vec::new())]);
        let next = move || {
            let (state, path): (usize, Vec<TagSymbol>) = pending.pop_front()?;
            for (&symbol, &next) in &self.steps[state] {
                let mut longer = path.clone();
                longer.push(symbol);
                pending.push_back((next, longer));
            }
            Some((self.masks[state], path))
        };
        std::iter::from_fn(next).filter(|(fields, _)| *fields != 0).map(|(_, path)| path)
    }
}

/// Returns, for each shape, whether its forks contain the mark.
fn marks(forks: &Forks) -> Vec<bool> {
    let mut holds: Vec<bool> = Vec::with_capacity(forks.shapes().len());
    for shape in forks.shapes() {
        let below = shape.windows.iter().flatten().any(|&child| holds[child as usize]);
        holds.push(shape.marked || below);
    }
    holds
}
