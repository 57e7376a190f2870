//! `learn`: labels -> a wrapper file.

use super::Verb;
use super::teaching::{
    CheckedPages, ClaimedPage, FieldFit, LabelFile, Refusal, Teaching, fit, summary, unlabelled,
    warnings,
};
use crate::bounds::{Counted, n_shown};
use crate::error::ToolError;
use crate::output_file::OutputFile;
use crate::pages::NamedRead;
use crate::records::Shown;
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use unhusk::sink::Spans;
use unhusk::wrapper::Wrapper;

pub(super) struct Learn;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct LearnInput {
    /// Pages with records that you see on them; one page with one to three records is enough for a list, two pages for
    /// a site with one record on each.
    #[serde(default)]
    pages: Vec<ClaimedPage>,
    /// A label file (labels/1) of a person, instead of `pages` or beside them.
    #[serde(default)]
    labels: Option<String>,
    /// The file for the wrapper; its name ends in .json.
    output: String,
    /// Whether `output` may replace an existing file (default: false).
    #[serde(default)]
    overwrite: Option<bool>,
    /// More pages of the same site, without labels: files, folders or patterns. They make the wrapper more robust.
    #[serde(default)]
    unlabelled: Option<Vec<String>>,
    /// The learning method (default: auto).
    #[serde(default)]
    method: Option<String>,
    /// Fields with at most one value per record.
    #[serde(default)]
    single: Option<Vec<String>>,
    /// Records of the labelled pages in the answer (default: 5, at most 50).
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct LearnAnswer {
    /// What was learnt, in one line.
    summary: String,
    /// The file of the wrapper, for `extract`.
    wrapper: String,
    /// How well the labels are read.
    fields: Counted<FieldFit>,
    /// Values that are not on their page; the rest was learnt.
    refused: Counted<Refusal>,
    /// Records of the labelled pages as the wrapper reads them: check them.
    records: Vec<Map<String, Value>>,
    /// What else should be known.
    warnings: Counted<String>,
}

impl Verb for Learn {
    const NAME: &'static str = "learn";
    const DESCRIPTION: &'static str = "Learn to read a site, once, from a few records that you see on its pages; \
        `extract` then reads any number of pages without a model. Every value is checked against its page: one that is \
        not there is refused by name, with a similar text, and the rest is learnt.";
    const WRITES: bool = true;
    type Input = LearnInput;
    type Answer = LearnAnswer;

    fn run(session: &Session, input: LearnInput) -> Result<LearnAnswer, ToolError> {
        let overwrite = input.overwrite.unwrap_or_default();
        let output = OutputFile::for_wrapper(session, &input.output, overwrite)?;
        let file =
            input.labels.as_deref().map(|name| LabelFile::read(session, name)).transpose()?;
        if input.pages.is_empty() && file.is_none() {
            return Err(ToolError::new("nothing to learn from: give `pages` or `labels`"));
        }
        let checked = CheckedPages::read(session, input.pages)?;
        if file.is_none() {
            checked.not_empty()?;
        }
        let (others, errors) = unlabelled(session, &input.unlabelled.unwrap_or_default())?;
        let mut teaching =
            Teaching::new(input.method.as_deref())?.checked(&checked).label_file(file.as_ref());
        for field in input.single.into_iter().flatten() {
            teaching.learner = teaching.learner.single(field);
        }
        teaching.learner = teaching.learner.unlabelled(others.iter().map(|read| &read.page));
        let learned = teaching.learn()?;
        session.go_on()?;
        let (summary, fields) = (summary(&learned), fit(&learned));
        let warnings = warnings(&[checked.warnings.clone(), errors].concat(), &learned);
        let wrapper = learned.into_wrapper();
        output.save(&wrapper)?;
        let of_file = file.iter().flat_map(LabelFile::pages);
        let labelled = checked.pages.iter().map(|(_, read)| read).chain(of_file);
        let records = shown(&wrapper, labelled, n_shown(input.limit))?;
        let refused = checked.refusals();
        Ok(LearnAnswer { summary, wrapper: output.shown, fields, refused, records, warnings })
    }
}

/// The first records of pages.
fn shown<'p>(
    wrapper: &Wrapper,
    pages: impl Iterator<Item = &'p NamedRead>,
    n_records: usize,
) -> Result<Vec<Map<String, Value>>, ToolError> {
    let mut shown = Shown::new(&wrapper.schema, Spans::Omit, n_records);
    for NamedRead { name, page, .. } in pages {
        for record in &wrapper.extract(page).records {
            shown.add(name, record)?;
        }
    }
    Ok(shown.records)
}
