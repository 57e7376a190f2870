//! Ways through a machine that are followed side by side.

use super::label::Read;
use super::leaves::count;
use super::machine::State;

/// What no way has come from.
pub(super) const NOWHERE: usize = usize::MAX;

/// A way that was followed so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    pub(super) cost: u32,
    /// Its last stop; [`NOWHERE`] if there is none.
    pub(super) last: usize,
    /// Whether it has left the template.
    pub(super) is_broken: bool,
}

/// A text that a way read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    pub(super) read: Read,
    pub(super) n_required: u32,
    pub(super) before: usize,
    /// Whether the way to it has left the template.
    pub(super) is_broken: bool,
}

/// The cheapest way to each state that a text may be.
#[derive(Debug)]
pub(super) struct Offers {
    all: Vec<(State, u32, Stop)>,
    /// The position of each state among them, from 1; 0 if it is not there.
    of_state: Vec<u32>,
}

impl Offers {
    /// None yet of a machine with so many states.
    pub(super) fn new(n_states: usize) -> Self {
        Self { all: Vec::new(), of_state: vec![0; n_states] }
    }

    pub(super) fn add(&mut self, state: State, cost: u32, stop: Stop) {
        let at = &mut self.of_state[state as usize];
        match self.all.get_mut((*at as usize).wrapping_sub(1)) {
            Some(other) if other.1 <= cost => {}
            Some(other) => *other = (state, cost, stop),
            None => {
                self.all.push((state, cost, stop));
                *at = count(self.all.len());
            }
        }
    }

    /// All offers; the next text has none yet.
    pub(super) fn take(&mut self) -> Vec<(State, u32, Stop)> {
        for (state, ..) in &self.all {
            self.of_state[*state as usize] = 0;
        }
        std::mem::take(&mut self.all)
    }
}
