//! Labels of a model -> wrapper: shared by `learn` and `like`.

use crate::bounds::{Counted, shortened};
use crate::error::ToolError;
use crate::pages::{self, NamedRead};
use crate::session::Session;
use rmcp::schemars::{self, JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unhusk::example::{CheckedLabels, Json, Labels, NamedPage, PageLabels, RefusedValue};
use unhusk::learn::{LearnError, Learned, Learner};
use unhusk::score::FieldScore;
use unhusk_io::source::{PageRef, read_small};

/// A page with records that are claimed to be on it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct ClaimedPage {
    /// The file of the page.
    pub(crate) page: String,
    /// Records of the page: a list of objects, with the same field names in all. A value is the text as displayed on
    /// the page, without paraphrase or conversion; null if the record has none; a list if there are several;
    /// {"attribute": "href"} for the link nearest to the other values (also "src", "datetime" and others).
    #[schemars(schema_with = "records_schema")]
    pub(crate) records: Value,
    /// Whether these are all records of the page (default: false; one to three are enough).
    #[serde(default)]
    pub(crate) complete: Option<bool>,
    /// The URL of the page, if values are absolute addresses of its links.
    #[serde(default)]
    pub(crate) url: Option<String>,
}

/// A value that is not on its page, so that nothing was learnt from it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Refusal {
    /// Page, record and field.
    at: String,
    /// The value.
    value: String,
    /// Why it is refused.
    why: String,
    /// The most similar text of the page.
    did_you_mean: Option<String>,
}

/// How a field of the labels is read by the wrapper.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct FieldFit {
    /// The name of the field.
    field: String,
    /// Labelled values that the wrapper reads.
    right: usize,
    /// Labelled values that it does not read.
    missed: usize,
    /// Values that it reads although they are known to be wrong.
    surplus: usize,
}

/// Pages with labels that were found on them.
#[derive(Default)]
pub(crate) struct CheckedPages {
    pub(crate) pages: Vec<(PageLabels, NamedRead)>,
    pub(crate) refused: Vec<RefusedValue>,
    pub(crate) warnings: Vec<String>,
}

/// A learner with its labelled pages.
pub(crate) struct Teaching<'p> {
    pub(crate) learner: Learner<'p>,
}

pub(super) fn records_schema(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({ "type": ["array", "object", "string"] })
}

impl CheckedPages {
    /// Reads pages, and checks that the claimed records are on them.
    pub(crate) fn read(session: &Session, claimed: Vec<ClaimedPage>) -> Result<Self, ToolError> {
        let mut checked = Self::default();
        for ClaimedPage { page, records, complete, url } in claimed {
            session.go_on()?;
            let read = pages::read(session, &page)?;
            let named = NamedPage { name: &read.name, page: &read.page };
            let about = |error: ToolError| error.about(format!("`{page}`: `records`"));
            let records = json_of(records).map_err(about)?;
            let mut of_page = CheckedLabels::new(named, url.as_deref(), &records)?;
            // Without the records that were left out, the labels are not complete.
            of_page.labels.complete = complete == Some(true) && of_page.n_left_out == 0;
            checked.warnings.extend(read.warnings.iter().cloned());
            checked.refused.extend(of_page.refused);
            if !of_page.labels.records.is_empty() {
                checked.pages.push((of_page.labels, read));
            }
        }
        Ok(checked)
    }

    /// The refused values, the first of them.
    pub(crate) fn refusals(&self) -> Counted<Refusal> {
        let refusal = |refused: &RefusedValue| Refusal {
            at: refused.at.to_string(),
            value: shortened(&refused.value),
            why: refused.why.clone(),
            did_you_mean: refused.did_you_mean.clone(),
        };
        self.refused.iter().map(refusal).collect()
    }

    /// Fails if nothing is left to learn from.
    pub(crate) fn not_empty(&self) -> Result<(), ToolError> {
        const MAX_TOLD: usize = 5;
        if !self.pages.is_empty() {
            return Ok(());
        }
        let told: Vec<String> =
            self.refused.iter().take(MAX_TOLD).map(ToString::to_string).collect();
        let why =
            if told.is_empty() { "no record has a value".to_owned() } else { told.join("\n") };
        Err(ToolError::new(format!("none of the given values is on its page:\n{why}")))
    }
}

/// The records of a model: JSON, or its text, which may be fenced.
fn json_of(records: Value) -> Result<Json, ToolError> {
    let Value::String(text) = records else { return Ok(Json::from(records)) };
    let text = text.trim();
    let inside = text.strip_prefix("```").and_then(|text| text.strip_suffix("```"));
    let text = inside.map_or(text, |text| text.strip_prefix("json").unwrap_or(text));
    Ok(Json::parse(text)?)
}

