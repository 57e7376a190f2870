//! Merges consecutive rows that repeat (a set) into the first repeat.

use super::matrix::PeerRow;

/// Limit on the rows of one repeat.
const MAX_UNIT: usize = 32;

/// Merges repeats; short ones first, so that longer ones contain them merged.
pub(super) fn merge(mut rows: Vec<PeerRow>) -> Vec<PeerRow> {
    for unit in 1..=MAX_UNIT {
        if 2 * unit > rows.len() {
            break;
        }
        rows = merge_units(rows, unit);
    }
    rows
}

/// Merges repeats of `unit` rows.
fn merge_units(rows: Vec<PeerRow>, unit: usize) -> Vec<PeerRow> {
    let mut merged: Vec<PeerRow> = Vec::with_capacity(rows.len());
    let classes: Vec<usize> = rows.iter().map(|row| row.class).collect();
    // Rows from here on repeat the last `unit` merged rows.
    let mut end_of_repeats = 0;
    for (at, row) in rows.into_iter().enumerate() {
        let is_repeat = at >= unit
            && at + unit <= classes.len()
            && classes[at - unit..at] == classes[at..at + unit];
        if at >= end_of_repeats && is_repeat {
            end_of_repeats = at + unit;
        }
        if at < end_of_repeats {
            let nth = (end_of_repeats - at - 1) % unit;
            let first = merged.len() - 1 - nth;
            merged[first].cells.extend(row.cells);
        } else {
            merged.push(row);
        }
    }
    merged
}
