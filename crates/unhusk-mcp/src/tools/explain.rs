//! `explain`: a wrapper in words, and the places of its values on a page.

use super::Verb;
use crate::bounds::{Counted, n_shown, shortened};
use crate::error::ToolError;
use crate::pages;
use crate::records::Shown;
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use unhusk::record::Field;
use unhusk::sink::Spans;
use unhusk::wrapper::{Provenance, Wrapper};

pub(super) struct Explain;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ExplainInput {
    /// The wrapper file.
    wrapper: String,
    /// A page on which the places of the values are shown.
    #[serde(default)]
    page: Option<String>,
    /// Records of the page in the answer (default: 5, at most 50).
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ExplainAnswer {
    /// The wrapper class.
    class: String,
    /// The fields; those of nested records in brackets.
    fields: Counted<String>,
    /// The pages that it was learnt from.
    learnt_from: Counted<String>,
    /// URLs of the pages that it is for, as a pattern.
    url_pattern: Option<String>,
    /// The rules, in words.
    rules: Counted<String>,
    /// Records of the page; each value has its byte range in the source and its confidence.
    records: Vec<Map<String, Value>>,
    /// What should be known of the page.
    warnings: Counted<String>,
}

impl Verb for Explain {
    const NAME: &'static str = "explain";
    const DESCRIPTION: &'static str = "Describe a wrapper: its fields, what it was learnt from, its rules in words and, \
        for a page, where each value is in its source.";
    const WRITES: bool = false;
    type Input = ExplainInput;
    type Answer = ExplainAnswer;

    fn run(session: &Session, input: ExplainInput) -> Result<ExplainAnswer, ToolError> {
        let (wrapper, _) = pages::wrapper(session, &input.wrapper)?;
        let mut shown = Shown::new(&wrapper.schema, Spans::Write, n_shown(input.limit));
        let mut warnings = Counted::default();
        if let Some(page) = &input.page {
            let read = pages::read(session, page)?;
            let found = wrapper.extract_with_confidence(&read.page);
            for record in &found.records {
                shown.add(&read.name, record)?;
            }
            read.warnings.iter().for_each(|warning| warnings.push(shortened(warning)));
            for warning in &found.warnings {
                warnings.push(shortened(&format!("{}: {warning}", read.name)));
            }
        }
        Ok(ExplainAnswer {
            class: wrapper.class().to_owned(),
            fields: wrapper.schema.fields().iter().map(name).collect(),
            learnt_from: learnt_from(&wrapper.provenance),
            url_pattern: wrapper.applies.url.as_deref().map(shortened),
            rules: rules(&wrapper),
            records: shown.records,
            warnings,
        })
    }
}

fn rules(wrapper: &Wrapper) -> Counted<String> {
    wrapper.explain().iter().map(|line| shortened(line)).collect()
}

fn learnt_from(provenance: &Provenance) -> Counted<String> {
    provenance.pages.iter().map(|page| page.name.clone()).collect()
}

/// The name of a field: `offers (shop, cost)`. Recurses on the nesting of the schema, which is limited.
fn name(field: &Field) -> String {
    if field.is_nested() {
        let inner: Vec<String> = field.fields.iter().map(name).collect();
        format!("{} ({})", field.name, inner.join(", "))
    } else {
        field.name.clone()
    }
}
