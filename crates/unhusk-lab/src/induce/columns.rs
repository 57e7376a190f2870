//! Attributes of labelled pages: the share of their cells that the best column has right.
//!
//! A cell is an attribute of a page. It is right if the column's values on the page equal the truth; if a page is one
//! record, a column with one value per page may have any of them. If a page has many records, each value counts, and
//! so does a surplus one.

use super::InduceRow;
use super::found::{Column, Inducer, per_page};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Instant;
use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk::learn::template::{InduceSettings, induce};
use unhusk::page::fold;
use unhusk::wrapper::Extract;

type ScoreFn = fn(&Inducer, &Path, &str) -> anyhow::Result<Vec<InduceRow>>;

/// The sets whose labels are texts.
pub(super) const SETS: [(&str, ScoreFn); 2] = [("swde", swde), ("estuka", estuka)];

fn swde(inducer: &Inducer, folder: &Path, name: &str) -> anyhow::Result<Vec<InduceRow>> {
    score("swde", inducer, folder, name)
}

fn estuka(inducer: &Inducer, folder: &Path, name: &str) -> anyhow::Result<Vec<InduceRow>> {
    score("estuka", inducer, folder, name)
}

/// The values of an attribute on each page, with whether the page is one record; `None` if unknown.
type ColumnTruth = Vec<Option<(Vec<String>, bool)>>;

fn score(
    set: &'static str,
    inducer: &Inducer,
    folder: &Path,
    name: &str,
) -> anyhow::Result<Vec<InduceRow>> {
    let path = folder.join("labels.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let labels = Labels::parse(&path.to_string_lossy(), &text)?;
    let read =
        |page: &PageLabels| fs::read(folder.join(&page.path)).map(|bytes| Page::from_bytes(&bytes));
    let pages: Vec<Page> = labels.pages().iter().map(read).collect::<Result<_, _>>()?;
    let found = inducer.find(&pages);
    let ms_read = if inducer.name == "template" { reading(&pages) } else { f64::NAN };
    let mut rows = Vec::new();
    for (attribute, truth) in truths(&labels) {
        let all = found.columns.iter().map(|column| accuracy(column, &truth));
        let best = all.fold(0.0, f64::max);
        rows.push(InduceRow {
            set,
            method: inducer.name,
            what: format!("{name} {attribute}"),
            score: best,
            precision: f64::NAN,
            recall: f64::NAN,
            ms_per_page: found.ms,
            pages_used: found.used,
            ms_per_page_read: ms_read,
        });
    }
    Ok(rows)
}

/// Returns milliseconds to read a page with a finished template, parsing included.
fn reading(pages: &[Page]) -> f64 {
    let refs: Vec<&Page> = pages.iter().collect();
    let Ok(induced) = induce(&refs, &InduceSettings::default()) else { return f64::NAN };
    let sources: Vec<&str> = pages.iter().map(Page::source).collect();
    let started = Instant::now();
    for source in &sources {
        let page = Page::from(*source);
        std::hint::black_box(induced.wrapper.extract(&induced.schema, &page).records.len());
    }
    per_page(started, sources.len())
}

fn truths(labels: &Labels) -> BTreeMap<String, ColumnTruth> {
    let mut truths = BTreeMap::new();
    for field in labels.schema().fields() {
        let on_page = |page: &PageLabels| {
            let cell = |record: &GivenRecord| {
                record
                    .cells
                    .iter()
                    .find(|(name, _)| *name == field.name)
                    .map(|(_, cell)| texts(cell))
            };
            let cells: Option<Vec<Vec<String>>> = page.records.iter().map(cell).collect();
            cells.map(|cells| (cells.concat(), page.records.len() <= 1))
        };
        let truth: ColumnTruth = labels.pages().iter().map(on_page).collect();
        if truth.iter().flatten().any(|(values, _)| !values.is_empty()) {
            truths.insert(field.name.clone(), truth);
        }
    }
    truths
}

fn texts(cell: &GivenCell) -> Vec<String> {
    let text = |value: &GivenValue| match value {
        GivenValue::Text(text) => Some(fold(text).into_owned()),
        _ => None,
    };
    match cell {
        GivenCell::One(value) => text(value).into_iter().collect(),
        GivenCell::Many(values) => values.iter().filter_map(text).collect(),
        _ => Vec::new(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of cells")]
fn accuracy(column: &Column, truth: &ColumnTruth) -> f64 {
    let (mut n_right, mut n_all) = (0.0, 0.0);
    for (values, truth) in column.values.iter().zip(truth) {
        let Some((truth, is_one)) = truth.as_ref().filter(|truth| !truth.0.is_empty()) else {
            continue;
        };
        let is_any = *is_one && column.is_single;
        if truth.len() > 1 && !is_any {
            let (of_column, of_truth) = (counts(values), counts(truth));
            let n_both: usize =
                of_column.iter().map(|(text, n)| of_truth.get(text).map_or(0, |m| *n.min(m))).sum();
            let share = n_both as f64 / values.len().max(truth.len()) as f64;
            n_right += share;
        } else {
            let is_right = if is_any {
                values.iter().any(|value| truth.contains(value))
            } else {
                values.iter().collect::<BTreeSet<_>>() == truth.iter().collect()
            };
            n_right += f64::from(u8::from(is_right));
        }
        n_all += 1.0;
    }
    n_right / f64::max(n_all, 1.0)
}

fn counts(values: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value.as_str()).or_default() += 1;
    }
    counts
}
