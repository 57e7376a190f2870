//! Confidence of values and records.

use super::{Cell, Record};

/// Estimated probability that a value is right, in thousandths: about nine in ten values with 0.9 are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u16);

impl Confidence {
    /// Values below this confidence deserve a check by a person.
    pub const DOUBT: Self = Self(900);

    /// Converts a probability; values outside 0 to 1 are clamped.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 1000"
    )]
    pub fn new(probability: f64) -> Self {
        Self((probability.clamp(0.0, 1.0) * 1000.0).round() as u16)
    }

    /// Returns the probability, between 0 and 1.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Record<'_> {
    /// Returns the lowest confidence of the record's values; `None` if no value has one.
    ///
    /// Recurses on the nesting of the schema, which is capped.
    pub fn confidence(&self) -> Option<Confidence> {
        let of_cell = |cell: &Cell<'_>| match cell {
            Cell::Absent => None,
            Cell::One(value) => value.confidence,
            Cell::Many(values) => values.iter().filter_map(|value| value.confidence).min(),
            Cell::Nested(records) => records.iter().filter_map(Record::confidence).min(),
        };
        self.cells.iter().filter_map(of_cell).min()
    }
}
