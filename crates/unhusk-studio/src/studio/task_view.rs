//! The task and the marks of a page, as the app gets them.

use super::background::QuestionView;
use super::{Change, PageCount, Studio, StudioError, Work, sentences};
use crate::place::{Place, places_of};
use crate::read::{PageReading, ReadRecord, ReadValue, guess_type};
use crate::task::{FieldId, Orphan, Scope, Sign};
use serde::Serialize;
use serde_json::{Value as Json, json};
use unhusk::Page;

/// The answer to an act.
#[derive(Debug, Clone, Serialize)]
pub struct ActAnswer {
    /// The task after the act.
    pub task: TaskView,
    /// The marks of the page on the screen.
    pub marks: Marks,
}

/// State of the task that the app shows beside the page.
#[derive(Debug, Clone, Serialize)]
pub struct TaskView {
    version: u64,
    name: String,
    folder: String,
    readonly: bool,
    saved: Json,
    history: Json,
    pages: Vec<PageLine>,
    method: String,
    scope: Scope,
    record: Json,
    fields: Vec<FieldView>,
    current: Option<FieldId>,
    rule: Json,
    learnt: Option<Json>,
    change: Option<Change>,
    next: String,
    question: Option<QuestionView>,
    problem: Option<Problem>,
    orphans: Vec<Orphan>,
}

/// A page in the strip.
#[derive(Debug, Clone, Serialize)]
pub(super) struct PageLine {
    i: usize,
    name: String,
    url: Option<String>,
    bytes: u64,
    records: Option<usize>,
    state: &'static str,
    note: Option<String>,
    plus: usize,
    minus: usize,
}

#[derive(Debug, Clone, Serialize)]
struct FieldView {
    id: FieldId,
    name: String,
    #[serde(rename = "type")]
    holds: Option<String>,
    property: Option<String>,
    attribute: Option<String>,
    list: bool,
    parent: Option<String>,
    here: usize,
    records: usize,
    all: usize,
    doubtful: usize,
    guess: Option<&'static str>,
}

#[derive(Debug, Clone, Serialize)]
struct Problem {
    kind: &'static str,
    say: String,
    details: Vec<String>,
    offer: Vec<Json>,
}

/// Marks on a page.
#[derive(Debug, Clone, Serialize)]
pub struct Marks {
    page: usize,
    version: u64,
    stale: bool,
    records: Vec<RecordMark>,
    labels: Vec<LabelMark>,
    disputed: Vec<Json>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct RecordMark {
    #[serde(rename = "box")]
    nodes: Vec<u32>,
    cells: Vec<CellMark>,
}

#[derive(Debug, Clone, Serialize)]
struct CellMark {
    field: FieldId,
    values: Vec<ReadValue>,
}

#[derive(Debug, Clone, Serialize)]
struct LabelMark {
    id: u32,
    field: FieldId,
    sign: Sign,
    place: Place,
    text: String,
}

impl Studio {
    /// The task as a window sees it; `shown` is the page on its screen.
    pub fn task(&self, window: &str, shown: usize) -> TaskView {
        let work = self.work();
        self.task_view(&work, window, shown)
    }

    pub(super) fn task_view(&self, work: &Work, window: &str, shown: usize) -> TaskView {
        let pages = self.page_lines(work, shown);
        let fields = self.field_views(work, shown);
        let all = pages.iter().filter_map(|page| page.records).sum::<usize>();
        let here = pages.get(shown).and_then(|page| page.records).unwrap_or(0);
        TaskView {
            version: self.version(),
            name: work.state.name.clone().unwrap_or_else(|| self.default_name()),
            folder: self.folder.display().to_string(),
            readonly: work.writer.as_ref().is_some_and(|writer| writer != window),
            saved: json!({
                "ok": work.saved.error.is_none(),
                "wrapper": work.saved.wrapper,
                "unsaved_changes": work.saved.has_changes,
                "error": work.saved.error,
            }),
            history: history(work),
            method: work.state.method.clone().unwrap_or_else(|| "auto".to_owned()),
            scope: work.state.scope,
            record: json!({"class": work.state.class, "here": here, "all": all}),
            current: work.state.current,
            rule: rule(work),
            learnt: work.learnt.as_ref().map(|learnt| {
                json!({"ms": learnt.ms, "labels": learnt.task.n_labels, "pages": learnt.task.n_pages})
            }),
            change: work.change,
            next: next_step(work, &pages, here),
            question: work.question.as_ref().map(|question| question.view.clone()),
            problem: problem(work, here),
            orphans: work.orphans.clone(),
            pages,
            fields,
        }
    }

