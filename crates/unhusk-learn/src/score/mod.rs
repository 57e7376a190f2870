//! How right an extraction is: precision, recall and F1 against labelled pages.
//!
//! Values are compared page by page and field by field: by place where the label says the place, by folded
//! text where it says the text; text that differs only in its white space is right, too, as labels find it. What the labels leave open costs nothing: unknown cells excuse as many
//! surplus values, and surplus values of a page that does not list all its records are not counted.

mod values;

use crate::example::Example;
use std::ops::AddAssign;
use unhusk_wrapper::record::{Record, Schema};
use values::FieldValues;

/// Counts of right and wrong values; pages and fields add up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Values that are right.
    pub right: usize,
    /// Values that should not have been read.
    pub surplus: usize,
    /// Values that should have been read and were not.
    pub missed: usize,
}

impl Counts {
    /// Share of the values read that are right; 1 if nothing was read.
    pub fn precision(self) -> f64 {
        share(self.right, self.right + self.surplus)
    }

    /// Share of the labelled values that were read; 1 if nothing was labelled.
    pub fn recall(self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    /// Harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        share(2 * self.right, 2 * self.right + self.surplus + self.missed)
    }

    /// Whether nothing is wrong.
    pub fn is_perfect(self) -> bool {
        self.surplus == 0 && self.missed == 0
    }
}

impl AddAssign for Counts {
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

/// The score of a wrapper over pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Score {
    /// Counts for each leaf field, named `a.b` where fields nest, in schema order.
    pub fields: Vec<(String, Counts)>,
    /// How many pages were scored.
    pub n_pages: usize,
    /// On how many of them nothing was wrong.
    pub n_pages_right: usize,
}

impl Score {
    /// Counts over all fields.
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        for (_, counts) in &self.fields {
            total += *counts;
        }
        total
    }

    /// Adds what was read from one labelled page.
    pub fn add_page(&mut self, schema: &Schema, truth: &Example<'_>, records: &[Record<'_>]) {
        let fields = values::by_field(schema, truth, records);
        let mut page = Counts::default();
        for field in fields {
            let counts = field.count(truth.complete);
            page += counts;
            self.add_field(field, counts);
        }
        self.n_pages += 1;
        self.n_pages_right += usize::from(page.is_perfect());
    }

    fn add_field(&mut self, field: FieldValues<'_>, counts: Counts) {
        match self.fields.iter_mut().find(|(name, _)| *name == field.name) {
            Some((_, sum)) => *sum += counts,
            None => self.fields.push((field.name, counts)),
        }
    }
}

impl AddAssign<&Score> for Score {
    fn add_assign(&mut self, other: &Score) {
        for (name, counts) in &other.fields {
            match self.fields.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += *counts,
                None => self.fields.push((name.clone(), *counts)),
            }
        }
        self.n_pages += other.n_pages;
        self.n_pages_right += other.n_pages_right;
    }
}

#[cfg(test)]
mod tests;
