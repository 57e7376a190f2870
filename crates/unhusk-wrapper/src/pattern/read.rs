//! Matches of a pattern -> records.

use super::matching::{MAX_STEPS, Matching};
use super::outline::ResolvedTest;
use super::repeats::repeats;
use super::{Binding, RecordMode, TreePattern};
use crate::RawExtraction;
use crate::align::Budget;
use crate::record::{Cell, Field, Record, Schema, Value};
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::{NodeId, Page, Span};

/// Reads the records of a page.
pub(super) fn extract<'p>(
    pattern: &TreePattern,
    schema: &Schema,
    page: &'p Page,
) -> RawExtraction<'p> {
    let (matching, cut) = Matching::new(pattern.parts(), &pattern.shape, page);
    let (records, n_repeated) = records(pattern, schema, page, &matching);
    let mut warnings: Vec<Warning> = cut.map(|id| out_of_steps(page, id)).into_iter().collect();
    warnings.extend((n_repeated > 0).then(|| shown_twice(n_repeated)));
    RawExtraction { records, warnings }
}

/// Returns the number of records of a page; `None` if the budget does not suffice.
pub(super) fn n_records(
    pattern: &TreePattern,
    schema: &Schema,
    page: &Page,
    steps: &mut Budget,
) -> Option<usize> {
    let matching = Matching::within(pattern.parts(), &pattern.shape, page, steps)?;
    Some(records(pattern, schema, page, &matching).0.len())
}

/// Returns the records of a page, and the number of those left out because the page shows them twice.
fn records<'p>(
    pattern: &TreePattern,
    schema: &Schema,
    page: &'p Page,
    matching: &Matching<'_>,
) -> (Vec<Record<'p>>, usize) {
    let (roots, n_repeated) = roots(pattern, matching, page);
    let record = |&root: &usize| {
        let bound = matching.bound(root);
        let id = |node: usize| matching.id(node);
        let fields = schema.fields().iter().zip(pattern.fields());
        let cells = fields.map(|(field, bindings)| cell(field, bindings, &bound, id, page));
        Record { cells: cells.collect() }
    };
    (roots.iter().map(record).filter(says_something).collect(), n_repeated)
}

/// Returns the nodes that are read as records; `None` if the budget does not suffice.
pub(super) fn matches(
    pattern: &TreePattern,
    page: &Page,
    steps: &mut Budget,
) -> Option<Vec<NodeId>> {
    let matching = Matching::within(pattern.parts(), &pattern.shape, page, steps)?;
    let (roots, _) = roots(pattern, &matching, page);
    Some(roots.into_iter().map(|root| matching.id(root)).collect())
}

/// Returns the matches that are read, in document order, and the number of those left out because the page shows them
/// twice.
fn roots(pattern: &TreePattern, matching: &Matching<'_>, page: &Page) -> (Vec<usize>, usize) {
    let frames: Vec<ResolvedTest<'_>> =
        pattern.inside().iter().map(|frame| ResolvedTest::element(frame, page.tree())).collect();
    let stands_inside = |&(node, _): &(usize, u32)| {
        let mut above = page.tree().ancestors(matching.id(node));
        frames.iter().all(|frame| above.next().is_some_and(|id| frame.fits(page.tree(), id)))
    };
    let mut all: Vec<(usize, u32)> = matching.roots().collect();
    // If no match lies in these elements, the page has a new frame around its records.
    if all.iter().any(stands_inside) {
        all.retain(stands_inside);
    }
    match pattern.records() {
        RecordMode::Page => (all.first().map(|&(node, _)| node).into_iter().collect(), 0),
        RecordMode::Each => {
            let apart = apart(&all, |node| matching.end(node));
            once(apart, |node| matching.id(node), page)
        }
    }
}

/// Returns the matches without those that the page shows a second time, and the number of these.
fn once(matches: Vec<usize>, id: impl Fn(usize) -> NodeId, page: &Page) -> (Vec<usize>, usize) {
    let ids: Vec<NodeId> = matches.iter().map(|&node| id(node)).collect();
    let n_matches = matches.len();
    let repeated = matches.into_iter().zip(repeats(page, &ids));
    let once: Vec<usize> = repeated.filter(|one| !one.1).map(|one| one.0).collect();
    let n_repeated = n_matches - once.len();
    (once, n_repeated)
}

/// Removes nested matches: one that contains several is dropped; of one inside another, the heavier one is kept.
fn apart(all: &[(usize, u32)], end: impl Fn(usize) -> usize) -> Vec<usize> {
    // Matches from the last to the first; those that stay, the first of them last.
    let mut stay: Vec<(usize, u32)> = Vec::new();
    for &(node, weight) in all.iter().rev() {
        let n_inside = stay.iter().rev().take_while(|inner| inner.0 < end(node)).count();
        match n_inside {
            0 => stay.push((node, weight)),
            1 if stay.last().is_some_and(|inner| inner.1 < weight) => {
                stay.pop();
                stay.push((node, weight));
            }
            _ => {}
        }
    }
    stay.iter().rev().map(|&(node, _)| node).collect()
}

fn cell<'p>(
    field: &Field,
    bindings: &[Binding],
    bound: &[(usize, usize)],
    id: impl Fn(usize) -> NodeId,
    page: &'p Page,
) -> Cell<'p> {
    let places = |binding: &Binding| -> Vec<Span> {
        let nodes = bound.iter().filter(|(part, _)| *part == binding.part);
        let place = |&(_, node): &(usize, usize)| binding.place(page, id(node));
        nodes.filter_map(place).filter(|span| !span.is_empty()).collect()
    };
    let mut all: Vec<Span> = Vec::new();
    for binding in bindings {
        // A later binding of a repeated field may yield the values of an earlier one, or others.
        let mut found = places(binding);
        found.retain(|span| !all.iter().any(|known| known.overlaps(*span)));
        all.extend(found);
        if !field.many && !all.is_empty() {
            break;
        }
    }
    if field.many {
        all.sort_unstable();
        return Cell::Many(all.into_iter().map(|span| Value::at(page, span)).collect());
    }
    all.first().map_or(Cell::Absent, |&span| Cell::One(Value::at(page, span)))
}

/// Whether a record has a value.
fn says_something(record: &Record<'_>) -> bool {
    record.cells.iter().any(|cell| match cell {
        Cell::Absent => false,
        Cell::Many(values) => !values.is_empty(),
        _ => true,
    })
}

fn shown_twice(n_records: usize) -> Warning {
    let stand = if n_records == 1 { "record stands" } else { "records stand" };
    Warning::Note(format!(
        "{n_records} {stand} on the page twice, with the same texts and links, and were read once"
    ))
}

fn out_of_steps(page: &Page, at: NodeId) -> Warning {
    let at_byte = page.tree().span(at).map_or(0, |span| span.start as usize);
    Warning::Truncated { what: Limited::Candidates, limit: MAX_STEPS, at_byte }
}
