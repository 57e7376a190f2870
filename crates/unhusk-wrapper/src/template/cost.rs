//! What it costs to take a text for a column.

use super::kind::ValueKind;
use super::leaves::TextLeaf;
use super::machine::{BROKEN, Machine, StateId};

/// What it costs that no column takes a text: more than a column that is missing, so that nothing is passed over for one.
pub(super) const STRANGER: u32 = BROKEN + BROKEN / 2;
/// Cost of a text that no column takes where only records are known: a record that lacks more than half is none.
pub(super) const PASSED_OVER: u32 = BROKEN / 2;
/// What it costs that a value is of another kind than those that were seen.
const OTHER_KIND: u32 = 12;
/// What it costs that a value does not begin with its caption.
const NO_LABEL: u32 = 24;
/// What it costs that a text of the template is a value.
pub(super) const IS_TEMPLATE: u32 = 24;
/// What it costs that a text is one of free text: more than to be a value that is often there, for that says more.
pub(super) const ANY_TEXT: u32 = 4;

/// What it costs that a text is a value of a column.
pub(super) fn value_cost(
    machine: &Machine,
    state: StateId,
    (leaf, kind): (&TextLeaf<'_>, ValueKind),
    is_template: bool,
) -> u32 {
    let column = &machine.states[state as usize].column;
    let mut cost = if is_template { IS_TEMPLATE } else { 0 };
    if !column.kind.is_akin(kind) {
        cost += OTHER_KIND;
    }
    if column.caption.is_some() && column.caption.as_deref() != caption_of(&leaf.text) {
        cost += NO_LABEL;
    }
    cost
}

/// The longest caption within a text.
const MAX_LABEL: usize = 30;

/// What a text begins with, up to a colon.
pub fn caption_of(text: &str) -> Option<&str> {
    let at = text.find(':').filter(|at| (1..=MAX_LABEL).contains(at))?;
    (at + 1 < text.len()).then(|| &text[..at])
}
