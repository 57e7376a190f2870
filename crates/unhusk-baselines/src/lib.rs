//! Methods of others that find the data of pages without labels: what [`template`](unhusk_learn::template) is compared with.
//!
//! They are small and keep to their papers. All read a page as the same tags and texts ([`tokens`]), and answer with
//! columns of places; how they get there is told in their modules. Whatever the pages, each does a counted amount of
//! work, and answers with what it found until then.

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

/// A column of data that a baseline found: for each page the places of its values, in document order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineColumn {
    /// One list per page, in the order in which the pages were given.
    pub values: Vec<Vec<Span>>,
}

/// A baseline by its name.
#[derive(Debug, Clone, Copy)]
pub struct Baseline {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The columns of data on some pages; none if it found nothing that is data.
    pub induce: fn(&[&Page]) -> Vec<BaselineColumn>,
}

/// Methods that learn from labels and are there to be compared with, beside [`CATALOG`].
pub const METHODS: &[Method] = &[bwi::METHOD];

/// All methods that learn from labels: those of the catalogue, then those that are there to be compared with.
pub fn methods() -> impl Iterator<Item = &'static Method> {
    CATALOG.iter().chain(METHODS)
}

/// The method called `name`, of the catalogue or of [`METHODS`].
pub fn find_method(name: &str) -> Option<&'static Method> {
    methods().find(|method| method.name == name)
}

/// All baselines.
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

/// How much work may still be done.
#[derive(Debug)]
struct Budget {
    n_left: usize,
}

impl Budget {
    fn new(n_steps: usize) -> Self {
        Self { n_left: n_steps }
    }

    /// Takes steps off; whether there were as many.
    fn spend(&mut self, n_steps: usize) -> bool {
        let left = self.n_left.checked_sub(n_steps);
        self.n_left = left.unwrap_or(0);
        left.is_some()
    }
}
