//! Rows that repeat one behind the other: a set, whose repeats are merged into the first.

use super::matrix::Row;

/// Rows of the longest repeat that is looked for.
const MAX_UNIT: usize = 32;

/// Merges repeats; those of few rows first, so that those of more find them merged.
pub(super) fn merge(mut rows: Vec<Row>) -> Vec<Row> {
    for unit in 1..=MAX_UNIT {
        if 2 * unit > rows.len() {
            break;
        }
        rows = merge_units(rows, unit);
    }
    rows
}

/// Merges repeats of so many rows.
fn merge_units(rows: Vec<Row>, unit: usize) -> Vec<Row> {
    let mut merged: Vec<Row> = Vec::with_capacity(rows.len());
    let classes: Vec<usize> = rows.iter().map(|row| row.class).collect();
    // Rows from here on repeat the last `unit` of those that are merged.
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
