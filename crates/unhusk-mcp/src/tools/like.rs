//! `like`: one record of a page -> the similar records of the page.

use super::Verb;
use super::teaching::{
    CheckedPages, ClaimedPage, Refusal, Teaching, records_schema, summary, warnings,
};
use crate::bounds::{Counted, n_shown};
use crate::error::ToolError;
use crate::output_file::OutputFile;
use crate::records::Shown;
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use unhusk::sink::Spans;

pub(super) struct Like;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct LikeInput {
    /// The file of the page.
    page: String,
    /// One record that you see on the page, or a few; values as for `learn`.
    #[schemars(schema_with = "records_schema")]
    records: Value,
    /// The file for the wrapper, if other pages are to be read as this one; its name ends in .json.
    #[serde(default)]
    output: Option<String>,
    /// Whether `output` may replace an existing file (default: false).
    #[serde(default)]
    overwrite: Option<bool>,
    /// Records in the answer (default: 5, at most 50).
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct LikeAnswer {
    /// What was learnt, in one line.
    summary: String,
    /// Records of the page.
    n_records: usize,
    /// The first of them.
    records: Vec<Map<String, Value>>,
    /// Values that are not on the page; the rest was learnt.
    refused: Counted<Refusal>,
    /// The file of the wrapper, if one was asked for.
    wrapper: Option<String>,
    /// What else should be known.
    warnings: Counted<String>,
}

impl Verb for Like {
    const NAME: &'static str = "like";
    const DESCRIPTION: &'static str = "Find all records of one page that are like the one you give: show one product of \
        a list, get them all. For more than one page, give `output` and use `extract`.";
    const WRITES: bool = true;
    type Input = LikeInput;
    type Answer = LikeAnswer;

    fn run(session: &Session, input: LikeInput) -> Result<LikeAnswer, ToolError> {
        let overwrite = input.overwrite.unwrap_or_default();
        let output = input.output.map(|name| OutputFile::for_wrapper(session, &name, overwrite));
        let output = output.transpose()?;
        let LikeInput { page, records, limit, .. } = input;
        let claimed = ClaimedPage { page, records, complete: None, url: None };
        let checked = CheckedPages::read(session, vec![claimed])?;
        checked.not_empty()?;
        let learned = Teaching::new(None)?.checked(&checked).learn()?;
        session.go_on()?;
        let (summary, warnings) = (summary(&learned), warnings(&checked.warnings, &learned));
        let wrapper = learned.into_wrapper();
        if let Some(output) = &output {
            output.save(&wrapper)?;
        }
        let mut shown = Shown::new(&wrapper.schema, Spans::Omit, n_shown(limit));
        let mut n_records = 0;
        for (_, read) in &checked.pages {
            for record in &wrapper.extract(&read.page).records {
                n_records += 1;
                shown.add(&read.name, record)?;
            }
        }
        let (records, refused) = (shown.records, checked.refusals());
        let wrapper = output.map(|output| output.shown);
        Ok(LikeAnswer { summary, n_records, records, refused, wrapper, warnings })
    }
}
