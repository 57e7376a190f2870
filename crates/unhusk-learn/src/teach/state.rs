//! One state of a session: the labels, the committee of learners, and their success rates.

use super::agreement::{is_right, reproduces};
use super::answer_labels::{spans, text_of, values_of, with_answer};
use super::committee::{CommitteeMember, LearnedReading};
use super::lesson::{Lesson, PageLayout};
use super::question::{Answer, Question, QuestionSlot, SlotPart};
use crate::example::LabelError;
use crate::example::{GivenRecord, Labels};
use std::collections::BTreeSet;
use std::sync::Arc;
use unhusk_page::{Page, Span};

/// One state of a session. Equal states behave equally.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SessionState {
    pub(super) labels: Labels,
    pub(super) members: Vec<CommitteeMember>,
    /// Known texts of values, each with its field.
    pub(super) known: Vec<(usize, String)>,
    /// For each learner and field, the numbers of right answers and of all answers; the last entry is for whole
    /// records.
    trials: Vec<Vec<(u32, u32)>>,
    /// The slots that were answered or skipped.
    closed: BTreeSet<QuestionSlot>,
    /// For each field, the numbers of known records with and without it.
    present: Vec<(u32, u32)>,
    /// Answers since the wrapper was last wrong.
    pub(super) n_right: usize,
    /// Pages without missed records, since a record was last missed.
    n_whole: u32,
}

