//! Types of forks: the sets of shapes of a rule that a fork belongs to.
//!
//! Read as an automaton, the shapes of the rule are states: a fork is *of type* T if T is the set of all shapes that it
//! belongs to. Types are computed from the leaves up: the type of `f(t1..tn)` follows from `f` and the types of
//! `t1..tn` alone ([`TypeTable::combine`]). A smaller type makes smaller types above it, so of the types of a node's
//! forks only the smallest matter (an *antichain*): there are hardly ever more than three, even of millions of forks.

use super::index::{Accepted, Index, WindowPrefix};
use super::shape::ShapeId;
use super::symbol::NodeSymbol;
use super::{Budget, Exhausted};
use rustc_hash::FxHashMap;

/// The smallest types of the forks of a node, as a number of a [`TypeTable`].
pub(super) type Types = u32;

/// At least one fork belongs to no shape of the rule.
pub(super) const LOST: Types = 0;

/// Absent child.
const NO_CHILD: Types = Types::MAX;

/// Root of a fork: its symbol, and whether it is marked.
pub(super) type Root = (NodeSymbol, bool);

/// All types that occurred, and their combinations.
pub(super) struct TypeTable<'a> {
    index: &'a Index,
    /// The types behind each number: sets of shapes, none within another.
    types: Vec<Vec<Box<[ShapeId]>>>,
    ids: FxHashMap<Vec<Box<[ShapeId]>>, Types>,
    /// Combinations: by root, then the types of the window.
    combined: FxHashMap<Box<[u32]>, Types>,
    /// Combinations in windows of one child or none ([`NO_CHILD`]), which are most.
    combined_short: FxHashMap<(Root, Types), Types>,
    /// Key into `combined`.
    key: Vec<u32>,
}

impl<'a> TypeTable<'a> {
    pub(super) fn new(index: &'a Index) -> Self {
        let lost: Vec<Box<[ShapeId]>> = vec![Box::default()];
        Self {
            index,
            types: vec![lost.clone()],
            ids: FxHashMap::from_iter([(lost, LOST)]),
            combined: FxHashMap::default(),
            combined_short: FxHashMap::default(),
            key: Vec::new(),
        }
    }

    /// Whether every fork of these types is in the rule.
    pub(super) fn are_in(&self, types: Types, rule: &Accepted) -> bool {
        let in_rule = |members: &[ShapeId]| members.iter().any(|&id| rule.is_root[id as usize]);
        self.types[types as usize].iter().all(|members| in_rule(members))
    }

    /// Types of the forks with this root over all windows of `width` of a row.
    pub(super) fn over_windows(
        &mut self,
        root: Root,
        row: &[Types],
        width: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        if row.len() <= width {
            return self.combine(root, row, budget);
        }
        let mut all: Vec<Types> = Vec::new();
        let mut previous: &[Types] = &[];
        for window in row.windows(width) {
            // Equal siblings make equal windows, one after the other.
            if window == previous {
                continue;
            }
            previous = window;
            let types = self.combine(root, window, budget)?;
            if types == LOST {
                return Ok(LOST);
            }
            if !all.contains(&types) {
                all.push(types);
            }
        }
        Ok(self.smallest_of(&all))
    }

    fn smallest_of(&mut self, all: &[Types]) -> Types {
        if let [only] = all {
            return *only;
        }
        let members = all.iter().flat_map(|&types| self.types[types as usize].clone()).collect();
        self.number(members)
    }

    /// Types of the forks with this root over one window.
    fn combine(
        &mut self,
        root: Root,
        window: &[Types],
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        budget.spend(1 + window.len())?;
        if let [] | [_] = window {
            let key = (root, window.first().copied().unwrap_or(NO_CHILD));
            if let Some(&known) = self.combined_short.get(&key) {
                return Ok(known);
            }
            let types = self.work_out(root, window, budget)?;
            self.combined_short.insert(key, types);
            return Ok(types);
        }
        self.key.clear();
        self.key.extend([root.0.number(), u32::from(root.1)]);
        self.key.extend_from_slice(window);
        if let Some(&known) = self.combined.get(self.key.as_slice()) {
            return Ok(known);
        }
        let types = self.work_out(root, window, budget)?;
        self.combined.insert(self.key.as_slice().into(), types);
        Ok(types)
    }

    fn work_out(
        &mut self,
        root: Root,
        window: &[Types],
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let mut fronts = vec![self.starts(root)];
        for &child in window {
            fronts = self.advance(&fronts, child, budget)?;
            // No shape continues like this.
            if fronts.iter().any(Vec::is_empty) {
                return Ok(LOST);
            }
        }
        let members = fronts.iter().map(|front| self.owners(front)).collect();
        Ok(self.number(members))
    }

    /// Returns the prefixes of a symbol; a text also matches where the rule allows any text.
    fn starts(&self, (symbol, marked): Root) -> Vec<WindowPrefix> {
        let any =
            (symbol.is_text() && symbol != NodeSymbol::ANY_TEXT).then_some(NodeSymbol::ANY_TEXT);
        let symbols = [Some(symbol), any].into_iter().flatten();
        symbols.filter_map(|symbol| self.index.starts.get(&(symbol, marked)).copied()).collect()
    }

    /// The prefixes one child further, for each type that the child's forks may have; smallest sets only.
    fn advance(
        &self,
        fronts: &[Vec<WindowPrefix>],
        child: Types,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<WindowPrefix>>, Exhausted> {
        let mut next = Vec::new();
        for front in fronts {
            for members in &self.types[child as usize] {
                budget.spend(1 + front.len() * members.len())?;
                let pairs =
                    front.iter().flat_map(|&prefix| members.iter().map(move |&id| (prefix, id)));
                let mut reached: Vec<WindowPrefix> =
                    pairs.filter_map(|pair| self.index.steps.get(&pair).copied()).collect();
                reached.sort_unstable();
                next.push(reached);
            }
        }
        Ok(smallest(next))
    }

    fn owners(&self, front: &[WindowPrefix]) -> Box<[ShapeId]> {
        let owners = front.iter().flat_map(|&prefix| &self.index.owners[prefix as usize]);
        let mut all: Vec<ShapeId> = owners.copied().collect();
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    fn number(&mut self, members: Vec<Box<[ShapeId]>>) -> Types {
        let types = smallest(members);
        if let Some(&id) = self.ids.get(&types) {
            return id;
        }
        let id = Types::try_from(self.types.len()).expect("the budget keeps types far below 2^32");
        self.types.push(types.clone());
        self.ids.insert(types, id);
        id
    }
}

/// Returns the sets (sorted lists) that contain no other of the sets, sorted.
fn smallest<S: AsRef<[u32]> + Ord>(mut sets: Vec<S>) -> Vec<S> {
    if sets.len() < 2 {
        return sets;
    }
    sets.sort_unstable_by(|a, b| a.as_ref().len().cmp(&b.as_ref().len()).then_with(|| a.cmp(b)));
    sets.dedup();
    let mut kept: Vec<S> = Vec::new();
    for set in sets {
        if !kept.iter().any(|smaller| is_subset(smaller.as_ref(), set.as_ref())) {
            kept.push(set);
        }
    }
    kept.sort_unstable();
    kept
}

/// Whether a sorted list contains every item of another.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|item| rest.any(|other| other == item))
}
