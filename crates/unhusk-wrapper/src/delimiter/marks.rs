//! Places of the delimiters of a rule around the first records of a page.

use super::extract::{LevelMatcher, TableMatcher};
use super::wrapper::DelimiterWrapper;
use unhusk_page::{Page, Span};

/// The part of a rule that matched a span of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkRole {
    Head,
    Tail,
    Open,
    Close,
    Left,
    Right,
    Value,
}

/// A span of the source and the part of the rule that matched it.
pub(super) type SourceMark = (Span, MarkRole);

/// The marks of head, tail and the first `n_records` records, in the order in which the rule finds them.
pub(super) fn marks(wrapper: &DelimiterWrapper, page: &Page, n_records: usize) -> Vec<SourceMark> {
    let parts = wrapper.strings();
    let values = values(wrapper, page, n_records * parts.pairs.len());
    let source = page.source();
    let mut marks = Vec::new();
    let mut cursor = mark(source, parts.head, 0, MarkRole::Head, &mut marks).unwrap_or(0);
    for (position, &(pair, span)) in values.shown.iter().enumerate() {
        if position % parts.pairs.len() == 0 {
            mark(source, parts.open, cursor, MarkRole::Open, &mut marks);
        }
        let (left, right) = parts.pairs[pair];
        let (start, end) = (span.start as usize, span.end as usize);
        marks.push((Span::new(start - left.len(), start), MarkRole::Left));
        marks.push((span, MarkRole::Value));
        marks.push((Span::new(end, end + right.len()), MarkRole::Right));
        cursor = end;
        if (position + 1) % parts.pairs.len() == 0 {
            let closed = mark(source, parts.close, cursor, MarkRole::Close, &mut marks);
            cursor = closed.unwrap_or(cursor);
        }
    }
    mark(source, parts.tail, values.end, MarkRole::Tail, &mut marks);
    marks
}

/// The first values that a rule reads, each with the position of its pair, and the end of the last value of all.
struct ReadValues {
    shown: Vec<(usize, Span)>,
    end: usize,
}

fn values(wrapper: &DelimiterWrapper, page: &Page, n_shown: usize) -> ReadValues {
    let strings = wrapper.strings();
    let all = if wrapper.is_nested() {
        of_nest(&LevelMatcher::of(&strings), page)
    } else {
        of_table(&TableMatcher::of(&strings), page, strings.pairs.len())
    };
    let end = all.last().map_or(0, |(_, span)| span.end as usize);
    ReadValues { shown: all.into_iter().take(n_shown).collect(), end }
}

/// Maximum number of records read in search of the tail.
const MAX_RECORDS: usize = 100_000;

fn of_table(table: &TableMatcher<'_>, page: &Page, n_fields: usize) -> Vec<(usize, Span)> {
    let mut spans = Vec::new();
    table.run(page.source(), MAX_RECORDS, &mut spans);
    spans.into_iter().enumerate().map(|(position, span)| (position % n_fields, span)).collect()
}

fn of_nest(nest: &LevelMatcher<'_>, page: &Page) -> Vec<(usize, Span)> {
    let mut values = Vec::new();
    nest.run(page.source(), MAX_RECORDS, &mut values);
    values
}

/// Marks the first occurrence of `text` from `from` on and returns its end.
fn mark(
    source: &str,
    text: &str,
    from: usize,
    role: MarkRole,
    marks: &mut Vec<SourceMark>,
) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let rest = &source.as_bytes()[from..];
    let start = from + memchr::memmem::find(rest, text.as_bytes())?;
    marks.push((Span::new(start, start + text.len()), role));
    Some(start + text.len())
}