/// A label file with its pages.
pub(crate) struct LabelFile {
    labels: Labels,
    pages: Vec<NamedRead>,
}

impl LabelFile {
    pub(crate) fn read(session: &Session, name: &str) -> Result<Self, ToolError> {
        let path = session.folders.inside(name)?;
        let text = read_small(&path.to_string_lossy(), Labels::MAX_BYTES)?;
        let labels = Labels::parse_file(&path.to_string_lossy(), &text)?;
        let page = |page: &PageLabels| {
            let location = without_parents(&page.location().to_string_lossy());
            pages::read(session, &location).map_err(|error| error.about(format!("`{name}`")))
        };
        let pages = labels.pages().iter().map(page).collect::<Result<_, _>>()?;
        Ok(Self { labels, pages })
    }

    pub(crate) fn pages(&self) -> impl Iterator<Item = &NamedRead> {
        self.pages.iter()
    }
}

/// Returns the path without `..`: label files name pages beside their own folder. Below the folders there are no links,
/// so that it names the same file.
fn without_parents(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        // A `..` too many stays, and is refused.
        if part == ".." && parts.last().is_some_and(|last| !last.is_empty() && *last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

impl<'p> Teaching<'p> {
    /// A learner by a method; `auto` if none is named.
    pub(crate) fn new(method: Option<&str>) -> Result<Self, ToolError> {
        let learner = match method {
            Some(name) => Learner::method(name)?,
            None => Learner::auto(),
        };
        Ok(Self { learner })
    }

    pub(crate) fn checked(mut self, checked: &'p CheckedPages) -> Self {
        for (labels, read) in &checked.pages {
            self.learner = self.learner.labelled_page(labels.clone(), &read.page);
        }
        self
    }

    pub(crate) fn label_file(mut self, file: Option<&'p LabelFile>) -> Self {
        if let Some(file) = file {
            let pages = file.pages.iter().map(|read| &read.page);
            self.learner = self.learner.labels(&file.labels, pages);
        }
        self
    }

    /// Learns; the error lists the methods that fit.
    pub(crate) fn learn(&self) -> Result<Learned, ToolError> {
        let set = self.learner.training_set()?;
        let mut learned = self.learner.learn_from(&set).map_err(|error| {
            let others = self.learner.other_methods(&set);
            let others: Vec<String> = others.iter().map(|one| format!("`{}`", one.name)).collect();
            no_wrapper(&error, &others)
        })?;
        learned.warnings.splice(..0, set.warnings().iter().cloned());
        Ok(learned)
    }
}

fn no_wrapper(error: &LearnError, others: &[String]) -> ToolError {
    let help = if others.is_empty() {
        "check for a wrong or missing value; set \"complete\": false if a page has more records than are given".to_owned()
    } else {
        format!("these labels can be learnt with the method {}", others.join(" or "))
    };
    ToolError::new(format!("{error}\nhelp: {help}"))
}

/// Summary of learning, in one line: `learnt site (auto) from 2 pages, 7 records; fits 2 of 2 pages`.
pub(crate) fn summary(learned: &Learned) -> String {
    let (class, method) = (learned.class(), &learned.provenance.method);
    let chosen = if class == method { String::new() } else { format!(" ({method})") };
    let n_records: usize = learned.provenance.pages.iter().map(|page| page.records).sum();
    let score = &learned.evaluation;
    format!(
        "learnt {class}{chosen} from {}, {}; fits {} of {}",
        count(score.n_pages, "page"),
        count(n_records, "record"),
        score.n_pages_right,
        count(score.n_pages, "page"),
    )
}

fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Counts the labels that are read, field by field.
pub(crate) fn fit(learned: &Learned) -> Counted<FieldFit> {
    let fields = learned.evaluation.fields.iter();
    fields
        .map(|FieldScore { name, counts }| FieldFit {
            field: name.clone(),
            right: counts.right,
            missed: counts.missed,
            surplus: counts.surplus,
        })
        .collect()
}

/// Returns the warnings of the pages, then those of learning.
pub(crate) fn warnings(earlier: &[String], learned: &Learned) -> Counted<String> {
    let learnt = learned.warnings.iter().map(ToString::to_string);
    earlier.iter().cloned().chain(learnt).map(|warning| shortened(&warning)).collect()
}

/// Pages of the same site as a reference for the learner.
pub(crate) fn unlabelled(
    session: &Session,
    names: &[String],
) -> Result<(Vec<NamedRead>, Vec<String>), ToolError> {
    /// More unlabelled pages improve results little (`docs/results/fewshot.md`).
    const MAX_PAGES: usize = 20;
    if names.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let listed: Vec<Result<PageRef, _>> = pages::at_hand(session, names)?;
    pages::sample(session, &listed, MAX_PAGES)
}
