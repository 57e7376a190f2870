//! The studio: a task, its pages, the wrapper that was learnt last, and the records that it reads. Every request of the
//! app is a method of [`Studio`]; the server only passes requests on.

mod act;
mod background;
mod compare;
mod drift;
mod error;
mod export;
mod inspect;
mod regions;
mod task_view;

#[cfg(test)]
mod tests;

pub use act::Act;
pub use background::Update;
pub use error::StudioError;
pub use export::{ExportPages, ExportedFile};
pub use task_view::{ActAnswer, Marks, TaskView};

use crate::pages::{LoadedPage, Pages};
use crate::read::{
    LearnInput, LearnProblem, LearntTask, PageReading, learn, learn_in_time, read_page,
};
use crate::task::{FieldId, Log, LogError, Orphan, Sign, State, page_labels};
use background::Broadcast;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use unhusk::Page;
use unhusk::example::Labels;
use unhusk::learn::Effort;
use unhusk::page::PageOptions;
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::AtomicFile;
use unhusk_io::source::PageRef;

/// Most pages without labels that a saved wrapper is learnt from; a click uses none.
const MAX_UNLABELLED: usize = 10;

/// Most pages whose records are the baseline of a saved wrapper.
const MAX_BASELINE: usize = 40;

/// A task that is worked on.
pub struct Studio {
    folder: PathBuf,
    pages: Pages,
    work: Mutex<Work>,
    updates: Broadcast,
    /// Held by the one thread that works in the background.
    following: Mutex<()>,
    /// The version of the task that background work is for.
    version: AtomicU64,
    /// Background work that was begun before this version is given up.
    cancelled: AtomicU64,
}

/// State that changes with every act.
struct Work {
    log: Log,
    state: State,
    learnt: Option<Arc<Learnt>>,
    /// Whether the wrapper is that of an earlier state, because the present one has none.
    is_stale: bool,
    problem: Option<LearnProblem>,
    orphans: Vec<Orphan>,
    /// Effect of each event, in words; empty for events of earlier runs.
    effects: BTreeMap<usize, String>,
    change: Option<Change>,
    counts: BTreeMap<usize, PageCount>,
    question: Option<background::Question>,
    saved: Saved,
    /// The window that may change the task.
    writer: Option<String>,
    /// Messages for the user when the studio opens.
    notes: Vec<String>,
    /// Wrappers of the last states, so that undo and redo need not learn again.
    known: Vec<Arc<Learnt>>,
}

/// State of the files in the folder.
#[derive(Debug, Clone, Default)]
struct Saved {
    wrapper: Option<String>,
    has_changes: bool,
    error: Option<String>,
}

/// Change of the values of a page by the last act.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
struct Change {
    added: usize,
    removed: usize,
}

/// Number of records and values of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct PageCount {
    records: usize,
    fields: BTreeMap<FieldId, usize>,
    note: Option<String>,
    failed: bool,
}

/// A wrapper, and its readings of pages.
struct Learnt {
    task: LearntTask,
    state: State,
    ms: f64,
    readings: Mutex<BTreeMap<usize, Arc<PageReading>>>,
    /// Labels that the wrapper does not follow, as sentences.
    unheeded: Vec<String>,
}

/// Wrappers that are kept for undo.
const MAX_KNOWN: usize = 32;
/// Readings of pages that a wrapper keeps before it drops all.
const MAX_READINGS: usize = 256;

impl Learnt {
    /// Returns the records that the wrapper reads on a page; reads each page once.
    fn reading(&self, at: usize, page: &Page) -> Arc<PageReading> {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        if readings.len() > MAX_READINGS {
            readings.clear();
        }
        let read = || Arc::new(read_page(&self.task.wrapper, &self.state, page));
        Arc::clone(readings.entry(at).or_insert_with(read))
    }
}

impl PageCount {
    fn of(reading: &PageReading) -> Self {
        let mut fields: BTreeMap<FieldId, usize> = BTreeMap::new();
        for record in &reading.records {
            let mut seen: Vec<FieldId> = record.values.iter().map(|value| value.field).collect();
            seen.sort_unstable();
            seen.dedup();
            for field in seen {
                *fields.entry(field).or_default() += 1;
            }
        }
        let note = reading.warnings.first().cloned();
        Self { records: reading.records.len(), fields, note, failed: false }
    }
}

/// Location and pages of a task.
#[derive(Debug, Clone)]
pub struct StudioOptions {
    /// The folder of the task; made if it is missing.
    pub folder: PathBuf,
    /// The pages.
    pub pages: Vec<PageRef>,
    /// Options of reading pages.
    pub page: PageOptions,
    /// A wrapper to begin with: the records that it reads on the first page that it fits are accepted.
    pub wrapper: Option<Wrapper>,
}

