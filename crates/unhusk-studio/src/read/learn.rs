//! State and pages -> a wrapper.

use crate::pages::LoadedPage;
use crate::task::{Orphan, Scope, State, page_labels};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use unhusk::example::{Labels, PageLabels};
use unhusk::learn::Effort;
use unhusk::record::{FieldType, Prefixes, Schema};
use unhusk::wrapper::Wrapper;
use unhusk::{Account, Learner, Page};

/// Input of a learner.
#[derive(Debug, Clone)]
pub struct LearnInput {
    /// The labels, edits and choices of the user.
    pub state: State,
    /// The pages with labels, by their names.
    pub labelled: Vec<(String, Arc<LoadedPage>)>,
    /// Pages without labels.
    pub unlabelled: Vec<Arc<LoadedPage>>,
    /// Amount of search; full effort also computes a full account of the wrapper.
    pub effort: Effort,
}

/// A wrapper, and the facts about it that the user is shown.
#[derive(Debug, Clone)]
pub struct LearntTask {
    /// The wrapper; its schema has the types and the meaning that the user chose.
    pub wrapper: Wrapper,
    /// The name of the method that learnt it.
    pub method: String,
    /// Pages on which every labelled value is read.
    pub n_pages_right: usize,
    /// Pages with labels.
    pub n_pages: usize,
    /// Number of values that were labelled or accepted.
    pub n_labels: usize,
    /// Reasons for the choice of this wrapper.
    pub why: Vec<String>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The labels that it was learnt from.
    pub labels: Labels,
}

/// Reason why there is no wrapper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnProblem {
    /// The conflict in the labels, in one sentence.
    pub say: String,
    /// The places and other details.
    pub details: Vec<String>,
}

/// Learns from the labels of the user. Labels that do not fit their pages any more are left out and returned.
pub fn learn(input: &LearnInput) -> (Result<LearntTask, LearnProblem>, Vec<Orphan>) {
    let mut orphans = Vec::new();
    let mut pages: Vec<(PageLabels, &Page)> = Vec::new();
    for (name, page) in &input.labelled {
        let (labels, lost) = page_labels(&input.state, name, &page.page);
        orphans.extend(lost);
        if !labels.records.is_empty() || !labels.not.is_empty() {
            pages.push((labels, &page.page));
        }
    }
    let n_records: usize = pages.iter().map(|(labels, _)| labels.records.len()).sum();
    if n_records == 0 {
        let say = "nothing is labelled".to_owned();
        return (Err(LearnProblem { say, details: Vec::new() }), orphans);
    }
    (learn_labels(input, &pages), orphans)
}

/// Time limit of the chosen method after a click, before a simpler method is tried.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time limit of a method that the user chose.
const PATIENCE_FOR_A_CHOICE: Duration = Duration::from_secs(10);
/// Methods tried then: their time grows with the page alone.
const QUICK_METHODS: [&str; 2] = ["site", "pattern"];
/// Abandoned learners that may still run: they cannot be stopped.
const MAX_LEFT_ALONE: usize = 2;

static LEFT_ALONE: AtomicUsize = AtomicUsize::new(0);

/// Learns as [`learn`] does, and tries simpler methods if that takes too long.
pub fn learn_in_time(input: &LearnInput) -> (Result<LearntTask, LearnProblem>, Vec<Orphan>) {
    let is_auto = input.state.method.as_deref().is_none_or(|method| method == DEFAULT_METHOD);
    let is_free = LEFT_ALONE.load(Ordering::SeqCst) < MAX_LEFT_ALONE;
    let patience = if is_auto { PATIENCE } else { PATIENCE_FOR_A_CHOICE };
    if is_free && let Some(answer) = learn_within(input, patience) {
        return answer;
    }
    // A method that the user chose is not replaced by another.
    let others = if is_auto { &QUICK_METHODS[..] } else { &[] };
    for &method in others {
        let mut quick = input.clone();
        quick.state.method = Some(method.to_owned());
        if let Some((Ok(mut learnt), orphans)) = learn_within(&quick, PATIENCE) {
            learnt
                .warnings
                .push(format!("the learner took too long; this is what `{method}` reads"));
            return (Ok(learnt), orphans);
        }
    }
    let say = "learning takes too long with these labels".to_owned();
    let details =
        vec!["labels at places that have little in common are the usual reason".to_owned()];
    (Err(LearnProblem { say, details }), Vec::new())
}

/// Returns the answer of [`learn`], if it comes in time; `None` also if the learner panics.
fn learn_within(
    input: &LearnInput,
    limit: Duration,
) -> Option<(Result<LearntTask, LearnProblem>, Vec<Orphan>)> {
    let (send, receive) = mpsc::channel();
    let input = input.clone();
    let run = Arc::new(AtomicU8::new(WAITED_FOR));
    let own = LearnerRun(Arc::clone(&run));
    thread::spawn(move || {
        let _own = own;
        // The receiver is gone if the time limit passed.
        let _ = send.send(learn(&input));
    });
    match receive.recv_timeout(limit) {
        Ok(answer) => Some(answer),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => {
            LEFT_ALONE.fetch_add(1, Ordering::SeqCst);
            if run.swap(LEFT, Ordering::SeqCst) == ENDED {
                LEFT_ALONE.fetch_sub(1, Ordering::SeqCst);
            }
            receive.try_recv().ok()
        }
    }
}

