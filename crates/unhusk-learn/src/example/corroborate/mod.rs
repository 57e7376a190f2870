//! Corroboration: what imperfect recognizers found on a page -> the arrays of records that it can mean.
//!
//! Every recognizer says which errors it makes ([`Reliability`]). One that makes none gives the rows: each of its
//! instances is a record. What is certain (instances of sound recognizers) excludes most of what is not: instances
//! that overlap it, that stand in no row, or out of order. What is left of a cell is one place, several of which one
//! is right, or none. In which order the fields stand in a record is not told: every order that nothing speaks
//! against gives an array of its own, and which one is right is for the learner to settle.
//!
//! ```
//! use unhusk::Span;
//! use unhusk::example::corroborate::{Column, Reliability, corroborate};
//! let span = |start, end| Span { start, end };
//! let country = Column::new(Reliability::Incomplete, vec![span(10, 16)]);
//! let code = Column::new(Reliability::Perfect, vec![span(18, 21), span(38, 41)]);
//! let found = corroborate(&[country, code])?;
//! assert_eq!(found.arrays.len(), 1);
//! assert_eq!(found.arrays[0].order, [0, 1]);
//! assert_eq!(found.arrays[0].rows[1][0], [], "the second record lacks its country");
//! # Ok::<(), unhusk::error::CorroborateError>(())
//! ```
//!
//! # Source
//! Kushmerick, Weld, Doorenbos, *Wrapper induction for information extraction*, IJCAI 1997, section 6. The paper
//! tries all orders; here they are grown field by field, and given up as soon as something speaks against them.

mod array;
mod error;
mod orders;
mod sides;

#[cfg(test)]
mod tests;

pub use array::Array;
pub use error::CorroborateError;
pub(crate) use error::overlap;
pub use orders::Orders;

use orders::Demand;
use sides::Sided;
use unhusk_page::Span;

/// Which errors a recognizer makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reliability {
    /// None: it finds all values of its field, and nothing else.
    Perfect,
    /// It finds nothing but values of its field, and not all of them.
    Incomplete,
    /// It finds all values of its field, and other things.
    Unsound,
    /// It misses values, and finds other things.
    Unreliable,
}

impl Reliability {
    /// All of them, with the names that files call them by.
    pub const ALL: [(&'static str, Self); 4] = [
        ("perfect", Self::Perfect),
        ("incomplete", Self::Incomplete),
        ("unsound", Self::Unsound),
        ("unreliable", Self::Unreliable),
    ];

    /// Whether all it finds are values of its field.
    pub fn is_sound(self) -> bool {
        matches!(self, Self::Perfect | Self::Incomplete)
    }

    /// Whether it finds all values of its field.
    pub fn is_complete(self) -> bool {
        matches!(self, Self::Perfect | Self::Unsound)
    }

    /// What files call it.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What the recognizer of one field found on one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    reliability: Reliability,
    instances: Vec<Span>,
}

impl Column {
    /// Puts the instances in the order of the page, each once.
    pub fn new(reliability: Reliability, mut instances: Vec<Span>) -> Self {
        instances.sort_unstable();
        instances.dedup();
        Self { reliability, instances }
    }

    /// Which errors the recognizer makes.
    pub fn reliability(&self) -> Reliability {
        self.reliability
    }

    /// What it found, in the order of the page.
    pub fn instances(&self) -> &[Span] {
        &self.instances
    }
}

/// What a page can mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corroborated {
    /// One array per consistent order of the fields.
    pub arrays: Vec<Array>,
    /// Whether there are more orders than were looked for.
    pub is_cut: bool,
}

/// The arrays of records that the instances of one page can mean; one column per field.
///
/// # Errors
/// If no recognizer is perfect, if recognizers that are said to be sound contradict each other, or if no order of
/// the fields is consistent.
pub fn corroborate(columns: &[Column]) -> Result<Corroborated, CorroborateError> {
    let orders = search(&[columns], Demand::Cells)?;
    let arrays = orders.found.iter().map(|order| Array::new(columns, order)).collect();
    Ok(Corroborated { arrays, is_cut: orders.is_cut })
}

/// The orders of the fields that leave a label for every one of several pages: a choice of places in which all
/// values stand in order. An array of [`corroborate`] may have none, as it looks at each cell by itself.
///
/// # Errors
/// As [`corroborate`]; tells of the first page that contradicts itself, if there is one.
pub fn orders(pages: &[&[Column]]) -> Result<Orders, CorroborateError> {
    search(pages, Demand::Labels)
}

/// The fields without which a page that no order goes with would have one: one of them is not what it is declared to be.
pub fn suspects(columns: &[Column]) -> Vec<usize> {
    let is_suspect = |&field: &usize| {
        let mut others = columns.to_vec();
        others.remove(field);
        orders(&[&others]).is_ok()
    };
    (0..columns.len()).filter(is_suspect).collect()
}

fn search(pages: &[&[Column]], demand: Demand) -> Result<Orders, CorroborateError> {
    let mut sided = Vec::with_capacity(pages.len());
    for columns in pages {
        let anchor = anchor(columns)?;
        error::check_sound(columns)?;
        sided.push(Sided::new(columns, anchor));
    }
    let orders = orders::search(&sided, demand);
    if orders.found.is_empty() { Err(CorroborateError::NoOrder) } else { Ok(orders) }
}

/// The field whose instances are the rows: the first that is recognized perfectly.
pub(crate) fn anchor(columns: &[Column]) -> Result<usize, CorroborateError> {
    columns
        .iter()
        .position(|column| column.reliability == Reliability::Perfect)
        .ok_or(CorroborateError::NothingPerfect)
}
