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
use unhusk::example::{Example, LabelCell, Labels, Strictness, Target, TrainingSet};
use unhusk::learn::template::find_records;
use unhusk::page::Span;

pub(super) fn score(folder: &Path, name: &str) -> anyhow::Result<Vec<Row>> {
    let path = folder.join("labels.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let labels = Labels::parse(&path.to_string_lossy(), &text)?;
    let mut rows = Vec::new();
    for (at, given) in labels.pages().iter().enumerate() {
        let path = folder.join(&given.path);
        let page = Page::from_bytes(&fs::read(&path).with_context(|| path.display().to_string())?);
        let truth = match TrainingSet::new(&labels, &[(at, &page)], Strictness::Lenient) {
            Ok(set) => set.examples().iter().flat_map(|example| spans(example)).collect(),
            Err(_) => Vec::new(),
        };
        let started = Instant::now();
        let found = find_records(&page);
        let ms = per_page(started, 1);
        rows.push(row(name, &given.path, given.records.len(), (&truth, &found), ms));
    }
    Ok(rows)
}

/// Where the labelled nodes stand.
fn spans(example: &Example<'_>) -> Vec<Span> {
    let span = |cell: &LabelCell| match cell {
        LabelCell::One(label) => {
            let Target::Element(node) = label.candidates.first()?.target else { return None };
            example.page.tree().span(node)
        }
        _ => None,
    };
    example.records.iter().flat_map(|record| &record.cells).filter_map(span).collect()
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
