//! The manual schemas of the EXALG collection: the attributes that have columns, and the columns that are attributes.
//!
//! An attribute has a column if nine in ten of its values occur in the column's values, and nine in ten of the
//! column's values contain one. Several columns may share an attribute and then count as one, so that splitting
//! values does not raise precision; the rows `exalg each` count every column. Values are compared as substrings, since the schema splits texts. Constants of an
//! attribute in the schema may be values. The collection has an empty value wherever a value has letters beyond
//! ASCII: it matches any such value.

use super::InduceRow;
use super::found::{Column, Inducer};
use anyhow::Context;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use unhusk::Page;
use unhusk::page::fold;

/// Minimum share of matching values.
const ENOUGH: f64 = 0.9;

#[expect(clippy::cast_precision_loss, reason = "counts of columns")]
pub(super) fn score(
    inducer: &Inducer,
    folder: &Path,
    name: &str,
) -> anyhow::Result<Vec<InduceRow>> {
    let path = folder.join("expected.json");
    let expected: Value = serde_json::from_str(&fs::read_to_string(&path)?)
        .with_context(|| path.display().to_string())?;
    let on_pages = expected["pages"].as_array().cloned().unwrap_or_default();
    let read = |page: &Value| {
        let path = folder.join(page["path"].as_str().unwrap_or_default());
        fs::read(&path)
            .map(|bytes| Page::from_bytes(&bytes))
            .with_context(|| path.display().to_string())
    };
    let pages: Vec<Page> = on_pages.iter().map(read).collect::<anyhow::Result<_>>()?;
    let found = inducer.find(&pages);
    let columns: Vec<&Column> = found.columns.iter().filter(|column| is_data(column)).collect();
    let (mut n_held, mut n_attributes, mut held_by) = (0, 0, BTreeSet::new());
    for attribute in expected["attributes"].as_array().into_iter().flatten() {
        let mut truth = values(attribute, &on_pages);
        let n_values = truth.iter().flatten().filter(|text| !text.is_empty()).count();
        for values in &mut truth {
            values.extend(constants(attribute));
        }
        if n_values == 0 {
            continue;
        }
        n_attributes += 1;
        let holders: Vec<usize> =
            (0..columns.len()).filter(|at| share_held(columns[*at], &truth) >= ENOUGH).collect();
        let n_covered: usize = holders.iter().map(|at| n_values_of(columns[*at])).sum();
        if n_covered as f64 >= ENOUGH * n_values as f64 {
            n_held += 1;
            held_by.extend(holders);
        }
    }
    let recall = f64::from(n_held) / f64::from(n_attributes.max(1));
    let n_others = columns.len() - held_by.len();
    let shared = f64::from(n_held) / (f64::from(n_held) + n_others as f64).max(1.0);
    let each = held_by.len() as f64 / (columns.len() as f64).max(1.0);
    let row = |set, precision: f64| InduceRow {
        set,
        method: inducer.name,
        what: name.to_owned(),
        score: if n_held == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) },
        precision,
        recall,
        ms_per_page: found.ms,
        pages_used: found.used,
        ms_per_page_read: f64::NAN,
    };
    Ok(vec![row("exalg", shared), row("exalg each", each)])
}

/// Returns the number of records of each page: that of the values of its longest column.
pub(super) fn n_records(folder: &Path) -> anyhow::Result<BTreeMap<String, usize>> {
    let path = folder.join("expected.json");
    let expected: Value = serde_json::from_str(&fs::read_to_string(&path)?)
        .with_context(|| path.display().to_string())?;
    let on_page = |page: &Value| {
        let columns = page["columns"].as_object()?.values();
        let n_records = columns.filter_map(|column| Some(column.as_array()?.len())).max()?;
        Some((page["path"].as_str()?.to_owned(), n_records))
    };
    Ok(expected["pages"].as_array().into_iter().flatten().filter_map(on_page).collect())
}

/// Whether the values are not all equal.
fn is_data(column: &Column) -> bool {
    column.values.iter().flatten().collect::<BTreeSet<_>>().len() > 1
}

fn n_values_of(column: &Column) -> usize {
    column.values.iter().map(Vec::len).sum()
}

/// Returns the values of an attribute on each page: those of all its columns.
fn values(attribute: &Value, pages: &[Value]) -> Vec<Vec<String>> {
    let ids: Vec<String> =
        attribute["ids"].as_array().into_iter().flatten().map(ToString::to_string).collect();
    let on_page = |page: &Value| {
        let of_ids = ids.iter().filter_map(|id| page["columns"].get(id)?.as_array());
        of_ids.flatten().filter_map(|value| Some(fold(value.as_str()?).into_owned())).collect()
    };
    pages.iter().map(on_page).collect()
}

/// Returns the constant parts of an attribute in the schema.
fn constants(attribute: &Value) -> impl Iterator<Item = String> + '_ {
    let fixed = attribute["fixed"].as_array().into_iter().flatten();
    fixed.filter_map(|fixed| Some(fold(fixed.as_str()?.strip_prefix("FIXED=")?).into_owned()))
}

/// Returns the share of a column's values that contain a value of the attribute, each used once.
#[expect(clippy::cast_precision_loss, reason = "counts of values")]
fn share_held(column: &Column, truth: &[Vec<String>]) -> f64 {
    let mut n_held = 0_usize;
    for (values, truth) in column.values.iter().zip(truth) {
        let mut left: Vec<&String> = truth.iter().collect();
        for value in values {
            let is_it = |text: &&String| !text.is_empty() && value.contains(text.as_str());
            let is_lost = |text: &&String| text.is_empty() && !value.is_ascii();
            let at = left.iter().position(is_it).or_else(|| left.iter().position(is_lost));
            if let Some(at) = at {
                left.swap_remove(at);
                n_held += 1;
            }
        }
    }
    n_held as f64 / n_values_of(column).max(1) as f64
}
