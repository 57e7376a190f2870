//! Search results: which records are found on a page alone.
//!
//! A record is found if its range and that of the true node overlap by four fifths of both.

use super::Row;
use super::found::per_page;
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::time::Instant;
use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels};
use unhusk::learn::template::find_records;
use unhusk::page::{NodeId, Span};

pub(super) fn score(folder: &Path, name: &str) -> anyhow::Result<Vec<Row>> {
    let path = folder.join("labels.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let labels = Labels::parse(&path.to_string_lossy(), &text)?;
    let mut rows = Vec::new();
    for given in labels.pages() {
        let path = folder.join(&given.path);
        let page = Page::from_bytes(&fs::read(&path).with_context(|| path.display().to_string())?);
        let truth: Vec<Span> =
            given.records.iter().filter_map(|record| node(record, &page)).collect();
        let started = Instant::now();
        let found = find_records(&page);
        let ms = per_page(started, 1);
        rows.push(row(name, &given.path, given.records.len(), (&truth, &found), ms));
    }
    Ok(rows)
}

/// Where the labelled node of a record stands. The paths are absolute, and of names with positions.
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
fn row(set: &str, page: &str, n_true: usize, (truth, found): (&[Span], &[Span]), ms: f64) -> Row {
    let n_right =
        truth.iter().filter(|truth| found.iter().any(|found| is_same(**truth, *found))).count();
    let precision = n_right as f64 / found.len().max(1) as f64;
    let recall = n_right as f64 / n_true.max(1) as f64;
    Row {
        set: "srr",
        method: "template",
        what: format!("{set} {page}"),
        score: 2.0 * n_right as f64 / ((found.len() + n_true).max(1)) as f64,
        precision,
        recall,
        ms_per_page: ms,
        ms_per_page_read: f64::NAN,
    }
}

fn is_same(a: Span, b: Span) -> bool {
    let n_both = a.end.min(b.end).saturating_sub(a.start.max(b.start)) as usize;
    5 * n_both >= 4 * a.len() && 5 * n_both >= 4 * b.len()
}