impl Studio {
    /// Opens a task, or begins one.
    ///
    /// # Errors
    /// If the log of the task cannot be read, or another studio has it open.
    pub fn open(options: StudioOptions) -> Result<Self, LogError> {
        // If the folder cannot be created, the log reports that nothing is saved.
        let _ = std::fs::create_dir_all(&options.folder);
        let log = if options.folder.is_dir() {
            Log::open(&options.folder.join("task.jsonl"))?
        } else {
            Log::in_memory()
        };
        let pages = Pages::new(&options.folder, options.pages, options.page);
        for path in stored_pages(&options.folder) {
            pages.add(PageRef::file(path));
        }
        let state = log.state();
        let work = Work {
            log,
            state,
            learnt: None,
            is_stale: false,
            problem: None,
            orphans: Vec::new(),
            effects: BTreeMap::new(),
            change: None,
            counts: BTreeMap::new(),
            question: None,
            saved: Saved::default(),
            writer: None,
            notes: Vec::new(),
            known: Vec::new(),
        };
        let studio = Self {
            folder: options.folder,
            pages,
            work: Mutex::new(work),
            updates: Broadcast::new(),
            following: Mutex::default(),
            version: AtomicU64::new(1),
            cancelled: AtomicU64::new(0),
        };
        if let Some(wrapper) = options.wrapper {
            let notes = studio.adopt(&wrapper);
            studio.work().notes = notes;
        }
        studio.relearn(&mut studio.work());
        Ok(studio)
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts the records that a wrapper reads on the first page that it fits, in a task that has no steps yet.
    /// Returns messages for the user.
    fn adopt(&self, wrapper: &Wrapper) -> Vec<String> {
        if !self.work().log.events().is_empty() {
            return vec![
                "the task has steps already, so the wrapper is not used; choose another folder with --task"
                    .to_owned(),
            ];
        }
        let pages = self.pages.all();
        let fitting = pages.iter().enumerate().take(MAX_BASELINE).find_map(|(at, entry)| {
            let page = self.pages.load(at).ok()?;
            let has_records = !wrapper.extract(&page.page).records.is_empty();
            has_records.then_some((entry.path.clone(), page))
        });
        let Some((path, page)) = fitting else {
            let n_tried = pages.len().min(MAX_BASELINE);
            return vec![format!(
                "the wrapper reads no records on the first {n_tried} pages, so the task begins without it"
            )];
        };
        let adopted = regions::adopted(&path, &page.page, wrapper);
        let mut work = self.work();
        for event in adopted.events {
            work.log.add(event);
        }
        work.state = work.log.state();
        adopted.notes
    }

    /// Messages for the user when the studio opens.
    pub fn notes(&self) -> Vec<String> {
        self.work().notes.clone()
    }

    /// The folder of the task.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of the present version of the task.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::SeqCst)
    }

    /// Learns from the present state. If no rule fits, the last wrapper stays.
    fn relearn(&self, work: &mut Work) {
        work.problem = None;
        work.orphans.clear();
        work.question = None;
        work.is_stale = false;
        work.counts.clear();
        if work.state.is_empty() {
            work.learnt = None;
            return;
        }
        let is_known = |known: &&Arc<Learnt>| known.state.teaches_as(&work.state);
        if let Some(known) = work.known.iter().find(is_known) {
            work.learnt = Some(Arc::clone(known));
            return;
        }
        let start = Instant::now();
        let (result, orphans) = self.learn_state(&work.state, Effort::Quick);
        work.orphans = orphans;
        match result {
            Ok(task) => {
                let learnt = Arc::new(self.learnt(task, &work.state, start));
                work.known.push(Arc::clone(&learnt));
                if work.known.len() > MAX_KNOWN {
                    work.known.remove(0);
                }
                work.learnt = Some(learnt);
            }
            Err(problem) => {
                work.problem = Some(problem);
                work.is_stale = work.learnt.is_some();
            }
        }
    }

    fn learn_state(
        &self,
        state: &State,
        effort: Effort,
    ) -> (Result<LearntTask, LearnProblem>, Vec<Orphan>) {
        let names = labelled_pages(state);
        let mut labelled: Vec<(String, Arc<LoadedPage>)> = Vec::new();
        let mut orphans = Vec::new();
        for name in names {
            match self.pages.find(&name).map(|at| self.pages.load(at)) {
                Some(Ok(page)) => labelled.push((name, page)),
                missing => {
                    let why = match missing {
                        Some(Err(error)) => error.to_string(),
                        _ => "the page is not among the pages of the task".to_owned(),
                    };
                    orphans.extend(orphans_of(state, &name, &why));
                }
            }
        }
        let unlabelled =
            if effort == Effort::Full { self.unlabelled(&labelled) } else { Vec::new() };
        let input = LearnInput { state: state.clone(), labelled, unlabelled, effort };
        let (result, lost) =
            if effort == Effort::Full { learn(&input) } else { learn_in_time(&input) };
        orphans.extend(lost);
        (result, orphans)
    }

    /// The labels that a wrapper does not follow.
    fn unheeded(&self, learnt: &Learnt) -> Vec<String> {
        let mut sentences = Vec::new();
        for label in &learnt.state.labels {
            let Some(at) = self.pages.find(&label.page) else { continue };
            let Ok(page) = self.pages.load(at) else { continue };
            let reading = learnt.reading(at, &page.page);
            let mut values = reading.values_of(label.field);
            let is_read = values.any(|value| value.is_at(label.place.span(), &label.text));
            let name = learnt.state.field(label.field).map_or("", |field| &field.name);
            match (label.sign, is_read) {
                (Sign::Plus, false) => {
                    sentences.push(format!("“{}” is a {name}, and is not read as one", label.text));
                }
                (Sign::Minus, true) => sentences
                    .push(format!("“{}” is no {name}, and is still read as one", label.text)),
                _ => {}
            }
        }
        sentences
    }

