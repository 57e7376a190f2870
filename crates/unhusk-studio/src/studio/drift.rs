//! Drift: whether a saved wrapper still reads the pages, and its repair.

use super::task_view::record_marks;
use super::{Studio, StudioError, write};
use crate::read::read_page;
use serde_json::{Value as Json, json};
use std::iter;
use std::sync::Arc;
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::verify::repair::{FieldProposal, MAX_PAGES, RepairOutcome, repair};
use unhusk::verify::{Health, Verdict};
use unhusk::wrapper::Wrapper;

/// Example values of a field that are shown.
const EXAMPLES: usize = 5;

/// Text before the first failing step of a rule in the evidence of a field.
const FAILING_STEP: &str = "first failing step: ";

impl Studio {
    /// Checks the saved wrapper on the pages, and searches for a repair.
    ///
    /// # Errors
    /// If there is no saved wrapper, or it has no baseline.
    pub fn drift(&self) -> Result<Json, StudioError> {
        let wrapper = self.saved_wrapper()?;
        let pages = self.first_pages();
        let named: Vec<NamedPage<'_>> =
            pages.iter().map(|(name, page)| NamedPage { name, page: &page.page }).collect();
        let verdict = wrapper.verify(named.iter().map(|page| page.page)).map_err(|error| {
            StudioError::bad(
                error.to_string(),
                "save the wrapper again, so that it knows how healthy records look",
            )
        })?;
        let outcome = (verdict.health == Health::Drift).then(|| repair(&wrapper, &named, &[]));
        let mended = outcome.transpose().map_err(|error| {
            StudioError::bad(error.to_string(), "label one of the changed pages instead")
        })?;
        let newer = mended.as_ref().and_then(new_wrapper);
        let field = |verdict: &unhusk::verify::FieldVerdict| {
            json!({
                "name": verdict.name,
                "health": health(verdict.health),
                "say": verdict.evidence,
                "old": examples(&wrapper, &verdict.name, &named),
                "new": newer.map(|newer| examples(newer, &verdict.name, &named)),
                "step": verdict.evidence.iter().find_map(|line| line.strip_prefix(FAILING_STEP)),
            })
        };
        Ok(json!({
            "health": health(verdict.health),
            "pages": odd_pages(&wrapper, &named),
            "fields": verdict.fields.iter().map(field).collect::<Vec<_>>(),
            "notes": verdict.notes,
            "repair": mended.as_ref().map(|outcome| repair_view(outcome, &wrapper, &named)),
        }))
    }

    /// Returns what the saved wrapper and the repaired one read on a page.
    ///
    /// # Errors
    /// If there is no saved wrapper or no repair, or the page cannot be read.
    pub fn repaired_records(&self, shown: usize) -> Result<Json, StudioError> {
        let wrapper = self.saved_wrapper()?;
        let pages = self.first_pages();
        let named: Vec<NamedPage<'_>> =
            pages.iter().map(|(name, page)| NamedPage { name, page: &page.page }).collect();
        let outcome = repair(&wrapper, &named, &[]).ok();
        let newer = outcome.as_ref().and_then(new_wrapper).ok_or_else(no_repair)?;
        let page = self.pages.load(shown)?;
        let state = self.work().state.clone();
        let marks = |wrapper: &Wrapper| record_marks(&read_page(wrapper, &state, &page.page));
        Ok(json!({
            "page": shown,
            "method": "the repair",
            "records": marks(newer),
            "before": marks(&wrapper),
        }))
    }

    /// Accepts the repair of the named fields and saves it; without names, all of it.
    ///
    /// # Errors
    /// If there is nothing to accept, or the file cannot be written.
    pub fn accept_repair(&self, fields: &[String]) -> Result<Json, StudioError> {
        let wrapper = self.saved_wrapper()?;
        let pages = self.first_pages();
        let named: Vec<NamedPage<'_>> =
            pages.iter().map(|(name, page)| NamedPage { name, page: &page.page }).collect();
        let mended = match repair(&wrapper, &named, &[]) {
            Ok(RepairOutcome::Repaired(repaired)) => repaired.file,
            Ok(RepairOutcome::Proposed(proposed)) => {
                let all: Vec<&str> =
                    proposed.fields.iter().map(|field| field.field.as_str()).collect();
                let taken: Vec<&str> = if fields.is_empty() {
                    all
                } else {
                    fields.iter().map(String::as_str).collect()
                };
                proposed.accepted(&wrapper, &taken).ok_or_else(|| {
                    StudioError::bad(
                        "the rules of these fields depend on the others",
                        "accept all of them",
                    )
                })?
            }
            _ => return Err(no_repair()),
        };
        let (path, before) =
            (self.folder.join("wrapper.json"), self.folder.join("wrapper.before-repair.json"));
        write(&before, wrapper.to_json().as_bytes()).map_err(StudioError::not_written)?;
        write(&path, mended.to_json().as_bytes()).map_err(StudioError::not_written)?;
        Ok(json!({"wrapper": path.display().to_string(), "before": before.display().to_string()}))
    }

