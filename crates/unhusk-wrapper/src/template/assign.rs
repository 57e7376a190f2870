//! Assigns a column to each text of a page: the cheapest path through the machine, in one pass over the texts
//! (Viterbi).
//!
//! A text without a column and a missing required column cost much: so a page of another template gets columns too, but
//! is reported not to fit, with the place where that begins. If only records are known, texts around them are skipped,
//! and other structures among them.

use super::cost::{ANY_TEXT, IS_TEMPLATE, PASSED_OVER, STRANGER, value_cost};
use super::kind::ValueKind;
use super::leaves::{LeafNode, Leaves, NO_NODE, TextLeaf};
use super::machine::{BROKEN, FrameId, FrameKind, Machine, StateId, Transition};
use super::partial_paths::{NO_STEP, NextSteps, PartialPath, PathStep};
use crate::site::clue::TextHash;
use std::ops::Range;

/// Columns of the texts of a page.
#[derive(Debug)]
pub(super) struct Assignment {
    /// The texts that are columns, in document order.
    pub(super) read: Vec<AssignedText>,
    /// The first text at which the page leaves the template, by its position; the number of texts if its end does.
    pub(super) misfit: Option<usize>,
}

/// A text assigned to a column, or a run of free text.
#[derive(Debug, Clone, Copy)]
pub(super) struct AssignedText {
    /// Its first text, by its position.
    pub(super) leaf: usize,
    /// Its last text.
    pub(super) last: usize,
    pub(super) state: StateId,
    /// The set in which it begins a new record.
    pub(super) begins: Option<FrameId>,
}

impl AssignedText {
    /// All its texts.
    pub(super) fn leaves(&self) -> Range<usize> {
        self.leaf..self.last + 1
    }
}

/// Paths that are followed side by side.
const MAX_PATHS: usize = 16;
/// Cost above the best at which paths are dropped: texts of the template distinguish paths at once.
const MAX_MORE: u32 = 4 * BROKEN;
/// Columns of values, near the last one, to which a path may continue. With ten times as many, more pages fit that have
/// long tables to skip, but SWDE is read no better (.964 for .969) and takes three times as long.
const MAX_NEAR: usize = 6;

/// Assigns columns to the texts of a page.
pub(super) fn assign(machine: &Machine, leaves: &Leaves<'_>) -> Assignment {
    let mut assigner = Assigner::new(machine, leaves);
    let mut paths = vec![PartialPath { cost: 0, last: NO_STEP, is_broken: false }];
    for leaf in 0..leaves.all().len() {
        if !machine.is_loose || assigner.is_among_records(leaf) {
            paths = assigner.follow(&paths, leaf);
        }
    }
    assigner.finish(&paths)
}

/// Whether a page fits the template. A page that does not is rejected as soon as every path has left the template.
pub(super) fn fits(machine: &Machine, leaves: &Leaves<'_>) -> bool {
    if machine.is_loose {
        return assign(machine, leaves).misfit.is_none();
    }
    let mut assigner = Assigner::new(machine, leaves);
    let mut paths = vec![PartialPath { cost: 0, last: NO_STEP, is_broken: false }];
    for leaf in 0..leaves.all().len() {
        paths = assigner.follow(&paths, leaf);
        if paths.iter().all(|path| path.is_broken) {
            return false;
        }
    }
    assigner.finish(&paths).misfit.is_none()
}

struct Assigner<'a, 'p> {
    machine: &'a Machine,
    leaves: &'a Leaves<'p>,
    steps: Vec<PathStep>,
    /// Buffer for states.
    near: Vec<StateId>,
    /// The states of free text that accept the current text.
    free: Vec<StateId>,
    next_steps: NextSteps,
}

impl<'a, 'p> Assigner<'a, 'p> {
    fn new(machine: &'a Machine, leaves: &'a Leaves<'p>) -> Self {
        let next_steps = NextSteps::new(machine.states.len());
        let (steps, near, free) = (Vec::new(), Vec::new(), Vec::new());
        Self { machine, leaves, steps, near, free, next_steps }
    }

