//! `induce`: pages without labels -> a wrapper and its records.

use super::Verb;
use crate::bounds::{Counted, shortened};
use crate::error::ToolError;
use crate::output_file::OutputFile;
use crate::pages::{self, NamedRead};
use crate::records::{self, RecordAnswer, RecordRequest};
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::learn::provenance_of_pages;
use unhusk::learn::template::{InduceSettings, Trained, train};
use unhusk::wrapper::{AnyWrapper, Wrapper};

/// Most pages from which those for the template are chosen.
const MAX_LOOKED_AT: usize = 1000;
/// Pages for the template.
const MAX_USED: usize = 100;

pub(super) struct Induce;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct InduceInput {
    /// Pages of one kind: files, folders, archives or patterns. One list page is enough; of pages with one record each,
    /// two or more.
    pages: Vec<String>,
    /// The file for the wrapper; its name ends in .json.
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
pub(super) struct InduceAnswer {
    /// The columns that were found, named after captions on the pages or c1, c2, ...
    columns: Counted<String>,
    /// The file of the wrapper, if one was asked for.
    wrapper: Option<String>,
    /// Pages from which the template was found.
    n_used: usize,
    /// Pages that look as if another template had made them; they were not read.
    other_templates: Counted<String>,
    /// What the wrapper reads from the other pages.
    read: RecordAnswer,
}

impl Verb for Induce {
    const NAME: &'static str = "induce";
    const DESCRIPTION: &'static str = "Find the records and columns of pages without any label: what repeats or differs \
        is data. The columns have names of the pages or c1, c2, ...; when you know which fields you want, `learn` is \
        more exact.";
    const WRITES: bool = true;
    type Input = InduceInput;
    type Answer = InduceAnswer;

    fn run(session: &Session, input: InduceInput) -> Result<InduceAnswer, ToolError> {
        let overwrite = input.overwrite.unwrap_or_default();
        let output = input.output.map(|name| OutputFile::for_wrapper(session, &name, overwrite));
        let output = output.transpose()?;
        let mut listed = pages::at_hand(session, &input.pages)?;
        let (sample, errors) = pages::sample(session, &listed, MAX_LOOKED_AT)?;
        if sample.is_empty() {
            let why = errors.into_iter().next();
            return Err(ToolError::new(
                why.unwrap_or_else(|| "none of the pages can be read".into()),
            ));
        }
        let refs: Vec<&Page> = sample.iter().map(|read| &read.page).collect();
        let mut settings = InduceSettings::default();
        settings.links = true;
        let Trained { induced, used, strangers, .. } = train(&refs, &settings, MAX_USED)?;
        session.go_on()?;
        let name = |at: &usize| sample[*at].name.as_str();
        let strange: Vec<&str> = strangers.iter().map(name).collect();
        listed.retain(|page| page.as_ref().map_or(true, |page| !strange.contains(&&*page.name)));
        let named = used.iter().map(|&at| of(&sample[at]));
        let learnt = provenance_of_pages("template", named);
        let mut wrapper = Wrapper::new(induced.schema, AnyWrapper::from(induced.wrapper), learnt);
        if let Some(output) = &output {
            wrapper.record_baseline(used.iter().map(|&at| refs[at]));
            output.save(&wrapper)?;
        }
        let columns = wrapper.schema.fields().iter().map(|field| field.name.clone()).collect();
        let request = RecordRequest { limit: input.limit, ..RecordRequest::default() };
        let mut read = records::read(session, wrapper, listed, request)?;
        induced.warnings.iter().for_each(|one| read.warnings.push(shortened(&one.to_string())));
        Ok(InduceAnswer {
            columns,
            wrapper: output.map(|output| output.shown),
            n_used: used.len(),
            other_templates: strange.into_iter().map(str::to_owned).collect(),
            read,
        })
    }
}

fn of(read: &NamedRead) -> NamedPage<'_> {
    NamedPage { name: &read.name, page: &read.page }
}
