//! What a landmark wrapper finds on a page: records first, then the fields in each.

use super::Stalker;
use super::run::CutProgram;
use super::tokens::{Token, tokenize};
use crate::Extraction;
use crate::record::{Cell, Record, Schema, Value};
use std::ops::Range;
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::internal::Budget;
use unhusk_page::{Page, Span};

/// Tokens that landmarks are compared with on one page. Whole pages of records take a few for each token.
const MAX_STEPS: u64 = 20_000_000;

pub(super) fn extract<'p>(wrapper: &Stalker, schema: &Schema, page: &'p Page) -> Extraction<'p> {
    let source = page.source();
    let tokens = tokenize(source, wrapper.saved.tags, |text| wrapper.vocabulary.find(text));
    let mut run = Run { page, tokens: &tokens, steps: Budget::new(MAX_STEPS) };
    let rows = match &wrapper.records {
        None => std::iter::once(0..tokens.len()).collect(),
        Some(list) => list.all(&tokens, 0..tokens.len(), &mut run.steps),
    };
    let mut records: Vec<Record<'p>> = Vec::with_capacity(rows.len());
    for row in rows {
        let cuts = schema.fields().iter().zip(&wrapper.fields);
        let cells = cuts.map(|(field, cut)| run.cell(cut, field.many, row.clone())).collect();
        records.push(Record { cells });
    }
    // A page of which nothing is read has no record.
    records.retain(|record| record.cells.iter().any(is_filled));
    Extraction { records, warnings: run.warnings() }
}

fn is_filled(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Absent => false,
        Cell::Many(values) => !values.is_empty(),
        Cell::One(_) | Cell::Nested(_) => true,
    }
}

struct Run<'p, 't> {
    page: &'p Page,
    tokens: &'t [Token],
    /// Tokens that the page may still be compared with.
    steps: Budget,
}

impl<'p> Run<'p, '_> {
    fn cell(&mut self, cut: &CutProgram, many: bool, row: Range<usize>) -> Cell<'p> {
        if many {
            let items = cut.all(self.tokens, row, &mut self.steps);
            return Cell::Many(items.into_iter().map(|item| self.value(cut, &item)).collect());
        }
        match cut.one(self.tokens, row, &mut self.steps) {
            None => Cell::Absent,
            Some(found) => Cell::One(self.value(cut, &found)),
        }
    }

    fn value(&self, cut: &CutProgram, found: &Range<usize>) -> Value<'p> {
        let spaces = (cut.start.with_space, cut.end.with_space);
        Value::at(self.page, span(self.tokens, self.page.source(), found, spaces))
    }

    fn warnings(&self) -> Vec<Warning> {
        let cut = Warning::Truncated { what: Limited::Candidates, limit: MAX_STEPS, at_byte: 0 };
        if self.steps.is_spent() { vec![cut] } else { Vec::new() }
    }
}

/// Where tokens stand, with the white space before and behind them if it is asked for.
pub fn span(
    tokens: &[Token],
    source: &str,
    found: &Range<usize>,
    (before, behind): (bool, bool),
) -> Span {
    let end_before = found.start.checked_sub(1).map_or(0, |at| tokens[at].span.end as usize);
    let start_behind = tokens.get(found.end).map_or(source.len(), |next| next.span.start as usize);
    let start = tokens[found.start].span.start as usize;
    let end = tokens[found.end - 1].span.end as usize;
    Span::new(if before { end_before } else { start }, if behind { start_behind } else { end })
}
