//! Negative labels: removes places under `not` from the candidates, and reports labels that have no other place.

use super::placement::name;
use crate::example::error::{LabelAt, LabelError, LabelProblem, LabelStep};
use crate::example::example::{LabelCell, LabelledRecord, Negative};
use crate::example::place::Label;
use std::collections::BTreeSet;
use unhusk_page::Span;
use unhusk_wrapper::record::Schema;

/// Removes the negative places from the candidates.
pub(super) fn remove_negatives(
    records: &mut [LabelledRecord],
    negatives: &[Negative],
    schema: &Schema,
    at: &LabelAt,
) -> Result<(), LabelError> {
    if negatives.is_empty() {
        return Ok(());
    }
    let places = negatives.iter().flat_map(|negative| {
        let spans = negative.label.candidates.iter().map(|place| place.span);
        spans.map(|span| (negative.field.as_slice(), span))
    });
    let negative: BTreeSet<(&[usize], Span)> = places.collect();
    for (index, record) in records.iter_mut().enumerate() {
        let filter = NegativeFilter { negative: &negative, schema };
        filter.record(record, &mut Vec::new()).map_err(|(field, span)| {
            let at = at.step(LabelStep::Record(index + 1)).field(&field);
            LabelError::bad(at, LabelProblem::Contradiction { span })
        })?;
    }
    Ok(())
}

struct NegativeFilter<'n> {
    negative: &'n BTreeSet<(&'n [usize], Span)>,
    schema: &'n Schema,
}

impl NegativeFilter<'_> {
    /// Recurses on the nesting of the schema, whose depth is limited. The error is a field and a place of it.
    fn record(
        &self,
        record: &mut LabelledRecord,
        path: &mut Vec<usize>,
    ) -> Result<(), (String, Span)> {
        for (position, cell) in record.cells.iter_mut().enumerate() {
            path.push(position);
            match cell {
                LabelCell::Unknown | LabelCell::Absent => {}
                LabelCell::One(label) => self.label(label, path)?,
                LabelCell::Many(labels) => {
                    for label in labels {
                        self.label(label, path)?;
                    }
                }
                LabelCell::Nested(records) => {
                    for record in records {
                        self.record(record, path)?;
                    }
                }
            }
            path.pop();
        }
        Ok(())
    }

    fn label(&self, label: &mut Label, path: &[usize]) -> Result<(), (String, Span)> {
        let Some(first) = label.candidates.first().map(|place| place.span) else { return Ok(()) };
        label.candidates.retain(|place| !self.negative.contains(&(path, place.span)));
        if label.candidates.is_empty() { Err((name(self.schema, path), first)) } else { Ok(()) }
    }
}