    /// The first pages without labels.
    fn unlabelled(&self, labelled: &[(String, Arc<LoadedPage>)]) -> Vec<Arc<LoadedPage>> {
        let all = self.pages.all();
        let others = all
            .iter()
            .enumerate()
            .filter(|(_, entry)| !labelled.iter().any(|(name, _)| *name == entry.path));
        others.filter_map(|(at, _)| self.pages.load(at).ok()).take(MAX_UNLABELLED).collect()
    }

    /// Writes the labels beside the log, for other programs.
    fn write_labels(&self, work: &mut Work) {
        work.saved.error = work.log.failure().map(str::to_owned);
        if !self.folder.is_dir() {
            work.saved.error = Some(format!("`{}` cannot be made", self.folder.display()));
            return;
        }
        // Labels that no wrapper fits are written too.
        let written = self.all_labels(&work.state).and_then(|labels| {
            write(&self.folder.join("labels.json"), labels.to_json().as_bytes())
        });
        if let Err(error) = written {
            work.saved.error = Some(error);
        }
    }

    /// Returns the labels of all pages that can be read.
    fn all_labels(&self, state: &State) -> Result<Labels, String> {
        let mut pages = Vec::new();
        for name in labelled_pages(state) {
            let Some(Ok(page)) = self.pages.find(&name).map(|at| self.pages.load(at)) else {
                continue;
            };
            let (labels, _) = page_labels(state, &name, &page.page);
            if !labels.records.is_empty() || !labels.not.is_empty() {
                pages.push(labels);
            }
        }
        Labels::new(pages).map_err(|error| error.to_string())
    }

    /// Learns the wrapper to save: from labels and unlabelled pages, with a full account. Its baseline is the first
    /// pages on which it reads records: the user saw their counts.
    fn learn_fully(&self, state: &State) -> Option<Learnt> {
        let start = Instant::now();
        let (learnt, _) = self.learn_state(state, Effort::Full);
        let mut task = learnt.ok()?;
        let wrapper = &mut task.wrapper;
        let pages: Vec<_> = (0..self.pages.all().len().min(MAX_BASELINE))
            .filter_map(|at| self.pages.load(at).ok())
            .filter(|page| !wrapper.extract(&page.page).records.is_empty())
            .collect();
        wrapper.record_baseline(pages.iter().map(|page| &page.page));
        Some(self.learnt(task, state, start))
    }

    fn learnt(&self, task: LearntTask, state: &State, start: Instant) -> Learnt {
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        let state = state.clone();
        let learnt = Learnt { task, state, ms, readings: Mutex::default(), unheeded: Vec::new() };
        Learnt { unheeded: self.unheeded(&learnt), ..learnt }
    }
}

/// Returns the pages with labels or accepted values, in the order of the labels.
fn labelled_pages(state: &State) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let said = state.labels.iter().map(|label| &label.page);
    for name in said.chain(state.shown.iter().map(|shown| &shown.page)) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// All labels of a page that is gone.
fn orphans_of(state: &State, page: &str, why: &str) -> Vec<Orphan> {
    let labels = state.labels.iter().filter(|label| label.page == page);
    labels
        .map(|label| Orphan {
            page: page.to_owned(),
            field: state.field(label.field).map_or_else(String::new, |field| field.name.clone()),
            quote: label.text.clone(),
            why: why.to_owned(),
        })
        .collect()
}

/// Pages that the user gave to the app, in the folder of the task.
fn stored_pages(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder.join("pages")) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    paths.sort();
    paths
}

/// Writes a file completely, or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut file = AtomicFile::create(path).map_err(|error| error.to_string())?;
    file.write_all(bytes).map_err(|error| format!("`{}`: {error}", path.display()))?;
    file.commit().map_err(|error| error.to_string())
}

/// The values of a page, to compare two readings.
fn values(reading: &PageReading) -> Vec<(FieldId, u32, u32)> {
    let all = reading.records.iter().flat_map(|record| &record.values);
    let mut values: Vec<_> =
        all.map(|value| (value.field, value.span.start, value.span.end)).collect();
    values.sort_unstable();
    values
}

impl Change {
    fn between(before: &PageReading, after: &PageReading) -> Self {
        let (before, after) = (values(before), values(after));
        let missing = |of: &[(FieldId, u32, u32)], from: &[(FieldId, u32, u32)]| {
            from.iter().filter(|value| of.binary_search(value).is_err()).count()
        };
        Self { added: missing(&before, &after), removed: missing(&after, &before) }
    }
}

/// All events as sentences.
fn sentences(log: &Log) -> Vec<String> {
    let mut before = State::default();
    let mut sentences = Vec::new();
    for event in log.events() {
        sentences.push(event.sentence(&before));
        before.apply(event);
    }
    sentences
}
