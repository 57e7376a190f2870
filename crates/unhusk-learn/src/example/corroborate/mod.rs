//! Corroboration: the arrays of records that the findings of imperfect recognizers on a page can mean.
//!
//! Every recognizer declares which errors it makes ([`Reliability`]). A perfect recognizer determines the rows: each of
//! its instances is a record. Certain instances (those of sound recognizers) exclude most of the uncertain ones: those
//! that overlap a certain one, are in no row, or are out of order. A cell then has one place, several of which one is
//! right, or none. The order of the fields in a record is not known: every consistent order gives an array of its own,
//! and the learner decides which one is right.
//!
//! ```
//! use unhusk_page::Span;
//! use unhusk_learn::example::corroborate::{RecognizedColumn, Reliability, corroborate};
//! let span = |start, end| Span { start, end };
//! let country = RecognizedColumn::new(Reliability::Incomplete, vec![span(10, 16)]);
//! let code = RecognizedColumn::new(Reliability::Perfect, vec![span(18, 21), span(38, 41)]);
//! let found = corroborate(&[country, code])?;
//! assert_eq!(found.arrays.len(), 1);
//! assert_eq!(found.arrays[0].order, [0, 1]);
//! assert_eq!(found.arrays[0].rows[1][0], [], "the second record lacks its country");
//! # Ok::<(), unhusk_learn::example::corroborate::CorroborateError>(())
//! ```
//!
//! # Source
//! Kushmerick, Weld, Doorenbos, *Wrapper induction for information extraction*, IJCAI 1997, section 6. The paper
//! tries all orders; here they grow field by field, and a branch ends as soon as it is inconsistent.

mod array;
mod error;
mod orders;
mod rows;

#[cfg(test)]
mod tests;

pub use array::Array;
pub use error::CorroborateError;
pub(crate) use error::overlap;
pub use orders::Orders;

use orders::OrderCondition;
use rows::RowAssignment;
use unhusk_page::Span;

/// Which errors a recognizer makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reliability {
    /// No errors: it finds all values of its field, and nothing else.
    Perfect,
    /// It finds only values of its field, but not all of them.
    Incomplete,
    /// It finds all values of its field, but also other texts.
    Unsound,
    /// It misses values, and finds other texts.
    Unreliable,
}

impl Reliability {
    /// All values, with their names in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("perfect", Self::Perfect),
        ("incomplete", Self::Incomplete),
        ("unsound", Self::Unsound),
        ("unreliable", Self::Unreliable),
    ];

    /// Whether it finds only values of its field.
    pub fn is_sound(self) -> bool {
        matches!(self, Self::Perfect | Self::Incomplete)
    }

    /// Whether it finds all values of its field.
    pub fn is_complete(self) -> bool {
        matches!(self, Self::Perfect | Self::Unsound)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What the recognizer of one field found on one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecognizedColumn {
    reliability: Reliability,
    instances: Vec<Span>,
}

impl RecognizedColumn {
    /// Creates a column; sorts the instances in document order and removes duplicates.
    pub fn new(reliability: Reliability, mut instances: Vec<Span>) -> Self {
        instances.sort_unstable();
        instances.dedup();
        Self { reliability, instances }
    }

    /// Which errors the recognizer makes.
    pub fn reliability(&self) -> Reliability {
        self.reliability
    }

    /// What the recognizer found, in document order.
    pub fn instances(&self) -> &[Span] {
        &self.instances
    }
}

/// The possible meanings of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corroborated {
    /// One array per consistent order of the fields.
    pub arrays: Vec<Array>,
    /// Whether the search stopped before all orders were found.
    pub is_cut: bool,
}

/// Returns the arrays of records that the instances of one page can mean; one column per field.
///
/// # Errors
/// If no recognizer is perfect, if recognizers that are declared sound contradict each other, or if no order of the
/// fields is consistent.
pub fn corroborate(columns: &[RecognizedColumn]) -> Result<Corroborated, CorroborateError> {
    let orders = search(&[columns], OrderCondition::Cells)?;
    let arrays = orders.found.iter().map(|order| Array::new(columns, order)).collect();
    Ok(Corroborated { arrays, is_cut: orders.is_cut })
}

/// Returns the orders of the fields for which every page has a label: a choice of places in which all values are in
/// order. An array of [`corroborate`] may have no label, because `corroborate` checks each cell by itself.
///
/// # Errors
/// As [`corroborate`]; reports the first page that contradicts itself, if there is one.
pub fn orders(pages: &[&[RecognizedColumn]]) -> Result<Orders, CorroborateError> {
    search(pages, OrderCondition::Labels)
}

/// Returns the fields without which an inconsistent page would be consistent: one of them is not as reliable as
/// declared.
pub fn suspects(columns: &[RecognizedColumn]) -> Vec<usize> {
    let is_suspect = |&field: &usize| {
        let mut others = columns.to_vec();
        others.remove(field);
        orders(&[&others]).is_ok()
    };
    (0..columns.len()).filter(is_suspect).collect()
}

fn search(
    pages: &[&[RecognizedColumn]],
    condition: OrderCondition,
) -> Result<Orders, CorroborateError> {
    let mut assignments = Vec::with_capacity(pages.len());
    for columns in pages {
        let anchor = anchor(columns)?;
        error::check_sound(columns)?;
        assignments.push(RowAssignment::new(columns, anchor));
    }
    let orders = orders::search(&assignments, condition);
    if orders.found.is_empty() { Err(CorroborateError::NoOrder) } else { Ok(orders) }
}

/// The field whose instances are the rows: the first with a perfect recognizer.
pub(crate) fn anchor(columns: &[RecognizedColumn]) -> Result<usize, CorroborateError> {
    columns
        .iter()
        .position(|column| column.reliability == Reliability::Perfect)
        .ok_or(CorroborateError::NothingPerfect)
}
