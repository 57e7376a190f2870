//! Writes the results of trials as a table or as JSON.

use super::trials::{TrialPlan, TrialResults};
use serde_json::{Value, json};
use std::io::{self, Write};
use unhusk::score::{FieldScore, ValueCounts};
use unhusk::sink::printable;

/// Writes a row per site and method and, if there are several sites, a row per method over all of them.
pub(super) fn write_text(results: &[TrialResults], out: &mut dyn Write) -> io::Result<()> {
    let sums = by_method(results);
    let n_sites = results.len() / sums.len().max(1);
    let mut rows = vec![HEADER.map(str::to_owned).to_vec()];
    rows.extend(results.iter().map(|result| row(&result.site, result)));
    if n_sites > 1 {
        rows.extend(sums.iter().map(|sum| row("all", sum)));
    }
    let first_column = usize::from(n_sites == 1);
    write_rows(&rows, first_column, out)?;
    write_fields(&sums, out)
}

/// Writes F1 by method and field, if there are several fields.
fn write_fields(sums: &[TrialResults], out: &mut dyn Write) -> io::Result<()> {
    let mut names: Vec<&str> = Vec::new();
    for field in sums.iter().flat_map(|sum| &sum.score.fields) {
        if !names.contains(&field.name.as_str()) {
            names.push(&field.name);
        }
    }
    if names.len() < 2 {
        return Ok(());
    }
    let header = ["", "F1 by field"].into_iter().chain(names.iter().copied());
    let mut rows = vec![header.map(|name| printable(name).into_owned()).collect::<Vec<_>>()];
    for sum in sums {
        let f1 = |name: &&str| {
            let counts = sum.score.field(name).filter(|_| sum.n_fits > 0);
            counts.map(ValueCounts::f1).map_or("-".to_owned(), |f1| format!("{f1:.3}"))
        };
        let start = [String::new(), sum.method.to_owned()];
        rows.push(start.into_iter().chain(names.iter().map(f1)).collect());
    }
    writeln!(out)?;
    write_rows(&rows, 1, out)
}

/// Writes all results, including the counts behind the shares.
pub(super) fn write_json(
    results: &[TrialResults],
    plan: Option<&TrialPlan>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let report = json!({
        "train": plan.map(|plan| plan.n_train),
        "trials": plan.map(|plan| plan.n_trials),
        "seed": plan.map(|plan| plan.seed),
        "sites": results.iter().map(object).collect::<Vec<_>>(),
        "methods": by_method(results).iter().map(object).collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)?;
    Ok(())
}

/// Returns the results of each method over all sites, in the order of first appearance.
pub(super) fn by_method(results: &[TrialResults]) -> Vec<TrialResults> {
    let mut sums: Vec<TrialResults> = Vec::new();
    for result in results {
        match sums.iter_mut().find(|sum| sum.method == result.method) {
            Some(sum) => sum.add(result),
            None => sums.push(TrialResults { site: String::new(), ..result.clone() }),
        }
    }
    sums
}

const HEADER: [&str; 9] =
    ["labels", "method", "fits", "precision", "recall", "F1", "pages right", "learn ms", "pages/s"];

fn row(site: &str, result: &TrialResults) -> Vec<String> {
    let total = result.score.total();
    vec![
        printable(site).into_owned(),
        result.method.to_owned(),
        format!("{}/{}", result.n_fits, result.n_trials),
        precision(result).map_or("-".to_owned(), |share| format!("{share:.3}")),
        format!("{:.3}", total.recall()),
        format!("{:.3}", result.f1()),
        format!("{}/{}", result.score.n_pages_right, result.score.n_pages),
        format!("{:.1}", learn_ms(result)),
        if result.n_read == 0 {
            "-".to_owned()
        } else {
            format!("{:.0}", pages_per_second(result))
        },
    ]
}

/// Returns the precision; `None` if no trial found a wrapper, since then nothing was extracted.
fn precision(result: &TrialResults) -> Option<f64> {
    (result.n_fits > 0).then(|| result.score.total().precision())
}

fn object(result: &TrialResults) -> Value {
    let total = result.score.total();
    let mut object = json!({
        "method": result.method,
        "trials": result.n_trials,
        "fits": result.n_fits,
        "precision": precision(result),
        "recall": total.recall(),
        "f1": result.f1(),
        "right": total.right,
        "surplus": total.surplus,
        "missed": total.missed,
        "pages": result.score.n_pages,
        "pages_right": result.score.n_pages_right,
        "learn_ms": learn_ms(result),
        "pages_per_second": pages_per_second(result),
        "fields": fields(result),
    });
    if !result.site.is_empty() {
        object["labels"] = json!(result.site);
        object["train"] = json!(result.n_train);
    }
    object
}

fn fields(result: &TrialResults) -> Value {
    let fields = result.score.fields.iter().map(|FieldScore { name, counts }| {
        json!({"name": name, "precision": counts.precision(), "recall": counts.recall(), "f1": counts.f1()})
    });
    fields.collect()
}

#[expect(clippy::cast_precision_loss, reason = "numbers of trials are far below 2^52")]
fn learn_ms(result: &TrialResults) -> f64 {
    result.learning.as_secs_f64() * 1000.0 / result.n_trials.max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "numbers of pages are far below 2^52")]
fn pages_per_second(result: &TrialResults) -> f64 {
    result.n_read as f64 / result.reading.as_secs_f64().max(1e-9)
}

/// Writes aligned columns: texts to the left, numbers to the right.
fn write_rows(rows: &[Vec<String>], first_column: usize, out: &mut dyn Write) -> io::Result<()> {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    for row in rows {
        let cells: Vec<String> = (first_column..row.len())
            .map(|column| match column {
                0 | 1 => format!("{:<1$}", row[column], width(column)),
                _ => format!("{:>1$}", row[column], width(column)),
            })
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
