//! A fetcher with a fake clock, an archive in a temporary folder, and the events of a run.

use crate::clock::FakeClock;
use crate::reader::{Record, read};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use unhusk_fetch::lookup::Lookup;
use unhusk_fetch::warc::Archive;
use unhusk_fetch::{Event, FetchOptions, FetchSummary, Fetcher, Reason};

/// Names of test hosts.
#[derive(Debug, Default)]
pub(crate) struct Names(pub(crate) BTreeMap<String, Vec<IpAddr>>);

impl Lookup for Names {
    fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.0.get(name).cloned().ok_or_else(|| io::Error::other("no such name"))
    }
}

pub(crate) struct Setup {
    pub(crate) clock: Arc<FakeClock>,
    pub(crate) options: FetchOptions,
    pub(crate) names: BTreeMap<String, Vec<IpAddr>>,
    folder: TempDir,
}

impl Setup {
    /// Returns a setup in which private addresses are refused.
    pub(crate) fn guarded() -> Self {
        let options = FetchOptions {
            idle_timeout: Duration::from_secs(10),
            total_timeout: Duration::from_secs(30),
            ..FetchOptions::default()
        };
        let (clock, names) = (Arc::default(), BTreeMap::new());
        Self { clock, options, names, folder: tempfile::tempdir().unwrap() }
    }

    /// Returns a setup in which the test server is allowed.
    pub(crate) fn local() -> Self {
        let mut setup = Self::guarded();
        setup.options.allow_private = vec!["127.0.0.1".into()];
        setup
    }

    /// Gives a name to this machine, and allows it with `is_allowed`.
    pub(crate) fn name(&mut self, name: &str, is_allowed: bool) {
        self.names.insert(name.into(), vec!["127.0.0.1".parse().unwrap()]);
        if is_allowed {
            self.options.allow_private.push(name.into());
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("site.warc.gz")
    }

    pub(crate) fn fetcher(&self) -> Fetcher {
        let names = Arc::new(Names(self.names.clone()));
        Fetcher::with_parts(self.options.clone(), Arc::clone(&self.clock) as _, names).unwrap()
    }

    pub(crate) fn run(&self, urls: &[String]) -> (Vec<Event>, FetchSummary) {
        let mut archive = Archive::open(&self.path()).unwrap();
        let mut events = Vec::new();
        let mut note = |event: &Event| events.push(event.clone());
        let summary = self.fetcher().run(urls, &mut archive, &mut note).unwrap();
        (events, summary)
    }

    /// Fetches one page; returns why it failed.
    pub(crate) fn failure(&self, url: &str) -> Option<(Reason, String)> {
        let (events, _) = self.run(&[url.to_owned()]);
        match &events[..] {
            [Event::Failed { failure, .. }] => Some((failure.reason, failure.detail.clone())),
            [_] => None,
            events => panic!("{events:?}"),
        }
    }

    pub(crate) fn reason(&self, url: &str) -> Option<Reason> {
        self.failure(url).map(|(reason, _)| reason)
    }

    /// The records of the archive, read with a reader that shares nothing with the writer.
    pub(crate) fn records(&self) -> Vec<Record> {
        if self.path().exists() { read(&fs::read(self.path()).unwrap()) } else { Vec::new() }
    }

    pub(crate) fn records_of(&self, kind: &str) -> Vec<Record> {
        self.records().into_iter().filter(|record| record.field("WARC-Type") == kind).collect()
    }
}
