//! Peers: other programs for the same task, driven by `peers/contest.py`.

#[cfg(test)]
mod tests;

use super::contestant::TaskResult;
use super::task::Task;
use crate::venv;
use anyhow::{Context, bail, ensure};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use unhusk::page::fold;
use unhusk::record::{Cell, Record, Value};
use unhusk::{Page, Span};

const SCRIPT: &str = include_str!("../../../peers/contest.py");

/// A peer that is installed.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    python: PathBuf,
}

/// Names, and the arguments of `pip install`, step by step. The versions are those of the committed figures.
const PACKAGES: [(&str, &[&[&str]]); 4] = [
    // With a newer beautifulsoup4 autoscraper finds nothing.
    ("autoscraper", &[&["autoscraper==1.1.14", "beautifulsoup4==4.12.3"]]),
    (
        "scrapely",
        &[
            &["cython", "numpy", "setuptools", "wheel", "six", "w3lib==1.22.0"],
            &["--no-build-isolation", "scrapely==0.14.1"],
        ],
    ),
    ("parsel", &[&["parsel==1.12.1"]]),
    ("scrapling", &[&["scrapling==0.5"]]),
];

#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
enum PeerAnswer {
    Failed { error: String },
    Solved { learn_s: f64, read_s: f64, pages: Vec<Vec<BTreeMap<String, Vec<String>>>> },
}

impl Peer {
    pub(crate) fn is_known(name: &str) -> bool {
        PACKAGES.iter().any(|(known, _)| *known == name)
    }

    /// Installs the peer if necessary.
    pub(crate) fn install(name: &str) -> anyhow::Result<Self> {
        let known = PACKAGES.iter().find(|(known, _)| *known == name);
        let (name, steps) = *known.with_context(|| format!("unknown peer {name}"))?;
        Ok(Self { name, python: venv::python(name, steps)? })
    }

    pub(crate) fn attempt(&self, task: &Task<'_>) -> TaskResult {
        match question(task).and_then(|question| self.ask(&question)) {
            Ok(PeerAnswer::Solved { learn_s, read_s, pages }) => TaskResult {
                learning: Duration::from_secs_f64(learn_s),
                reading: Duration::from_secs_f64(read_s),
                answers: Ok(pages.into_iter().map(|page| records(page, task)).collect()),
            },
            Ok(PeerAnswer::Failed { error }) => TaskResult::failed(error),
            Err(error) => TaskResult::failed(format!("{error:#}")),
        }
    }

    fn ask(&self, question: &Json) -> anyhow::Result<PeerAnswer> {
        let mut child = Command::new(&self.python)
            .args(["-c", SCRIPT, self.name])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("starting {}", self.python.display()))?;
        // The script reads all input before it writes, so there is no deadlock.
        let mut stdin = child.stdin.take().context("standard input is a pipe")?;
        stdin.write_all(question.to_string().as_bytes())?;
        drop(stdin);
        let output = child.wait_with_output()?;
        ensure!(output.status.success(), "{} ended with {}", self.name, output.status);
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

fn question(task: &Task<'_>) -> anyhow::Result<Json> {
    let fields = task.labels["fields"].as_array().context("labels have fields")?;
    if !fields.iter().all(Json::is_string) {
        bail!("no peer reads nested records");
    }
    let pages = task.labels["pages"].as_array().context("labels have pages")?;
    let labelled = pages.iter().zip(&task.labelled).map(|(labels, source)| {
        let page = Page::from_bytes(source);
        let records = labels["records"].as_array().map_or(&[][..], Vec::as_slice);
        let records: Vec<Json> = records.iter().map(|record| texts(record, &page)).collect();
        json!({ "html": page.source(), "records": records })
    });
    let labelled: Vec<Json> = labelled.collect();
    let source = |source: &&[u8]| Page::from_bytes(source).source().to_owned();
    let to_read: Vec<String> = task.to_read.iter().map(source).collect();
    Ok(json!({
        "fields": fields,
        "is_list": task.site.set.has_lists(),
        "labelled": labelled,
        "to_read": to_read,
    }))
}

/// Returns a record whose values are all lists of texts.
fn texts(record: &Json, page: &Page) -> Json {
    let cells = record.as_object().into_iter().flatten().map(|(field, given)| {
        let values = match given {
            Json::Null => Vec::new(),
            Json::Array(values) => values.iter().filter_map(|value| text(value, page)).collect(),
            value => text(value, page).into_iter().collect(),
        };
        (field.clone(), Json::from(values))
    });
    Json::Object(cells.collect::<Map<_, _>>())
}

fn text(value: &Json, page: &Page) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(fold(text).into_owned());
    }
    let at = |position: usize| usize::try_from(value["span"][position].as_u64()?).ok();
    let (start, end) = (at(0)?, at(1)?);
    (start <= end).then(|| page.text(Span::new(start, end)).into_owned())
}

fn records(page: Vec<BTreeMap<String, Vec<String>>>, task: &Task<'_>) -> Vec<Record<'static>> {
    let nowhere = Span::new(0, 0);
    let value = |text: String| Value {
        text: fold(&text).into_owned().into(),
        span: nowhere,
        confidence: None,
    };
    let record = |mut found: BTreeMap<String, Vec<String>>| Record {
        cells: task
            .site
            .schema()
            .fields()
            .iter()
            .map(|field| match found.remove(&field.name) {
                None => Cell::Absent,
                Some(texts) => Cell::Many(texts.into_iter().map(value).collect()),
            })
            .collect(),
    };
    page.into_iter().map(record).collect()
}
