//! A template as a finite-state machine: a state for each column, and the cost of each transition.
//!
//! The machine is the position automaton of the template (Glushkov): a set may begin anew, an option may be skipped,
//! one alternative is taken, free text continues. Its edges are not stored, since there are as many as pairs of columns
//! that may be skipped; sums over the skipped parts give the cost of an edge, and whether it breaks the template.

use super::build;
use super::leaves::print_of_path;
use super::part::{TemplateColumn, TemplatePart};
use crate::site::clue::TextHash;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The number of a state.
pub(super) type StateId = u32;
/// The number of a frame.
pub(super) type FrameId = usize;

/// The frame around all others.
pub(super) const PAGE: FrameId = 0;

/// Cost of skipping a required column.
pub(super) const BROKEN: u32 = 64;

/// A template prepared for reading.
#[derive(Debug, Clone)]
pub(super) struct Machine {
    pub(super) states: Vec<StateRule>,
    pub(super) frames: Vec<FrameRule>,
    /// States of constant texts, by path and text.
    pub(super) by_text: FxHashMap<(TextHash, TextHash), Vec<StateId>>,
    /// States of values, by path.
    pub(super) by_path: FxHashMap<TextHash, Vec<StateId>>,
    /// States of free text, by the path of all its texts or of an element around them.
    pub(super) by_prefix: FxHashMap<TextHash, Vec<StateId>>,
    /// Whether only records are known, so that other texts may lie anywhere around them.
    pub(super) is_loose: bool,
}

/// One column.
#[derive(Debug, Clone)]
pub(super) struct StateRule {
    pub(super) frame: FrameId,
    pub(super) column: TemplateColumn,
    /// Cost of its presence.
    pub(super) cost: u32,
}

/// A part that contains others.
#[derive(Debug, Clone)]
pub(super) struct FrameRule {
    pub(super) above: FrameId,
    pub(super) what: FrameKind,
    /// The states in it.
    pub(super) first: StateId,
    pub(super) end: StateId,
    /// For each of its states, the cost of skipping all parts before the one that the state is in; and the cost
    /// including that part.
    pub(super) skips: Vec<(Skip, Skip)>,
    /// Cost of skipping all of it.
    pub(super) whole: Skip,
}

/// Kind of a frame.
#[derive(Debug, Clone)]
pub(super) enum FrameKind {
    /// The page, or parts that are present together or not at all.
    Tuple,
    /// Records.
    Set {
        /// The hash of the path of rows.
        row: TextHash,
        /// Number of elements around a row.
        depth: u16,
        /// Whether rows reach from one element to the next.
        run: bool,
        /// The hash of the path of the element around rows.
        around: TextHash,
        field: Option<usize>,
    },
    /// One of its parts.
    Either,
}

/// Parts that a transition skips.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Skip {
    pub(super) cost: u32,
    /// Number of required columns among them.
    pub(super) n_required: u32,
}

impl Skip {
    pub(super) fn plus(self, other: Self) -> Self {
        Self { cost: self.cost + other.cost, n_required: self.n_required + other.n_required }
    }

    fn minus(self, other: Self) -> Self {
        Self { cost: self.cost - other.cost, n_required: self.n_required - other.n_required }
    }
}

/// A transition from one state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Transition {
    pub(super) skip: Skip,
    /// The set in which a new record begins.
    pub(super) begins: Option<FrameId>,
}

impl Machine {
    /// Creates the machine of a template that was seen on `n_pages` pages.
    pub(super) fn new(parts: &[TemplatePart], n_pages: u32) -> Self {
        let mut machine = build::build(parts, n_pages);
        machine.is_loose = parts.iter().all(|part| matches!(part, TemplatePart::Set(_)));
        machine.index();
        machine
    }

