//! EXALG: tokens that occur equally often on every page belong to one part of the template.
//!
//! # What it finds
//! The texts between the tokens of each part of the template: of the page, of repeated and of optional parts.
//!
//! # How
//! A token (a tag or a word) starts with one role for each path of element names on which it occurs ([`roles`]).
//! 1. Roles that occur equally often on each page, and on enough pages, form a class ([`classes`]): FINDEQ.
//! 2. A class whose roles have no fixed order loses those that are out of order; a class that overlaps another
//!    without being nested in it is dropped ([`valid`]): HANDINV.
//! 3. A token gets a role for each gap of the classes in which it occurs ([`nesting`]): DIFFEQ. While that makes new
//!    roles, continue with 1.
//! 4. Each gap between two tokens of a class that contains texts outside of nested classes is a column
//!    ([`columns`]): CONSTTEMP.
//!
//! # Fits / does not fit
//! Several pages of one template that contains words. Two pages are too few: everything that occurs once on both is
//! taken for template.
//!
//! # Cost
//! A few passes over all tokens, and pairs of classes.
//!
//! # Source
//! Arasu, Garcia-Molina, *Extracting structured data from web pages*, 2003. Columns are read from the classes instead
//! of from an explicit template, and options and sets are not distinguished: both have any number of values.

mod classes;
mod columns;
mod nesting;
mod roles;
#[cfg(test)]
mod tests;
mod valid;

use super::tokens::{TokenCorpus, TokenUnit};
use super::{Baseline, BaselineColumn};
use classes::EquivalenceClass;
use roles::Roles;
use unhusk_page::Page;
use unhusk_page::internal::Budget;

pub(super) const BASELINE: Baseline = Baseline {
    name: "exalg",
    summary: "the texts between tokens that occur equally often on every page",
    induce,
};

/// Limit on rounds of the three steps: real sites need two to five.
const MAX_ROUNDS: usize = 16;
/// Limit on comparisons of places: some seconds of work.
const MAX_STEPS: u64 = 1 << 26;

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    if pages.len() < 2 {
        return Vec::new();
    }
    let corpus = TokenCorpus::new(pages, TokenUnit::Word);
    let analysis = analyse(&corpus);
    columns::read(&corpus, &analysis)
}

/// Roles and classes of the tokens.
#[derive(Debug)]
struct Analysis {
    roles: Roles,
    /// Valid classes.
    classes: Vec<EquivalenceClass>,
}

fn analyse(corpus: &TokenCorpus) -> Analysis {
    let mut budget = Budget::new(MAX_STEPS);
    let mut roles = Roles::new(corpus);
    let mut classes = valid::keep_valid(classes::find(&roles), &mut budget);
    for _ in 1..MAX_ROUNDS {
        let differentiated = nesting::differentiate(&roles, &classes);
        if differentiated.n_roles == roles.n_roles || !budget.spend_or_end(1) {
            break;
        }
        roles = differentiated;
        classes = valid::keep_valid(classes::find(&roles), &mut budget);
    }
    Analysis { roles, classes }
}
