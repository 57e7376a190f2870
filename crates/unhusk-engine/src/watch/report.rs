//! The last run of each wrapper beside those before it.

use super::{History, WatchedRun};
use serde::Serialize;

/// Runs that a report shows.
const MAX_RUNS: usize = 60;

/// A report on all wrappers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The wrappers, odd ones first.
    pub wrappers: Vec<WrapperReport>,
}

/// A report on one wrapper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrapperReport {
    /// Its name.
    pub name: String,
    /// Whether its last run is odd.
    pub is_odd: bool,
    /// Start of the odd runs, if the last one is odd: the time of the first of them, in seconds since 1970.
    pub odd_since: Option<u64>,
    /// The last runs, the oldest first.
    pub runs: Vec<WatchedRun>,
}

impl Report {
    /// A report on the wrappers of the last runs.
    pub fn new(history: &History, last: &[WatchedRun]) -> Self {
        let of = |run: &WatchedRun| WrapperReport::new(&run.wrapper, history.runs_of(&run.wrapper));
        let mut wrappers: Vec<WrapperReport> = last.iter().map(of).collect();
        wrappers.sort_by_key(|wrapper| !wrapper.is_odd);
        Self { wrappers }
    }

    /// Whether the last run of some wrapper is odd.
    pub fn is_odd(&self) -> bool {
        self.wrappers.iter().any(|wrapper| wrapper.is_odd)
    }
}

impl WrapperReport {
    fn new(name: &str, mut runs: Vec<WatchedRun>) -> Self {
        let is_odd = runs.last().is_some_and(|run| run.is_odd);
        let first = runs.iter().rposition(|run| !run.is_odd).map_or(0, |healthy| healthy + 1);
        let odd_since = runs.get(first).map(|run| run.time).filter(|_| is_odd);
        runs.drain(..runs.len().saturating_sub(MAX_RUNS));
        Self { name: name.to_owned(), is_odd, odd_since, runs }
    }

    /// The last run.
    pub fn last(&self) -> Option<&WatchedRun> {
        self.runs.last()
    }

    /// Returns the share of records with a field in each run, in percent; `None` where the run lacks the field.
    pub fn fill(&self, field: &str) -> Vec<Option<usize>> {
        let percent = |run: &WatchedRun| {
            run.fields.iter().find(|known| known.name == field).map(super::WatchedField::percent)
        };
        self.runs.iter().map(percent).collect()
    }

    /// The records of each run.
    pub fn records(&self) -> Vec<Option<usize>> {
        self.runs.iter().map(|run| Some(run.records)).collect()
    }
}
