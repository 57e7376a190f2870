//! Paths through a machine that are followed side by side.

use super::assign::AssignedText;
use super::leaves::count;
use super::machine::StateId;

/// The last step of an empty path.
pub(super) const NO_STEP: usize = usize::MAX;

/// A path that was followed so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartialPath {
    pub(super) cost: u32,
    /// Its last step; [`NO_STEP`] if there is none.
    pub(super) last: usize,
    /// Whether it has left the template.
    pub(super) is_broken: bool,
}

/// A text that a path read.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathStep {
    pub(super) read: AssignedText,
    pub(super) n_required: u32,
    pub(super) before: usize,
    /// Whether the path to it has left the template.
    pub(super) is_broken: bool,
}

/// The cheapest path to each state that a text may be.
#[derive(Debug)]
pub(super) struct NextSteps {
    all: Vec<(StateId, u32, PathStep)>,
    /// The position of each state among them, from 1; 0 if it is not there.
    of_state: Vec<u32>,
}

impl NextSteps {
    /// Creates an empty list for a machine with `n_states` states.
    pub(super) fn new(n_states: usize) -> Self {
        Self { all: Vec::new(), of_state: vec![0; n_states] }
    }

    pub(super) fn add(&mut self, state: StateId, cost: u32, step: PathStep) {
        let at = &mut self.of_state[state as usize];
        match self.all.get_mut((*at as usize).wrapping_sub(1)) {
            Some(other) if other.1 <= cost => {}
            Some(other) => *other = (state, cost, step),
            None => {
                self.all.push((state, cost, step));
                *at = count(self.all.len());
            }
        }
    }

    /// Returns all steps and clears the list for the next text.
    pub(super) fn take(&mut self) -> Vec<(StateId, u32, PathStep)> {
        for (state, ..) in &self.all {
            self.of_state[*state as usize] = 0;
        }
        std::mem::take(&mut self.all)
    }
}
