//! Are all forks of a node among the forks of a rule? Decided without listing a single fork.
//!
//! Read as an automaton, the shapes of the rule are states: a fork is *of type* T if T is the set of all
//! shapes that it belongs to. Types grow from the leaves up: the type of `f(t1..tn)` follows from `f` and the
//! types of `t1..tn` alone ([`Run::combine`]). All forks of a node are in the rule if the type of each holds a
//! root of the rule. A smaller type makes smaller types above it, so of the types of a node's forks only the
//! smallest matter (an *antichain*): there are hardly ever more than three, though the forks be millions.

use super::label::{Label, Labels};
use super::outline::{Node, Outline};
use super::shape::{Forks, ShapeId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The forks of a rule, indexed for [`Run`]s.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    /// Where reading a window begins, for each label, with or without mark.
    starts: FxHashMap<(Label, bool), Prefix>,
    /// The next prefix, by prefix and the shape of the next child.
    steps: FxHashMap<(Prefix, ShapeId), Prefix>,
    /// The shapes that have a window, by the prefix that is the whole window; sorted.
    owners: Vec<Vec<ShapeId>>,
}

/// The beginning of a window.
type Prefix = u32;

/// A rule over an [`Index`]: how deep its forks are, and which shapes they are.
#[derive(Debug, Clone)]
pub(crate) struct Accepted {
    /// l.
    depth: usize,
    /// For each shape whether its forks are in the rule.
    is_root: Vec<bool>,
}

impl Accepted {
    /// The forks of `roots`, `depth` levels deep.
    pub(crate) fn new(forks: &Forks, roots: &[ShapeId], depth: usize) -> Self {
        let mut is_root = vec![false; forks.shapes().len()];
        for &root in roots {
            is_root[root as usize] = true;
        }
        Self { depth, is_root }
    }
}

impl Index {
    /// Indexes the windows of all shapes.
    pub(crate) fn new(forks: &Forks) -> Self {
        let mut index = Self::default();
        for (id, shape) in (0..).zip(forks.shapes()) {
            let start = index.start(shape.label, shape.marked);
            for window in &shape.windows {
                let end = window.iter().fold(start, |prefix, &child| index.step(prefix, child));
                index.owners[end as usize].push(id);
            }
        }
        index
    }

    fn start(&mut self, label: Label, marked: bool) -> Prefix {
        *self.starts.entry((label, marked)).or_insert_with(|| new_prefix(&mut self.owners))
    }

    fn step(&mut self, prefix: Prefix, child: ShapeId) -> Prefix {
        *self.steps.entry((prefix, child)).or_insert_with(|| new_prefix(&mut self.owners))
    }
}

fn new_prefix(owners: &mut Vec<Vec<ShapeId>>) -> Prefix {
    owners.push(Vec::new());
    Prefix::try_from(owners.len() - 1).expect("limits keep windows far below 2^32")
}

/// The counted budget is used up; what was asked stays unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// How much work is left, counted in steps of a few nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget(pub(crate) u64);

impl Budget {
    /// Takes `steps` from what is left.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        match self.0.checked_sub(steps as u64) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => Err(Exhausted),
        }
    }
}

/// The smallest types of the forks of a node, as a number.
type Types = u32;

/// One fork at least belongs to no shape of the rule.
const LOST: Types = 0;
/// Not worked out yet.
const OPEN: u32 = u32::MAX;

/// Rules that share an [`Index`], over one outline. What was worked out for a node serves all candidates near
/// it and all rules.
pub(crate) struct Run<'a, L> {
    index: &'a Index,
    outline: &'a Outline,
    labels: &'a L,
    width: usize,
    /// Types of the unmarked forks of each node, by depth, then node.
    known: Vec<Vec<Types>>,
    /// The types behind each number: sets of shapes, none within another.
    types: Vec<Vec<Box<[ShapeId]>>>,
    type_ids: FxHashMap<Vec<Box<[ShapeId]>>, Types>,
    /// What [`Run::combine`] found: by root, then the types of the window.
    combined: FxHashMap<Box<[u32]>, Types>,
    /// The candidate and the nodes above it.
    chain: Vec<Link>,
    /// Types of neighbours that are being put together; a stack, so that no row needs memory of its own.
    row: Vec<Types>,
    /// Key into `combined`.
    key: Vec<u32>,
}

