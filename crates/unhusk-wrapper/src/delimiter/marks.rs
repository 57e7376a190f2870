//! Where a rule finds its delimiters on a page: the evidence behind the first records.

use super::extract::{Nest, Table};
use super::wrapper::DelimiterWrapper;
use unhusk_page::{Page, Span};

/// What a marked place of the source is to a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Head,
    Tail,
    Open,
    Close,
    Left,
    Right,
    Value,
}

/// A marked place.
pub(super) type Mark = (Span, Role);

/// The marks of the first `n_records` records and what frames them, in the order of the rule.
pub(super) fn marks(wrapper: &DelimiterWrapper, page: &Page, n_records: usize) -> Vec<Mark> {
    let parts = wrapper.strings();
    let values = values(wrapper, page, n_records * parts.pairs.len());
    let source = page.source();
    let mut marks = Vec::new();
    let mut cursor = mark(source, parts.head, 0, Role::Head, &mut marks).unwrap_or(0);
    for (position, &(pair, span)) in values.shown.iter().enumerate() {
        if position % parts.pairs.len() == 0 {
            mark(source, parts.open, cursor, Role::Open, &mut marks);
        }
        let (left, right) = parts.pairs[pair];
        let (start, end) = (span.start as usize, span.end as usize);
        marks.push((Span::new(start - left.len(), start), Role::Left));
        marks.push((span, Role::Value));
        marks.push((Span::new(end, end + right.len()), Role::Right));
        cursor = end;
        if (position + 1) % parts.pairs.len() == 0 {
            let closed = mark(source, parts.close, cursor, Role::Close, &mut marks);
            cursor = closed.unwrap_or(cursor);
        }
    }
    mark(source, parts.tail, values.end, Role::Tail, &mut marks);
    marks
}

/// Values that a rule reads: the first ones with their pairs, and where the last one of all ends.
struct Values {
    shown: Vec<(usize, Span)>,
    end: usize,
}

fn values(wrapper: &DelimiterWrapper, page: &Page, n_shown: usize) -> Values {
    let strings = wrapper.strings();
    let all = if wrapper.is_nested() {
        of_nest(&Nest::of(&strings), page)
    } else {
        of_table(&Table::of(&strings), page, strings.pairs.len())
    };
    let end = all.last().map_or(0, |(_, span)| span.end as usize);
    Values { shown: all.into_iter().take(n_shown).collect(), end }
}

/// Records that are run through to find the tail behind them.
const MAX_RECORDS: usize = 100_000;

fn of_table(table: &Table<'_>, page: &Page, n_fields: usize) -> Vec<(usize, Span)> {
    let mut spans = Vec::new();
    table.run(page.source(), MAX_RECORDS, &mut spans);
    spans.into_iter().enumerate().map(|(position, span)| (position % n_fields, span)).collect()
}

fn of_nest(nest: &Nest<'_>, page: &Page) -> Vec<(usize, Span)> {
    let mut values = Vec::new();
    nest.run(page.source(), MAX_RECORDS, &mut values);
    values
}

/// Marks the first occurrence of `text` from `from` on and returns its end.
fn mark(source: &str, text: &str, from: usize, role: Role, marks: &mut Vec<Mark>) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let rest = &source.as_bytes()[from..];
    let start = from + memchr::memmem::find(rest, text.as_bytes())?;
    marks.push((Span::new(start, start + text.len()), role));
    Some(start + text.len())
}
