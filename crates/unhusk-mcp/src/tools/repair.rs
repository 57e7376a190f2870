//! `repair`: a wrapper and pages that have changed -> a wrapper that reads them.

use super::Verb;
use crate::bounds::{Counted, rounded, shortened};
use crate::error::ToolError;
use crate::output_file::OutputFile;
use crate::pages::{self, NamedRead};
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use unhusk::example::NamedPage;
use unhusk::verify::repair::{
    FieldComparison, KnownRecords, MAX_PAGES, ProposedRepair, RefusalReason, RepairOutcome,
    RepairedWrapper, compare_fields, repair, repair_partial,
};
use unhusk::wrapper::Wrapper;

pub(super) struct Repair;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct RepairInput {
    /// The wrapper file; it is not changed.
    wrapper: String,
    /// Changed pages: files, folders or patterns; at most 40 are used. Current versions of the pages that the wrapper was
    /// learnt from help most.
    pages: Vec<String>,
    /// The file for the new wrapper; its name ends in .json.
    output: String,
    /// Whether `output` may replace an existing file (default: false).
    #[serde(default)]
    overwrite: Option<bool>,
    /// Records that are known to be on the pages, with the field names of the wrapper; `_page` names their page.
    #[serde(default)]
    known: Option<Vec<Map<String, Value>>>,
    /// Whether to mend the fields that can be mended, and keep the others as they were (default: false).
    #[serde(default)]
    partial: Option<bool>,
    /// Fields of a proposal to accept, after a call without it has shown the proposal and you have compared it with the
    /// pages.
    #[serde(default)]
    accept: Option<Vec<String>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct RepairAnswer {
    /// What became of it: with `proposed` and `refused` nothing is written.
    outcome: Outcome,
    /// The file of the new wrapper, if it was written.
    wrapper: Option<String>,
    /// What the old and the new wrapper read, field by field.
    fields: Counted<FieldChange>,
    /// What changed in the pages, or why there is no repair, and what helps.
    notes: Counted<String>,
    /// Pages that could not be read.
    failures: Counted<String>,
}

/// What became of a repair.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(crate = "rmcp::schemars")]
enum Outcome {
    /// Nothing to repair: the wrapper reads these pages correctly.
    Healthy,
    /// A new wrapper, which passed all tests.
    Repaired,
    /// A new wrapper for some fields; the others are as they were.
    RepairedInPart,
    /// A new wrapper that is not sure of every field: compare the values with the pages, then call again with `accept`.
    Proposed,
    /// No wrapper is good enough.
    Refused,
}

/// What the old and the new wrapper read for a field.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct FieldChange {
    /// The name of the field.
    field: String,
    /// Pages on which it is read differently.
    n_pages_changed: usize,
    /// The first of these pages.
    page: Option<String>,
    /// What the old wrapper reads there.
    before: Option<String>,
    /// What the new wrapper reads there.
    after: Option<String>,
    /// Of a proposal: the probability that these are the values of the field.
    probability: Option<f64>,
    /// Of a proposal: why these values were chosen.
    evidence: Vec<String>,
    /// Why the field is left as it was, if it is.
    left: Option<String>,
}

impl Verb for Repair {
    const NAME: &'static str = "repair";
    const DESCRIPTION: &'static str = "Adapt a wrapper to pages that have changed, from values that are known to be on \
        them, or from columns that look like its fields. What is not sure is proposed, and written only when you accept \
        it field by field.";
    const WRITES: bool = true;
    type Input = RepairInput;
    type Answer = RepairAnswer;

    fn run(session: &Session, input: RepairInput) -> Result<RepairAnswer, ToolError> {
        let overwrite = input.overwrite.unwrap_or_default();
        let (wrapper, path) = pages::wrapper(session, &input.wrapper)?;
        let output = OutputFile::for_wrapper(session, &input.output, overwrite)?;
        output.refuse_input(&path)?;
        let mut known = Vec::new();
        for (number, record) in (1..).zip(input.known.into_iter().flatten()) {
            let about = |error| ToolError::from(error).about(format!("`known`: record {number}"));
            KnownRecords::add(&mut known, &Value::Object(record), &wrapper.schema)
                .map_err(about)?;
        }
        let listed = pages::at_hand(session, &input.pages)?;
        let (read, failures) = pages::sample(session, &listed, MAX_PAGES)?;
        if read.is_empty() {
            let why = failures.first().map_or("", String::as_str);
            return Err(ToolError::new(format!("none of the pages can be read: {why}")));
        }
        let named: Vec<NamedPage<'_>> =
            read.iter().map(|NamedRead { name, page, .. }| NamedPage { name, page }).collect();
        let mend = if input.partial.unwrap_or_default() { repair_partial } else { repair };
        let about = |error| ToolError::from(error).about(format!("wrapper `{}`", input.wrapper));
        let outcome = mend(&wrapper, &named, &known).map_err(about)?;
        session.go_on()?;
        let failures = failures.into_iter().map(|error| shortened(&error)).collect();
        let report = Report { old: &wrapper, pages: &named, output, failures };
        report.answer(outcome, input.accept.as_deref())
    }
}

