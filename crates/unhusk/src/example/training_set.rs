//! Examples that were checked to make sense.

use super::example::Example;
use crate::Warning;
use crate::record::Schema;

/// Examples that were checked to make sense: what every learner takes.
#[derive(Debug, Clone)]
pub struct TrainingSet<'p> {
    schema: Schema,
    examples: Vec<Example<'p>>,
    warnings: Vec<Warning>,
}

impl<'p> TrainingSet<'p> {
    /// Examples that the caller vouches for: one cell per field in every record, all places on their pages.
    #[doc(hidden)]
    pub fn from_examples(schema: Schema, examples: Vec<Example<'p>>) -> Self {
        Self { schema, examples, warnings: Vec::new() }
    }

    /// The fields that are to be learnt.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The examples, in the order of the labels.
    pub fn examples(&self) -> &[Example<'p>] {
        &self.examples
    }

    /// What could not be placed.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}