const WAITED_FOR: u8 = 0;
const LEFT: u8 = 1;
const ENDED: u8 = 2;

/// A learner in its thread; if it was abandoned, its end is subtracted from `LEFT_ALONE`.
struct LearnerRun(Arc<AtomicU8>);

impl Drop for LearnerRun {
    fn drop(&mut self) {
        if self.0.swap(ENDED, Ordering::SeqCst) == LEFT {
            LEFT_ALONE.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

fn learn_labels(
    input: &LearnInput,
    pages: &[(PageLabels, &Page)],
) -> Result<LearntTask, LearnProblem> {
    let state = &input.state;
    let problem = |error: &dyn std::fmt::Display| problem(&error.to_string());
    let labels = Labels::new(pages.iter().map(|(labels, _)| labels.clone()).collect())
        .map_err(|error| problem(&error))?;
    let method = state.method.as_deref().unwrap_or(DEFAULT_METHOD);
    let account = if input.effort == Effort::Full { Account::Full } else { Account::Fit };
    let attempt = |method: &str| {
        let learner = Learner::method(method).map_err(|error| problem(&error))?;
        let learner = pages
            .iter()
            .fold(learner, |learner, (labels, page)| learner.labelled_page(labels.clone(), page));
        let learner = learner
            .unlabelled(input.unlabelled.iter().map(|page| &page.page))
            .account(account)
            .effort(input.effort);
        learner.learn().map_err(|error| problem(&error))
    };
    let mut learned = attempt(method)?;
    let mut used = method;
    if state.scope == Scope::Looser {
        let n_records = |wrapper: &Wrapper| {
            pages.iter().map(|(_, page)| wrapper.extract(page).records.len()).sum::<usize>()
        };
        let n_known = n_records(&learned.wrapper);
        let looser = LOOSER_METHODS.iter().filter(|&&other| other != method).filter_map(|&other| {
            let found = attempt(other).ok()?;
            let n_found = n_records(&found.wrapper);
            (n_found > n_known).then_some((n_found, other, found))
        });
        match looser.min_by_key(|(n_found, ..)| *n_found) {
            Some((_, other, found)) => (used, learned) = (other, found),
            None => {
                return Err(LearnProblem { say: NOTHING_LOOSER.to_owned(), details: Vec::new() });
            }
        }
    }
    let why = learned.choice().map(|choice| choice.reason.clone()).into_iter().collect();
    let mut wrapper = learned.wrapper.clone();
    wrapper.schema = with_meaning(&wrapper.schema, state).map_err(|error| problem(&error))?;
    Ok(LearntTask {
        method: used.to_owned(),
        n_pages_right: learned.evaluation.n_pages_right,
        n_pages: learned.evaluation.n_pages,
        n_labels: n_labels(state),
        why,
        warnings: learned.warnings.iter().map(ToString::to_string).collect(),
        wrapper,
        labels,
    })
}

/// The method unless the user chose another.
const DEFAULT_METHOD: &str = "auto";

/// Methods tried for a looser rule, which may match more records.
const LOOSER_METHODS: [&str; 4] = ["site", "pattern", "kl", "lr"];

const NOTHING_LOOSER: &str = "no looser rule reads more records";

fn n_labels(state: &State) -> usize {
    state.labels.len() + state.shown.iter().filter(|shown| shown.beside.is_none()).count()
}

/// Splits an error: its first line is the sentence, the others are details.
fn problem(message: &str) -> LearnProblem {
    let mut lines = message.lines().map(|line| line.trim().to_owned());
    let say = lines.next().unwrap_or_default();
    LearnProblem { say, details: lines.collect() }
}

/// The schema with the types and the meaning that the user chose.
fn with_meaning(schema: &Schema, state: &State) -> Result<Schema, unhusk::record::SchemaError> {
    let chosen: BTreeMap<(Option<&str>, &str), _> = state
        .fields
        .iter()
        .map(|field| ((field.group.as_deref(), field.name.as_str()), field))
        .collect();
    let mut fields = schema.fields().to_vec();
    let choose = |group: Option<&str>, field: &mut unhusk::record::Field| {
        if let Some(chosen) = chosen.get(&(group, field.name.as_str())) {
            field.iri.clone_from(&chosen.property);
            field.holds = chosen.holds.as_deref().and_then(|holds| holds.parse::<FieldType>().ok());
        }
    };
    for field in &mut fields {
        choose(None, field);
        let group = field.name.clone();
        field.fields.iter_mut().for_each(|inner| choose(Some(&group), inner));
    }
    Schema::with_meaning(fields, state.class.clone(), Prefixes::default())
}
