//! Search results: the records found on a single page, and those read by the template made of them.
//!
//! A record is found if its range and that of the true node overlap by four fifths of both. It is read if its values
//! are in one true node, and no other record has values there: text outside of the true node, such as the second row of
//! a result, may belong to the record, too.

use super::InduceRow;
use super::found::per_page;
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::time::Instant;
use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels};
use unhusk::learn::template::{InduceSettings, find_records, induce};
use unhusk::page::{NodeId, Span};
use unhusk::record::{Cell, Value};
use unhusk::wrapper::Extract;

pub(super) fn score(folder: &Path, name: &str) -> anyhow::Result<Vec<InduceRow>> {
    let path = folder.join("labels.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let labels = Labels::parse(&path.to_string_lossy(), &text)?;
    let (mut rows, mut read) = (Vec::new(), Vec::new());
    for given in labels.pages() {
        let path = folder.join(&given.path);
        let page = Page::from_bytes(&fs::read(&path).with_context(|| path.display().to_string())?);
        let truth: Vec<Span> =
            given.records.iter().filter_map(|record| node(record, &page)).collect();
        let started = Instant::now();
        let found = find_records(&page);
        let ms = per_page(started, 1);
        let n_true = given.records.len();
        let n_found =
            truth.iter().filter(|truth| found.iter().any(|found| is_same(**truth, *found))).count();
        let what = format!("{name} {}", given.path);
        rows.push(row("srr", what.clone(), n_true, (n_found, found.len()), ms));
        read.push(row("srr read", what, n_true, read_right(&page, &truth), f64::NAN));
    }
    rows.append(&mut read);
    Ok(rows)
}

/// Returns the number of records read correctly, and the number of records read.
fn read_right(page: &Page, truth: &[Span]) -> (usize, usize) {
    let Ok(induced) = induce(&[page], &InduceSettings::default()) else { return (0, 0) };
    let records = induced.wrapper.extract(&induced.schema, page).records;
    let node_of = |value: &Value<'_>| {
        truth.iter().position(|node| (node.start..node.end).contains(&value.span.start))
    };
    let mut n_records_in = vec![0; truth.len()];
    let mut alone: Vec<usize> = Vec::new();
    for record in &records {
        let mut nodes: Vec<usize> =
            record.cells.iter().flat_map(Cell::values).filter_map(node_of).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for &node in &nodes {
            n_records_in[node] += 1;
        }
        alone.extend(nodes.first().filter(|_| nodes.len() == 1));
    }
    (alone.iter().filter(|&&node| n_records_in[node] == 1).count(), records.len())
}

/// Returns the place of the labelled node of a record. The paths are absolute, with names and positions.
fn node(record: &GivenRecord, page: &Page) -> Option<Span> {
    let (_, GivenCell::One(GivenValue::Xpath { xpath, .. })) = record.cells.first()? else {
        return None;
    };
    let tree = page.tree();
    let mut at = tree.nodes().next()?;
    for step in xpath.split('/').skip(1) {
        let (tag, position) = step
            .split_once('[')
            .map_or((step, "1"), |(tag, position)| (tag, position.trim_end_matches(']')));
        let nth: usize = position.parse().ok()?;
        let is_named = |node: &NodeId| tree.is_element(*node) && tree.tag(*node) == tag;
        at = tree.children(at).filter(is_named).nth(nth.checked_sub(1)?)?;
    }
    tree.span(at)
}

#[expect(clippy::cast_precision_loss, reason = "counts of records")]
fn row(
    set: &'static str,
    what: String,
    n_true: usize,
    (n_right, n_found): (usize, usize),
    ms_per_page: f64,
) -> InduceRow {
    InduceRow {
        set,
        method: "template",
        what,
        score: 2.0 * n_right as f64 / ((n_found + n_true).max(1)) as f64,
        precision: n_right as f64 / n_found.max(1) as f64,
        recall: n_right as f64 / n_true.max(1) as f64,
        ms_per_page,
        pages_used: f64::NAN,
        ms_per_page_read: f64::NAN,
    }
}

fn is_same(a: Span, b: Span) -> bool {
    let n_both = a.end.min(b.end).saturating_sub(a.start.max(b.start)) as usize;
    5 * n_both >= 4 * a.len() && 5 * n_both >= 4 * b.len()
}
