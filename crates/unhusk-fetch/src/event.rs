//! Outcome of each URL, and of a run.

use crate::failure::{Failure, Reason};
use std::collections::BTreeMap;
use std::time::Duration;

/// Outcome of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The page was fetched and is in the archive.
    Fetched {
        /// The requested URL.
        url: String,
        /// The URL of the page, after redirects.
        final_url: String,
        /// Status of HTTP.
        status: u16,
        /// Bytes of the body, as received.
        n_bytes: usize,
        /// Whether the page is longer than the limit, so that its end is missing.
        is_cut: bool,
    },
    /// The page of the archive is still the current one, or was fetched in this run behind another URL.
    Unchanged {
        /// The requested URL.
        url: String,
    },
    /// The archive already contains the page.
    Known {
        /// The requested URL.
        url: String,
    },
    /// The page was not fetched.
    Failed {
        /// The requested URL.
        url: String,
        /// The reason.
        failure: Failure,
    },
}

/// Counts of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FetchSummary {
    /// Different URLs that were requested.
    pub n_urls: usize,
    /// Pages that were fetched.
    pub n_fetched: usize,
    /// Pages that are longer than the limit.
    pub n_cut: usize,
    /// Pages that have not changed.
    pub n_unchanged: usize,
    /// Pages that were in the archive.
    pub n_known: usize,
    /// URLs that failed, by reason.
    pub failures: BTreeMap<Reason, usize>,
    /// Whether the run was stopped before its end.
    pub is_stopped: bool,
}

impl FetchSummary {
    /// Number of URLs that failed.
    pub fn n_failed(&self) -> usize {
        self.failures.values().sum()
    }

    pub(crate) fn count(&mut self, event: &Event) {
        match event {
            Event::Fetched { is_cut, .. } => {
                self.n_fetched += 1;
                self.n_cut += usize::from(*is_cut);
            }
            Event::Unchanged { .. } => self.n_unchanged += 1,
            Event::Known { .. } => self.n_known += 1,
            Event::Failed { failure, .. } => *self.failures.entry(failure.reason).or_default() += 1,
        }
    }
}

/// Wait for a host that answered 429 or 503; no page of it is fetched until then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// The host.
    pub host: String,
    /// Length of the wait.
    pub time: Duration,
}

/// Watches a run.
pub trait Observer {
    /// Takes the event of a URL. `n_done` of `n_all` URLs are done.
    fn event(&mut self, event: &Event, n_done: usize, n_all: usize);
    /// Reports the wait for a host, which may take minutes.
    fn waiting(&mut self, _wait: &Wait) {}
    /// Whether the run is to be stopped; called several times a second.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Event)> Observer for F {
    fn event(&mut self, event: &Event, _: usize, _: usize) {
        self(event);
    }
}
