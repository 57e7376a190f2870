//! Background work: the counts of the other pages, and the most useful question.

use super::{Learnt, PageCount, Studio, labelled_pages};
use crate::pages::LoadedPage;
use crate::place::{Place, places_of};
use crate::task::{Event, FieldId, Quote, ShownValue, Sign, State};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, TryLockError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use unhusk::Page;
use unhusk::example::Labels;
use unhusk::teach::{Lesson, Proposal, Session, SlotPart};

/// News for all windows.
#[derive(Debug, Clone)]
pub struct Update {
    /// The kind of news.
    pub event: &'static str,
    /// The news, as JSON.
    pub data: String,
}

/// Sends news to all windows.
pub(super) struct Broadcast(broadcast::Sender<Update>);

/// Messages that a slow window may lag behind.
const MAX_BEHIND: usize = 256;

impl Broadcast {
    pub(super) fn new() -> Self {
        Self(broadcast::channel(MAX_BEHIND).0)
    }

    fn send(&self, event: &'static str, data: &Json) {
        // There may be no listener.
        let _ = self.0.send(Update { event, data: data.to_string() });
    }
}

/// A question to the user.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) view: QuestionView,
    yes: Event,
    no: Event,
}

/// A question as the app shows it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct QuestionView {
    pub(super) page: usize,
    field: FieldId,
    place: Place,
    text: String,
    say: String,
}

impl QuestionView {
    pub(super) fn disputed(&self) -> Json {
        json!({"field": self.field, "place": self.place, "text": self.text})
    }
}

impl Question {
    /// The event that an answer makes.
    pub(super) fn answer(&self, yes: bool) -> Event {
        if yes { self.yes.clone() } else { self.no.clone() }
    }
}

/// Pages that are counted without a request.
const MAX_COUNTED: usize = 200;
/// Pages and bytes of the lesson that questions come from.
const MAX_LESSON_PAGES: usize = 8;
const MAX_LESSON_BYTES: u64 = 1_500_000;
/// Interval between messages about pages.
const SEND_EVERY: Duration = Duration::from_millis(100);

impl Studio {
    /// News from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.0.subscribe()
    }

    /// Gives up background work. Returns at once; the work ends with the page that it reads.
    pub fn cancel(&self) {
        self.cancelled.store(self.version(), Ordering::SeqCst);
    }

    /// Announces the present task to the other windows.
    pub fn announce(&self) {
        self.updates.send("task", &json!({"version": self.version()}));
    }

    /// Counts the records of the first pages, and searches for a question; again if the task has changed meanwhile.
    /// Returns at once if another thread is already doing so.
    pub fn follow_up(&self) {
        let _only = match self.following.try_lock() {
            Ok(only) => only,
            Err(TryLockError::Poisoned(left)) => left.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        loop {
            let version = self.version();
            self.count_pages(version, MAX_COUNTED, false);
            if self.is_current(version) {
                self.find_question(version);
            }
            if self.version() == version {
                break;
            }
        }
    }

    /// Reads all pages, with progress.
    pub fn test(&self) {
        self.cancelled.store(0, Ordering::SeqCst);
        self.count_pages(self.version(), usize::MAX, true);
    }

    fn is_current(&self, version: u64) -> bool {
        self.version() == version && self.cancelled.load(Ordering::SeqCst) < version
    }

    fn count_pages(&self, version: u64, most: usize, has_progress: bool) {
        let Some(learnt) = self.work().learnt.clone() else { return };
        let n_pages = self.pages.all().len().min(most);
        let start = Instant::now();
        let mut last_sent = start;
        let mut news: BTreeMap<usize, PageCount> = BTreeMap::new();
        for at in 0..n_pages {
            if !self.is_current(version) {
                break;
            }
            let is_known = self.work().counts.contains_key(&at);
            if !is_known {
                news.insert(at, self.count(&learnt, at));
            }
            let is_last = at + 1 == n_pages;
            if is_last || last_sent.elapsed() > SEND_EVERY {
                last_sent = Instant::now();
                self.send_counts(version, std::mem::take(&mut news));
                if has_progress {
                    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
                    let rate = (at + 1) as f64 / start.elapsed().as_secs_f64().max(1e-3);
                    self.updates.send(
                        "progress",
                        &json!({"job": "test", "done": at + 1, "of": n_pages, "rate": rate}),
                    );
                }
            }
        }
        if has_progress && !self.is_current(version) {
            self.updates.send("progress", &json!({"job": "test", "done": n_pages, "of": n_pages, "rate": 0.0, "cancelled": true}));
        }
    }

    fn count(&self, learnt: &Arc<Learnt>, at: usize) -> PageCount {
        match self.pages.load(at) {
            Ok(page) => PageCount::of(&learnt.reading(at, &page.page)),
            Err(error) => {
                PageCount { failed: true, note: Some(error.to_string()), ..PageCount::default() }
            }
        }
    }

    fn send_counts(&self, version: u64, news: BTreeMap<usize, PageCount>) {
        let mut work = self.work();
        if self.version() != version {
            return;
        }
        let numbers: Vec<usize> = news.keys().copied().collect();
        work.counts.extend(news);
        let task = self.task_view(&work, "", numbers.first().copied().unwrap_or(0));
        drop(work);
        let Ok(task) = serde_json::to_value(task) else { return };
        let of_page = |number: &usize| task["pages"].get(*number).cloned();
        let fields = task["fields"].as_array().cloned().unwrap_or_default();
        let fields: serde_json::Map<String, Json> =
            fields.iter().map(|field| (field["id"].to_string(), field["all"].clone())).collect();
        self.updates.send(
            "pages",
            &json!({
                "version": version,
                "pages": numbers.iter().filter_map(of_page).collect::<Vec<_>>(),
                "record_all": task["record"]["all"],
                "fields_all": fields,
            }),
        );
    }

    /// Finds the place on which learners that fit disagree most.
    fn find_question(&self, version: u64) {
        let (learnt, state) = {
            let work = self.work();
            let Some(learnt) = work.learnt.clone().filter(|_| !work.is_stale) else { return };
            (learnt, work.state.clone())
        };
        let lesson = self.lesson_pages(&state);
        let Some(question) = question(&learnt.task.labels, &lesson, &state) else { return };
        let mut work = self.work();
        if self.version() != version {
            return;
        }
        work.question = Some(question);
        drop(work);
        self.announce();
    }

    /// Returns the labelled pages, then others, within the limits of a lesson.
    fn lesson_pages(&self, state: &State) -> Vec<(usize, String, Arc<LoadedPage>)> {
        let labelled = labelled_pages(state);
        let mut pages = Vec::new();
        let mut bytes = 0;
        let all = self.pages.all();
        let is_labelled = |path: &String| labelled.contains(path);
        let (first, others): (Vec<_>, Vec<_>) =
            all.iter().enumerate().partition(|(_, entry)| is_labelled(&entry.path));
        for (at, entry) in first.into_iter().chain(others) {
            bytes += entry.bytes;
            if pages.len() == MAX_LESSON_PAGES || bytes > MAX_LESSON_BYTES {
                break;
            }
            if let Ok(page) = self.pages.load(at) {
                pages.push((at, entry.path.clone(), page));
            }
        }
        pages
    }
}

