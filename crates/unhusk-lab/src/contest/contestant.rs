//! Contestants: the methods of the catalogue, and their peers.

use super::peer::Peer;
use super::site::BenchmarkSite;
use super::task::Task;
use super::truth::CompareBy;
use anyhow::Context;
use std::hint::black_box;
use std::time::{Duration, Instant};
use unhusk::Learner;
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};
use unhusk::learn::{Method, Settings};
use unhusk::record::{Cell, Record, Schema, Value};
use unhusk::score::Score;
use unhusk::wrapper::{AnyWrapper, Extract, Wrapper};
use unhusk_baselines::find_method;

/// A method or program that learns and extracts.
#[derive(Debug, Clone)]
pub(crate) enum Contestant {
    /// A method of the catalogue.
    Method(&'static Method),
    /// Another program for the same task.
    Peer(Peer),
}

/// Result of a contestant on a task.
pub(crate) struct TaskResult {
    /// Time to read the labelled and the unlabelled pages, place the labels and learn.
    pub(crate) learning: Duration,
    /// Time to read the test pages, parsing included.
    pub(crate) reading: Duration,
    /// Records per test page, with the fields of the site's schema; or the reason why nothing was learnt.
    pub(crate) answers: Result<Vec<Vec<Record<'static>>>, String>,
}

impl Contestant {
    /// Returns the contestants called `names`; reports and skips a peer that cannot be installed.
    pub(crate) fn all(names: &[String]) -> anyhow::Result<Vec<Self>> {
        let mut contestants = Vec::new();
        for name in names {
            if !Peer::is_known(name) {
                let method = find_method(name).with_context(|| format!("unknown method {name}"))?;
                contestants.push(Self::Method(method));
                continue;
            }
            match Peer::install(name) {
                Ok(peer) => contestants.push(Self::Peer(peer)),
                Err(error) => eprintln!("{name}: skipped, it cannot be installed: {error:#}"),
            }
        }
        Ok(contestants)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Method(method) => method.name,
            Self::Peer(peer) => peer.name,
        }
    }

    /// Returns the way in which answers are compared: peers return no places.
    pub(crate) fn compared_by(&self) -> CompareBy {
        match self {
            Self::Method(_) => CompareBy::Label,
            Self::Peer(_) => CompareBy::Text,
        }
    }

    /// Whether the contestant uses pages without labels.
    pub(crate) fn takes_unlabelled(&self) -> bool {
        matches!(self, Self::Method(_))
    }

    pub(crate) fn attempt(&self, task: &Task<'_>) -> TaskResult {
        match self {
            Self::Method(method) => with_method(method, task),
            Self::Peer(peer) => peer.attempt(task),
        }
    }
}

impl TaskResult {
    pub(super) fn failed(why_not: String) -> Self {
        Self { learning: Duration::ZERO, reading: Duration::ZERO, answers: Err(why_not) }
    }
}

fn with_method(method: &Method, task: &Task<'_>) -> TaskResult {
    let started = Instant::now();
    let learnt = learn(method, task);
    let learning = started.elapsed();
    let mut reading = Duration::ZERO;
    let answers = learnt.map(|(wrapper, schema)| {
        let started = Instant::now();
        for source in &task.to_read {
            black_box(wrapper.extract(&schema, &Page::from_bytes(source)));
        }
        reading = started.elapsed();
        task.to_read.iter().map(|source| read(&wrapper, &schema, source, task)).collect()
    });
    TaskResult { learning, reading, answers }
}

/// Learns from the task with the defaults of the program: `auto`, and a profile.
pub(crate) fn learn_wrapper(task: &Task<'_>) -> Option<Wrapper> {
    let labels = Labels::parse("labels", &task.labels.to_string()).ok()?;
    let parse = |sources: &[&[u8]]| -> Vec<Page> {
        sources.iter().map(|source| Page::from_bytes(source)).collect()
    };
    let (labelled, unlabelled) = (parse(&task.labelled), parse(&task.unlabelled));
    let learner = Learner::auto().labels(&labels, &labelled).unlabelled(&unlabelled);
    Some(learner.learn().ok()?.into_wrapper())
}

/// Scores the values that a wrapper reads on pages of a site, field by field.
pub(crate) fn score(
    site: &BenchmarkSite,
    wrapper: &Wrapper,
    test: &[usize],
    pages: &[Page],
) -> Score {
    let mut score = Score::default();
    for (at, page) in test.iter().zip(pages) {
        let found = wrapper.extract(page).records.into_iter();
        let records: Vec<_> =
            found.map(|record| with_fields_of(record, &wrapper.schema, site.schema())).collect();
        score.add_page(site.schema(), &site.truth(*at, CompareBy::Text), &records);
    }
    score
}

pub(crate) fn learn(method: &Method, task: &Task<'_>) -> Result<(AnyWrapper, Schema), String> {
    let labels =
        Labels::parse(&task.site.name, &task.labels.to_string()).map_err(|e| e.to_string())?;
    let read = |sources: &[&[u8]]| -> Vec<Page> {
        sources.iter().map(|source| Page::from_bytes(source)).collect()
    };
    let (labelled, unlabelled) = (read(&task.labelled), read(&task.unlabelled));
    let numbered: Vec<_> = labelled.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Lenient)
        .map_err(|error| error.to_string())?
        .with_unlabelled(&unlabelled);
    let learned = method.learn(&set, &Settings::default()).map_err(|error| error.to_string())?;
    let schema = learned.schema(&set);
    Ok((learned.wrapper, schema))
}

fn read(
    wrapper: &AnyWrapper,
    schema: &Schema,
    source: &[u8],
    task: &Task<'_>,
) -> Vec<Record<'static>> {
    let page = Page::from_bytes(source);
    let found = wrapper.extract_with_confidence(schema, &page);
    found
        .records
        .into_iter()
        .map(|record| with_fields_of(record, schema, task.site.schema()))
        .collect()
}

/// Converts a record of the learnt fields to the fields of the site.
pub(crate) fn with_fields_of(
    record: Record<'_>,
    learnt: &Schema,
    wanted: &Schema,
) -> Record<'static> {
    let mut cells: Vec<Option<Cell<'_>>> = record.cells.into_iter().map(Some).collect();
    let cell = |name: &str, cells: &mut Vec<Option<Cell<'_>>>| {
        let cell = cells.get_mut(learnt.position(name)?)?.take()?;
        Some(owned(cell))
    };
    let fields = wanted.fields().iter();
    Record {
        cells: fields.map(|field| cell(&field.name, &mut cells).unwrap_or(Cell::Absent)).collect(),
    }
}

/// Recurses on the nesting of the schema, which is capped.
fn owned(cell: Cell<'_>) -> Cell<'static> {
    let value = |value: Value<'_>| Value { text: value.text.into_owned().into(), ..value };
    match cell {
        Cell::Absent => Cell::Absent,
        Cell::One(one) => Cell::One(value(one)),
        Cell::Many(values) => Cell::Many(values.into_iter().map(value).collect()),
        Cell::Nested(records) => Cell::Nested(
            records
                .into_iter()
                .map(|record| Record { cells: record.cells.into_iter().map(owned).collect() })
                .collect(),
        ),
    }
}