    fn default_name(&self) -> String {
        self.folder
            .file_stem()
            .map_or_else(|| "task".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn page_lines(&self, work: &Work, shown: usize) -> Vec<PageLine> {
        let usual = usual_count(work);
        let mut lines = Vec::new();
        let entries = self.pages.all();
        let shared = shared_folder(entries.iter().map(|entry| entry.name.as_str()));
        for (i, entry) in entries.iter().enumerate() {
            let mut count = work.counts.get(&i).cloned();
            if i == shown && count.is_none() {
                count = self.count_here(work, shown);
            }
            let signs = |sign: Sign| {
                work.state
                    .labels
                    .iter()
                    .filter(|label| label.page == entry.path && label.sign == sign)
                    .count()
            };
            lines.push(PageLine {
                i,
                name: entry.name[shared..].to_owned(),
                url: entry.origin.url.clone(),
                bytes: entry.bytes,
                records: count.as_ref().map(|count| count.records),
                state: count.as_ref().map_or("unread", |count| page_state(count, usual)),
                note: count.and_then(|count| count.note),
                plus: signs(Sign::Plus),
                minus: signs(Sign::Minus),
            });
        }
        lines
    }

    fn count_here(&self, work: &Work, shown: usize) -> Option<PageCount> {
        let learnt = work.learnt.as_ref()?;
        let page = self.pages.load(shown).ok()?;
        Some(PageCount::of(&learnt.reading(shown, &page.page)))
    }

    fn field_views(&self, work: &Work, shown: usize) -> Vec<FieldView> {
        let reading = work.learnt.as_ref().and_then(|learnt| {
            let page = self.pages.load(shown).ok()?;
            Some(learnt.reading(shown, &page.page))
        });
        let here = reading.as_deref().map(PageCount::of).unwrap_or_default();
        let view = |field: &crate::task::TaskField| {
            let values = || reading.iter().flat_map(|reading| reading.values_of(field.id));
            let others = work.counts.iter().filter(|(at, _)| **at != shown);
            let others: usize =
                others.map(|(_, count)| count.fields.get(&field.id).copied().unwrap_or(0)).sum();
            let here_filled = here.fields.get(&field.id).copied().unwrap_or(0);
            FieldView {
                id: field.id,
                name: field.name.clone(),
                holds: field.holds.clone(),
                property: field.property.clone(),
                attribute: field.attribute.clone(),
                list: field.list,
                parent: field.group.clone(),
                here: here_filled,
                records: here.records,
                all: here_filled + others,
                doubtful: values().filter(|value| value.doubt).count(),
                guess: usual_type(values().map(|value| value.text.as_str())),
            }
        };
        work.state.fields.iter().map(view).collect()
    }

    /// The marks of a page.
    ///
    /// # Errors
    /// If the page cannot be read.
    pub fn page_marks(&self, shown: usize) -> Result<Marks, StudioError> {
        self.marks(&self.work(), shown)
    }

    pub(super) fn marks(&self, work: &Work, shown: usize) -> Result<Marks, StudioError> {
        let page = self.pages.load(shown)?;
        let path = self.pages.get(shown).map(|entry| entry.path.clone()).unwrap_or_default();
        let reading = work.learnt.as_ref().map(|learnt| learnt.reading(shown, &page.page));
        let question = work.question.as_ref().filter(|question| question.view.page == shown);
        Ok(Marks {
            page: shown,
            version: self.version(),
            stale: work.is_stale,
            records: reading.map(|reading| record_marks(&reading)).unwrap_or_default(),
            labels: label_marks(work, &path, &page.page),
            disputed: question.map(|question| question.view.disputed()).into_iter().collect(),
        })
    }
}

/// The length of the path of folders that all names begin with.
fn shared_folder<'n>(mut names: impl Iterator<Item = &'n str>) -> usize {
    let Some(first) = names.next() else { return 0 };
    let mut shared = first.rfind('/').map_or(0, |slash| slash + 1);
    for name in names {
        while !name.starts_with(&first[..shared]) {
            shared = first[..shared.saturating_sub(1)].rfind('/').map_or(0, |slash| slash + 1);
        }
    }
    shared
}

pub(super) fn record_marks(reading: &PageReading) -> Vec<RecordMark> {
    reading.records.iter().map(record_mark).collect()
}

fn record_mark(record: &ReadRecord) -> RecordMark {
    let mut cells: Vec<CellMark> = Vec::new();
    for value in &record.values {
        match cells.iter_mut().find(|cell| cell.field == value.field) {
            Some(cell) => cell.values.push(value.clone()),
            None => cells.push(CellMark { field: value.field, values: vec![value.clone()] }),
        }
    }
    RecordMark { nodes: record.nodes.iter().map(|node| node.0).collect(), cells }
}

fn label_marks(work: &Work, path: &str, page: &Page) -> Vec<LabelMark> {
    let labels = work.state.labels.iter().filter(|label| label.page == path);
    let mark = |label: &crate::task::LabelState| {
        let place = places_of(page, label.place.span()).into_iter().next()?;
        Some(LabelMark {
            id: label.id,
            field: label.field,
            sign: label.sign,
            place,
            text: label.text.clone(),
        })
    };
    labels.filter_map(mark).collect()
}

/// Returns the type of most of the first values.
fn usual_type<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'static str> {
    const ASKED: usize = 20;
    let guesses: Vec<Option<&'static str>> = texts.take(ASKED).map(guess_type).collect();
    let first = guesses.iter().find_map(|guess| *guess)?;
    let n_same = guesses.iter().filter(|guess| **guess == Some(first)).count();
    (2 * n_same > guesses.len()).then_some(first)
}

/// The usual number of records of a page: the median of those that are known.
fn usual_count(work: &Work) -> usize {
    let mut counts: Vec<usize> =
        work.counts.values().map(|count| count.records).filter(|&count| count > 0).collect();
    counts.sort_unstable();
    counts.get(counts.len() / 2).copied().unwrap_or(0)
}

fn page_state(count: &PageCount, usual: usize) -> &'static str {
    match count.records {
        _ if count.failed => "error",
        0 => "none",
        records if 2 * records < usual => "fewer",
        records if usual > 0 && records > 4 * usual => "more",
        _ => "ok",
    }
}

