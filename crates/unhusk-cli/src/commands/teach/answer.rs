//! Parses the line that a user typed.

use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, TrainingSet};
use unhusk::teach::{Answer, Lesson, Question, SlotPart};

/// A parsed line.
pub(super) enum Reply {
    Answer(Answer),
    Undo,
    Quit,
    /// Not understood; contains advice.
    Unclear(String),
}

/// Parses the answer to a question.
pub(super) fn read(lesson: &Lesson<'_>, question: &Question, line: &str) -> Reply {
    match line {
        "y" | "yes" => return Reply::Answer(Answer::Right),
        "s" | "skip" => return Reply::Answer(Answer::Skip),
        "u" | "undo" => return Reply::Undo,
        "q" | "quit" => return Reply::Quit,
        "" => {
            return Reply::Unclear(
                "y, n, s (skip), u (undo), q (quit), or the right value".to_owned(),
            );
        }
        _ => {}
    }
    match question.slot.part {
        SlotPart::Field(_) if matches!(line, "n" | "no") => Reply::Answer(Answer::Wrong),
        SlotPart::Field(_) => Reply::Answer(Answer::Values(values(line))),
        SlotPart::Record(_) if matches!(line, "n" | "no") => Reply::Answer(Answer::NotARecord),
        SlotPart::Record(_) => corrected(lesson, question, line),
        SlotPart::Rest => missed(lesson, line),
    }
}

/// Parses values: `a | b` is two values, `-` is none, `=y` is the text `y`.
fn values(line: &str) -> Vec<GivenValue> {
    if line == "-" {
        return Vec::new();
    }
    let line = line.strip_prefix('=').unwrap_or(line);
    line.split(" | ").map(|text| GivenValue::Text(text.trim().to_owned())).collect()
}

/// Parses a correction: `price=$12` is the proposed record with another price.
fn corrected(lesson: &Lesson<'_>, question: &Question, line: &str) -> Reply {
    let names: Vec<&str> = lesson.fields().iter().map(|field| field.name.as_str()).collect();
    let unclear = || {
        Reply::Unclear(format!(
            "to correct the record, type FIELD=VALUE; the fields are {}",
            names.join(", ")
        ))
    };
    let Some((name, text)) = line.split_once('=') else { return unclear() };
    let Some(at) = names.iter().position(|known| *known == name.trim()) else { return unclear() };
    let mut record = GivenRecord::default();
    for (field, found) in question.proposed.values.iter().enumerate() {
        let places = found.iter().map(|one| GivenValue::Span(one.span)).collect();
        let given = if field == at { values(text.trim()) } else { places };
        record.cells.push((names[field].to_owned(), cell(given)));
    }
    Reply::Answer(Answer::Record(record))
}

/// Parses a missed record: `name=Congo; code=242`.
fn missed(lesson: &Lesson<'_>, line: &str) -> Reply {
    let mut record = GivenRecord::default();
    for part in line.split("; ") {
        let named = part.split_once('=');
        let known =
            named.filter(|(name, _)| lesson.fields().iter().any(|field| field.name == name.trim()));
        let Some((name, text)) = known else {
            return Reply::Unclear(
                "type y if no record is missing, else a missing record: FIELD=VALUE; FIELD=VALUE"
                    .to_owned(),
            );
        };
        record.cells.push((name.trim().to_owned(), cell(values(text.trim()))));
    }
    Reply::Answer(Answer::Record(record))
}

fn cell(values: Vec<GivenValue>) -> GivenCell {
    match <[GivenValue; 1]>::try_from(values) {
        Ok([value]) => GivenCell::One(value),
        Err(values) if values.is_empty() => GivenCell::Absent,
        Err(values) => GivenCell::Many(values),
    }
}

/// Returns the first text of the answer that is not on the page.
pub(super) fn not_on_page(answer: &Answer, page: &Page) -> Option<String> {
    let cells = |record: &GivenRecord| record.cells.iter().map(|(_, cell)| cell.clone()).collect();
    let cells: Vec<GivenCell> = match answer {
        Answer::Values(values) => vec![GivenCell::Many(values.clone())],
        Answer::Record(record) => cells(record),
        _ => Vec::new(),
    };
    let texts = cells.iter().flat_map(|cell| match cell {
        GivenCell::One(value) => std::slice::from_ref(value),
        GivenCell::Many(values) => values.as_slice(),
        GivenCell::Absent | GivenCell::Nested(_) => &[],
    });
    let typed = texts.filter_map(|value| match value {
        GivenValue::Text(text) => Some(text.clone()),
        _ => None,
    });
    typed.into_iter().find(|text| !is_on_page(text, page))
}

/// Whether a text is on a page, by the rules for labels.
pub(super) fn is_on_page(text: &str, page: &Page) -> bool {
    TrainingSet::like("page", page, [(Some("value"), text)]).is_ok()
}
