//! Parses a line of the user.

use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, TrainingSet};
use unhusk::teach::{Answer, Lesson, Question, SlotPart};

/// A parsed line.
pub(super) enum Reply {
    Answer(Answer),
    Undo,
    Quit,
    /// The user requests the list of keys.
    Help,
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
        "?" | "h" | "help" => return Reply::Help,
        "" => {
            return Reply::Unclear(
                "y, n, s (skip), u (undo), q (quit), ? (all keys), or the right value".to_owned(),
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
pub(super) fn values(line: &str) -> Vec<GivenValue> {
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

/// Returns one value, a list, or nothing, by the number of values.
pub(super) fn cell(values: Vec<GivenValue>) -> GivenCell {
    match <[GivenValue; 1]>::try_from(values) {
        Ok([value]) => GivenCell::One(value),
        Err(values) if values.is_empty() => GivenCell::Absent,
        Err(values) => GivenCell::Many(values),
    }
}

/// The keys, one per line.
pub(super) const KEYS: [&str; 6] = [
    "  y right    n wrong    s skip    u undo the last answer    q quit    ? these keys",
    "  any other text is the right value, as displayed on the page:",
    "  `a | b` for several values, `-` for none, `=y` for the text y",
    "  FIELD=VALUE corrects a field of a record in a list",
    "  FIELD=VALUE; FIELD=VALUE is a record that was missed",
    "  labels are saved after every answer",
];

/// Returns the problem of the first text of the answer that is not on the page.
pub(super) fn not_on_page(answer: &Answer, page: &Page) -> Option<String> {
    let cells = |record: &GivenRecord| record.cells.iter().map(|(_, cell)| cell.clone()).collect();
    let cells: Vec<GivenCell> = match answer {
        Answer::Values(values) => vec![GivenCell::Many(values.clone())],
        Answer::Record(record) => cells(record),
        _ => Vec::new(),
    };
    cells.iter().find_map(|cell| missing(cell, page, "this page"))
}

/// Returns the problem of the first text of a cell that is not on a page, by the rules for labels.
pub(super) fn missing(cell: &GivenCell, page: &Page, page_name: &str) -> Option<String> {
    let values = match cell {
        GivenCell::One(value) => std::slice::from_ref(value),
        GivenCell::Many(values) => values.as_slice(),
        GivenCell::Absent | GivenCell::Nested(_) => &[],
    };
    let texts = values.iter().filter_map(|value| match value {
        GivenValue::Text(text) => Some(text),
        _ => None,
    });
    texts.into_iter().find_map(|text| {
        let error = TrainingSet::like("page", page, [(Some("value"), text)]).err()?.to_string();
        // The library's message ends with a similar text, if there is one.
        let advice = match error.split_once("; did you mean ") {
            Some((_, similar)) => format!("did you mean {similar}"),
            None => "type it as displayed on the page".to_owned(),
        };
        Some(format!("`{text}` is not on {page_name}; {advice}"))
    })
}
