//! Ambiguous labels -> one label per page, and the wrapper that explains them.
//!
//! # What it resolves
//! Recognizers leave open the order of the fields in a record, which of several places of a cell is the value, and where
//! the values are that they missed ([`corroborate`](crate::example::corroborate)). This module resolves all of these
//! together, on all pages at once.
//!
//! # How
//! (1) `orders` finds the orders of the fields that leave a label on every page, and drops pages that contradict the
//! others. (2) For each order, `feasible` drops places that share no delimiters with the certain values. Of the
//! others, `choose` takes those whose features are common in their field (`context`, `support`), in the order of the page
//! (`chain`). (3) `explain` learns wrappers from the chosen places, and from the certain cells alone, the order with the
//! most support first, and keeps the wrapper that reads most of what corroboration left possible. (4) The values that
//! the wrapper reads fill the cells that recognizers missed, and the wrapper is learnt again from all cells.
//!
//! # Cost
//! Linear in the number of instances for each order; no product of alternatives is formed. Then a few wrappers.
//!
//! # Source
//! Kushmerick, Weld, Doorenbos, *Wrapper induction for information extraction*, IJCAI 1997, section 6, where every way
//! to resolve the ambiguities is tried until a wrapper can be learnt.

mod chain;
mod choose;
mod context;
mod error;
mod explain;
mod feasible;
mod judge;
mod levels;
mod markup;
mod orders;
mod sets;
mod support;

#[cfg(test)]
mod tests;

pub use error::DisambiguateError;
pub use levels::{DisambiguatedValue, LevelDisambiguation, disambiguate_levels};

use super::{LearnedRule, Settings};
use crate::example::corroborate::{CorroborateError, RecognizedColumn};
use unhusk_page::{Page, Span};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::record::Schema;

/// A page with the results of the recognizers, one column per field of the schema.
#[derive(Debug, Clone)]
pub struct Sighted<'p> {
    /// Name of the page in messages.
    pub name: String,
    /// The page.
    pub page: &'p Page,
    /// The recognized places, in the order of the schema's fields.
    pub columns: Vec<RecognizedColumn>,
}

/// One label per page, and the wrapper that explains them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Disambiguation {
    /// The fields with at least one value; the schema of `learned`.
    pub schema: Schema,
    /// The positions of all fields, in their order in a record.
    pub order: Vec<usize>,
    /// Number of possible orders.
    pub n_orders: usize,
    /// The pages, in the order in which they were given.
    pub pages: Vec<DisambiguatedPage>,
    /// The wrapper; `None` if no wrapper reads the labels.
    pub learned: Option<LearnedRule<AnyWrapper>>,
}

/// The result for one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisambiguatedPage {
    /// The records of the page: for each record and each field of the given schema, a cell.
    Records(Vec<Vec<DisambiguatedCell>>),
    /// The page contradicts every order of the fields that fits the other pages.
    LeftOut(CorroborateError),
}

/// One cell, with its value if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DisambiguatedCell {
    /// Place of the value; `None` if it is unknown.
    pub place: Option<Span>,
    /// How the place was determined.
    pub how: CellStatus,
}

/// How the place of a cell was determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CellStatus {
    /// Corroboration left only this place.
    Certain,
    /// Chosen from several places.
    Chosen,
    /// Missed by the recognizers, but read by the wrapper.
    Filled,
    /// The place is unknown.
    Unknown,
}

/// Resolves the ambiguities in what recognizers found on pages of one site.
///
/// # Errors
/// If no order of the fields fits any page, or no page has a record.
pub fn disambiguate(
    schema: &Schema,
    pages: &[Sighted<'_>],
    settings: &Settings,
) -> Result<Disambiguation, DisambiguateError> {
    let joint = orders::joint(schema, pages)?;
    let kept: Vec<&Sighted<'_>> = joint.kept.iter().map(|&page| &pages[page]).collect();
    let explanation = explain::best(schema, &kept, &joint.orders, settings)?;
    let mut records = explanation.pages.into_iter();
    let disambiguated = joint.left_out.into_iter().map(|left_out| match left_out {
        Some(error) => DisambiguatedPage::LeftOut(error),
        None => DisambiguatedPage::Records(records.next().unwrap_or_default()),
    });
    Ok(Disambiguation {
        schema: explanation.schema,
        order: explanation.order,
        n_orders: joint.orders.len(),
        pages: disambiguated.collect(),
        learned: explanation.learned,
    })
}

impl Disambiguation {
    /// Number of cells whose place was determined in one way, over all pages.
    pub fn n_cells(&self, how: CellStatus) -> usize {
        let records = self.pages.iter().filter_map(|page| match page {
            DisambiguatedPage::Records(records) => Some(records),
            DisambiguatedPage::LeftOut(_) => None,
        });
        records.flatten().flatten().filter(|cell| cell.how == how).count()
    }
}
