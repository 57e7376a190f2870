//! Turns answers into labels.

use super::lesson::{Lesson, PageLayout};
use super::question::{Answer, Question, SlotPart};
use crate::example::LabelError;
use crate::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk_page::{Page, Span, fold};

/// The values of a cell.
pub(super) fn values_of(cell: &GivenCell) -> Vec<&GivenValue> {
    match cell {
        GivenCell::Absent => Vec::new(),
        GivenCell::One(value) => vec![value],
        GivenCell::Many(values) => values.iter().collect(),
        GivenCell::Nested(records) => records
            .iter()
            .flat_map(|record| &record.cells)
            .flat_map(|(_, cell)| values_of(cell))
            .collect(),
    }
}

/// The spans of the values that were given as spans.
pub(super) fn spans(cell: &GivenCell) -> Vec<Span> {
    let span = |value: &&GivenValue| match value {
        GivenValue::Span(span) => Some(*span),
        _ => None,
    };
    values_of(cell).iter().filter_map(span).collect()
}

/// The text of a given value.
pub(super) fn text_of(value: &GivenValue, page: &Page) -> String {
    match value {
        GivenValue::Text(text) | GivenValue::TextAt { text, .. } => fold(text).into_owned(),
        GivenValue::Span(span) => page.text(*span).into_owned(),
        GivenValue::Xpath { text, .. }
        | GivenValue::Css { text, .. }
        | GivenValue::Attribute { text, .. } => text.clone().unwrap_or_default(),
    }
}

/// Returns `labels` with an answer added.
pub(super) fn with_answer(
    lesson: &Lesson<'_>,
    labels: &Labels,
    question: &Question,
    answer: &Answer,
) -> Result<Labels, LabelError> {
    let name = &lesson.names()[question.slot.page];
    let mut pages = labels.pages().to_vec();
    let at = pages.iter().position(|page| page.path == *name).unwrap_or_else(|| {
        let mut page = PageLabels::new(name.clone());
        page.file = labels.pages().first().map(|page| page.file.clone()).unwrap_or_default();
        page.complete = lesson.layout() == PageLayout::Detail;
        pages.push(page);
        pages.len() - 1
    });
    match question.slot.part {
        SlotPart::Field(field) => label_field(lesson, &mut pages[at], (question, field), answer),
        SlotPart::Record(_) | SlotPart::Rest => label_record(&mut pages[at], question, answer),
    }
    labels.with_pages(pages)
}

fn label_field(
    lesson: &Lesson<'_>,
    page: &mut PageLabels,
    (question, field): (&Question, usize),
    answer: &Answer,
) {
    let Some(described) = lesson.fields().get(field) else { return };
    let name = &described.name;
    let proposed = &question.proposed.values[field];
    let places = || proposed.iter().map(|found| GivenValue::Span(found.span)).collect::<Vec<_>>();
    let values = match answer {
        Answer::Right => places(),
        Answer::Values(values) => values.clone(),
        Answer::Wrong => {
            let not = places()
                .into_iter()
                .map(|place| GivenRecord { cells: vec![(name.clone(), GivenCell::One(place))] });
            page.not.extend(not);
            return;
        }
        Answer::Record(_) | Answer::NotARecord | Answer::Skip => return,
    };
    if page.records.is_empty() {
        page.records.push(GivenRecord::default());
    }
    let cell = match <[GivenValue; 1]>::try_from(values) {
        Ok([value]) => GivenCell::One(value),
        Err(values) if values.is_empty() => GivenCell::Absent,
        Err(values) => GivenCell::Many(values),
    };
    let cells = &mut page.records[0].cells;
    match cells.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) => *known = cell,
        None => cells.push((name.clone(), cell)),
    }
}

fn label_record(page: &mut PageLabels, question: &Question, answer: &Answer) {
    match answer {
        Answer::Right => page.records.push(question.proposed.given.clone()),
        Answer::Record(record) => page.records.push(record.clone()),
        Answer::NotARecord | Answer::Wrong => {
            let cells = question.proposed.given.cells.iter();
            let filled = cells.filter(|(_, cell)| !values_of(cell).is_empty());
            page.not.push(GivenRecord { cells: filled.cloned().collect() });
        }
        Answer::Values(_) | Answer::Skip => {}
    }
}