impl SessionState {
    /// Creates the first state from the labels.
    pub(super) fn new(lesson: &Lesson<'_>, labels: Labels, methods: &[&'static str]) -> Self {
        let n_fields = lesson.fields().len();
        let mut state = Self {
            members: methods
                .iter()
                .map(|&method| CommitteeMember::learn(method, lesson, &labels))
                .collect(),
            labels,
            known: Vec::new(),
            trials: vec![vec![(0, 0); n_fields + 1]; methods.len()],
            closed: BTreeSet::new(),
            present: vec![(0, 0); n_fields],
            n_right: 0,
            n_whole: 0,
        };
        state.note_labels(lesson);
        state
    }

    /// Returns the reading of the first learner, whose wrapper is that of the session.
    pub(super) fn learnt(&self) -> Option<&Arc<LearnedReading>> {
        self.members.first()?.learnt.as_ref()
    }

    /// Whether a slot is still open to a question.
    pub(super) fn is_open(&self, slot: QuestionSlot) -> bool {
        match slot.part {
            SlotPart::Field(_) | SlotPart::Rest => !self.closed.contains(&slot),
            SlotPart::Record(extent) => !self.closed.iter().any(|closed| {
                closed.page == slot.page
                    && matches!(closed.part, SlotPart::Record(known) if known.overlaps(extent))
            }),
        }
    }

    /// The number of answered or skipped slots of a page.
    pub(super) fn n_closed(&self, page: usize) -> usize {
        self.closed.iter().filter(|slot| slot.page == page).count()
    }

    /// The reliability of a learner on a field, between 0 and 1.
    pub(super) fn weight(&self, member: usize, field: usize) -> f64 {
        let (right, asked) = self.trials[member][field];
        f64::from(right + 1) / f64::from(asked + 2)
    }

    /// The value of a question about a field without known values: it falls with every page that lacks the field.
    pub(super) fn unseen_weight(&self, field: usize) -> f64 {
        0.9 / f64::from(self.present[field].1 + 1)
    }

    /// The doubt whether a page has missed records: it falls with every page that has none.
    pub(super) fn rest_weight(&self) -> f64 {
        0.9 / f64::from(2 * self.n_whole + 1)
    }

    /// The share of known records that have a field.
    pub(super) fn presence(&self, field: usize) -> f64 {
        let (there, missing) = self.present[field];
        f64::from(there) / f64::from(there + missing + 1)
    }

    /// Returns the state after an answer. Learners whose readings agree with the answer stay unchanged; the others
    /// learn again.
    pub(super) fn after(
        &self,
        lesson: &Lesson<'_>,
        question: &Question,
        answer: &Answer,
    ) -> Result<Self, LabelError> {
        let mut next = self.clone();
        let is_whole = question.slot.part == SlotPart::Rest && *answer == Answer::Right;
        if question.slot.part != SlotPart::Rest || matches!(answer, Answer::Right | Answer::Skip) {
            next.closed.insert(question.slot);
        }
        if is_whole || *answer == Answer::Skip {
            next.n_whole += u32::from(is_whole);
            return Ok(next);
        }
        next.labels = with_answer(lesson, &self.labels, question, answer)?;
        next.note(lesson, question, answer);
        let was_right: Vec<bool> =
            self.members.iter().map(|member| is_right(lesson, member, question, answer)).collect();
        let counted = match question.slot.part {
            SlotPart::Field(field) => field,
            SlotPart::Record(_) | SlotPart::Rest => lesson.fields().len(),
        };
        for (at, right) in was_right.iter().enumerate() {
            if self.members[at].learnt.is_some() {
                let (n_right, n_asked) = &mut next.trials[at][counted];
                *n_right += u32::from(*right);
                *n_asked += 1;
            }
        }
        (next.n_right, next.n_whole) =
            if was_right[0] { (self.n_right + 1, self.n_whole) } else { (0, 0) };
        // A wrapper that does not read all earlier labels may do so with one label more.
        let fits = |at: usize| {
            let learnt = self.members[at].learnt.as_ref();
            learnt.is_some_and(|one| reproduces(lesson, one, (&self.labels, question.slot.part)))
        };
        for at in (0..was_right.len()).filter(|&at| !was_right[at] || at == 0 && !fits(at)) {
            next.members[at] = self.relearnt(lesson, at, &next.labels, (question, answer));
        }
        Ok(next)
    }

    /// A learner after a counterexample. A learner other than the first that does not fit the answer is dropped: more
    /// labels will not make it fit.
    fn relearnt(
        &self,
        lesson: &Lesson<'_>,
        at: usize,
        labels: &Labels,
        (question, answer): (&Question, &Answer),
    ) -> CommitteeMember {
        let method = self.members[at].method;
        if at > 0 && self.members[at].learnt.is_none() {
            return self.members[at].clone();
        }
        let member = CommitteeMember::learn(method, lesson, labels);
        if at == 0 || is_right(lesson, &member, question, answer) {
            return member;
        }
        CommitteeMember { method, learnt: None }
    }

    /// Notes what an answer states about values.
    fn note(&mut self, lesson: &Lesson<'_>, question: &Question, answer: &Answer) {
        let page = lesson.pages()[question.slot.page];
        if let Answer::Record(GivenRecord { cells }) = answer {
            let spans = cells.iter().flat_map(|(_, cell)| spans(cell));
            let extent = spans.reduce(|all, one| Span {
                start: all.start.min(one.start),
                end: all.end.max(one.end),
            });
            if let Some(extent) = extent {
                self.closed
                    .insert(QuestionSlot { part: SlotPart::Record(extent), ..question.slot });
            }
        }
        match (question.slot.part, answer) {
            (SlotPart::Field(field), Answer::Right) => {
                let texts = question.proposed.values[field].iter().map(|found| found.text.clone());
                self.note_field(field, texts.collect());
            }
            (SlotPart::Field(field), Answer::Values(values)) => {
                self.note_field(field, values.iter().map(|value| text_of(value, page)).collect());
            }
            (SlotPart::Record(_), Answer::Right) => {
                for (field, values) in question.proposed.values.iter().enumerate() {
                    self.note_field(field, values.iter().map(|found| found.text.clone()).collect());
                }
            }
            (_, Answer::Record(record)) => self.note_record(lesson, record, page),
            _ => {}
        }
    }

    fn note_record(&mut self, lesson: &Lesson<'_>, record: &GivenRecord, page: &Page) {
        for (field, described) in lesson.fields().iter().enumerate() {
            let cell = record.cells.iter().find(|(name, _)| *name == described.name);
            let Some((_, cell)) = cell else { continue };
            let texts = values_of(cell).iter().map(|value| text_of(value, page)).collect();
            self.note_field(field, texts);
        }
    }

    fn note_field(&mut self, field: usize, texts: Vec<String>) {
        let (there, missing) = &mut self.present[field];
        *(if texts.is_empty() { missing } else { there }) += 1;
        self.known.extend(texts.into_iter().map(|text| (field, text)));
    }

    /// Adds the records of the first labels.
    fn note_labels(&mut self, lesson: &Lesson<'_>) {
        let labels = self.labels.clone();
        for given in labels.pages() {
            let Some(at) = lesson.names().iter().position(|name| *name == given.path) else {
                continue;
            };
            for record in &given.records {
                self.note_record(lesson, record, lesson.pages()[at]);
                if lesson.layout() == PageLayout::Detail {
                    let fields = lesson.fields().iter().enumerate();
                    let labelled = fields.filter(|(_, field)| has(record, &field.name));
                    let slots = labelled
                        .map(|(field, _)| QuestionSlot { page: at, part: SlotPart::Field(field) });
                    self.closed.extend(slots);
                }
                let all = record.cells.iter().flat_map(|(_, cell)| spans(cell));
                let extent = all.reduce(|all, one| Span {
                    start: all.start.min(one.start),
                    end: all.end.max(one.end),
                });
                if let (PageLayout::List, Some(extent)) = (lesson.layout(), extent) {
                    self.closed.insert(QuestionSlot { page: at, part: SlotPart::Record(extent) });
                }
            }
        }
    }
}

fn has(record: &GivenRecord, name: &str) -> bool {
    record.cells.iter().any(|(known, _)| known == name)
}
