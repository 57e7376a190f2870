//! Values with their levels -> nested examples.

use crate::disambiguate::Sighted;
use crate::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet};
use unhusk_page::Span;
use unhusk_wrapper::delimiter::LevelShape;
use unhusk_wrapper::record::{Field, Schema};

/// Examples with all values of the pages; `None` if there are none.
pub(super) fn examples<'p>(
    schema: &Schema,
    shape: &LevelShape,
    pages: &[Sighted<'p>],
    read: &[Vec<(usize, Span)>],
) -> Option<TrainingSet<'p>> {
    let examples = pages.iter().zip(read).map(|(sighted, values)| Example {
        name: sighted.name.clone(),
        page: sighted.page,
        complete: true,
        records: records(schema, shape, values),
        negatives: Vec::new(),
    });
    TrainingSet::from_examples(schema.clone(), examples.collect()).ok()
}

/// A record under construction, with the last level added to it.
struct OpenRecord {
    record: LabelledRecord,
    last: usize,
}

fn records(schema: &Schema, shape: &LevelShape, values: &[(usize, Span)]) -> Vec<LabelledRecord> {
    let fields = fields_by_depth(schema, shape);
    let mut records = Vec::new();
    // The open record of each depth, outermost first.
    let mut open: Vec<OpenRecord> = Vec::new();
    for &(level, span) in values {
        let of = &shape.levels[level];
        close(&mut open, of.depth + 1, shape, &mut records);
        if open
            .get(of.depth)
            .is_some_and(|open| open.last > level || (open.last == level && !of.many))
        {
            close(&mut open, of.depth, shape, &mut records);
        }
        while open.len() <= of.depth {
            let cells = fields[open.len()].iter().map(empty).collect();
            open.push(OpenRecord { record: LabelledRecord { cells }, last: 0 });
        }
        let record = &mut open[of.depth];
        record.last = level;
        let label =
            Label { candidates: vec![Place { span, target: PlaceTarget::Range }], text: None };
        match &mut record.record.cells[of.cell] {
            LabelCell::Many(labels) => labels.push(label),
            cell => *cell = LabelCell::One(label),
        }
    }
    close(&mut open, 0, shape, &mut records);
    records
}

/// Closes the records at `depth` and deeper, and adds each to the record around it.
fn close(
    open: &mut Vec<OpenRecord>,
    depth: usize,
    shape: &LevelShape,
    records: &mut Vec<LabelledRecord>,
) {
    while open.len() > depth {
        let Some(OpenRecord { record, .. }) = open.pop() else { break };
        let around = open.len().checked_sub(1);
        let cell = around.and_then(|around| shape.records[around].nested);
        match around.zip(cell).map(|(around, cell)| &mut open[around].record.cells[cell]) {
            Some(LabelCell::Nested(inner)) => inner.push(record),
            Some(cell) => *cell = LabelCell::Nested(vec![record]),
            None => records.push(record),
        }
    }
}

fn empty(field: &Field) -> LabelCell {
    if field.is_nested() {
        LabelCell::Nested(Vec::new())
    } else if field.many {
        LabelCell::Many(Vec::new())
    } else {
        LabelCell::Absent
    }
}

/// The fields of the records at each depth.
fn fields_by_depth<'s>(schema: &'s Schema, shape: &LevelShape) -> Vec<&'s [Field]> {
    let mut fields = vec![schema.fields()];
    for record in &shape.records {
        let inner = record.nested.and_then(|cell| fields.last()?.get(cell));
        match inner {
            Some(field) => fields.push(&field.fields),
            None => break,
        }
    }
    fields
}
