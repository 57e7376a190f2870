//! Comparison methods from the literature, for experiments: unsupervised ones that
//! [`template`](unhusk_learn::template) is compared with, and others.
//!
//! The implementations are small and follow their papers. All unsupervised ones read a page as the same tags and
//! texts ([`tokens`]) and return columns of places. Each does a bounded amount of work on any page, and returns what
//! it has found when the budget ends.

pub mod bwi;
pub mod dataprog;
mod exalg;
mod fivatech;
pub mod rapture;
mod roadrunner;
mod tex;
mod tokens;
#[cfg(test)]
mod tests;

use unhusk_learn::{CATALOG, Method};
use unhusk_page::{Page, Span};

/// A column of data: for each page the places of its values, in document order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineColumn {
    /// One list per page, in the order of the pages.
    pub values: Vec<Vec<Span>>,
}

/// An unsupervised comparison method.
#[derive(Debug, Clone, Copy)]
pub struct Baseline {
    /// Name on the command line.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// Returns the columns of data on some pages; empty if it finds none.
    pub induce: fn(&[&Page]) -> Vec<BaselineColumn>,
}

/// Comparison methods that learn from labels, in addition to [`CATALOG`].
pub const METHODS: &[Method] = &[bwi::METHOD];

/// Returns all methods that learn from labels: the catalogue, then [`METHODS`].
pub fn methods() -> impl Iterator<Item = &'static Method> {
    CATALOG.iter().chain(METHODS)
}

/// Returns the method called `name`, from the catalogue or from [`METHODS`].
pub fn find_method(name: &str) -> Option<&'static Method> {
    methods().find(|method| method.name == name)
}

/// All unsupervised comparison methods.
pub const BASELINES: &[Baseline] =
    &[roadrunner::BASELINE, exalg::BASELINE, tex::BASELINE, fivatech::BASELINE];

impl BaselineColumn {
    fn new(n_pages: usize) -> Self {
        Self { values: vec![Vec::new(); n_pages] }
    }

    fn is_empty(&self) -> bool {
        self.values.iter().all(Vec::is_empty)
    }
}
