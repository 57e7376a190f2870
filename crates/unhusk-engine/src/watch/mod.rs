//! Watching a site: one line for every run, and a report that compares runs.
//!
//! [`WatchedRun`] is the stored summary of a run with one wrapper; a [`History`] is a file of these; a [`Report`]
//! compares the last run with those before it and shows all of them, as text, data or a page with small charts.

mod chart;
mod history;
mod html;
mod markdown;
mod report;
#[cfg(test)]
mod tests;

pub use history::{History, WatchError};
pub use report::{Report, WrapperReport};

use serde::{Deserialize, Serialize};
use unhusk::wrapper::summary::RunSummary;

/// Stored summary of a run with one wrapper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedRun {
    /// Its time, in seconds since 1970.
    pub time: u64,
    /// The name of the wrapper.
    pub wrapper: String,
    /// Pages that were read.
    pub pages: usize,
    /// Pages without records.
    pub empty: usize,
    /// Records.
    pub records: usize,
    /// The fields, in the order of the schema.
    pub fields: Vec<WatchedField>,
    /// Warnings, in sentences.
    pub warnings: Vec<String>,
    /// Whether the run is odd: a field looks wrong, or there are far fewer records than before.
    pub is_odd: bool,
}

/// Stored summary of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedField {
    /// Its name.
    pub name: String,
    /// Records that could have it.
    pub records: usize,
    /// Records that have it.
    pub filled: usize,
    /// Whether it looks wrong as a whole.
    pub looks_wrong: bool,
}

impl WatchedRun {
    /// A run, before it is compared with earlier ones.
    pub fn new(time: u64, wrapper: &str, summary: &RunSummary) -> Self {
        let fields = summary.fields.iter().map(|field| WatchedField {
            name: field.name.clone(),
            records: field.records,
            filled: field.filled,
            looks_wrong: field.looks_wrong,
        });
        let warnings = summary.fields.iter().flat_map(|field| {
            field.warnings.iter().map(move |warning| format!("field `{}`: {warning}", field.name))
        });
        Self {
            time,
            wrapper: wrapper.to_owned(),
            pages: summary.pages,
            empty: summary.empty,
            records: summary.records,
            fields: fields.collect(),
            warnings: warnings.collect(),
            is_odd: summary.looks_wrong(),
        }
    }

    /// Compares the run with the healthy ones before it: far fewer records per page are odd, even if each of them looks
    /// right.
    #[must_use]
    pub fn compared_with(mut self, earlier: &[WatchedRun]) -> Self {
        let healthy: Vec<&WatchedRun> =
            earlier.iter().filter(|run| !run.is_odd && run.pages > 0).collect();
        let mut usual: Vec<usize> = healthy.iter().map(|run| run.per_page()).collect();
        usual.sort_unstable();
        let Some(&median) = usual.get(usual.len() / 2) else { return self };
        if 2 * self.per_page() < median {
            let now = self.records.to_string();
            let sentence = format!(
                "{now} records from {} pages, less than half of what earlier runs read per page",
                self.pages
            );
            self.warnings.insert(0, sentence);
            self.is_odd = true;
        }
        self
    }

    /// Records per hundred pages.
    fn per_page(&self) -> usize {
        100 * self.records / self.pages.max(1)
    }
}

impl WatchedField {
    /// The share of records that have the field, in percent.
    pub fn percent(&self) -> usize {
        100 * self.filled / self.records.max(1)
    }
}
