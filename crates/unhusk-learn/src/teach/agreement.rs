//! Compares the readings of a wrapper with labels and answers.

use super::answer_labels::{text_of, values_of};
use super::committee::{CommitteeMember, LearnedReading};
use super::lesson::{Lesson, PageLayout};
use super::question::{Answer, Question, QuestionSlot, SlotPart};
use super::reading::{Proposal, ReadValue};
use super::record_questions::same_spans;
use crate::example::{GivenRecord, GivenValue, Labels, PageLabels};
use unhusk_page::Page;

/// The label of a field of the only record of a page.
pub(super) struct FieldLabel {
    pub(super) page: usize,
    pub(super) field: usize,
    values: Vec<GivenValue>,
}

impl FieldLabel {
    /// All labels of single fields.
    pub(super) fn all(lesson: &Lesson<'_>, labels: &Labels) -> Vec<Self> {
        let mut all = Vec::new();
        for (page, given) in placed(lesson, labels) {
            let cells = given.records.first().map_or(&[][..], |record| &record.cells);
            for (name, cell) in cells {
                let Some(field) = lesson.fields().iter().position(|one| one.name == *name) else {
                    continue;
                };
                let values = values_of(cell).into_iter().cloned().collect();
                all.push(Self { page, field, values });
            }
        }
        all
    }

    /// Whether a wrapper reads the labelled values.
    pub(super) fn is_read(&self, lesson: &Lesson<'_>, learnt: &LearnedReading) -> bool {
        let record = learnt.pages[self.page].first();
        let read = record.map_or(&[][..], |record| &record.values[self.field]);
        matches_given(read, &self.values, lesson.pages()[self.page])
    }
}

/// The labelled pages, each with its index in the lesson.
fn placed<'l>(
    lesson: &Lesson<'_>,
    labels: &'l Labels,
) -> impl Iterator<Item = (usize, &'l PageLabels)> {
    let names = lesson.names();
    let page = |path: &str| names.iter().position(|name| name == path);
    labels.pages().iter().filter_map(move |given| Some((page(&given.path)?, given)))
}

/// Whether a wrapper reads all labels of one field, or of records.
pub(super) fn reproduces(
    lesson: &Lesson<'_>,
    learnt: &LearnedReading,
    (labels, part): (&Labels, SlotPart),
) -> bool {
    if let (PageLayout::Detail, SlotPart::Field(field)) = (lesson.layout(), part) {
        let labels = FieldLabel::all(lesson, labels);
        return labels
            .iter()
            .filter(|one| one.field == field)
            .all(|one| one.is_read(lesson, learnt));
    }
    placed(lesson, labels).all(|(at, given)| {
        let (page, read) = (lesson.pages()[at], &learnt.pages[at]);
        let is_read =
            |record: &GivenRecord| read.iter().any(|one| is_record(lesson, one, record, page));
        given.records.iter().all(is_read)
    })
}

/// Whether a learner's reading agrees with the answer.
pub(super) fn is_right(
    lesson: &Lesson<'_>,
    member: &CommitteeMember,
    question: &Question,
    answer: &Answer,
) -> bool {
    let Some(learnt) = &member.learnt else { return false };
    let QuestionSlot { page: at, part } = question.slot;
    let (page, proposals) = (lesson.pages()[at], &learnt.pages[at]);
    match (part, answer) {
        (SlotPart::Field(field), _) => {
            let nothing = Vec::new();
            let read = proposals.first().map_or(&nothing, |record| &record.values[field]);
            match answer {
                Answer::Right => {
                    let texts = |values: &[ReadValue]| {
                        values.iter().map(|one| one.text.clone()).collect::<Vec<_>>()
                    };
                    texts(read) == texts(&question.proposed.values[field])
                }
                Answer::Values(values) => matches_given(read, values, page),
                _ => *read != question.proposed.values[field],
            }
        }
        (_, Answer::Right) => proposals.iter().any(|one| same_spans(one, &question.proposed)),
        (_, Answer::Record(record)) => {
            proposals.iter().any(|one| is_record(lesson, one, record, page))
        }
        _ => !proposals.iter().any(|one| same_spans(one, &question.proposed)),
    }
}

fn is_record(lesson: &Lesson<'_>, proposal: &Proposal, record: &GivenRecord, page: &Page) -> bool {
    let matches_field = |(field, values): (usize, &Vec<ReadValue>)| {
        let name = &lesson.fields()[field].name;
        match record.cells.iter().find(|(known, _)| known == name) {
            Some((_, cell)) => matches_given(
                values,
                &values_of(cell).into_iter().cloned().collect::<Vec<_>>(),
                page,
            ),
            None => true,
        }
    };
    proposal.values.iter().enumerate().all(matches_field)
}

/// Whether the values that were read are the given ones.
fn matches_given(read: &[ReadValue], given: &[GivenValue], page: &Page) -> bool {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let same = |(found, value): (&ReadValue, &GivenValue)| match value {
        GivenValue::Span(span) => found.span == *span,
        other => bare(&found.text) == bare(&text_of(other, page)),
    };
    read.len() == given.len() && read.iter().zip(given).all(same)
}
