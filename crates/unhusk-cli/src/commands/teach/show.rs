//! Formats a question: the proposed values in their context.

use crate::output::count;
use unhusk::sink::printable;
use unhusk::teach::{Proposal, Question, ReadValue, Session, SlotPart};
use unhusk::{Page, Span};

/// Characters of context before and after a value.
const CONTEXT: usize = 40;
/// Characters shown of a value.
const MAX_VALUE: usize = 200;

/// Returns the lines of a question.
pub(super) fn question(session: &Session<'_>, question: &Question) -> Vec<String> {
    let lesson = session.lesson();
    let page = lesson.pages()[question.slot.page];
    let name = &lesson.names()[question.slot.page];
    let number = session.n_answers() + 1;
    let fields: Vec<usize> = match question.slot.part {
        SlotPart::Field(field) => vec![field],
        SlotPart::Record(_) => (0..lesson.fields().len()).collect(),
        SlotPart::Rest => return rest(session, (number, name), question.slot.page),
    };
    let why: Vec<String> = question.reasons.iter().map(ToString::to_string).collect();
    let mut lines = vec![
        String::new(),
        printable(&format!("{number}. {name} ({})", why.join("; "))).into_owned(),
    ];
    for &field in &fields {
        let name = &lesson.fields()[field].name;
        let found = &question.proposed.values[field];
        if found.is_empty() {
            lines.push(printable(&format!("   {name}: none")).into_owned());
        }
        for one in found {
            lines.push(printable(&format!("   {name}: {}", in_context(page, one))).into_owned());
        }
    }
    for rival in &question.rivals {
        let reads = rival
            .reads
            .as_ref()
            .map_or("no such record".to_owned(), |reads| values_text(reads, &fields));
        lines.push(printable(&format!("   ({} reads {reads})", rival.method)).into_owned());
    }
    lines
}

/// Returns the lines of all extracted records of a page; of a long list, the first and the last ones.
fn rest(session: &Session<'_>, (number, name): (usize, &str), page: usize) -> Vec<String> {
    let records = session.reads(page);
    let all: Vec<usize> = (0..session.lesson().fields().len()).collect();
    let head =
        format!("{number}. {name}: {} found; are these all?", count(records.len(), "record"));
    let mut lines = vec![String::new(), head];
    for (at, record) in records.iter().enumerate() {
        if at < N_SHOWN || at + N_SHOWN >= records.len() {
            lines.push(format!("   {}", values_text(record, &all)));
        } else if at == N_SHOWN {
            lines.push(format!("   ... {} more ...", records.len() - 2 * N_SHOWN));
        }
    }
    lines.iter().map(|line| printable(line).into_owned()).collect()
}

/// Records shown at each end of a list.
const N_SHOWN: usize = 8;

/// Returns the values of a proposal, comma-separated.
fn values_text(proposal: &Proposal, fields: &[usize]) -> String {
    let values = fields.iter().flat_map(|field| &proposal.values[*field]);
    let texts: Vec<String> = values.map(|found| format!("`{}`", shortened(&found.text))).collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") }
}

/// Returns a value with its context: `... our price: »$12.00« with ...`.
fn in_context(page: &Page, found: &ReadValue) -> String {
    let source = page.source();
    let (start, end) = (found.span.start as usize, found.span.end as usize);
    let before = read(page, back(source, start), start);
    let behind = read(page, end, forth(source, end));
    let skipped = before.chars().count().saturating_sub(CONTEXT);
    let before: String = before.chars().skip(skipped).collect();
    let behind: String = behind.chars().take(CONTEXT).collect();
    format!("{before} »{}« {behind}", shortened(&found.text)).trim().to_owned()
}

/// Returns the visible text of a part of the page, or its source if it is inside a tag.
fn read(page: &Page, start: usize, end: usize) -> String {
    let source = page.source();
    let inside_tag = source[..end].rfind('<') > source[..end].rfind('>');
    let text = page.text(Span::new(start, end));
    if text.is_empty() && inside_tag { source[start..end].to_owned() } else { text.into_owned() }
}

/// Bytes of source used for the context on each side.
const LOOK: usize = 600;

/// Returns the start of the context before `at`: the first tag in it, if there is one.
fn back(source: &str, at: usize) -> usize {
    let mut from = at.saturating_sub(LOOK);
    while !source.is_char_boundary(from) {
        from -= 1;
    }
    source[from..at].find('<').map_or(from, |tag| from + tag)
}

/// Returns the end of the context after `at`: the end of the last tag in it, if there is one.
fn forth(source: &str, at: usize) -> usize {
    let mut to = (at + LOOK).min(source.len());
    while !source.is_char_boundary(to) {
        to += 1;
    }
    source[at..to].rfind('>').map_or(to, |tag| at + tag + 1)
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_VALUE {
        return text.to_owned();
    }
    text.chars().take(MAX_VALUE).chain("...".chars()).collect()
}
