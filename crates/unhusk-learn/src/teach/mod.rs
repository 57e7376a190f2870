//! Teaching by questions: a session shows what the wrapper reads where it may be wrong, and learns from the answers.
//!
//! A [`Session`] is a value: pages, labels, what the learners made of them, and the way there, so that undo and redo
//! are exact. [`Session::next_question`] asks for the place where the wrapper is most likely wrong: where learners that fit the
//! labels disagree with it, where its own rules are divided, where a field is missing or a value looks odd (`doubt`), and
//! where what is around a value differs from where it was told to be right (`place`). On pages of one record, signs are
//! weighed as they told right from wrong on real sites (`evidence`).
//! How far each learner is believed depends on how right it was so far. An answer that confirms what a learner reads
//! leaves it as it is; a counterexample makes it learn again from all labels (no learner keeps the state of its search
//! from one answer to the next), as does any answer of what it cannot read as told. [`Session::verdict`] says when it is
//! enough.
//!
//! Asking where learners disagree is co-testing: Muslea, Minton, Knoblock, *Active learning with multiple views*,
//! Journal of Artificial Intelligence Research 27 (2006), there with two views of one learner, here with learners of
//! different classes.

mod lesson;
mod reading;
mod place;
mod evidence;
mod question;
mod committee;
pub(crate) mod shape;
mod labelled;
mod told;
mod state;
mod field;
mod doubt;
mod verdict;
mod saved;

pub use lesson::{Layout, Lesson};
pub use question::{Answer, Part, Question, Reason, Rival, Slot};
pub use reading::{Found, Proposal};
pub use saved::SessionError;
pub use verdict::Verdict;

use crate::example::{LabelError, Labels, Strictness, TrainingSet};
use crate::provenance;
use state::State;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// The method that a session says to have learnt by.
const METHOD: &str = "auto";

/// A teaching session. Two sessions are equal if they know the same and came there the same way.
#[derive(Debug, Clone)]
pub struct Session<'p> {
    lesson: Lesson<'p>,
    past: Vec<State>,
    present: State,
    future: Vec<State>,
    /// The answers that led from the first state to the last one of the future.
    steps: Vec<(Slot, Answer)>,
}

impl<'p> Session<'p> {
    /// Begins with some labels, of which at least one record is needed.
    pub fn new(lesson: Lesson<'p>, labels: Labels) -> Self {
        Self::with_methods(lesson, labels, committee::METHODS)
    }

    /// The same with other learners: the wrapper is that of the first, the others tell where it may be wrong. They
    /// are methods of the catalogue, `delimiters` (the simplest delimiter class that fits), or the two views of
    /// co-testing, `stalker-forwards` and `stalker-backwards`. What is none of these never fits.
    pub fn with_methods(lesson: Lesson<'p>, labels: Labels, methods: &[&'static str]) -> Self {
        let present = State::new(&lesson, labels, methods);
        Self { lesson, past: Vec::new(), present, future: Vec::new(), steps: Vec::new() }
    }

    /// What is taught.
    pub fn lesson(&self) -> &Lesson<'p> {
        &self.lesson
    }

    /// All that was said so far.
    pub fn labels(&self) -> &Labels {
        &self.present.labels
    }

    /// The present wrapper with its schema; none if nothing fits what was said.
    pub fn wrapper(&self) -> Option<(&AnyWrapper, &Schema)> {
        let (wrapper, schema) = &self.present.members.first()?.learnt.as_ref()?.wrapper;
        Some((wrapper, schema))
    }

    /// The present wrapper as it is saved; none if nothing fits what was said.
    pub fn to_wrapper(&self) -> Option<Wrapper> {
        let (rule, schema) = self.wrapper()?;
        let numbered = self.lesson.numbered(self.labels());
        let set = TrainingSet::new(self.labels(), &numbered, Strictness::Lenient).ok()?;
        Some(Wrapper::new(schema.clone(), rule.clone(), provenance(METHOD, &set)))
    }

    /// What the present wrapper reads on a page.
    pub fn reads(&self, page: usize) -> &[Proposal] {
        let learnt = self.present.members.first().and_then(|member| member.learnt.as_ref());
        learnt.and_then(|learnt| learnt.pages.get(page)).map_or(&[], Vec::as_slice)
    }

    /// All questions that are left, the most worthwhile first.
    pub fn questions(&self) -> Vec<Question> {
        let mut questions = match self.lesson.layout() {
            Layout::Detail => field::questions(&self.lesson, &self.present),
            Layout::List => doubt::questions(&self.lesson, &self.present),
        };
        // Of places that are worth the same, one on a page of which least is known.
        let n_known = |question: &Question| self.present.n_closed(question.slot.page);
        questions.sort_by(|a, b| {
            let worth = b.worth.total_cmp(&a.worth);
            worth.then(n_known(a).cmp(&n_known(b))).then(a.slot.cmp(&b.slot))
        });
        questions
    }

    /// The most worthwhile question; none if everything was asked.
    pub fn next_question(&self) -> Option<Question> {
        self.questions().into_iter().next()
    }

    /// A question about a place that someone points at.
    pub fn ask(&self, slot: Slot) -> Question {
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

    /// Takes an answer.
    ///
    /// # Errors
    /// If it contradicts what was said before, or names a place that is not on the page. The session is then as before.
    pub fn answer(&mut self, question: &Question, answer: &Answer) -> Result<(), LabelError> {
        let next = self.present.after(&self.lesson, question, answer)?;
        self.past.push(std::mem::replace(&mut self.present, next));
        self.future.clear();
        self.steps.truncate(self.past.len() - 1);
        self.steps.push((question.slot, answer.clone()));
        Ok(())
    }

    /// Takes the last answer back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.present, before));
        true
    }

    /// Gives an answer again that was taken back; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.present, after));
        true
    }

    /// How many answers were given.
    pub fn n_answers(&self) -> usize {
        self.past.len()
    }

    /// Whether there is enough, in words.
    pub fn verdict(&self) -> Verdict {
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
