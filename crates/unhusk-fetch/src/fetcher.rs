//! URLs -> an archive: several hosts at the same time, one page at a time for each, one event for every URL.

use crate::clock::{Clock, SystemClock};
use crate::event::{Event, FetchSummary, Observer};
use crate::failure::{Failure, Reason};
use crate::lookup::{Lookup, SystemLookup};
use crate::options::FetchOptions;
use crate::page::{Fetched, Known, fetch_page};
use crate::polite::Polite;
use crate::target_url::Target;
use crate::warc::{Archive, ArchiveError, iso_date};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Interval between checks whether the run is to be stopped.
const POLL: Duration = Duration::from_millis(100);

/// Downloads pages.
pub struct Fetcher {
    pub(crate) polite: Polite,
    pub(crate) stop: Arc<AtomicBool>,
}

/// Contradictory or invalid options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionsError(String);

impl Fetcher {
    /// Returns a fetcher that uses the clock and the resolver of the system.
    pub fn new(options: FetchOptions) -> Result<Self, OptionsError> {
        Self::with_parts(options, Arc::new(SystemClock::default()), Arc::new(SystemLookup))
    }

    /// Returns a fetcher with a clock and a resolver of its own.
    pub fn with_parts(
        options: FetchOptions,
        clock: Arc<dyn Clock>,
        lookup: Arc<dyn Lookup>,
    ) -> Result<Self, OptionsError> {
        if let Some(problem) = options.problem() {
            return Err(OptionsError(problem));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let polite = Polite::new(Arc::new(options), clock, lookup, Arc::clone(&stop));
        Ok(Self { polite, stop })
    }

    /// Fetches pages into an archive. Every URL becomes one event; repeated URLs are fetched once. Fails only if the
    /// archive cannot be written.
    pub fn run(
        &self,
        urls: &[String],
        archive: &mut Archive,
        observer: &mut dyn Observer,
    ) -> Result<FetchSummary, ArchiveError> {
        let known = Known::new(archive.take_pages());
        let (jobs, early) = self.plan(urls, &known);
        let mut run = Run {
            archive,
            observer,
            summary: FetchSummary {
                n_urls: early.len() + jobs.iter().map(|(_, jobs)| jobs.len()).sum::<usize>(),
                ..FetchSummary::default()
            },
            n_done: 0,
        };
        for event in &early {
            run.report(event);
        }
        let result = self.fetch(jobs, &known, &mut run);
        run.summary.is_stopped = self.stop.load(Ordering::SeqCst);
        let summary = run.summary;
        archive.put_pages(known.into_stored());
        result.map(|()| summary)
    }

    /// Sorts URLs by host; a URL that is known or cannot be fetched becomes an event.
    fn plan(&self, urls: &[String], known: &Known) -> (VecDeque<(String, Vec<Job>)>, Vec<Event>) {
        let mut jobs: Vec<(String, Vec<Job>)> = Vec::new();
        let mut place: BTreeMap<String, usize> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut early = Vec::new();
        for url in urls {
            let target = match Target::parse(url, &self.polite.options) {
                Ok(target) => target,
                Err(failure) => {
                    if seen.insert(url.clone()) {
                        early.push(Event::Failed { url: url.clone(), failure });
                    }
                    continue;
                }
            };
            if !seen.insert(target.as_str().to_owned()) {
                continue;
            }
            if !self.polite.options.refresh && known.has_page(&target, &self.polite) {
                early.push(Event::Known { url: url.clone() });
                continue;
            }
            let at = *place.entry(target.host().to_owned()).or_insert_with(|| {
                jobs.push((target.host().to_owned(), Vec::new()));
                jobs.len() - 1
            });
            jobs[at].1.push(Job { url: url.clone(), target });
        }
        (jobs.into(), early)
    }

    fn fetch(
        &self,
        jobs: VecDeque<(String, Vec<Job>)>,
        known: &Known,
        run: &mut Run<'_>,
    ) -> Result<(), ArchiveError> {
        let n_threads = jobs.len().min(self.polite.options.max_hosts.max(1));
        let jobs = Mutex::new(jobs);
        let (sender, receiver) = mpsc::sync_channel(n_threads.max(1));
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let (jobs, sender) = (&jobs, sender.clone());
                scope.spawn(move || self.work(jobs, known, &sender));
            }
            drop(sender);
            let result = loop {
                match receiver.recv_timeout(POLL) {
                    Ok(done) => {
                        if let Err(error) = run.take(done, &self.polite) {
                            break Err(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
                run.report_waits(&self.polite);
                if run.observer.is_stopped() {
                    self.stop.store(true, Ordering::SeqCst);
                }
            };
            if result.is_err() {
                self.stop.store(true, Ordering::SeqCst);
            }
            // Threads that are blocked on sending end when there is no receiver.
            drop(receiver);
            result
        })
    }

    /// Fetches the pages of one host after the other.
    fn work(
        &self,
        jobs: &Mutex<VecDeque<(String, Vec<Job>)>>,
        known: &Known,
        sender: &SyncSender<Done>,
    ) {
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        while let Some((_, jobs)) = next() {
            for job in jobs {
                if self.stop.load(Ordering::SeqCst) {
                    return;
                }
                let result = self.fetch_one(&job, known);
                if sender.send(Done { url: job.url, result }).is_err() {
                    return;
                }
            }
        }
    }

    /// Fetches one page; a panic loses that page alone.
    fn fetch_one(&self, job: &Job, known: &Known) -> Result<Option<Fetched>, Failure> {
        if known.was_fetched(&job.target) {
            return Ok(None);
        }
        let fetch = AssertUnwindSafe(|| fetch_page(&self.polite, &job.target, known));
        panic::catch_unwind(fetch).map_or_else(|_| Err(defect()), |result| result.map(Some))
    }
}

fn defect() -> Failure {
    Failure::new(Reason::Protocol, "internal error; please report this with the URL")
}

/// A page to fetch.
struct Job {
    /// The URL as given.
    url: String,
    target: Target,
}

/// A job that is done; without a page if it was fetched behind another URL.
struct Done {
    url: String,
    result: Result<Option<Fetched>, Failure>,
}

/// The side of a run that writes and reports.
struct Run<'r> {
    archive: &'r mut Archive,
    observer: &'r mut dyn Observer,
    summary: FetchSummary,
    n_done: usize,
}

impl Run<'_> {
    /// Writes the records of a page, then reports it.
    fn take(&mut self, done: Done, polite: &Polite) -> Result<(), ArchiveError> {
        let url = done.url;
        let event = match done.result {
            // The next run fetches it.
            Err(failure) if failure.reason == Reason::Stopped => return Ok(()),
            Err(failure) => Event::Failed { url, failure },
            Ok(None) => Event::Unchanged { url },
            Ok(Some(page)) => {
                self.archive.begin_run(&polite.options, &iso_date(polite.clock.date()))?;
                self.archive.append(&page.records)?;
                let Fetched { final_url, status, n_bytes, is_cut, .. } = page;
                if page.is_unchanged {
                    Event::Unchanged { url }
                } else {
                    Event::Fetched { url, final_url, status, n_bytes, is_cut }
                }
            }
        };
        self.report(&event);
        Ok(())
    }

    fn report_waits(&mut self, polite: &Polite) {
        for wait in polite.take_waits() {
            self.observer.waiting(&wait);
        }
    }

    fn report(&mut self, event: &Event) {
        self.n_done += 1;
        self.summary.count(event);
        self.observer.event(event, self.n_done, self.summary.n_urls);
    }
}