    /// Extends the paths by the next text.
    fn follow(&mut self, paths: &[PartialPath], leaf_at: usize) -> Vec<PartialPath> {
        let leaf = &self.leaves.all()[leaf_at];
        let text = TextHash::of_text(&leaf.text);
        let machine = self.machine;
        let same = machine.by_text.get(&(leaf.path, text)).map_or(&[][..], |states| states);
        let values = machine.by_path.get(&leaf.path).map_or(&[][..], |states| states);
        let kind = ValueKind::of(&leaf.text);
        let mut near = std::mem::take(&mut self.near);
        self.find_free(leaf);
        let free = std::mem::take(&mut self.free);
        for path in paths {
            let last = self.steps.get(path.last).map(|step| step.read);
            self.find_near(last, same, &mut near);
            for &state in &near {
                self.offer(path, (state, 0), leaf_at);
            }
            self.find_near(last, values, &mut near);
            for &state in &near {
                let cost = value_cost(machine, state, (leaf, kind), !same.is_empty());
                self.offer(path, (state, cost), leaf_at);
            }
            if !free.is_empty() {
                self.find_near(last, &free, &mut near);
                let goes_on = last.map(|last| last.state).filter(|state| free.contains(state));
                near.extend(goes_on.filter(|state| !near.contains(state)));
                let cost = ANY_TEXT + if same.is_empty() { 0 } else { IS_TEMPLATE };
                for &state in &near {
                    self.offer(path, (state, cost), leaf_at);
                }
            }
        }
        (self.near, self.free) = (near, free);
        // A text without a column leaves every path unchanged.
        let stranger = if machine.is_loose { PASSED_OVER } else { STRANGER };
        let passed = |path: &PartialPath| PartialPath {
            cost: path.cost + stranger,
            is_broken: true,
            ..*path
        };
        let mut next: Vec<PartialPath> = paths.iter().map(passed).collect();
        for (_, cost, step) in self.next_steps.take() {
            self.steps.push(step);
            next.push(PartialPath { cost, last: self.steps.len() - 1, is_broken: step.is_broken });
        }
        next.sort_by_key(|path| (path.cost, self.order(path)));
        // The beginning of a list is not known before its first record: every earlier text with the path of one begins
        // a path of its own, but these must not displace the path that has skipped all of them.
        let waiting = next.iter().skip(MAX_PATHS).find(|path| path.last == NO_STEP).copied();
        next.truncate(MAX_PATHS);
        next.extend(waiting.filter(|_| machine.is_loose));
        let least = next.first().map_or(0, |path| path.cost);
        next.retain(|path| path.cost <= least + MAX_MORE);
        next
    }

    /// Rank of paths with equal costs: where only records are known, first the path whose last text is the nearest, or
    /// that has none yet.
    fn order(&self, path: &PartialPath) -> usize {
        if self.machine.is_loose { NO_STEP - path.last } else { path.last }
    }

    /// Finds the states of free text whose path is that of a text, or of an element around it.
    fn find_free(&mut self, leaf: &TextLeaf<'_>) {
        self.free.clear();
        let by_prefix = &self.machine.by_prefix;
        if by_prefix.is_empty() {
            return;
        }
        for around in self.leaves.around(leaf.node) {
            let states = by_prefix.get(&self.leaves.path(around));
            self.free.extend(states.into_iter().flatten());
        }
        self.free.sort_unstable();
    }

    /// Finds the states near the last one: the next of all, and the first of each set around it.
    fn find_near(&self, last: Option<AssignedText>, states: &[StateId], near: &mut Vec<StateId>) {
        near.clear();
        let from = |state: StateId| {
            let at = states.partition_point(|&other| other < state);
            states[at..].iter().copied().take(MAX_NEAR)
        };
        let Some(last) = last else { return near.extend(from(0)) };
        near.extend(from(last.state + 1));
        for frame in self.machine.around(last.state) {
            let rule = &self.machine.frames[frame];
            if matches!(rule.what, FrameKind::Set { .. }) {
                near.extend(from(rule.first).take_while(|&state| state < rule.end));
            }
        }
        near.sort_unstable();
        near.dedup();
    }

