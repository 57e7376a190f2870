//! Where the wrapper may be wrong on pages of one record: every field of every page, and what speaks against it.

use super::committee::Member;
use super::evidence::{Field, Signs};
use super::lesson::Lesson;
use super::question::{Part, Question, Reason, Rival, Slot};
use super::reading::Proposal;
use super::state::State;

/// Every field that may be asked. Readings vouch for each other: what is around a value that was told to be right is no
/// reason for doubt anywhere else, so that of readings that are alike one is asked.
pub(super) fn questions(lesson: &Lesson<'_>, state: &State) -> Vec<Question> {
    let asker = Asker { lesson, state, fields: Field::all(lesson, state) };
    let pages = 0..lesson.pages().len();
    pages
        .flat_map(|page| (0..lesson.fields().len()).map(move |field| (page, field)))
        .filter(|&(page, field)| state.is_open(Slot { page, part: Part::Field(field) }))
        .map(|(page, field)| asker.question(page, field))
        .collect()
}

struct Asker<'a, 'p> {
    lesson: &'a Lesson<'p>,
    state: &'a State,
    fields: Vec<Field<'a>>,
}

impl Asker<'_, '_> {
    fn question(&self, page: usize, field: usize) -> Question {
        let slot = Slot { page, part: Part::Field(field) };
        let Some(proposed) = self.reads(&self.state.members[0], page, field) else {
            return self.unseen(slot, field);
        };
        let others = self.state.members.iter().skip(1);
        let rivals: Vec<Rival> = others
            .filter_map(|member| Some((member.method, self.reads(member, page, field)?)))
            .filter(|(_, reads)| !reads.agrees(&proposed, field))
            .map(|(method, reads)| Rival { method, reads: Some(reads) })
            .collect();
        let Some(learnt) = self.state.learnt() else { return self.unseen(slot, field) };
        let known = (&self.fields[field], &**learnt);
        let signs = Signs::of((self.lesson, self.state), known, (page, field), &rivals);
        let deviation = self.deviation(field, &proposed, &rivals);
        let (doubt, reasons) = (signs.probability(), signs.reasons());
        let worth = self.worth(field, doubt);
        Question { slot, proposed, rivals, doubt, reasons, deviation, worth }
    }

    /// What a member reads; none if it knows nothing of the field.
    fn reads(&self, member: &Member, page: usize, field: usize) -> Option<Proposal> {
        let learnt = member.learnt.as_ref()?;
        learnt.wrapper.1.position(&self.lesson.fields()[field].name)?;
        let n_fields = self.lesson.fields().len();
        Some(learnt.pages[page].first().cloned().unwrap_or_else(|| Proposal::empty(n_fields)))
    }

    /// A question of a field that the wrapper knows nothing of.
    fn unseen(&self, slot: Slot, field: usize) -> Question {
        let doubt = self.state.unseen_weight(field);
        let worth = self.worth(field, doubt);
        Question {
            slot,
            proposed: Proposal::empty(self.lesson.fields().len()),
            rivals: Vec::new(),
            doubt,
            reasons: vec![Reason::Unseen],
            deviation: 0.0,
            worth,
        }
    }

    /// How likely an answer shows a wrong reading that can be set right: less with every answer of the field that was
    /// as expected, and where told values are read wrongly all the same, so that answers did not help.
    fn worth(&self, field: usize, doubt: f64) -> f64 {
        let surprise = 1.0 - self.state.weight(0, field);
        let n_misread = u32::try_from(self.fields[field].n_misread).unwrap_or(u32::MAX - 1);
        doubt * surprise / f64::from(1 + n_misread)
    }

    /// The least deviation of all readings of a field.
    fn deviation(&self, field: usize, proposed: &Proposal, rivals: &[Rival]) -> f64 {
        let of = |one: &Proposal| self.fields[field].deviation(&one.values[field]);
        let rivals = rivals.iter().filter_map(|rival| rival.reads.as_ref());
        rivals.chain([proposed]).map(of).fold(1.0, f64::min)
    }
}
