//! A template -> its machine: states and frames, and the costs of skipping parts.

use super::leaves::print_of_path;
use super::machine::{
    BROKEN, FrameId, FrameKind, FrameRule, Machine, PAGE, Skip, StateId, StateRule,
};
use super::part::{TemplatePart, TemplateSet};

/// Returns the states and frames of a template that was seen on `n_pages` pages.
pub(super) fn build(parts: &[TemplatePart], n_pages: u32) -> Machine {
    let mut builder = MachineBuilder { machine: Machine::empty() };
    builder.frame(PAGE, FrameKind::Tuple, parts, n_pages);
    builder.machine
}

struct MachineBuilder {
    machine: Machine,
}

impl MachineBuilder {
    /// Adds a frame with all parts in it. Recurses on the nesting of parts, which is capped.
    fn frame(
        &mut self,
        above: FrameId,
        what: FrameKind,
        parts: &[TemplatePart],
        total: u32,
    ) -> FrameId {
        let number = self.machine.frames.len();
        let first = self.machine.next_state();
        self.machine.frames.push(FrameRule {
            above,
            what,
            first,
            end: first,
            skips: Vec::new(),
            whole: Skip::default(),
        });
        let (mut skips, mut whole) = (Vec::new(), Skip::default());
        for part in parts {
            let before = whole;
            whole = before.plus(self.part(number, part, total));
            skips.resize((self.machine.next_state() - first) as usize, (before, whole));
        }
        let end = self.machine.next_state();
        let frame = &mut self.machine.frames[number];
        (frame.end, frame.skips, frame.whole) = (end, skips, whole);
        number
    }

    /// Adds a part; returns the cost of skipping it.
    fn part(&mut self, frame: FrameId, part: &TemplatePart, total: u32) -> Skip {
        match part {
            TemplatePart::Column(column) => {
                let cost = likely(column.seen, total);
                let column = column.clone();
                let seen = column.seen;
                self.machine.states.push(StateRule { frame, column, cost });
                unlikely(seen, total)
            }
            TemplatePart::Set(set) => {
                self.frame(frame, what_set(set), &set.parts, set.of);
                unlikely(set.seen, total)
            }
            TemplatePart::Option(parts) => {
                let seen = parts.iter().map(seen).max().unwrap_or(0);
                self.frame(frame, FrameKind::Tuple, parts, seen);
                unlikely(seen, total)
            }
            TemplatePart::Either(parts) => {
                self.frame(frame, FrameKind::Either, parts, total);
                unlikely(parts.iter().map(seen).sum(), total)
            }
        }
    }
}

impl Machine {
    fn next_state(&self) -> StateId {
        StateId::try_from(self.states.len()).unwrap_or(StateId::MAX)
    }
}

fn what_set(set: &TemplateSet) -> FrameKind {
    let n_names = set.row.split('/').filter(|name| !name.is_empty()).count();
    let depth = u16::try_from(n_names.saturating_sub(1)).unwrap_or(u16::MAX);
    let around = set.row.rsplit_once('/').map_or("", |(around, _)| around);
    let (row, around) = (print_of_path(&set.row), print_of_path(around));
    FrameKind::Set { row, depth, run: set.run, around, field: set.field }
}

/// Returns the number of pages or records that had a part.
fn seen(part: &TemplatePart) -> u32 {
    match part {
        TemplatePart::Column(column) => column.seen,
        TemplatePart::Set(set) => set.seen,
        TemplatePart::Option(parts) => parts.iter().map(seen).max().unwrap_or(0),
        TemplatePart::Either(parts) => parts.iter().map(seen).sum(),
    }
}

/// Returns the cost of a part that was present in `seen` of `total`: its surprise, in quarters of a nat.
fn likely(seen: u32, total: u32) -> u32 {
    surprise(f64::from(seen.max(1)) / f64::from(total.max(seen).max(1)))
}

/// Returns the cost of its absence.
fn unlikely(seen: u32, total: u32) -> Skip {
    if seen >= total {
        return Skip { cost: BROKEN, n_required: 1 };
    }
    Skip { cost: surprise(f64::from(total - seen) / f64::from(total)), n_required: 0 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "of probabilities")]
fn surprise(probability: f64) -> u32 {
    (-4.0 * probability.ln()).round().clamp(0.0, f64::from(BROKEN)) as u32
}
