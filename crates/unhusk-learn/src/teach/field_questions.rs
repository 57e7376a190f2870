//! Questions on pages of one record: one for every field of every page, with the reasons for doubt.

use super::committee::CommitteeMember;
use super::evidence::{ErrorSignals, FieldEvidence};
use super::lesson::Lesson;
use super::question::{DoubtReason, Question, QuestionSlot, RivalReading, SlotPart};
use super::reading::Proposal;
use super::state::SessionState;

/// Returns all open questions. Readings confirm each other: surroundings that a confirmed value has are no reason for
/// doubt on other pages, so only one of several similar readings leads to a question.
pub(super) fn questions(lesson: &Lesson<'_>, state: &SessionState) -> Vec<Question> {
    let questions = FieldQuestions { lesson, state, fields: FieldEvidence::all(lesson, state) };
    let pages = 0..lesson.pages().len();
    pages
        .flat_map(|page| (0..lesson.fields().len()).map(move |field| (page, field)))
        .filter(|&(page, field)| state.is_open(QuestionSlot { page, part: SlotPart::Field(field) }))
        .map(|(page, field)| questions.question(page, field))
        .collect()
}

struct FieldQuestions<'a, 'p> {
    lesson: &'a Lesson<'p>,
    state: &'a SessionState,
    fields: Vec<FieldEvidence<'a>>,
}

impl FieldQuestions<'_, '_> {
    fn question(&self, page: usize, field: usize) -> Question {
        let slot = QuestionSlot { page, part: SlotPart::Field(field) };
        let Some(proposed) = self.reads(&self.state.members[0], page, field) else {
            return self.unseen(slot, field);
        };
        let others = self.state.members.iter().skip(1);
        let rivals: Vec<RivalReading> = others
            .filter_map(|member| Some((member.method, self.reads(member, page, field)?)))
            .filter(|(_, reads)| !reads.agrees(&proposed, field))
            .map(|(method, reads)| RivalReading { method, reads: Some(reads) })
            .collect();
        let Some(learnt) = self.state.learnt() else { return self.unseen(slot, field) };
        let known = (&self.fields[field], &**learnt);
        let signals = ErrorSignals::of((self.lesson, self.state), known, (page, field), &rivals);
        let deviation = self.deviation(field, &proposed, &rivals);
        let (doubt, reasons) = (signals.probability(), signals.reasons());
        let worth = self.worth(field, doubt);
        Question { slot, proposed, rivals, doubt, reasons, deviation, worth }
    }

    /// Returns the reading of a learner; `None` if its wrapper does not have the field.
    fn reads(&self, member: &CommitteeMember, page: usize, field: usize) -> Option<Proposal> {
        let learnt = member.learnt.as_ref()?;
        learnt.wrapper.schema.position(&self.lesson.fields()[field].name)?;
        let n_fields = self.lesson.fields().len();
        Some(learnt.pages[page].first().cloned().unwrap_or_else(|| Proposal::empty(n_fields)))
    }

    /// A question about a field that the wrapper does not have.
    fn unseen(&self, slot: QuestionSlot, field: usize) -> Question {
        let doubt = self.state.unseen_weight(field);
        let worth = self.worth(field, doubt);
        Question {
            slot,
            proposed: Proposal::empty(self.lesson.fields().len()),
            rivals: Vec::new(),
            doubt,
            reasons: vec![DoubtReason::Unseen],
            deviation: 0.0,
            worth,
        }
    }

    /// The probability that an answer shows an error that can be corrected. It falls with every expected answer about
    /// the field, and if labelled values are read wrongly although they were given.
    fn worth(&self, field: usize, doubt: f64) -> f64 {
        let surprise = 1.0 - self.state.weight(0, field);
        let n_misread = u32::try_from(self.fields[field].n_misread).unwrap_or(u32::MAX - 1);
        doubt * surprise / f64::from(1 + n_misread)
    }

    /// The smallest deviation of all readings of a field.
    fn deviation(&self, field: usize, proposed: &Proposal, rivals: &[RivalReading]) -> f64 {
        let of = |one: &Proposal| self.fields[field].deviation(&one.values[field]);
        let rivals = rivals.iter().filter_map(|rival| rival.reads.as_ref());
        rivals.chain([proposed]).map(of).fold(1.0, f64::min)
    }
}
