//! The measures.
//!
//! * **Value F1**: values right, missed and surplus are counted per field over all pages, as `unhusk::score`
//!   compares them (by folded text, or by exact span where the truth is a span).
//! * **Page-hit F1**, the usual measure with SWDE: a field on a page is right if at least one of its values was
//!   extracted, missed if none was, and surplus if all extracted values are wrong.
//! * **Pages right**: the share of pages on which nothing is missed and nothing surplus.
//! * **Record F1**: a record is right if all its known cells are; each extracted record matches at most one.
//!
//! Cells without truth are not scored.

mod calibration;
mod failure;

#[cfg(test)]
mod tests;

pub(crate) use calibration::Calibration;
pub(crate) use failure::Failure;

use super::site::BenchmarkSite;
use super::truth::CompareBy;
use serde_json::Value;
use std::collections::BTreeSet;
use unhusk::example::Example;
use unhusk::record::{Record, Schema};
use unhusk::score::{FieldScore, Score, ValueCounts};

/// Counts over the test pages of one task.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskTally {
    fields: Vec<FieldTally>,
    records: ValueCounts,
    n_pages: usize,
    n_pages_right: usize,
    /// Calibration of the confidences.
    pub(crate) calibration: Calibration,
    /// Cells that are wrong, page by page.
    pub(crate) failures: Vec<Failure>,
}

#[derive(Debug, Clone, Default)]
struct FieldTally {
    name: String,
    values: ValueCounts,
    hits: ValueCounts,
}

/// Scores of a tally, between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Figures {
    pub(crate) f1: f64,
    pub(crate) page_hit_f1: f64,
    /// Value F1 over the fields that can be learnt: some label shows them, and their truth is not known to be wrong.
    pub(crate) sound_f1: f64,
    pub(crate) sound_page_hit_f1: f64,
    pub(crate) pages_right: f64,
    pub(crate) record_f1: f64,
}

impl TaskTally {
    /// Adds the records of one page.
    pub(crate) fn add(
        &mut self,
        site: &BenchmarkSite,
        page_idx: usize,
        by: CompareBy,
        read: &[Record<'_>],
    ) {
        let truth = site.truth(page_idx, by);
        let mut page = Score::default();
        page.add_page(site.schema(), &truth, read);
        for FieldScore { name, counts } in &page.fields {
            let field = self.field(name);
            field.values += *counts;
            field.hits += hit(*counts);
            if !counts.is_perfect() {
                let page = site.page_name(page_idx);
                self.failures.push(Failure::new(site.schema(), page, name, &truth, read));
            }
        }
        self.calibration.add(&truth, read);
        self.n_pages += 1;
        self.n_pages_right += page.n_pages_right;
        self.records += whole_records(site.schema(), &truth, read);
    }

    fn field(&mut self, name: &str) -> &mut FieldTally {
        let known = self.fields.iter().position(|field| field.name == name);
        let position = known.unwrap_or_else(|| {
            self.fields.push(FieldTally { name: name.to_owned(), ..FieldTally::default() });
            self.fields.len() - 1
        });
        &mut self.fields[position]
    }

    /// The scores; `labels` are those that were given, `labels/1`.
    pub(crate) fn figures(&self, site: &BenchmarkSite, labels: &Value) -> Figures {
        let labelled = labelled_fields(labels);
        let is_sound = |field: &&FieldTally| {
            let top = field.name.split('.').next().unwrap_or_default();
            site.has_sound_truth(&field.name) && labelled.contains(top)
        };
        let sound: Vec<_> = self.fields.iter().filter(is_sound).collect();
        let all: Vec<_> = self.fields.iter().collect();
        let alike = site.set.fields_count_alike();
        Figures {
            f1: f1(&all, alike, |field| field.values),
            page_hit_f1: f1(&all, alike, |field| field.hits),
            sound_f1: f1(&sound, alike, |field| field.values),
            sound_page_hit_f1: f1(&sound, alike, |field| field.hits),
            pages_right: share(self.n_pages_right, self.n_pages),
            record_f1: self.records.f1(),
        }
    }
}

/// The names of the fields that have a value in some record.
fn labelled_fields(labels: &Value) -> BTreeSet<&str> {
    let pages = labels["pages"].as_array().into_iter().flatten();
    let records = pages.flat_map(|page| page["records"].as_array().into_iter().flatten());
    let cells = records.filter_map(Value::as_object).flatten();
    let is_filled =
        |value: &Value| !value.is_null() && value.as_array().is_none_or(|all| !all.is_empty());
    cells.filter(|(_, value)| is_filled(value)).map(|(name, _)| name.as_str()).collect()
}

fn hit(counts: ValueCounts) -> ValueCounts {
    match counts {
        ValueCounts { right: 1.., .. } => ValueCounts { right: 1, surplus: 0, missed: 0 },
        ValueCounts { surplus, missed, .. } => {
            ValueCounts { right: 0, surplus: surplus.min(1), missed: missed.min(1) }
        }
    }
}

/// Returns F1 over all values, or the mean over fields; a field without expected and extracted values has no F1.
#[expect(clippy::cast_precision_loss, reason = "a site has few fields")]
fn f1(fields: &[&FieldTally], alike: bool, counts: impl Fn(&FieldTally) -> ValueCounts) -> f64 {
    let counts: Vec<ValueCounts> = fields
        .iter()
        .map(|field| counts(field))
        .filter(|counts| *counts != ValueCounts::default())
        .collect();
    if alike && !counts.is_empty() {
        return counts.iter().map(|counts| counts.f1()).sum::<f64>() / counts.len() as f64;
    }
    let mut total = ValueCounts::default();
    for counts in counts {
        total += counts;
    }
    total.f1()
}

#[expect(clippy::cast_precision_loss, reason = "a site has few pages")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Compares records in order, starting after the last match: lists are mostly read in order.
pub(crate) fn whole_records(
    schema: &Schema,
    truth: &Example<'_>,
    read: &[Record<'_>],
) -> ValueCounts {
    let mut unused: Vec<&Record<'_>> = read.iter().collect();
    let mut next = 0;
    let mut counts = ValueCounts::default();
    for record in &truth.records {
        let one = Example {
            name: String::new(),
            page: truth.page,
            complete: true,
            records: vec![record.clone()],
            negatives: Vec::new(),
        };
        let n_unused = unused.len();
        let order = (next.min(n_unused)..n_unused).chain(0..next.min(n_unused));
        match order.into_iter().find(|at| is_right(schema, &one, unused[*at])) {
            Some(at) => {
                unused.remove(at);
                next = at;
                counts.right += 1;
            }
            None => counts.missed += 1,
        }
    }
    if truth.complete {
        counts.surplus = unused.len();
    }
    counts
}

fn is_right(schema: &Schema, truth: &Example<'_>, read: &Record<'_>) -> bool {
    let mut score = Score::default();
    score.add_page(schema, truth, std::slice::from_ref(read));
    score.n_pages_right == 1
}