/// Input of an answer.
struct Report<'r, 'p> {
    old: &'r Wrapper,
    pages: &'r [NamedPage<'p>],
    output: OutputFile,
    failures: Counted<String>,
}

impl Report<'_, '_> {
    fn answer(
        self,
        outcome: RepairOutcome,
        accept: Option<&[String]>,
    ) -> Result<RepairAnswer, ToolError> {
        match outcome {
            RepairOutcome::Healthy(verdict) => {
                let healthy =
                    "nothing to repair: the records of these pages are healthy".to_owned();
                let notes = std::iter::once(healthy).chain(verdict.notes);
                Ok(self.without_wrapper(Outcome::Healthy, Counted::default(), notes))
            }
            RepairOutcome::Repaired(repaired) => self.repaired(*repaired),
            RepairOutcome::Proposed(proposed) => match accept {
                None | Some([]) => Ok(self.proposed(&proposed)),
                Some(names) => self.accepted(&proposed, names),
            },
            RepairOutcome::Refused(reasons) => {
                let can_mend = reasons.iter().any(|reason| reason.field.is_some());
                let partial = "`partial` may mend the other fields".to_owned();
                let help = "label one or two of the changed pages with `learn`".to_owned();
                let reasons = reasons.into_iter().map(|reason| reason.text);
                let notes = reasons.chain(can_mend.then_some(partial)).chain([help]);
                Ok(self.without_wrapper(Outcome::Refused, Counted::default(), notes))
            }
            _ => Err(ToolError::new("unknown outcome of the repair")),
        }
    }

    fn repaired(self, repaired: RepairedWrapper) -> Result<RepairAnswer, ToolError> {
        let compared = compare_fields(self.old, &repaired.file, self.pages);
        let fields = compared.into_iter().map(|field| change(field, &repaired.left)).collect();
        self.output.save(&repaired.file)?;
        let outcome =
            if repaired.left.is_empty() { Outcome::Repaired } else { Outcome::RepairedInPart };
        let notes = repaired.changes.into_iter().chain(repaired.evidence);
        Ok(self.with_wrapper(outcome, fields, notes))
    }

    fn proposed(self, proposed: &ProposedRepair) -> RepairAnswer {
        let compared = compare_fields(self.old, &proposed.file, self.pages).into_iter();
        let fields = compared.map(|field| {
            let proposal = proposed.fields.iter().find(|one| one.field == field.field);
            let change = change(field, &proposed.left);
            let Some(proposal) = proposal else { return change };
            let evidence = proposal.evidence.iter().map(|line| shortened(line)).collect();
            FieldChange { probability: Some(rounded(proposal.probability)), evidence, ..change }
        });
        let fields = fields.collect();
        let notes = proposed.reasons.iter().map(|reason| reason.text.clone());
        self.without_wrapper(Outcome::Proposed, fields, notes)
    }

    /// Writes the fields that were accepted.
    fn accepted(
        self,
        proposed: &ProposedRepair,
        names: &[String],
    ) -> Result<RepairAnswer, ToolError> {
        let known: Vec<&str> = proposed.fields.iter().map(|field| field.field.as_str()).collect();
        if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let known = known.join(", ");
            let message = format!("`{unknown}` is not a proposed field; proposed are {known}");
            return Err(ToolError::new(message));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let file = proposed.accepted(self.old, &names).ok_or_else(|| {
            ToolError::new("the rules of these fields depend on the others; accept all of them")
        })?;
        let compared = compare_fields(self.old, &file, self.pages);
        let fields = compared.into_iter().map(|field| change(field, &proposed.left)).collect();
        self.output.save(&file)?;
        let is_whole = names.len() == self.old.schema.fields().len();
        let outcome = if is_whole { Outcome::Repaired } else { Outcome::RepairedInPart };
        Ok(self.with_wrapper(outcome, fields, std::iter::empty()))
    }

    fn with_wrapper(
        self,
        outcome: Outcome,
        fields: Counted<FieldChange>,
        notes: impl Iterator<Item = String>,
    ) -> RepairAnswer {
        let wrapper = Some(self.output.shown.clone());
        RepairAnswer { wrapper, ..self.without_wrapper(outcome, fields, notes) }
    }

    fn without_wrapper(
        self,
        outcome: Outcome,
        fields: Counted<FieldChange>,
        notes: impl Iterator<Item = String>,
    ) -> RepairAnswer {
        let notes = notes.map(|note| shortened(&note)).collect();
        RepairAnswer { outcome, wrapper: None, fields, notes, failures: self.failures }
    }
}

fn change(field: FieldComparison, left: &[RefusalReason]) -> FieldChange {
    let left = left.iter().find(|reason| reason.field.as_ref() == Some(&field.field));
    let text = |text: &Option<String>| text.as_deref().map(shortened);
    let example = field.example.as_ref();
    FieldChange {
        n_pages_changed: field.n_changed,
        page: example.map(|example| example.page.clone()),
        before: example.and_then(|example| text(&example.before)),
        after: example.and_then(|example| text(&example.after)),
        probability: None,
        evidence: Vec::new(),
        left: left.map(|reason| shortened(&reason.text)),
        field: field.field,
    }
}