fn history(work: &Work) -> Json {
    let steps = sentences(&work.log)
        .into_iter()
        .enumerate()
        .map(|(at, say)| json!({"n": at + 1, "say": say, "effect": work.effects.get(&(at + 1))}));
    json!({"at": work.log.at(), "steps": steps.collect::<Vec<_>>()})
}

fn rule(work: &Work) -> Json {
    let Some(learnt) = &work.learnt else {
        return json!({"class": null, "short": "", "words": [], "why": [], "fits": null, "readings": 0});
    };
    let words = learnt.task.wrapper.explain();
    let mut why = learnt.task.why.clone();
    why.extend(learnt.task.warnings.iter().cloned());
    json!({
        "class": learnt.task.wrapper.class(),
        "method": learnt.task.method,
        "short": short_rule(&words),
        "words": words,
        "why": why,
        "fits": {"right": learnt.task.n_pages_right, "of": learnt.task.n_pages},
        "readings": if work.question.is_some() { 2 } else { 1 },
    })
}

/// The rule in one line: a line that only announces the next is joined with it.
fn short_rule(words: &[String]) -> String {
    let mut lines = words.iter().map(|line| line.trim());
    let first = lines.next().unwrap_or("");
    match (first.strip_suffix(':'), lines.next()) {
        (Some(start), Some(next)) => format!("{start}: {next}"),
        _ => first.to_owned(),
    }
}

