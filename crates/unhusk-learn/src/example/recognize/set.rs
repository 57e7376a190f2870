//! Recognizers for all fields of a record.

use super::{Recognizer, RecognizersError};
use crate::example::corroborate::{RecognizedColumn, Reliability};
use unhusk_page::Limited;
use unhusk_page::Page;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Field, Schema};

/// The recognizer of one field.
#[derive(Debug, Clone)]
pub struct FieldRecognizer {
    /// The field.
    pub field: String,
    /// Finds possible values of the field.
    pub recognizer: Recognizer,
    /// Its kinds of errors.
    pub reliability: Reliability,
}

/// Recognizers of all fields of a record, one of them perfect.
#[derive(Debug, Clone)]
pub struct Recognizers {
    schema: Schema,
    fields: Vec<FieldRecognizer>,
}

/// Results of recognizers on one page.
#[derive(Debug, Clone)]
pub struct RecognizedPage {
    /// The result of each recognizer, in the order of the fields.
    pub columns: Vec<RecognizedColumn>,
    /// Warnings about truncated results.
    pub warnings: Vec<Warning>,
}

impl Recognizers {
    /// Combines recognizers.
    ///
    /// # Errors
    /// If a field has two recognizers or an invalid name, or no recognizer is declared perfect.
    pub fn new(fields: Vec<FieldRecognizer>) -> Result<Self, RecognizersError> {
        if fields.is_empty() {
            return Err(RecognizersError::None);
        }
        for (at, one) in fields.iter().enumerate() {
            if fields[..at].iter().any(|other| other.field == one.field) {
                return Err(RecognizersError::Twice { field: one.field.clone() });
            }
        }
        if fields.iter().all(|one| one.reliability != Reliability::Perfect) {
            let declared: Vec<String> = fields
                .iter()
                .map(|one| format!("`{}` is {}", one.field, one.reliability.name()))
                .collect();
            return Err(RecognizersError::NothingPerfect { declared: declared.join(", ") });
        }
        let schema = Schema::new(fields.iter().map(|one| Field::new(&one.field)).collect())?;
        Ok(Self { schema, fields })
    }

    /// The fields, in the given order.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Runs every recognizer on a page.
    pub fn recognize(&self, page: &Page) -> RecognizedPage {
        let mut warnings = Vec::new();
        let columns = self.fields.iter().map(|one| {
            let found = one.recognizer.find(page);
            if found.is_cut {
                let at_byte = found.places.last().map_or(0, |place| place.start as usize);
                let limit = super::MAX_PLACES as u64;
                let cut = Warning::Truncated { what: Limited::Candidates, limit, at_byte };
                warnings.push(Warning::Note(format!("field `{}`: {cut}", one.field)));
            }
            RecognizedColumn::new(one.reliability, found.places)
        });
        let columns = columns.collect();
        RecognizedPage { columns, warnings }
    }
}
