//! Confidence of values and records.

use super::{Cell, Record};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Estimated probability that a value is right: about nine in ten values with 0.9 are right. Comparisons use it alone.
#[derive(Debug, Clone, Copy)]
pub struct Confidence {
    /// In thousandths.
    probability: u16,
    votes: Option<Votes>,
}

/// Votes of a wrapper's rules on one value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Votes {
    /// The share of all votes that the value has, in thousandths.
    pub(crate) share: u16,
    /// Contest of the value: the share of the second best text in the votes of both, in thousandths.
    pub(crate) contest: u16,
}

impl Confidence {
    /// Values below this confidence deserve a check by a person.
    pub const DOUBT: Self = Self { probability: 900, votes: None };

    /// Converts a probability; values outside 0 to 1 are clamped.
    pub fn new(probability: f64) -> Self {
        Self { probability: thousandths(probability), votes: None }
    }

    /// Adds the votes that the probability comes from.
    pub(crate) fn with_votes(self, votes: Votes) -> Self {
        Self { votes: Some(votes), ..self }
    }

    /// The votes that the probability comes from, if rules voted.
    pub(crate) fn votes(self) -> Option<Votes> {
        self.votes
    }

    /// Returns the probability, between 0 and 1.
    pub fn get(self) -> f64 {
        f64::from(self.probability) / 1000.0
    }
}

impl PartialEq for Confidence {
    fn eq(&self, other: &Self) -> bool {
        self.probability == other.probability
    }
}

impl Eq for Confidence {}

impl PartialOrd for Confidence {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Confidence {
    fn cmp(&self, other: &Self) -> Ordering {
        self.probability.cmp(&other.probability)
    }
}

impl Hash for Confidence {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.probability.hash(state);
    }
}

impl Votes {
    pub(crate) fn new(share: f64, contest: f64) -> Self {
        Self { share: thousandths(share), contest: thousandths(contest) }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
fn thousandths(share: f64) -> u16 {
    (share.clamp(0.0, 1.0) * 1000.0).round() as u16
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