impl<'a, L: Labels> Run<'a, L> {
    /// Rules with k = `width`.
    pub(crate) fn new(index: &'a Index, width: usize, outline: &'a Outline, labels: &'a L) -> Self {
        let lost: Vec<Box<[ShapeId]>> = vec![Box::default()];
        Self {
            index,
            outline,
            labels,
            width,
            known: Vec::new(),
            types: vec![lost.clone()],
            type_ids: FxHashMap::from_iter([(lost, LOST)]),
            combined: FxHashMap::default(),
            chain: Vec::new(),
            row: Vec::new(),
            key: Vec::new(),
        }
    }

    /// Whether every fork with `node` marked is in the rule. Forks that reach furthest up come first: they
    /// tell most nodes apart.
    pub(crate) fn accepts(
        &mut self,
        node: Node,
        rule: &Accepted,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        self.climb(node, rule.depth);
        for height in (0..self.chain.len()).rev() {
            let types = self.types_on_chain(height, rule.depth, budget)?;
            let in_rule = |members: &[ShapeId]| members.iter().any(|&id| rule.is_root[id as usize]);
            if !self.types[types as usize].iter().all(|members| in_rule(members)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the node and those above it as the chain that forks with its mark are rooted on.
    fn climb(&mut self, node: Node, depth: usize) {
        self.chain.clear();
        let mut below: Option<&Link> = None;
        for at in self.outline.chain(node).take(depth) {
            let link = Link::above(self.outline, below, at, self.width);
            self.chain.push(link);
            below = self.chain.last();
        }
    }

    /// Types of the forks with the mark and with root `height` levels above it, `levels` deep; the depth of
    /// this recursion is at most l.
    fn types_on_chain(
        &mut self,
        height: usize,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        // Forks deeper than all there is are the same.
        let levels = levels.min(self.chain[height].levels);
        let Link { node, known, .. } = self.chain[height];
        if known.0 == levels {
            return Ok(known.1);
        }
        let types = if height == 0 {
            self.types_over_children((self.labels.label(node), true), node, levels, budget)?
        } else {
            let child_types = self.types_on_chain(height - 1, levels - 1, budget)?;
            let child = self.chain[height - 1].node;
            self.types_above(node, (child, child_types), levels, budget)?
        };
        self.chain[height].known = (levels, types);
        Ok(types)
    }

    /// Types of the forks of `parent` that hold one child's mark, given the types of that child's forks.
    fn types_above(
        &mut self,
        parent: Node,
        (child, child_types): (Node, Types),
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let outline = self.outline;
        let siblings = outline.children(parent);
        let range = reach(siblings.len(), outline.position(child), self.width);
        let row_start = self.row.len();
        for &sibling in &siblings[range] {
            let types = if sibling == child {
                child_types
            } else {
                self.types_of(sibling, levels - 1, budget)?
            };
            self.row.push(types);
            if types == LOST {
                break;
            }
        }
        self.over_windows((self.labels.label(parent), false), row_start, budget)
    }

    /// Types of the unmarked forks of a node; the depth of this recursion is at most l.
    fn types_of(
        &mut self,
        node: Node,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let levels = levels.min(self.outline.levels(node));
        if self.known.len() <= levels {
            self.known.resize(levels + 1, Vec::new());
        }
        if self.known[levels].is_empty() {
            self.known[levels] = vec![OPEN; self.outline.len()];
        }
        let known = self.known[levels][node as usize];
        if known != OPEN {
            return Ok(known);
        }
        let types =
            self.types_over_children((self.labels.label(node), false), node, levels, budget)?;
        self.known[levels][node as usize] = types;
        Ok(types)
    }

    fn types_over_children(
        &mut self,
        root: (Label, bool),
        node: Node,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let outline = self.outline;
        let children = if levels > 1 { outline.children(node) } else { &[] };
        budget.spend(1 + children.len())?;
        let row_start = self.row.len();
        for &child in children {
            let types = self.types_of(child, levels - 1, budget)?;
            self.row.push(types);
            if types == LOST {
                break;
            }
        }
        self.over_windows(root, row_start, budget)
    }

    /// Types of the forks with this root over all windows of the row from `row_start`, which is taken away.
    fn over_windows(
        &mut self,
        root: (Label, bool),
        row_start: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        // A row ends early at a child that is lost: all its windows are.
        let types = match self.row[row_start..].last() {
            Some(&LOST) => LOST,
            _ if self.row.len() - row_start <= self.width => {
                self.combine(root, row_start..self.row.len(), budget)?
            }
            _ => self.over_many_windows(root, row_start, budget)?,
        };
        self.row.truncate(row_start);
        Ok(types)
    }

    fn over_many_windows(
        &mut self,
        root: (Label, bool),
        row_start: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let mut all: Vec<Types> = Vec::new();
        for start in row_start..=self.row.len() - self.width {
            let window = start..start + self.width;
            // Equal siblings make equal windows, one after the other.
            if start > row_start && self.row[window.clone()] == self.row[start - 1..window.end - 1]
            {
                continue;
            }
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

    /// Types of the forks with this root over one window of the row.
    fn combine(
        &mut self,
        root: (Label, bool),
        window: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        budget.spend(1 + window.len())?;
        self.key.clear();
        self.key.extend([root.0.number(), u32::from(root.1)]);
        self.key.extend_from_slice(&self.row[window.clone()]);
        if let Some(&known) = self.combined.get(self.key.as_slice()) {
            return Ok(known);
        }
        let mut fronts = vec![self.starts(root)];
        for &child in &self.row[window] {
            fronts = self.advance(&fronts, child, budget)?;
        }
        let members = fronts.iter().map(|front| self.owners(front)).collect();
        let types = self.number(members);
        self.combined.insert(self.key.as_slice().into(), types);
        Ok(types)
    }

    /// A text may also stand where the rule allows any text.
    fn starts(&self, (label, marked): (Label, bool)) -> Vec<Prefix> {
        let any = (label.is_text() && label != Label::ANY_TEXT).then_some(Label::ANY_TEXT);
        let labels = [Some(label), any].into_iter().flatten();
        labels.filter_map(|label| self.index.starts.get(&(label, marked)).copied()).collect()
    }

    /// The prefixes one child further, for each type that the child's forks may have; smallest sets only.
    fn advance(
        &self,
        fronts: &[Vec<Prefix>],
        child: Types,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<Prefix>>, Exhausted> {
        let mut next = Vec::new();
        for front in fronts {
            for members in &self.types[child as usize] {
                budget.spend(1 + front.len() * members.len())?;
                let pairs =
                    front.iter().flat_map(|&prefix| members.iter().map(move |&id| (prefix, id)));
                let mut reached: Vec<Prefix> =
                    pairs.filter_map(|pair| self.index.steps.get(&pair).copied()).collect();
                reached.sort_unstable();
                next.push(reached);
            }
        }
        Ok(smallest(next))
    }

    fn owners(&self, front: &[Prefix]) -> Box<[ShapeId]> {
        let owners = front.iter().flat_map(|&prefix| &self.index.owners[prefix as usize]);
        let mut all: Vec<ShapeId> = owners.copied().collect();
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    fn number(&mut self, members: Vec<Box<[ShapeId]>>) -> Types {
        let types = smallest(members);
        if let Some(&id) = self.type_ids.get(&types) {
            return id;
        }
        let id = Types::try_from(self.types.len()).expect("the budget keeps types far below 2^32");
        self.types.push(types.clone());
        self.type_ids.insert(types, id);
        id
    }
}

/// A node of the chain from a candidate upwards.
#[derive(Clone, Copy)]
struct Link {
    node: Node,
    /// Levels below the node, itself included, as far as forks with the mark can see.
    levels: usize,
    /// The types that were worked out last, and for how many levels.
    known: (usize, Types),
}

impl Link {
    /// The link of a node above another link, if there is one.
    fn above(outline: &Outline, below: Option<&Link>, node: Node, width: usize) -> Self {
        let Some(below) = below else {
            return Self { node, levels: outline.levels(node), known: (0, LOST) };
        };
        let siblings = outline.children(node);
        let near = &siblings[reach(siblings.len(), outline.position(below.node), width)];
        let others = near.iter().filter(|&&sibling| sibling != below.node);
        let deepest = others.map(|&sibling| outline.levels(sibling)).max().unwrap_or(0);
        Self { node, levels: 1 + below.levels.max(deepest), known: (0, LOST) }
    }
}

/// The siblings that share a window of `width` with the one at `position`, of `n` in all.
pub(crate) fn reach(n: usize, position: usize, width: usize) -> Range<usize> {
    (position + 1).saturating_sub(width)..n.min(position + width)
}

/// The sets (sorted lists) that hold no other of the sets, sorted.
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

/// Whether a sorted list holds every item of another.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|item| rest.any(|other| other == item))
}