    fn offer(&mut self, path: &PartialPath, (state, cost): (StateId, u32), leaf: usize) {
        let last = self.steps.get(path.last).map(|step| step.read);
        let Some(transition) = self.step(last, state, leaf) else { return };
        let goes_on = transition.begins.is_none() && last.is_some_and(|last| last.state == state);
        let entry = if goes_on { 0 } else { self.machine.states[state as usize].cost };
        let cost = path.cost + transition.skip.cost + cost + entry;
        let read = AssignedText { leaf, last: leaf, state, begins: transition.begins };
        let n_required = transition.skip.n_required;
        let is_broken = path.is_broken || n_required > 0;
        let step = PathStep { read, n_required, before: path.last, is_broken };
        self.next_steps.add(state, cost, step);
    }

    fn step(&self, last: Option<AssignedText>, state: StateId, leaf: usize) -> Option<Transition> {
        let Some(last) = last else { return Some(self.machine.enter(state)) };
        self.machine.step(last.state, state, |frame| self.is_same_row(frame, last.leaf, leaf))
    }

    /// Whether two texts are in the same record of a set, if elements decide that.
    fn is_same_row(&self, frame: FrameId, a: usize, b: usize) -> Option<bool> {
        let FrameKind::Set { run: false, .. } = self.machine.frames[frame].what else {
            return None;
        };
        let (a, b) = (self.row(frame, a), self.row(frame, b));
        (a != NO_NODE && b != NO_NODE).then_some(a == b)
    }

    /// Returns the element that is the record around a text.
    fn row(&self, frame: FrameId, leaf: usize) -> LeafNode {
        let FrameKind::Set { row, depth, .. } = &self.machine.frames[frame].what else {
            return NO_NODE;
        };
        self.above(leaf, usize::from(*depth), *row)
    }

    /// Returns the element around a text at `depth`, if it has this path.
    fn above(&self, leaf: usize, depth: usize, path: TextHash) -> LeafNode {
        let node = self.leaves.all()[leaf].node;
        let n_up = usize::from(self.leaves.depth(node)).checked_sub(depth + 1);
        let found = n_up.and_then(|n_up| self.leaves.around(node).nth(n_up));
        found.filter(|&found| self.leaves.path(found) == path).unwrap_or(NO_NODE)
    }

    /// Whether a text is in a record, or where records follow each other.
    fn is_among_records(&self, leaf: usize) -> bool {
        self.machine.outer_sets().any(|frame| match &self.machine.frames[frame].what {
            FrameKind::Set { run: true, depth, around, .. } if *depth > 0 => {
                self.above(leaf, usize::from(*depth) - 1, *around) != NO_NODE
            }
            _ => self.row(frame, leaf) != NO_NODE,
        })
    }

    fn finish(self, paths: &[PartialPath]) -> Assignment {
        let end = |path: &PartialPath| match self.steps.get(path.last) {
            Some(step) => self.machine.leave(step.read.state),
            None => self.machine.nothing(),
        };
        let best = paths.iter().min_by_key(|path| (path.cost + end(path).cost, self.order(path)));
        let Some(best) = best else { return Assignment { read: Vec::new(), misfit: None } };
        let mut read = Vec::new();
        let mut broken = Vec::new();
        let mut at = best.last;
        while let Some(step) = self.steps.get(at) {
            if step.n_required > 0 {
                broken.push(step.read.leaf);
            }
            read.push(step.read);
            at = step.before;
        }
        read.reverse();
        let n_leaves = self.leaves.all().len();
        if self.machine.is_loose {
            let misfit = (read.is_empty() && n_leaves > 0).then_some(0);
            return Assignment { read: self.joined(read), misfit };
        }
        broken.extend((end(best).n_required > 0).then_some(n_leaves));
        let stranger = read.iter().zip(0..).find(|(read, at)| read.leaf != *at).map(|(_, at)| at);
        let behind = (stranger.is_none() && read.len() < n_leaves).then_some(read.len());
        broken.extend(stranger.or(behind));
        Assignment { read: self.joined(read), misfit: broken.into_iter().min() }
    }

    /// Merges the texts of free text into one.
    fn joined(&self, all: Vec<AssignedText>) -> Vec<AssignedText> {
        let mut joined: Vec<AssignedText> = Vec::with_capacity(all.len());
        for read in all {
            match joined.last_mut() {
                Some(before)
                    if before.state == read.state
                        && read.begins.is_none()
                        && self.machine.is_stretch(read.state) =>
                {
                    before.last = read.leaf;
                }
                _ => joined.push(read),
            }
        }
        joined
    }
}
