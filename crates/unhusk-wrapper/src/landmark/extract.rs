//! Extraction with a landmark wrapper: records first, then the fields of each record.

use super::Stalker;
use super::run::ExtractionProgram;
use super::tokens::{LandmarkToken, tokenize};
use crate::RawExtraction;
use crate::record::{Cell, Record, Schema, Value};
use std::ops::Range;
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::internal::Budget;
use unhusk_page::{Page, Span};

/// Maximum number of tokens compared with landmarks on one page. A page of records takes a few per token.
const MAX_STEPS: u64 = 20_000_000;

pub(super) fn extract<'p>(wrapper: &Stalker, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
    let source = page.source();
    let tokens = tokenize(source, wrapper.saved.tags, |text| wrapper.vocabulary.find(text));
    let mut run = PageRun { page, tokens: &tokens, budget: Budget::new(MAX_STEPS) };
    let extents = match &wrapper.records {
        None => std::iter::once(0..tokens.len()).collect(),
        Some(list) => list.all(&tokens, 0..tokens.len(), &mut run.budget),
    };
    let mut records: Vec<Record<'p>> = Vec::with_capacity(extents.len());
    for extent in extents {
        let rules = schema.fields().iter().zip(&wrapper.fields);
        let cells = rules.map(|(field, rule)| run.cell(rule, field.many, extent.clone())).collect();
        records.push(Record { cells });
    }
    // A record without values is none: the page may lack the list.
    records.retain(|record| record.cells.iter().any(is_filled));
    RawExtraction { records, warnings: run.warnings() }
}

fn is_filled(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Absent => false,
        Cell::Many(values) => !values.is_empty(),
        Cell::One(_) | Cell::Nested(_) => true,
    }
}

struct PageRun<'p, 't> {
    page: &'p Page,
    tokens: &'t [LandmarkToken],
    /// Comparisons with tokens left for the page.
    budget: Budget,
}

impl<'p> PageRun<'p, '_> {
    fn cell(&mut self, rule: &ExtractionProgram, many: bool, within: Range<usize>) -> Cell<'p> {
        if many {
            let items = rule.all(self.tokens, within, &mut self.budget);
            return Cell::Many(items.into_iter().map(|item| self.value(rule, &item)).collect());
        }
        match rule.one(self.tokens, within, &mut self.budget) {
            None => Cell::Absent,
            Some(found) => Cell::One(self.value(rule, &found)),
        }
    }

    fn value(&self, rule: &ExtractionProgram, found: &Range<usize>) -> Value<'p> {
        let spaces = (rule.start.with_space, rule.end.with_space);
        Value::at(self.page, span(self.tokens, self.page.source(), found, spaces))
    }

    fn warnings(&self) -> Vec<Warning> {
        let truncated =
            Warning::Truncated { what: Limited::Candidates, limit: MAX_STEPS, at_byte: 0 };
        if self.budget.is_spent() { vec![truncated] } else { Vec::new() }
    }
}

/// The span of some tokens; `before` and `behind` add the white space on that side.
pub fn span(
    tokens: &[LandmarkToken],
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
