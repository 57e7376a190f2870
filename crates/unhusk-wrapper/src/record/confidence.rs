//! How sure a wrapper is of what it read.

use super::{Cell, Record};

/// How likely a value is right, in thousandths: of the values that are given 0.9, about nine in ten are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u16);

impl Confidence {
    /// Values that are given less are worth a look.
    pub const DOUBT: Self = Self(900);

    /// A probability; what lies outside of 0 to 1 is moved to the nearer end.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 1000"
    )]
    pub fn new(probability: f64) -> Self {
        Self((probability.clamp(0.0, 1.0) * 1000.0).round() as u16)
    }

    /// Between 0 and 1.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Record<'_> {
    /// A record is as sure as the least sure of its values; `None` if its wrapper tells nothing of them.
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