    /// Returns a frame and all frames in it.
    pub(super) fn frames_in(&self, outer: FrameId) -> impl Iterator<Item = FrameId> + '_ {
        let is_inside = move |frame: &FrameId| {
            let mut frame = *frame;
            while frame != outer && frame != PAGE {
                frame = self.frames[frame].above;
            }
            frame == outer
        };
        // Frames are in the order in which they begin.
        (outer..self.frames.len()).take_while(is_inside)
    }

    /// Returns the outermost sets.
    pub(super) fn outer_sets(&self) -> impl Iterator<Item = FrameId> + '_ {
        let is_outer = |frame: &FrameId| {
            let rule = &self.frames[*frame];
            rule.above == PAGE && matches!(rule.what, FrameKind::Set { .. })
        };
        (0..self.frames.len()).filter(is_outer)
    }

    pub(super) fn empty() -> Self {
        Self {
            states: Vec::new(),
            frames: Vec::new(),
            by_text: FxHashMap::default(),
            by_path: FxHashMap::default(),
            by_prefix: FxHashMap::default(),
            is_loose: false,
        }
    }

    fn index(&mut self) {
        for (state, rule) in (0..).zip(&self.states) {
            let path = print_of_path(&rule.column.path);
            match &rule.column.text {
                Some(text) => {
                    self.by_text.entry((path, TextHash::of_text(text))).or_default().push(state);
                }
                None if rule.column.stretch => self.by_prefix.entry(path).or_default().push(state),
                None => self.by_path.entry(path).or_default().push(state),
            }
        }
    }

    /// The frames around a state, the innermost first.
    pub(super) fn around(&self, state: StateId) -> impl Iterator<Item = FrameId> + '_ {
        let above = |&frame: &FrameId| (frame != PAGE).then(|| self.frames[frame].above);
        std::iter::successors(Some(self.states[state as usize].frame), above)
    }

    /// The transition to the first column that is read.
    pub(super) fn enter(&self, to: StateId) -> Transition {
        let skips = self.around(to).map(|frame| self.frames[frame].before(to));
        Transition { skip: skips.fold(Skip::default(), Skip::plus), begins: None }
    }

    /// The transition from the last column that is read to the end.
    pub(super) fn leave(&self, from: StateId) -> Skip {
        let skips = self.around(from).map(|frame| self.frames[frame].behind(from));
        skips.fold(Skip::default(), Skip::plus)
    }

    /// Returns the cost of reading nothing.
    pub(super) fn nothing(&self) -> Skip {
        self.frames[PAGE].whole
    }

    /// The transition between two states; `same_row` returns whether both are in the same record of a set, if that
    /// is known.
    pub(super) fn step(
        &self,
        from: StateId,
        to: StateId,
        same_row: impl Fn(FrameId) -> Option<bool>,
    ) -> Option<Transition> {
        let common = self.common(from, to);
        let sets = || {
            let around = self.around(to).skip_while(move |&frame| frame != common);
            around.filter(|&frame| matches!(self.frames[frame].what, FrameKind::Set { .. }))
        };
        // The outermost set that begins anew restarts all sets in it.
        if let Some(set) = sets().filter(|&set| same_row(set) == Some(false)).last() {
            return Some(self.anew(from, to, set));
        }
        let forward = match from.cmp(&to) {
            Ordering::Less => self.forward(from, to, common),
            Ordering::Equal if self.is_stretch(to) => {
                Some(Transition { skip: Skip::default(), begins: None })
            }
            _ => None,
        };
        let open = sets().filter(|&set| same_row(set).is_none());
        let anew = open.map(|set| self.anew(from, to, set));
        forward.into_iter().chain(anew).min_by_key(|step| step.skip.cost)
    }

    /// Whether any number of texts together are the column.
    pub(super) fn is_stretch(&self, state: StateId) -> bool {
        self.states[state as usize].column.stretch
    }

    /// The innermost frame around both.
    fn common(&self, a: StateId, b: StateId) -> FrameId {
        let mut frame = self.states[a as usize].frame;
        while !self.frames[frame].holds(b) {
            frame = self.frames[frame].above;
        }
        frame
    }

    fn forward(&self, from: StateId, to: StateId, common: FrameId) -> Option<Transition> {
        let inside = |state| self.around(state).take_while(move |&frame| frame != common);
        let left = inside(from).map(|frame| self.frames[frame].behind(from));
        let entered = inside(to).map(|frame| self.frames[frame].before(to));
        let between = self.frames[common].between(from, to)?;
        let skip = left.chain(entered).fold(between, Skip::plus);
        Some(Transition { skip, begins: None })
    }

    /// Ends a record of a set and begins another.
    fn anew(&self, from: StateId, to: StateId, set: FrameId) -> Transition {
        let inside = |state| {
            self.around(state).take_while(move |&frame| frame != set).chain(std::iter::once(set))
        };
        let left = inside(from).map(|frame| self.frames[frame].behind(from));
        let entered = inside(to).map(|frame| self.frames[frame].before(to));
        let skip = left.chain(entered).fold(Skip::default(), Skip::plus);
        Transition { skip, begins: Some(set) }
    }
}

impl FrameRule {
    pub(super) fn holds(&self, state: StateId) -> bool {
        self.first <= state && state < self.end
    }

    fn at(&self, state: StateId) -> (Skip, Skip) {
        self.skips[(state - self.first) as usize]
    }

    fn before(&self, state: StateId) -> Skip {
        if matches!(self.what, FrameKind::Either) { Skip::default() } else { self.at(state).0 }
    }

    fn behind(&self, state: StateId) -> Skip {
        if matches!(self.what, FrameKind::Either) {
            return Skip::default();
        }
        self.whole.minus(self.at(state).1)
    }

    /// Returns the parts between two states; `None` if only one of the two can be taken.
    fn between(&self, from: StateId, to: StateId) -> Option<Skip> {
        let is_either = matches!(self.what, FrameKind::Either);
        (!is_either).then(|| self.at(to).0.minus(self.at(from).1))
    }
}
