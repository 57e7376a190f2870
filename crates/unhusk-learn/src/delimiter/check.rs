//! Runs a table rule on the pages it was learnt from and compares the result with the labels.

use super::layout::{LayoutPage, LayoutRecord, TableLayout};
use super::misfit::Misfit;
use unhusk_page::Span;
use unhusk_wrapper::delimiter::{StopReason, TableMatcher};

/// Checks that the rule extracts every labelled value, no other record on complete pages, and no place that is labelled
/// as not a value.
pub(super) fn check_table(
    table: &TableMatcher<'_>,
    layout: &TableLayout<'_>,
) -> Result<(), Misfit> {
    for page in &layout.pages {
        let mut spans = Vec::new();
        let ending = table.run(page.page.source, usize::MAX, &mut spans);
        let records: Vec<&[Span]> = spans.chunks_exact(layout.columns.len()).collect();
        if page.complete {
            check_all(layout, page, &records, ending)?;
        } else {
            check_known(layout, page, &records)?;
        }
        check_negatives(layout, page, &records)?;
    }
    Ok(())
}

fn check_all(
    layout: &TableLayout<'_>,
    page: &LayoutPage<'_>,
    found: &[&[Span]],
    ending: StopReason,
) -> Result<(), Misfit> {
    for (record, found) in page.records.iter().zip(found) {
        if let Some(column) = differs(record, found) {
            return Err(reads_otherwise(layout, page, record, column));
        }
    }
    if let Some(record) = page.records.get(found.len()) {
        return Err(reads_otherwise(layout, page, record, 0));
    }
    if let Some(more) = found.get(page.records.len()) {
        let why = "the rule that fits the labels also reads a record that is not labelled";
        let place = page.page.evidence_of(more[0]);
        return Err(Misfit::conflict(layout.names[0], why, vec![place]));
    }
    if ending != StopReason::Done {
        let why =
            format!("the rule that fits the labels stops inside a record on {}", page.page.name);
        return Err(Misfit::conflict(layout.names[0], why, Vec::new()));
    }
    Ok(())
}

fn check_known(
    layout: &TableLayout<'_>,
    page: &LayoutPage<'_>,
    found: &[&[Span]],
) -> Result<(), Misfit> {
    let mut found = found.iter();
    for record in &page.records {
        // Both are in page order, so a record that was skipped cannot match later.
        if !found.any(|found| differs(record, found).is_none()) {
            let column = record.values.iter().position(Option::is_some).unwrap_or_default();
            return Err(reads_otherwise(layout, page, record, column));
        }
    }
    Ok(())
}

fn check_negatives(
    layout: &TableLayout<'_>,
    page: &LayoutPage<'_>,
    found: &[&[Span]],
) -> Result<(), Misfit> {
    for &(field, place) in &page.negatives {
        let Some(column) = layout.columns.iter().position(|&column| column == field) else {
            continue;
        };
        if found.iter().any(|record| record[column] == place) {
            let why =
                "the rule that fits the labels also reads a place that is labelled as no value";
            let place = page.page.evidence_of(place);
            return Err(Misfit::conflict(layout.names[column], why, vec![place]));
        }
    }
    Ok(())
}

/// The first column whose known value differs from the extracted one.
fn differs(record: &LayoutRecord, found: &[Span]) -> Option<usize> {
    let mut values = record.values.iter().zip(found);
    values.position(|(value, found)| value.is_some_and(|value| value != *found))
}

fn reads_otherwise(
    layout: &TableLayout<'_>,
    page: &LayoutPage<'_>,
    record: &LayoutRecord,
    column: usize,
) -> Misfit {
    let place = record.values[column].or_else(|| record.values.iter().flatten().next().copied());
    let n_records: usize = layout.pages.iter().map(|page| page.records.len()).sum();
    let why = if n_records > 1 {
        "the rule that fits the other labels reads something else here"
    } else {
        "the rule that fits this record by itself reads something else when it is run on the whole page"
    };
    let places = place.map(|place| page.page.evidence_of(place)).into_iter().collect();
    Misfit::conflict(layout.names[column], why, places)
}
