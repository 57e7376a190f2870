//! EXALG: tokens that occur equally often on every page were put there together, by the template.
//!
//! # What it finds
//! What stands between the tokens of each part of the template: of the page, and of what repeats or may be left out.
//!
//! # How
//! A token (a tag or a word) first has one role for each path of element names it occurs on ([`roles`]).
//! 1. Roles that occur equally often on each page, and on enough pages, are a class ([`classes`]): FINDEQ.
//! 2. A class whose roles come in no fixed order loses those that are out of order; a class that overlaps another
//!    without being nested in it is dropped ([`valid`]): HANDINV.
//! 3. A token has a role for each gap of the classes that it occurs in ([`nesting`]): DIFFEQ. As long as that makes new
//!    roles, from 1.
//! 4. Each gap between two tokens of a class that holds texts, those of classes within it apart, is a column
//!    ([`columns`]): CONSTTEMP.
//!
//! # Fits / does not fit
//! Some pages of one template with words of its own. Two pages tell little: everything that occurs once on both is
//! thought to be of the template.
//!
//! # Cost
//! A few passes over all tokens, and pairs of classes.
//!
//! # Source
//! Arasu, Garcia-Molina, *Extracting structured data from web pages*, 2003. Columns are read off the classes instead of
//! from a template that is written out, and options and sets are not told apart: both give any number of values.

mod classes;
mod columns;
mod nesting;
mod roles;
#[cfg(test)]
mod tests;
mod valid;

use super::tokens::{Corpus, Unit};
use super::{Baseline, BaselineColumn, Budget};
use classes::Class;
use roles::Roles;
use unhusk_page::Page;

pub(super) const BASELINE: Baseline = Baseline {
    name: "exalg",
    summary: "what stands between tokens that occur equally often on every page",
    induce,
};

/// Rounds of the three steps: pages of sites need two to five.
const MAX_ROUNDS: usize = 16;
/// Comparisons of places: some seconds of work.
const MAX_STEPS: usize = 1 << 26;

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    if pages.len() < 2 {
        return Vec::new();
    }
    let corpus = Corpus::new(pages, Unit::Word);
    let analysis = analyse(&corpus);
    columns::read(&corpus, &analysis)
}

/// What each token does on the pages.
#[derive(Debug)]
struct Analysis {
    roles: Roles,
    /// Valid classes.
    classes: Vec<Class>,
}

fn analyse(corpus: &Corpus) -> Analysis {
    let mut budget = Budget::new(MAX_STEPS);
    let mut roles = Roles::new(corpus);
    let mut classes = valid::keep_valid(classes::find(&roles), &mut budget);
    for _ in 1..MAX_ROUNDS {
        let differentiated = nesting::differentiate(&roles, &classes);
        if differentiated.n_roles == roles.n_roles || !budget.spend(1) {
            break;
        }
        roles = differentiated;
        classes = valid::keep_valid(classes::find(&roles), &mut budget);
    }
    Analysis { roles, classes }
}
