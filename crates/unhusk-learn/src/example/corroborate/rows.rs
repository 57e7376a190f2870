//! Assigns instances to rows, once for fields before the anchor and once for fields behind it.
//!
//! The row of an instance depends only on the side of the anchor on which its field is, so it is computed once per
//! page; orders of the fields are then compared by rows.

use super::{RecognizedColumn, Reliability};
use unhusk_page::Span;

/// The side of the anchor on which a field is in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnchorSide {
    Before,
    Behind,
}

/// The row of an instance, and the instance.
pub(super) type RowInstance = (usize, Span);

/// The instances of one page by field and side.
#[derive(Debug)]
pub(super) struct RowAssignment {
    pub(super) anchor: usize,
    pub(super) n_rows: usize,
    fields: Vec<FieldRows>,
}

#[derive(Debug)]
struct FieldRows {
    reliability: Reliability,
    /// For each side, the instances that have a row there; `None` if the field cannot be on that side.
    sides: [Option<Vec<RowInstance>>; 2],
}

impl RowAssignment {
    pub(super) fn new(columns: &[RecognizedColumn], anchor: usize) -> Self {
        let anchors = &columns[anchor].instances;
        let fields = columns.iter().enumerate().map(|(field, column)| {
            if field == anchor {
                let rows: Vec<RowInstance> = anchors.iter().copied().enumerate().collect();
                return FieldRows {
                    reliability: column.reliability,
                    sides: [Some(rows.clone()), Some(rows)],
                };
            }
            FieldRows {
                reliability: column.reliability,
                sides: [AnchorSide::Before, AnchorSide::Behind]
                    .map(|side| on_side(column, anchors, side)),
            }
        });
        Self { anchor, n_rows: anchors.len(), fields: fields.collect() }
    }

    pub(super) fn n_fields(&self) -> usize {
        self.fields.len()
    }

    pub(super) fn reliability(&self, field: usize) -> Reliability {
        self.fields[field].reliability
    }

    /// The instances of a field that have a row if the field is on `side`; `None` if it cannot be there.
    pub(super) fn rows(&self, field: usize, side: AnchorSide) -> Option<&[RowInstance]> {
        self.fields[field].sides[side as usize].as_deref()
    }
}

/// The instances with their rows, if the field can be on this side: every instance of a sound recognizer needs a row of
/// its own, and a complete recognizer leaves no row without an instance.
fn on_side(
    column: &RecognizedColumn,
    anchors: &[Span],
    side: AnchorSide,
) -> Option<Vec<RowInstance>> {
    let mut rows: Vec<RowInstance> = Vec::with_capacity(column.instances.len());
    for &instance in &column.instances {
        match row_of(instance, anchors, side) {
            Some(row) => rows.push((row, instance)),
            None if column.reliability.is_sound() => return None,
            None => {}
        }
    }
    if column.reliability.is_sound() && rows.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return None;
    }
    if column.reliability.is_complete() && !covers(rows.iter().map(|row| row.0), anchors.len()) {
        return None;
    }
    Some(rows)
}

/// The row of an instance: of the next anchor for a field before it, of the last anchor for a field behind it.
pub(super) fn row_of(instance: Span, anchors: &[Span], side: AnchorSide) -> Option<usize> {
    // Anchors are disjoint and in order, so those that end before the instance come first.
    let n_ended = anchors.partition_point(|anchor| anchor.end <= instance.start);
    if let Some(next) = anchors.get(n_ended)
        && instance.end > next.start
    {
        return None;
    }
    match side {
        AnchorSide::Before => (n_ended < anchors.len()).then_some(n_ended),
        AnchorSide::Behind => n_ended.checked_sub(1),
    }
}

/// Whether ascending row numbers include all of `0..n_rows`.
pub(super) fn covers(rows: impl Iterator<Item = usize>, n_rows: usize) -> bool {
    let mut n_covered = 0;
    for row in rows {
        if row > n_covered {
            return false;
        }
        n_covered = n_covered.max(row + 1);
    }
    n_covered == n_rows
}
