//! Ambiguous labels -> one label per page, and the wrapper that explains them.
//!
//! # What it settles
//! Recognizers leave open in which order the fields of a record stand, which of several places of a cell is the value,
//! and where values are that they missed ([`corroborate`](crate::example::corroborate)). All of it is settled together,
//! on all pages at once.
//!
//! # How
//! (1) The orders that leave a label on every page are found; pages that contradict the others are left out (`orders`).
//! (2) For each order, places that no delimiters allow beside the certain values are dropped (`feasible`), and of the
//! others those are taken that look like the rest of their field (`context`, `support`), in the order of the page
//! (`chain`). (3) Wrappers are learnt from what was taken, and from the certain cells alone, the order with the most
//! support first; the one is kept that reads most of what corroboration left possible (`explain`). (4) What it reads
//! where recognizers missed something is filled in, and the wrapper is learnt again from all of it.
//!
//! # Cost
//! Linear in the number of instances for each order; no product of alternatives is ever formed. Then a few wrappers.
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

pub use error::SettleError;
pub use levels::{LevelSettlement, SettledValue, settle_levels};

use super::{LearnedRule, Settings};
use crate::example::corroborate::{Column, CorroborateError};
use unhusk_page::{Page, Span};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::record::Schema;

/// A page with what recognizers found on it, one column per field of the schema.
#[derive(Debug, Clone)]
pub struct Sighted<'p> {
    /// How messages call the page.
    pub name: String,
    /// The page.
    pub page: &'p Page,
    /// What was found, in the order of the schema's fields.
    pub columns: Vec<Column>,
}

/// One label per page, and the wrapper that explains them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Settlement {
    /// The fields of which some value was found; what was learnt is learnt for them.
    pub schema: Schema,
    /// The positions of all fields, in the order in which they stand in a record.
    pub order: Vec<usize>,
    /// How many orders were possible.
    pub n_orders: usize,
    /// The pages, in the order in which they were given.
    pub pages: Vec<SettledPage>,
    /// The wrapper; `None` if none reads the labels.
    pub learned: Option<LearnedRule<AnyWrapper>>,
}

/// What was settled for one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettledPage {
    /// Its records: for each of them and each field of the given schema, the value.
    Records(Vec<Vec<SettledCell>>),
    /// It goes with no order of the fields that most other pages go with.
    LeftOut(CorroborateError),
}

/// One cell that was settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettledCell {
    /// Where the value stands; `None` if that is not known.
    pub place: Option<Span>,
    /// How it came to be known.
    pub how: How,
}

/// How a cell came to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum How {
    /// Corroboration left one place.
    Certain,
    /// Of several places one was taken.
    Chosen,
    /// Recognizers missed it, and the wrapper reads it.
    Filled,
    /// It is not known.
    Unknown,
}

/// Settles what recognizers found on some pages of one site.
///
/// # Errors
/// If no page has an order of the fields that goes with what was found, or no page has a record.
pub fn settle(
    schema: &Schema,
    pages: &[Sighted<'_>],
    settings: &Settings,
) -> Result<Settlement, SettleError> {
    let joint = orders::joint(schema, pages)?;
    let kept: Vec<&Sighted<'_>> = joint.kept.iter().map(|&page| &pages[page]).collect();
    let explained = explain::best(schema, &kept, &joint.orders, settings)?;
    let mut records = explained.pages.into_iter();
    let settled = joint.left_out.into_iter().map(|left_out| match left_out {
        Some(error) => SettledPage::LeftOut(error),
        None => SettledPage::Records(records.next().unwrap_or_default()),
    });
    Ok(Settlement {
        schema: explained.schema,
        order: explained.order,
        n_orders: joint.orders.len(),
        pages: settled.collect(),
        learned: explained.learned,
    })
}

impl Settlement {
    /// How many cells came to be known in each way, over all pages.
    pub fn n_cells(&self, how: How) -> usize {
        let records = self.pages.iter().filter_map(|page| match page {
            SettledPage::Records(records) => Some(records),
            SettledPage::LeftOut(_) => None,
        });
        records.flatten().flatten().filter(|cell| cell.how == how).count()
    }
}