/// The next best act, as one sentence.
fn next_step(work: &Work, pages: &[PageLine], here: usize) -> String {
    let current =
        work.state.current.and_then(|id| work.state.field(id)).map_or("value", |field| &field.name);
    if work.problem.is_some() {
        return "Undo the last step, or label another value".to_owned();
    }
    if work.state.is_empty() {
        return "Click a value on the page, such as a name or a price".to_owned();
    }
    if work.question.is_some() {
        return "Answer the question with Y or N, or go on".to_owned();
    }
    if let Some(odd) = pages.iter().find(|page| page.state == "none" || page.state == "fewer") {
        return format!(
            "Look at {}: press N to go there and click a {current} that is missing",
            odd.name
        );
    }
    if pages.len() > 1 && pages.iter().any(|page| page.state == "unread") {
        return "Click another value of a record, or press T to test on the other pages".to_owned();
    }
    match here {
        0 => "Click a value on this page".to_owned(),
        1 => format!("Click another value of the record, or a second {current}"),
        _ if work.saved.has_changes => {
            "Click another value of a record, or save with Ctrl+S".to_owned()
        }
        _ => "Export with E, or add a field".to_owned(),
    }
}

fn problem(work: &Work, here: usize) -> Option<Problem> {
    let undo = json!({"do": {"act": "undo"}, "say": "Undo the last step"});
    if !work.orphans.is_empty() {
        let say = format!("{} labels do not fit their pages any more", work.orphans.len());
        let line = |orphan: &Orphan| {
            format!("{}, {}: “{}”: {}", orphan.page, orphan.field, orphan.quote, orphan.why)
        };
        return Some(Problem {
            kind: "orphans",
            say,
            details: work.orphans.iter().map(line).collect(),
            offer: Vec::new(),
        });
    }
    if let Some(problem) = &work.problem {
        let auto =
            json!({"do": {"act": "method", "method": "auto"}, "say": "Let the learner be chosen"});
        let similar =
            json!({"do": {"act": "scope", "scope": "similar"}, "say": "Take what is similar"});
        let mut offer = vec![undo];
        offer.extend(work.state.method.as_deref().filter(|method| *method != "auto").map(|_| auto));
        offer.extend((work.state.scope != Scope::Similar).then_some(similar));
        let is_conflict = has_contradiction(work);
        let kind = if is_conflict { "conflict" } else { "no-wrapper" };
        return Some(Problem {
            kind,
            say: problem.say.clone(),
            details: problem.details.clone(),
            offer,
        });
    }
    if let Some(error) = &work.saved.error {
        let say = format!("Not saved: {error}");
        let details = vec!["Your steps are in memory as long as the studio runs.".to_owned()];
        return Some(Problem { kind: "not-saved", say, details, offer: Vec::new() });
    }
    if let Some(problem) = unheeded(work, &undo) {
        return Some(problem);
    }
    let n_plus = work.state.labels.iter().filter(|label| label.sign == Sign::Plus).count();
    let only = here == 1 && n_plus == 1 && work.state.scope == Scope::Similar;
    only.then(|| Problem {
        kind: "nothing-like-it",
        say: "Only this one: nothing else on the page looks similar".to_owned(),
        details: Vec::new(),
        offer: vec![json!({"do": {"act": "scope", "scope": "looser"}, "say": "Look for what is less similar"})],
    })
}

/// Reports labels that the wrapper does not follow, so that none is dropped silently.
fn unheeded(work: &Work, undo: &Json) -> Option<Problem> {
    let learnt = work.learnt.as_ref()?;
    if learnt.unheeded.is_empty() {
        return None;
    }
    let say = match &learnt.unheeded[..] {
        [one] => format!("No rule follows this label: {one}"),
        more => format!("No rule follows {} of the labels", more.len()),
    };
    Some(Problem {
        kind: "conflict",
        say,
        details: learnt.unheeded.clone(),
        offer: vec![undo.clone()],
    })
}

/// Whether a place is both a value and not a value, or overlaps one.
fn has_contradiction(work: &Work) -> bool {
    let labels = &work.state.labels;
    labels.iter().any(|one| {
        labels.iter().any(|other| {
            let is_near =
                one.page == other.page && one.field == other.field && one.sign != other.sign;
            is_near && one.place.start < other.place.end && other.place.start < one.place.end
        })
    })
}