/// Returns the question that separates the fitting learners best, about one value.
fn question(
    labels: &Labels,
    pages: &[(usize, String, Arc<LoadedPage>)],
    state: &State,
) -> Option<Question> {
    let named = pages.iter().map(|(_, name, page)| (name.clone(), &page.page));
    let lesson = Lesson::new(named, labels);
    let fields: Vec<String> = lesson.fields().iter().map(|field| field.name.clone()).collect();
    let session = Session::new(lesson, labels.clone());
    let asked = session.next_question()?;
    let (at, path, page) = pages.get(asked.slot.page)?;
    let position = match asked.slot.part {
        SlotPart::Field(field) => field,
        SlotPart::Record(_) => {
            asked.proposed.values.iter().position(|values| !values.is_empty())?
        }
        SlotPart::Rest => return None,
    };
    let field = state.fields.iter().find(|field| Some(&field.name) == fields.get(position))?;
    let value = asked.proposed.values.get(position)?.first()?;
    let is_said =
        |label: &crate::task::LabelState| label.page == *path && label.place.span() == value.span;
    if state.labels.iter().any(is_said) {
        return None;
    }
    let place = places_of(&page.page, value.span).into_iter().next()?;
    let say = format!("Is this also “{}”?", field.name);
    let event = |sign: Sign, with: Vec<ShownValue>| Event::Label {
        page: path.clone(),
        field: field.id,
        new_field: None,
        sign,
        place: Quote::of(&page.page, value.span),
        attribute: field.attribute.clone(),
        text: value.text.clone(),
        record: state.next_record(path),
        with,
    };
    let with = beside(&page.page, state, &fields, &asked.proposed, position);
    let view = QuestionView { page: *at, field: field.id, place, text: value.text.clone(), say };
    Some(Question { view, yes: event(Sign::Plus, with), no: event(Sign::Minus, Vec::new()) })
}

/// The other values of a proposed record.
fn beside(
    page: &Page,
    state: &State,
    fields: &[String],
    proposed: &Proposal,
    asked: usize,
) -> Vec<ShownValue> {
    let mut shown = Vec::new();
    for (position, values) in
        proposed.values.iter().enumerate().filter(|(position, _)| *position != asked)
    {
        let field = state.fields.iter().find(|field| Some(&field.name) == fields.get(position));
        let (Some(field), Some(value)) = (field, values.first()) else { continue };
        shown.push(ShownValue { field: field.id, place: Quote::of(page, value.span) });
    }
    shown
}
