//! One URL -> the records of its page, redirects followed.

use crate::exchange::{Ask, Exchange};
use crate::failure::{Failure, Reason};
use crate::polite::{Polite, status};
use crate::target_url::Target;
use crate::warc::{
    Stored, Unchanged, digest, iso_date, request_record, response_record, revisit_record,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// Answers in the archive at the start, and pages fetched since.
#[derive(Debug, Default)]
pub(crate) struct Known {
    stored: BTreeMap<String, Stored>,
    fetched: Mutex<BTreeSet<String>>,
}

impl Known {
    pub(crate) fn new(stored: BTreeMap<String, Stored>) -> Self {
        Self { stored, fetched: Mutex::default() }
    }

    /// Returns the answers that were in the archive at the start.
    pub(crate) fn into_stored(self) -> BTreeMap<String, Stored> {
        self.stored
    }

    /// Whether the archive contains a page, itself or behind redirects.
    pub(crate) fn has_page(&self, target: &Target, polite: &Polite) -> bool {
        let mut at = target.clone();
        for _ in 0..=polite.options.max_redirects {
            let Some(stored) = self.stored.get(at.as_str()) else { return false };
            match (stored.status, &stored.location) {
                (200..=299, _) => return true,
                (300..=399, Some(location)) => match at.join(location, &polite.options) {
                    Ok(next) => at = next,
                    Err(_) => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// Whether a page was fetched in this run.
    pub(crate) fn was_fetched(&self, target: &Target) -> bool {
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner).contains(target.as_str())
    }

    fn note_fetched(&self, target: &Target) {
        let mut fetched = self.fetched.lock().unwrap_or_else(PoisonError::into_inner);
        fetched.insert(target.as_str().to_owned());
    }

    /// Returns the stored page that a new answer is compared with: none without `refresh`.
    fn page_to_refresh(&self, target: &Target, polite: &Polite) -> Option<&Stored> {
        let stored = self.stored.get(target.as_str())?;
        (polite.options.refresh && matches!(stored.status, 200..=299)).then_some(stored)
    }
}

/// A page that was fetched.
#[derive(Debug)]
pub(crate) struct Fetched {
    pub(crate) records: Vec<Vec<u8>>,
    pub(crate) final_url: String,
    pub(crate) status: u16,
    pub(crate) n_bytes: usize,
    pub(crate) is_cut: bool,
    /// Whether the stored page is still the current one.
    pub(crate) is_unchanged: bool,
}

/// Fetches a page, following redirects; every answer on the way is recorded.
pub(crate) fn fetch_page(
    polite: &Polite,
    target: &Target,
    known: &Known,
) -> Result<Fetched, Failure> {
    let mut records = Vec::new();
    let mut at = target.clone();
    for n_redirects in 0..=polite.options.max_redirects {
        let is_there =
            known.was_fetched(&at) || (!polite.options.refresh && known.has_page(&at, polite));
        if n_redirects > 0 && is_there {
            let final_url = at.as_str().to_owned();
            return Ok(Fetched {
                records,
                final_url,
                status: 200,
                n_bytes: 0,
                is_cut: false,
                is_unchanged: true,
            });
        }
        let stored = known.page_to_refresh(&at, polite);
        let date = iso_date(polite.clock.date());
        let exchange = polite.get(&at, &ask(stored, polite.options.max_page_bytes))?;
        if let Some(stored) = stored
            && let Some(unchanged) = unchanged(&exchange, stored)
        {
            let (revisit, id) = revisit_record(at.as_str(), &date, &exchange, stored, unchanged);
            records.push(revisit);
            records.push(request_record(at.as_str(), &date, &exchange, &id));
            known.note_fetched(&at);
            return Ok(fetched(records, &at, &exchange, true));
        }
        push_response(&mut records, &at, &date, &exchange);
        match exchange.status {
            200..=299 => {
                known.note_fetched(&at);
                return Ok(fetched(records, &at, &exchange, false));
            }
            301 | 302 | 303 | 307 | 308 => at = next(&at, &exchange, polite)?,
            _ => return Err(status(&exchange)),
        }
    }
    let detail = format!(
        "more than {} redirects; the last one leads to {}",
        polite.options.max_redirects,
        at.as_str()
    );
    Err(Failure::new(Reason::Redirects, detail))
}

/// Returns the evidence that the stored page is still the current one, or `None` if there is none.
///
/// Many servers send neither `ETag` nor `Last-Modified`: equal pages of theirs are recognized by the digest of the
/// body. Stored twice, such a page would yield its records twice.
fn unchanged(exchange: &Exchange, stored: &Stored) -> Option<Unchanged> {
    match exchange.status {
        304 if stored.has_validator() => Some(Unchanged::NotModified),
        200..=299 if !exchange.is_cut => {
            let is_equal = stored.payload_digest.as_ref() == Some(&digest(&exchange.payload));
            is_equal.then_some(Unchanged::IdenticalPayload)
        }
        _ => None,
    }
}

fn ask(stored: Option<&Stored>, max_bytes: u64) -> Ask {
    Ask {
        if_none_match: stored.and_then(|stored| stored.etag.clone()),
        if_modified_since: stored.and_then(|stored| stored.last_modified.clone()),
        max_bytes,
        wants_body: false,
    }
}

/// Returns the target of a redirect; it is checked like any URL.
fn next(at: &Target, exchange: &Exchange, polite: &Polite) -> Result<Target, Failure> {
    let Some(location) = exchange.header("location") else {
        let detail = format!("the server answered {} without a plain location", exchange.status);
        return Err(Failure::new(Reason::Redirects, detail));
    };
    at.join(location, &polite.options).map_err(|failure| {
        let detail = format!("{} redirects to it: {}", at.as_str(), failure.detail);
        Failure::new(failure.reason, detail)
    })
}

fn fetched(records: Vec<Vec<u8>>, at: &Target, exchange: &Exchange, is_unchanged: bool) -> Fetched {
    Fetched {
        records,
        final_url: at.as_str().to_owned(),
        status: exchange.status,
        n_bytes: exchange.payload.len(),
        is_cut: exchange.is_cut,
        is_unchanged,
    }
}

fn push_response(records: &mut Vec<Vec<u8>>, at: &Target, date: &str, exchange: &Exchange) {
    let (response, id) = response_record(at.as_str(), date, exchange);
    records.push(response);
    records.push(request_record(at.as_str(), date, exchange, &id));
}
