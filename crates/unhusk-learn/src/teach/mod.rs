//! Teaching by questions: a session asks about the places where the wrapper may be wrong, and learns from the answers.
//!
//! A [`Session`] is a value: it contains the pages, the labels, the readings of the learners, and all earlier states,
//! so that undo and redo are exact. [`Session::next_question`] returns the place where the wrapper is most likely
//! wrong: where learners that fit the labels disagree with it, where its own rules disagree, where a field is missing
//! or a value is unusual (`record_questions`), and where the surroundings of a value differ from those of confirmed
//! values (`surroundings`). On pages of one record, a logistic model that was fitted on real sites weighs these signals
//! (`evidence`).
//!
//! The weight of each learner depends on the share of its right readings so far. An answer that confirms the reading of
//! a learner leaves the learner unchanged. After a counterexample, or if the wrapper does not read all labels, the
//! learner learns again from all labels; no learner keeps the state of its search from one answer to the next.
//! [`Session::verdict`] reports whether there are enough examples.
//!
//! Questions at the places of disagreement are co-testing: Muslea, Minton, Knoblock, *Active learning with multiple
//! views*, Journal of Artificial Intelligence Research 27 (2006), there with two views of one learner, here with
//! learners of different classes.

mod lesson;
mod reading;
mod surroundings;
mod evidence;
mod question;
mod committee;
pub(crate) mod shape;
mod answer_labels;
mod agreement;
mod state;
mod field_questions;
mod record_questions;
mod verdict;
mod saved;

pub use committee::TaughtRule;
pub use lesson::{Lesson, PageLayout};
pub use question::{Answer, DoubtReason, Question, QuestionSlot, RivalReading, SlotPart};
pub use reading::{Proposal, ReadValue};
pub use saved::SessionError;
pub use verdict::SessionVerdict;

use crate::example::{LabelError, Labels, Strictness, TrainingSet};
use crate::provenance;
use state::SessionState;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::internal::sort;

/// The method in the provenance of a session's wrapper.
const METHOD: &str = "auto";

/// A teaching session. Two sessions are equal if they have the same states, past and undone ones included.
#[derive(Debug, Clone)]
pub struct Session<'p> {
    lesson: Lesson<'p>,
    past: Vec<SessionState>,
    present: SessionState,
    future: Vec<SessionState>,
    /// All answers, undone ones included.
    steps: Vec<(QuestionSlot, Answer)>,
}

impl<'p> Session<'p> {
    /// Starts a session with labels of at least one record.
    pub fn new(lesson: Lesson<'p>, labels: Labels) -> Self {
        Self::with_methods(lesson, labels, committee::METHODS)
    }

    /// Starts a session with other learners. The session uses the wrapper of the first; the others reveal its likely
    /// errors. A method is one of the catalogue, `delimiters` (the simplest delimiter class that fits), or one of the
    /// two views of co-testing, `stalker-forwards` and `stalker-backwards`. Any other name never fits.
    pub fn with_methods(lesson: Lesson<'p>, labels: Labels, methods: &[&'static str]) -> Self {
        let present = SessionState::new(&lesson, labels, methods);
        Self { lesson, past: Vec::new(), present, future: Vec::new(), steps: Vec::new() }
    }

    /// The task of the session.
    pub fn lesson(&self) -> &Lesson<'p> {
        &self.lesson
    }

    /// All labels so far, answers included.
    pub fn labels(&self) -> &Labels {
        &self.present.labels
    }

    /// The current wrapper with its schema; `None` if no wrapper fits the labels.
    pub fn wrapper(&self) -> Option<&TaughtRule> {
        Some(&self.present.members.first()?.learnt.as_ref()?.wrapper)
    }

    /// The current wrapper as it is saved; `None` if nothing fits the labels.
    pub fn to_wrapper(&self) -> Option<Wrapper> {
        let TaughtRule { rule, schema } = self.wrapper()?;
        let numbered = self.lesson.numbered(self.labels());
        let set = TrainingSet::new(self.labels(), &numbered, Strictness::Lenient).ok()?;
        Some(Wrapper::new(schema.clone(), rule.clone(), provenance(METHOD, &set)))
    }

    /// Returns the records that the current wrapper reads on a page.
    pub fn reads(&self, page: usize) -> &[Proposal] {
        let learnt = self.present.members.first().and_then(|member| member.learnt.as_ref());
        learnt.and_then(|learnt| learnt.pages.get(page)).map_or(&[], Vec::as_slice)
    }

    /// All open questions, the most valuable first.
    pub fn questions(&self) -> Vec<Question> {
        let mut questions = match self.lesson.layout() {
            PageLayout::Detail => field_questions::questions(&self.lesson, &self.present),
            PageLayout::List => record_questions::questions(&self.lesson, &self.present),
        };
        // Of equally valuable questions, first those on the page with the fewest answers.
        let n_known = |question: &Question| self.present.n_closed(question.slot.page);
        sort::by(&mut questions, |a, b| {
            let worth = b.worth.total_cmp(&a.worth);
            worth.then(n_known(a).cmp(&n_known(b))).then(a.slot.cmp(&b.slot))
        });
        questions
    }

    /// Returns the most valuable question; `None` if none is left.
    pub fn next_question(&self) -> Option<Question> {
        self.questions().into_iter().next()
    }

    /// The question about a given slot.
    pub fn ask(&self, slot: QuestionSlot) -> Question {
        let known = self.questions().into_iter().find(|question| question.slot == slot);
        known.unwrap_or_else(|| Question {
            slot,
            proposed: Proposal::empty(self.lesson.fields().len()),
            rivals: Vec::new(),
            doubt: 0.0,
            reasons: Vec::new(),
            deviation: 0.0,
            worth: 0.0,
        })
    }

    /// Adds an answer.
    ///
    /// # Errors
    /// If it contradicts earlier labels, or names a place that is not on the page. The session is then unchanged.
    pub fn answer(&mut self, question: &Question, answer: &Answer) -> Result<(), LabelError> {
        let next = self.present.after(&self.lesson, question, answer)?;
        self.past.push(std::mem::replace(&mut self.present, next));
        self.future.clear();
        self.steps.truncate(self.past.len() - 1);
        self.steps.push((question.slot, answer.clone()));
        Ok(())
    }

    /// Undoes the last answer; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.present, before));
        true
    }

    /// Redoes an answer that was undone; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.present, after));
        true
    }

    /// The number of answers.
    pub fn n_answers(&self) -> usize {
        self.past.len()
    }

    /// Whether there are enough examples.
    pub fn verdict(&self) -> SessionVerdict {
        verdict::verdict(&self.lesson, &self.present, &self.questions())
    }
}

impl PartialEq for Session<'_> {
    fn eq(&self, other: &Self) -> bool {
        (&self.past, &self.present, &self.future) == (&other.past, &other.present, &other.future)
    }
}

#[cfg(test)]
mod tests;
