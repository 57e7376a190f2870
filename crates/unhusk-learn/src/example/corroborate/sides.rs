//! Instances put into rows, once for fields before the anchor and once for fields behind it.
//!
//! In which row an instance stands depends on nothing but the side of the anchor on which its field stands, so this
//! is worked out once per page; orders of the fields are then compared by rows.

use super::{Column, Reliability};
use unhusk_page::Span;

/// On which side of the anchor a field stands in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    Behind,
}

/// An instance and the row it stands in.
pub(super) type InRow = (usize, Span);

/// The instances of one page by field and side.
#[derive(Debug)]
pub(super) struct Sided {
    pub(super) anchor: usize,
    pub(super) n_rows: usize,
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    reliability: Reliability,
    /// For each side, the instances that have a row there; `None` if the field cannot stand on that side.
    sides: [Option<Vec<InRow>>; 2],
}

impl Sided {
    pub(super) fn new(columns: &[Column], anchor: usize) -> Self {
        let anchors = &columns[anchor].instances;
        let fields = columns.iter().enumerate().map(|(field, column)| {
            if field == anchor {
                let rows: Vec<InRow> = anchors.iter().copied().enumerate().collect();
                return Field {
                    reliability: column.reliability,
                    sides: [Some(rows.clone()), Some(rows)],
                };
            }
            Field {
                reliability: column.reliability,
                sides: [Side::Before, Side::Behind].map(|side| on_side(column, anchors, side)),
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

    /// The instances of a field that have a row if it stands on a side; `None` if it cannot stand there.
    pub(super) fn rows(&self, field: usize, side: Side) -> Option<&[InRow]> {
        self.fields[field].sides[side as usize].as_deref()
    }
}

/// The instances with their rows, if the field can stand on this side: of a sound recognizer every instance has a row
/// of its own, and of a complete one no row lacks an instance.
fn on_side(column: &Column, anchors: &[Span], side: Side) -> Option<Vec<InRow>> {
    let mut rows: Vec<InRow> = Vec::with_capacity(column.instances.len());
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

/// The row of an instance: that of the next anchor for a field before it, of the last one for a field behind it.
pub(super) fn row_of(instance: Span, anchors: &[Span], side: Side) -> Option<usize> {
    // Anchors are disjoint and in order, so those that end before the instance come first.
    let n_ended = anchors.partition_point(|anchor| anchor.end <= instance.start);
    if let Some(next) = anchors.get(n_ended)
        && instance.end > next.start
    {
        return None;
    }
    match side {
        Side::Before => (n_ended < anchors.len()).then_some(n_ended),
        Side::Behind => n_ended.checked_sub(1),
    }
}

/// Whether ascending row numbers leave out none of `n_rows`.
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
