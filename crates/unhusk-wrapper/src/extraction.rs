//! Result of a wrapper on one page: records with the names of their fields.

use crate::RawExtraction;
use crate::record::{Cell, Confidence, Record, RecordView, Schema, Value};
use std::ops::AddAssign;
use unhusk_page::Warning;

/// The records of one page, and the problems of reading them.
///
/// [`records`](Self::records()) returns records that are indexed by the names of their fields. The field `records`
/// holds them as plain data, for sinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction<'w, 'p> {
    /// The records, in document order.
    pub records: Vec<Record<'p>>,
    /// Problems on this page, to be shown to the user; empty if it was read as learnt.
    pub warnings: Vec<Warning>,
    schema: &'w Schema,
}

impl<'w, 'p> Extraction<'w, 'p> {
    /// Combines the result of a rule with the schema that the rule was learnt for.
    pub fn new(schema: &'w Schema, read: RawExtraction<'p>) -> Self {
        Self { records: read.records, warnings: read.warnings, schema }
    }

    /// The fields of the records.
    pub fn schema(&self) -> &'w Schema {
        self.schema
    }

    /// The records, in document order, to be indexed by the names of their fields.
    pub fn records(&self) -> impl ExactSizeIterator<Item = RecordView<'_>> {
        self.records.iter().map(|record| RecordView::new(self.schema.fields(), record))
    }

    /// Counts the doubtful values. Counts nothing unless the page was read with confidence.
    pub fn doubt(&self) -> Doubt {
        Doubt::of(&self.records)
    }
}

/// Numbers of values with a known confidence, and of the doubtful ones among them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Doubt {
    /// Values whose confidence is known.
    pub values: usize,
    /// Values among them whose confidence is below [`Confidence::DOUBT`].
    pub doubtful: usize,
}

impl Doubt {
    /// Counts the doubtful values of records.
    pub fn of(records: &[Record<'_>]) -> Self {
        let mut doubt = Self::default();
        for record in records {
            doubt.add_record(record);
        }
        doubt
    }

    /// Whether most values are doubtful, as on pages of another site.
    pub fn is_serious(self) -> bool {
        2 * self.doubtful > self.values
    }

    /// Recurses on the nesting of the schema, which is capped.
    fn add_record(&mut self, record: &Record<'_>) {
        for cell in &record.cells {
            cell.values().iter().for_each(|value| self.add_value(value));
            if let Cell::Nested(records) = cell {
                for record in records {
                    self.add_record(record);
                }
            }
        }
    }

    fn add_value(&mut self, value: &Value<'_>) {
        if let Some(confidence) = value.confidence {
            self.values += 1;
            self.doubtful += usize::from(confidence < Confidence::DOUBT);
        }
    }
}

impl AddAssign for Doubt {
    fn add_assign(&mut self, other: Self) {
        self.values += other.values;
        self.doubtful += other.doubtful;
    }
}
