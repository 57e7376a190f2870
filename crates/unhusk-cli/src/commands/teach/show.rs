//! A question on the screen: the value in its context.

use crate::output::count;
use unhusk::sink::printable;
use unhusk::teach::{Proposal, Question, ReadValue, Session, SlotPart};
use unhusk::{Page, Span};

/// Characters of context on each side.
const CONTEXT: usize = 40;
/// Characters of a value that are shown.
const MAX_VALUE: usize = 200;

/// The lines of a question.
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
        let reads =
            rival.reads.as_ref().map_or("no such record".to_owned(), |reads| told(reads, &fields));
        lines.push(printable(&format!("   ({} reads {reads})", rival.method)).into_owned());
    }
    lines
}

/// All records that are read on a page, shortened in the middle.
fn rest(session: &Session<'_>, (number, name): (usize, &str), page: usize) -> Vec<String> {
    let records = session.reads(page);
    let all: Vec<usize> = (0..session.lesson().fields().len()).collect();
    let head = format!("{number}. {name}: {} read; are these all?", count(records.len(), "record"));
    let mut lines = vec![String::new(), head];
    for (at, record) in records.iter().enumerate() {
        if at < N_SHOWN || at + N_SHOWN >= records.len() {
            lines.push(format!("   {}", told(record, &all)));
        } else if at == N_SHOWN {
            lines.push(format!("   ... {} more ...", records.len() - 2 * N_SHOWN));
        }
    }
    lines.iter().map(|line| printable(line).into_owned()).collect()
}

/// Records that are shown at each end of a page.
const N_SHOWN: usize = 8;

/// The values that another learner reads.
fn told(proposal: &Proposal, fields: &[usize]) -> String {
    let values = fields.iter().flat_map(|field| &proposal.values[*field]);
    let texts: Vec<String> = values.map(|found| format!("`{}`", shortened(&found.text))).collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") }
}

/// `... our price: »$12.00« with ...`.
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

/// What a reader sees of a part of the page; its source if that is inside a tag.
fn read(page: &Page, start: usize, end: usize) -> String {
    let source = page.source();
    let inside_tag = source[..end].rfind('<') > source[..end].rfind('>');
    let text = page.text(Span::new(start, end));
    if text.is_empty() && inside_tag { source[start..end].to_owned() } else { text.into_owned() }
}

/// Bytes of source that are looked at on each side.
const LOOK: usize = 600;

/// A place before `at`, where a tag begins if there is one.
fn back(source: &str, at: usize) -> usize {
    let mut from = at.saturating_sub(LOOK);
    while !source.is_char_boundary(from) {
        from -= 1;
    }
    source[from..at].find('<').map_or(from, |tag| from + tag)
}

/// A place behind `at`, where a tag ends if there is one.
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
