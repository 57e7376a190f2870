//! `verify`: whether a wrapper still reads records as before.

use super::Verb;
use crate::bounds::{Counted, rounded, shortened};
use crate::error::ToolError;
use crate::pages;
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use unhusk::page::PageOptions;
use unhusk::verify::{FieldVerdict, Health, Verifier};
use unhusk::wrapper::summary::RunObserver;
use unhusk_engine::{Comparison, Extraction, Inputs, WrapperSet};
use unhusk_io::source::ArchiveOptions;

pub(super) struct Verify;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct VerifyInput {
    /// The wrapper file.
    wrapper: String,
    /// Pages of the site as they are now: files, folders, archives or patterns.
    pages: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct VerifyAnswer {
    /// Whether all fields are read as before. If not, `repair` may help.
    healthy: bool,
    /// Pages that were read.
    n_pages: u64,
    /// Their records.
    n_records: u64,
    /// The fields, those that are not healthy first.
    fields: Counted<FieldHealth>,
    /// Remarks on the pages as a whole.
    notes: Counted<String>,
    /// Pages that could not be read.
    failures: Counted<String>,
}

/// Whether a field is read as before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct FieldHealth {
    /// The name of the field.
    field: String,
    /// Whether it is read as before.
    healthy: bool,
    /// The probability that it is read wrongly.
    score: f64,
    /// The reasons, the most important first.
    evidence: Vec<String>,
}

impl Verb for Verify {
    const NAME: &'static str = "verify";
    const DESCRIPTION: &'static str = "Check whether a wrapper still reads healthy records, by comparing pages with \
        those that it was learnt from. Use it when a site may have changed.";
    const WRITES: bool = false;
    type Input = VerifyInput;
    type Answer = VerifyAnswer;

    fn run(session: &Session, input: VerifyInput) -> Result<VerifyAnswer, ToolError> {
        let (wrapper, _) = pages::wrapper(session, &input.wrapper)?;
        let about = |error| ToolError::from(error).about(format!("wrapper `{}`", input.wrapper));
        Verifier::new(&wrapper).map_err(about)?;
        let inputs = Inputs::new(pages::listed(session, &input.pages)?, ArchiveOptions::default());
        let extraction = Extraction {
            wrappers: &WrapperSet::one(wrapper.clone()),
            options: PageOptions::default(),
            with_confidence: true,
            identity: None,
            comparison: Comparison::All,
            n_jobs: session.n_jobs,
        };
        let mut observer = RunObserver::new(&wrapper);
        let mut failures: Counted<String> = Counted::default();
        let mut n_read = 0;
        extraction.read(inputs, |outcome| {
            match outcome.result {
                Ok(read) => {
                    n_read += 1;
                    observer.add(&outcome.name, &read.records);
                    read.observation.into_iter().for_each(|one| observer.add_observation(one));
                }
                Err(failure) => failures.push(shortened(&failure.named_message())),
            }
            if session.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        session.go_on()?;
        if n_read == 0 {
            let why = failures.first.into_iter().next().unwrap_or_default();
            return Err(ToolError::new(format!("none of the pages can be read: {why}")));
        }
        let verdict =
            observer.verdict().ok_or_else(|| ToolError::new("the wrapper has no profile"))?;
        let is_healthy = |field: &&FieldVerdict| field.health == Health::Healthy;
        let (well, ill): (Vec<_>, Vec<_>) = verdict.fields.iter().partition(is_healthy);
        Ok(VerifyAnswer {
            healthy: verdict.health == Health::Healthy,
            n_pages: verdict.pages,
            n_records: verdict.records,
            fields: ill.into_iter().chain(well).map(health_of).collect(),
            notes: verdict.notes.iter().map(|note| shortened(note)).collect(),
            failures,
        })
    }
}

fn health_of(field: &FieldVerdict) -> FieldHealth {
    let healthy = field.health == Health::Healthy;
    let evidence = field.evidence.iter().filter(|_| !healthy);
    FieldHealth {
        field: field.name.clone(),
        healthy,
        score: rounded(field.score),
        evidence: evidence.map(|line| shortened(line)).collect(),
    }
}