    fn saved_wrapper(&self) -> Result<Wrapper, StudioError> {
        let path = self.folder.join("wrapper.json");
        let file = std::fs::File::open(&path).map_err(|_| {
            StudioError::missing(
                format!("`{}` is not there", path.display()),
                "save the wrapper first (Ctrl+S)",
            )
        })?;
        Wrapper::load(file).map_err(|error| {
            StudioError::bad(
                format!("`{}`: {error}", path.display()),
                "save the wrapper again (Ctrl+S)",
            )
        })
    }

    fn first_pages(&self) -> Vec<(String, Arc<crate::pages::LoadedPage>)> {
        let all = self.pages.all();
        let pages = all.iter().enumerate().take(MAX_PAGES);
        pages
            .filter_map(|(at, entry)| Some((entry.name.clone(), self.pages.load(at).ok()?)))
            .collect()
    }
}

fn no_repair() -> StudioError {
    StudioError::missing("there is no repair", "label one of the changed pages")
}

fn health(health: Health) -> &'static str {
    match health {
        Health::Healthy => "healthy",
        Health::Drift => "drift",
    }
}

/// Returns the pages on which the wrapper reads nothing, each with the problem.
fn odd_pages(wrapper: &Wrapper, pages: &[NamedPage<'_>]) -> Vec<Json> {
    let mut odd = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        let found = wrapper.extract(page.page);
        if found.records.is_empty() {
            odd.push(json!({"page": at, "say": format!("{}: no record is read", page.name)}));
        } else if let Some(warning) = found.warnings.first() {
            odd.push(json!({"page": at, "say": format!("{}: {warning}", page.name)}));
        }
    }
    odd
}

/// The first values of a field.
fn examples(wrapper: &Wrapper, field: &str, pages: &[NamedPage<'_>]) -> Vec<String> {
    let mut texts = Vec::new();
    for page in pages {
        texts.extend(first_values(wrapper, field, page.page));
        if texts.len() >= EXAMPLES {
            break;
        }
    }
    texts.truncate(EXAMPLES);
    texts
}

fn first_values(wrapper: &Wrapper, field: &str, page: &Page) -> Vec<String> {
    let found = wrapper.extract(page);
    let cells = found.records().filter_map(|record| record.get(field));
    cells
        .flat_map(|cell| {
            cell.values().iter().map(|value| value.text.to_string()).collect::<Vec<_>>()
        })
        .take(EXAMPLES)
        .collect()
}

/// The first values of a field as two wrappers read them, in pairs: `null` where one of them reads no more.
fn old_and_new(
    old: &Wrapper,
    new: &Wrapper,
    field: &str,
    pages: &[NamedPage<'_>],
) -> Vec<[Option<String>; 2]> {
    let (mut before, mut after) =
        (examples(old, field, pages).into_iter(), examples(new, field, pages).into_iter());
    let pairs = iter::from_fn(|| match [before.next(), after.next()] {
        [None, None] => None,
        pair => Some(pair),
    });
    pairs.collect()
}

fn new_wrapper(outcome: &RepairOutcome) -> Option<&Wrapper> {
    match outcome {
        RepairOutcome::Repaired(repaired) => Some(&repaired.file),
        RepairOutcome::Proposed(proposed) => Some(&proposed.file),
        _ => None,
    }
}

/// A repair as the app shows it; `old` and the pages give the values before and after.
fn repair_view(outcome: &RepairOutcome, old: &Wrapper, pages: &[NamedPage<'_>]) -> Json {
    match outcome {
        RepairOutcome::Repaired(repaired) => {
            json!({"kind": "repaired", "say": repaired.changes, "fields": [], "verdict": verdict_line(&repaired.verdict)})
        }
        RepairOutcome::Proposed(proposed) => {
            let field = |field: &FieldProposal| {
                json!({
                    "field": field.field,
                    "certainty": field.probability,
                    "say": field.evidence.join("; "),
                    "values": old_and_new(old, &proposed.file, &field.field, pages),
                })
            };
            let left: Vec<String> = proposed.left.iter().map(ToString::to_string).collect();
            json!({"kind": "proposed", "say": left, "fields": proposed.fields.iter().map(field).collect::<Vec<_>>()})
        }
        RepairOutcome::Refused(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            json!({"kind": "refused", "say": reasons, "fields": []})
        }
        _ => json!({"kind": "refused", "say": ["nothing to repair"], "fields": []}),
    }
}

fn verdict_line(verdict: &Verdict) -> String {
    format!("{} records on {} pages", verdict.records, verdict.pages)
}
