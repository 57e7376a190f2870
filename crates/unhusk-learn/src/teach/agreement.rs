//! Whether a wrapper reads what was told.

use super::committee::{Learnt, Member};
use super::doubt::same_places;
use super::labelled::{text_of, values_of};
use super::lesson::{Layout, Lesson};
use super::question::{Answer, Part, Question, Slot};
use super::reading::{Found, Proposal};
use crate::example::{GivenRecord, GivenValue, Labels, PageLabels};
use unhusk_page::Page;

/// What was told of a field of the only record of a page.
pub(super) struct Told {
    pub(super) page: usize,
    pub(super) field: usize,
    values: Vec<GivenValue>,
}

impl Told {
    /// Everything that labels tell of single fields.
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

    /// Whether a wrapper reads it.
    pub(super) fn is_read(&self, lesson: &Lesson<'_>, learnt: &Learnt) -> bool {
        let record = learnt.pages[self.page].first();
        let read = record.map_or(&[][..], |record| &record.values[self.field]);
        says(read, &self.values, lesson.pages()[self.page])
    }
}

/// Labelled pages with their numbers in the lesson.
fn placed<'l>(
    lesson: &Lesson<'_>,
    labels: &'l Labels,
) -> impl Iterator<Item = (usize, &'l PageLabels)> {
    let names = lesson.names();
    let page = |path: &str| names.iter().position(|name| name == path);
    labels.pages().iter().filter_map(move |given| Some((page(&given.path)?, given)))
}

/// Whether a wrapper reads all that was told of one field, or of records.
pub(super) fn reproduces(
    lesson: &Lesson<'_>,
    learnt: &Learnt,
    (labels, part): (&Labels, Part),
) -> bool {
    if let (Layout::Detail, Part::Field(field)) = (lesson.layout(), part) {
        let told = Told::all(lesson, labels);
        return told.iter().filter(|one| one.field == field).all(|one| one.is_read(lesson, learnt));
    }
    placed(lesson, labels).all(|(at, given)| {
        let (page, read) = (lesson.pages()[at], &learnt.pages[at]);
        let is_read =
            |record: &GivenRecord| read.iter().any(|one| is_record(lesson, one, record, page));
        given.records.iter().all(is_read)
    })
}

/// Whether a member reads what the answer says.
pub(super) fn is_right(
    lesson: &Lesson<'_>,
    member: &Member,
    question: &Question,
    answer: &Answer,
) -> bool {
    let Some(learnt) = &member.learnt else { return false };
    let Slot { page: at, part } = question.slot;
    let (page, proposals) = (lesson.pages()[at], &learnt.pages[at]);
    match (part, answer) {
        (Part::Field(field), _) => {
            let nothing = Vec::new();
            let read = proposals.first().map_or(&nothing, |record| &record.values[field]);
            match answer {
                Answer::Right => {
                    let texts = |values: &[Found]| {
                        values.iter().map(|one| one.text.clone()).collect::<Vec<_>>()
                    };
                    texts(read) == texts(&question.proposed.values[field])
                }
                Answer::Values(values) => says(read, values, page),
                _ => *read != question.proposed.values[field],
            }
        }
        (_, Answer::Right) => proposals.iter().any(|one| same_places(one, &question.proposed)),
        (_, Answer::Record(record)) => {
            proposals.iter().any(|one| is_record(lesson, one, record, page))
        }
        _ => !proposals.iter().any(|one| same_places(one, &question.proposed)),
    }
}

fn is_record(lesson: &Lesson<'_>, proposal: &Proposal, record: &GivenRecord, page: &Page) -> bool {
    let says_field = |(field, values): (usize, &Vec<Found>)| {
        let name = &lesson.fields()[field].name;
        match record.cells.iter().find(|(known, _)| known == name) {
            Some((_, cell)) => {
                says(values, &values_of(cell).into_iter().cloned().collect::<Vec<_>>(), page)
            }
            None => true,
        }
    };
    proposal.values.iter().enumerate().all(says_field)
}

/// Whether values that were read are those that were given.
fn says(read: &[Found], given: &[GivenValue], page: &Page) -> bool {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let same = |(found, value): (&Found, &GivenValue)| match value {
        GivenValue::Span(span) => found.span == *span,
        other => bare(&found.text) == bare(&text_of(other, page)),
    };
    read.len() == given.len() && read.iter().zip(given).all(same)
}
