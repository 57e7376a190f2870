//! PAC bounds: the confidence in a learnt delimiter wrapper, from the number of examples.
//!
//! Pages are taken to come independently from one distribution. A wrapper that fits all examples is
//! *probably approximately correct* if, with confidence `1 - delta`, it reads a new page wrongly with
//! probability under `epsilon`. Three bounds answer how many examples that takes:
//!
//! - [`Bound::FiniteClass`] is rigorous: it counts the wrappers of the class that could have been learnt.
//! - [`Bound::Split`] reasons per delimiter and divides `epsilon` among them.
//! - [`Bound::Reconstructed`] is the form of Kushmerick, Weld and Doorenbos (1997) as far as it could be
//!   restored from a damaged copy: it gives their check value of 72 pages. It does not divide `epsilon`,
//!   so it is optimistic and never the default.
//!
//! | symbol | is |
//! | --- | --- |
//! | `R` | length in characters of the shortest example page |
//! | `K` | number of fields |
//! | `n_d` | examples of delimiter `d`: pages for head, tail, opening and closing ones, values for the others |
//! | `psi(e, n)` | probability that `n` samples miss one of two events of mass `e/2` each |
//!
//! # Source
//! N. Kushmerick, *Wrapper induction: efficiency and expressiveness*, 2000 (finite-class bounds);
//! N. Kushmerick, D. Weld, R. Doorenbos, *Wrapper induction for information extraction*, 1997.

mod experience;

/// A bound that turns examples into confidence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// By the number of wrappers in the class.
    #[default]
    FiniteClass,
    /// By the examples of each delimiter, `epsilon` divided among the delimiters.
    Split,
    /// By the examples of each delimiter, `epsilon` undivided.
    Reconstructed,
}

/// Counts of the examples of a wrapper, as far as its class and the bounds use them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Experience {
    /// Number of example pages.
    pub n_pages: usize,
    /// For each field, how many of its values were labelled.
    pub n_values: Vec<usize>,
    /// Characters of the shortest example page.
    pub shortest_page: usize,
    /// Delimiters of the class that belong to the page rather than to a field: 0 for LR and N-LR, 2 for HLRT,
    /// OCLR and N-HLRT, 4 for HOCLRT.
    pub n_page_delimiters: usize,
}

/// Tolerated error of a wrapper, and tolerated probability of exceeding it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Demand {
    /// Largest probability of reading a new page wrongly.
    pub epsilon: f64,
    /// Largest probability that the promise does not hold.
    pub delta: f64,
}

/// Limit on the number of pages that is considered: larger numbers are of no practical use.
const MAX_PAGES: usize = 1 << 24;

impl Experience {
    /// Lower bound of the probability that the wrapper reads a new page wrongly with probability under `epsilon`.
    pub fn confidence(&self, bound: Bound, epsilon: f64) -> f64 {
        match bound {
            Bound::FiniteClass => {
                1.0 - (self.ln_class_size() - epsilon * as_f64(self.n_pages)).exp().min(1.0)
            }
            Bound::Split => self.per_delimiter(epsilon / as_f64(self.n_delimiters())),
            Bound::Reconstructed => self.per_delimiter(epsilon),
        }
    }

    /// Whether the examples suffice.
    pub fn satisfies(&self, bound: Bound, demand: Demand) -> bool {
        match bound {
            // In the form of the paper, which keeps its precision for small delta.
            Bound::FiniteClass => {
                as_f64(self.n_pages) >= (self.ln_class_size() - demand.delta.ln()) / demand.epsilon
            }
            Bound::Split | Bound::Reconstructed => {
                self.confidence(bound, demand.epsilon) > 1.0 - demand.delta
            }
        }
    }

    /// Returns the number of pages like these that suffices; `None` if it exceeds 2^24, which is of no practical use.
    pub fn pages_needed(&self, bound: Bound, demand: Demand) -> Option<usize> {
        let suffices = |n_pages: usize| self.scaled_to(n_pages).satisfies(bound, demand);
        if !suffices(MAX_PAGES) {
            return None;
        }
        let (mut too_few, mut enough) = (0, MAX_PAGES);
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            if suffices(middle) { enough = middle } else { too_few = middle }
        }
        Some(enough)
    }

    /// Scales the experience to another number of pages with as many values each.
    fn scaled_to(&self, n_pages: usize) -> Self {
        let scaled = |n_values: &usize| n_values * n_pages / self.n_pages.max(1);
        Self { n_pages, n_values: self.n_values.iter().map(scaled).collect(), ..self.clone() }
    }

    fn n_delimiters(&self) -> usize {
        2 * self.n_values.len() + self.n_page_delimiters
    }

    /// Logarithm of the number of wrappers that the shortest page can give: `R` for each left and right
    /// delimiter, `R^2 / 2` substrings for each of the others.
    fn ln_class_size(&self) -> f64 {
        let ln_page = as_f64(self.shortest_page.max(1)).ln();
        let ln_substrings = (2.0 * ln_page - 2.0_f64.ln()).max(0.0);
        as_f64(2 * self.n_values.len()) * ln_page + as_f64(self.n_page_delimiters) * ln_substrings
    }

    /// Product over all delimiters of the probability that its examples show both ways in which it can be wrong.
    fn per_delimiter(&self, epsilon: f64) -> f64 {
        let shown = |n_examples: usize| 1.0 - psi(epsilon, n_examples);
        let page_delimiters = (0..self.n_page_delimiters).map(|_| shown(self.n_pages));
        let field_delimiters = self.n_values.iter().map(|n_values| shown(*n_values).powi(2));
        page_delimiters.chain(field_delimiters).product()
    }
}

fn psi(epsilon: f64, n_examples: usize) -> f64 {
    let n = as_f64(n_examples);
    2.0 * (1.0 - epsilon / 2.0).powf(n) - (1.0 - epsilon).powf(n)
}

#[expect(clippy::cast_precision_loss, reason = "counts of pages and values are far below 2^52")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests;
