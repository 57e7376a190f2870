//! Costs of assigning a text to a column.

use super::kind::ValueKind;
use super::leaves::TextLeaf;
use super::machine::{BROKEN, Machine, StateId};

/// Cost of a text without a column: more than that of a missing column, so that no text is skipped for one.
pub(super) const STRANGER: u32 = BROKEN + BROKEN / 2;
/// Cost of a text without a column where only records are known: a record that lacks more than half of its parts is
/// none.
pub(super) const PASSED_OVER: u32 = BROKEN / 2;
/// Cost of a value of another kind than those that were seen.
const OTHER_KIND: u32 = 12;
/// Cost of a value that does not begin with its caption.
const NO_LABEL: u32 = 24;
/// Cost of a text of the template that is a value.
pub(super) const IS_TEMPLATE: u32 = 24;
/// Cost of a text in free text: more than that of a frequent value, which is more specific.
pub(super) const ANY_TEXT: u32 = 4;

/// Returns the cost of assigning a text to a column of values.
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

/// Longest caption within a text, in bytes.
const MAX_LABEL: usize = 30;

/// Returns the caption at the start of a text, up to a colon.
pub fn caption_of(text: &str) -> Option<&str> {
    let at = text.find(':').filter(|at| (1..=MAX_LABEL).contains(at))?;
    (at + 1 < text.len()).then(|| &text[..at])
}
