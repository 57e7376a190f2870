//! Where a rule finds its delimiters on a page: the evidence behind the first records.

use super::extract::{Nest, Table};
use super::rule::{Level, Pair};
use crate::AnyWrapper;
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

/// The strings of a rule, whatever its class.
struct Parts<'w> {
    head: &'w str,
    tail: &'w str,
    open: &'w str,
    close: &'w str,
    pairs: Vec<(&'w str, &'w str)>,
}

/// The marks of the first `n_records` records and what frames them, in the order of the rule.
pub(super) fn marks(wrapper: &AnyWrapper, page: &Page, n_records: usize) -> Vec<Mark> {
    let parts = Parts::of(wrapper);
    let values = values(wrapper, page, n_records * parts.pairs.len());
    let source = page.source();
    let mut marks = Vec::new();
    let mut cursor = Parts::mark(source, parts.head, 0, Role::Head, &mut marks).unwrap_or(0);
    for (position, &(pair, span)) in values.shown.iter().enumerate() {
        if position % parts.pairs.len() == 0 {
            Parts::mark(source, parts.open, cursor, Role::Open, &mut marks);
        }
        let (left, right) = parts.pairs[pair];
        let (start, end) = (span.start as usize, span.end as usize);
        marks.push((Span::new(start - left.len(), start), Role::Left));
        marks.push((span, Role::Value));
        marks.push((Span::new(end, end + right.len()), Role::Right));
        cursor = end;
        if (position + 1) % parts.pairs.len() == 0 {
            let closed = Parts::mark(source, parts.close, cursor, Role::Close, &mut marks);
            cursor = closed.unwrap_or(cursor);
        }
    }
    Parts::mark(source, parts.tail, values.end, Role::Tail, &mut marks);
    marks
}

/// Values that a rule reads: the first ones with their pairs, and where the last one of all ends.
struct Values {
    shown: Vec<(usize, Span)>,
    end: usize,
}

fn values(wrapper: &AnyWrapper, page: &Page, n_shown: usize) -> Values {
    let all = match wrapper {
        AnyWrapper::Lr(rule) => of_table(&rule.into(), page, rule.fields.len()),
        AnyWrapper::Hlrt(rule) => of_table(&rule.into(), page, rule.fields.len()),
        AnyWrapper::Oclr(rule) => of_table(&rule.into(), page, rule.fields.len()),
        AnyWrapper::Hoclrt(rule) => of_table(&rule.into(), page, rule.fields.len()),
        AnyWrapper::NLr(rule) => of_nest(&rule.into(), page),
        AnyWrapper::NHlrt(rule) => of_nest(&rule.into(), page),
        // Tree rules have no delimiters to show.
        AnyWrapper::Kl(_)
        | AnyWrapper::Luti(_)
        | AnyWrapper::Stalker(_)
        | AnyWrapper::Bwi(_)
        | AnyWrapper::Site(_)
        | AnyWrapper::Pattern(_)
        | AnyWrapper::Template(_) => Vec::new(),
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

impl<'w> Parts<'w> {
    fn of(wrapper: &'w AnyWrapper) -> Self {
        let none = Self { head: "", tail: "", open: "", close: "", pairs: Vec::new() };
        match wrapper {
            AnyWrapper::Lr(rule) => Self { pairs: of_pairs(&rule.fields), ..none },
            AnyWrapper::Hlrt(rule) => {
                Self { head: &rule.head, tail: &rule.tail, pairs: of_pairs(&rule.fields), ..none }
            }
            AnyWrapper::Oclr(rule) => {
                Self { open: &rule.open, close: &rule.close, pairs: of_pairs(&rule.fields), ..none }
            }
            AnyWrapper::Hoclrt(rule) => Self {
                head: &rule.head,
                tail: &rule.tail,
                open: &rule.open,
                close: &rule.close,
                pairs: of_pairs(&rule.fields),
            },
            AnyWrapper::NLr(rule) => Self { pairs: of_levels(&rule.fields), ..none },
            AnyWrapper::NHlrt(rule) => {
                Self { head: &rule.head, tail: &rule.tail, pairs: of_levels(&rule.fields), ..none }
            }
            AnyWrapper::Kl(_)
            | AnyWrapper::Luti(_)
            | AnyWrapper::Stalker(_)
            | AnyWrapper::Bwi(_)
            | AnyWrapper::Site(_)
            | AnyWrapper::Pattern(_)
            | AnyWrapper::Template(_) => none,
        }
    }

    /// Marks the first occurrence of `text` from `from` on and returns its end.
    fn mark(
        source: &str,
        text: &str,
        from: usize,
        role: Role,
        marks: &mut Vec<Mark>,
    ) -> Option<usize> {
        if text.is_empty() {
            return None;
        }
        let rest = &source.as_bytes()[from..];
        let start = from + memchr::memmem::find(rest, text.as_bytes())?;
        marks.push((Span::new(start, start + text.len()), role));
        Some(start + text.len())
    }
}

fn of_pairs(pairs: &[Pair]) -> Vec<(&str, &str)> {
    pairs.iter().map(|pair| (&*pair.left, &*pair.right)).collect()
}

fn of_levels(levels: &[Level]) -> Vec<(&str, &str)> {
    levels.iter().map(|level| (&*level.left, &*level.right)).collect()
}
