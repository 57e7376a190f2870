//! Scores of extractions: precision, recall and F1 against labelled pages.
//!
//! Values are compared page by page and field by field: by place if the label gives a place, by folded text if it
//! gives a text; differences in white space alone do not count. Unlabelled values cost nothing: each unknown cell
//! excuses one surplus value, and surplus values on a page that does not list all its records are not counted.

mod values;

use crate::example::Example;
use std::ops::AddAssign;
use unhusk_wrapper::record::{Record, Schema};

/// Counts of right and wrong values; sums over pages and fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ValueCounts {
    /// Values that match a label.
    pub right: usize,
    /// Values that match no label.
    pub surplus: usize,
    /// Labels that no value matches.
    pub missed: usize,
}

impl ValueCounts {
    /// Share of the extracted values that are right; 1 if there are none.
    pub fn precision(self) -> f64 {
        share(self.right, self.right + self.surplus)
    }

    /// Share of the labels that were found; 1 if there are none.
    pub fn recall(self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    /// Harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        share(2 * self.right, 2 * self.right + self.surplus + self.missed)
    }

    /// Whether there are neither surplus nor missed values.
    pub fn is_perfect(self) -> bool {
        self.surplus == 0 && self.missed == 0
    }
}

impl AddAssign for ValueCounts {
    fn add_assign(&mut self, other: Self) {
        self.right += other.right;
        self.surplus += other.surplus;
        self.missed += other.missed;
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of values are far below 2^52")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Counts of the values of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldScore {
    /// Name of a leaf field: `a.b` where fields nest.
    pub name: String,
    /// Its right and wrong values.
    pub counts: ValueCounts,
}

/// The score of a wrapper over pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Score {
    /// Counts for each leaf field, in schema order.
    pub fields: Vec<FieldScore>,
    /// Number of scored pages.
    pub n_pages: usize,
    /// Number of pages without a wrong value.
    pub n_pages_right: usize,
}

impl Score {
    /// Returns the sum over all fields.
    pub fn total(&self) -> ValueCounts {
        let mut total = ValueCounts::default();
        for field in &self.fields {
            total += field.counts;
        }
        total
    }

    /// Returns the counts of a leaf field, named as in [`FieldScore::name`]; `None` if the field was not scored.
    pub fn field(&self, name: &str) -> Option<ValueCounts> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.counts)
    }

    /// Adds the records extracted from one labelled page.
    pub fn add_page(&mut self, schema: &Schema, truth: &Example<'_>, records: &[Record<'_>]) {
        let fields = values::by_field(schema, truth, records);
        let mut page = ValueCounts::default();
        for field in fields {
            let counts = field.count(truth.complete);
            page += counts;
            self.add_field(&field.name, counts);
        }
        self.n_pages += 1;
        self.n_pages_right += usize::from(page.is_perfect());
    }

    fn add_field(&mut self, name: &str, counts: ValueCounts) {
        match self.fields.iter_mut().find(|field| field.name == name) {
            Some(field) => field.counts += counts,
            None => self.fields.push(FieldScore { name: name.to_owned(), counts }),
        }
    }
}

impl AddAssign<&Score> for Score {
    fn add_assign(&mut self, other: &Score) {
        for field in &other.fields {
            self.add_field(&field.name, field.counts);
        }
        self.n_pages += other.n_pages;
        self.n_pages_right += other.n_pages_right;
    }
}

#[cfg(test)]
mod tests;
