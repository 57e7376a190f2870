//! What is known at one moment of a session: labels, what learners made of them, and how right they were.

use super::committee::{Learnt, Member};
use super::labelled::{labelled, spans, text_of, values_of};
use super::lesson::{Layout, Lesson};
use super::question::{Answer, Part, Question, Slot};
use super::told::{is_right, reproduces};
use crate::example::LabelError;
use crate::example::{GivenRecord, Labels};
use std::collections::BTreeSet;
use std::sync::Arc;
use unhusk_page::{Page, Span};

/// One moment of a session. Equal states behave alike.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    pub(super) labels: Labels,
    pub(super) members: Vec<Member>,
    /// Texts that are known to be values, by field.
    pub(super) known: Vec<(usize, String)>,
    /// How often each member was right of how often it was asked, by field; the last is for whole records.
    trials: Vec<Vec<(u32, u32)>>,
    /// What was answered or skipped.
    closed: BTreeSet<Slot>,
    /// How often each field was known to be there, and not.
    seen: Vec<(u32, u32)>,
    /// Answers since the wrapper was last wrong.
    pub(super) n_right: usize,
    /// Pages on which nothing was missed, since something was.
    n_whole: u32,
}

impl State {
    /// The beginning: what the labels say.
    pub(super) fn new(lesson: &Lesson<'_>, labels: Labels, methods: &[&'static str]) -> Self {
        let n_fields = lesson.fields().len();
        let mut state = Self {
            members: methods.iter().map(|&method| Member::learn(method, lesson, &labels)).collect(),
            labels,
            known: Vec::new(),
            trials: vec![vec![(0, 0); n_fields + 1]; methods.len()],
            closed: BTreeSet::new(),
            seen: vec![(0, 0); n_fields],
            n_right: 0,
            n_whole: 0,
        };
        state.note_labels(lesson);
        state
    }

    /// What the first member learnt, whose wrapper is the one of the session.
    pub(super) fn learnt(&self) -> Option<&Arc<Learnt>> {
        self.members.first()?.learnt.as_ref()
    }

    /// Whether a slot may still be asked.
    pub(super) fn is_open(&self, slot: Slot) -> bool {
        match slot.part {
            Part::Field(_) | Part::Rest => !self.closed.contains(&slot),
            Part::Record(extent) => !self.closed.iter().any(|closed| {
                closed.page == slot.page
                    && matches!(closed.part, Part::Record(known) if known.overlaps(extent))
            }),
        }
    }

    /// How much of a page was answered.
    pub(super) fn n_closed(&self, page: usize) -> usize {
        self.closed.iter().filter(|slot| slot.page == page).count()
    }

    /// How far a member is to be believed of a field, between 0 and 1.
    pub(super) fn weight(&self, member: usize, field: usize) -> f64 {
        let (right, asked) = self.trials[member][field];
        f64::from(right + 1) / f64::from(asked + 2)
    }

    /// How much it is worth to ask for a field of which no value is known: less with every page that lacks it.
    pub(super) fn unseen_weight(&self, field: usize) -> f64 {
        0.9 / f64::from(self.seen[field].1 + 1)
    }

    /// How likely it is that something is missed on a page: less with every page on which nothing was.
    pub(super) fn rest_weight(&self) -> f64 {
        0.9 / f64::from(2 * self.n_whole + 1)
    }

    /// How often a field was there, of the records that are known.
    pub(super) fn presence(&self, field: usize) -> f64 {
        let (there, missing) = self.seen[field];
        f64::from(there) / f64::from(there + missing + 1)
    }

    /// The state after an answer. Members that read what was said are left as they are; the others learn again.
    pub(super) fn after(
        &self,
        lesson: &Lesson<'_>,
        question: &Question,
        answer: &Answer,
    ) -> Result<Self, LabelError> {
        let mut next = self.clone();
        let is_whole = question.slot.part == Part::Rest && *answer == Answer::Right;
        if question.slot.part != Part::Rest || matches!(answer, Answer::Right | Answer::Skip) {
            next.closed.insert(question.slot);
        }
        if is_whole || *answer == Answer::Skip {
            next.n_whole += u32::from(is_whole);
            return Ok(next);
        }
        next.labels = labelled(lesson, &self.labels, question, answer)?;
        next.note(lesson, question, answer);
        let was_right: Vec<bool> =
            self.members.iter().map(|member| is_right(lesson, member, question, answer)).collect();
        let counted = match question.slot.part {
            Part::Field(field) => field,
            Part::Record(_) | Part::Rest => lesson.fields().len(),
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
        // What does not read all that was told before may do so with one label more.
        let fits = |at: usize| {
            let learnt = self.members[at].learnt.as_ref();
            learnt.is_some_and(|one| reproduces(lesson, one, (&self.labels, question.slot.part)))
        };
        for at in (0..was_right.len()).filter(|&at| !was_right[at] || at == 0 && !fits(at)) {
            next.members[at] = self.relearnt(lesson, at, &next.labels, (question, answer));
        }
        Ok(next)
    }

    /// A member after a counterexample. Beside the first, one that does not fit the answer is out: more labels will
    /// not make it fit.
    fn relearnt(
        &self,
        lesson: &Lesson<'_>,
        at: usize,
        labels: &Labels,
        (question, answer): (&Question, &Answer),
    ) -> Member {
        let method = self.members[at].method;
        if at > 0 && self.members[at].learnt.is_none() {
            return self.members[at].clone();
        }
        let member = Member::learn(method, lesson, labels);
        if at == 0 || is_right(lesson, &member, question, answer) {
            return member;
        }
        Member { method, learnt: None }
    }

    /// Remembers what an answer says of values.
    fn note(&mut self, lesson: &Lesson<'_>, question: &Question, answer: &Answer) {
        let page = lesson.pages()[question.slot.page];
        if let Answer::Record(GivenRecord { cells }) = answer {
            let spans = cells.iter().flat_map(|(_, cell)| spans(cell));
            let extent = spans.reduce(|all, one| Span {
                start: all.start.min(one.start),
                end: all.end.max(one.end),
            });
            if let Some(extent) = extent {
                self.closed.insert(Slot { part: Part::Record(extent), ..question.slot });
            }
        }
        match (question.slot.part, answer) {
            (Part::Field(field), Answer::Right) => {
                let texts = question.proposed.values[field].iter().map(|found| found.text.clone());
                self.note_field(field, texts.collect());
            }
            (Part::Field(field), Answer::Values(values)) => {
                self.note_field(field, values.iter().map(|value| text_of(value, page)).collect());
            }
            (Part::Record(_), Answer::Right) => {
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
        let (there, missing) = &mut self.seen[field];
        *(if texts.is_empty() { missing } else { there }) += 1;
        self.known.extend(texts.into_iter().map(|text| (field, text)));
    }

    /// Remembers what the first labels say.
    fn note_labels(&mut self, lesson: &Lesson<'_>) {
        let labels = self.labels.clone();
        for given in labels.pages() {
            let Some(at) = lesson.names().iter().position(|name| *name == given.path) else {
                continue;
            };
            for record in &given.records {
                self.note_record(lesson, record, lesson.pages()[at]);
                if lesson.layout() == Layout::Detail {
                    let fields = lesson.fields().iter().enumerate();
                    let told = fields.filter(|(_, field)| has(record, &field.name));
                    let slots = told.map(|(field, _)| Slot { page: at, part: Part::Field(field) });
                    self.closed.extend(slots);
                }
                let all = record.cells.iter().flat_map(|(_, cell)| spans(cell));
                let extent = all.reduce(|all, one| Span {
                    start: all.start.min(one.start),
                    end: all.end.max(one.end),
                });
                if let (Layout::List, Some(extent)) = (lesson.layout(), extent) {
                    self.closed.insert(Slot { page: at, part: Part::Record(extent) });
                }
            }
        }
    }
}

fn has(record: &GivenRecord, name: &str) -> bool {
    record.cells.iter().any(|(known, _)| known == name)
}
