//! The tables for people.

use super::five::count;
use super::unclear::UnclearTask;
use super::{Args, KlRow, growth};
use crate::scaling;
use std::fmt::Write;

/// One line on the terminal.
pub(super) fn line(row: &KlRow) -> String {
    let KlRow { task, kl, luti, positives, negatives, k, l, ms, .. } = row;
    format!(
        "{task:6} F1 {kl:5.1} (luti {luti:5.1})  {positives:.2} + {negatives:.2} examples  ({k},{l})  {ms:7.1} ms"
    )
}

/// `docs/results/kl.md`.
pub(super) fn document(
    rows: &[KlRow],
    growth: &[growth::KlGrowthRow],
    scaling: &[scaling::ScalingRow],
    peak_megabytes: Option<usize>,
    args: &Args,
) -> String {
    let mut text = String::from(INTRODUCTION);
    let Args { draws, lessons, seed, .. } = args;
    writeln!(text, "Seed {seed}, {draws} draws, {lessons} lessons.\n").expect(INFALLIBLE);
    five_table(&mut text, rows);
    teach_table(&mut text, rows);
    unclear_values(&mut text, rows);
    growth_table(&mut text, growth);
    scaling_table(&mut text, scaling);
    if let Some(peak) = peak_megabytes {
        writeln!(text, "\nPeak memory of the whole run, pages of all sites included: {peak} MB.")
            .expect(INFALLIBLE);
    }
    text
}

const INFALLIBLE: &str = "writing to a string cannot fail";

const INTRODUCTION: &str = "\
# The tables of the KL paper

Made by `cargo run --release -p unhusk-lab -- kl`; figures in `crates/unhusk-lab/results/kl.csv`, `kl-growth.csv` and `kl-scaling.csv`.
The paper is S. Raeymaekers, M. Bruynooghe, J. Van den Bussche, *Learning (k,l)-contextual tree languages for information extraction from web pages*, Machine Learning 71 (2008).
Ten of its WIEN sites are available; a task is a field whose values are whole texts, named as in the paper by site and position.
In the paper's own tasks, the text that contains a value counts as the value. A lesson *failed* if it ended without a rule that fits its examples; its examples count nevertheless.
The figures are development scores: the costs of the estimate were tuned on these sites.
The paper's milliseconds are those of a machine of 2007. In the available copy of its Table 2 the milliseconds of s29-2 and the Co-Testing column of s11-2 are missing; neither site is used here.
";

fn five_table(text: &mut String, rows: &[KlRow]) {
    text.push_str("## Table 1: five random examples\n\nMean F1 in percent on all pages. *Best* uses the k, l and contexts with the best result, as does the paper's LUTI; ours chooses its own.\n\n");
    text.push_str("| task | kl | paper | kl best | paper | luti | paper |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for row in rows {
        let paper = [row.paper_kl, row.paper_kl_best, row.paper_luti].map(tenths);
        writeln!(
            text,
            "| {} | {:.1} | {} | {:.1} | {} | {:.1} | {} |",
            row.task, row.kl, paper[0], row.kl_best, paper[1], row.luti, paper[2]
        )
        .expect(INFALLIBLE);
    }
    let both = |name: &str, rows: &[&KlRow]| {
        let of = |value: fn(&KlRow) -> Option<f64>| tenths(mean(rows, value));
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} |\n",
            of(|row| Some(row.kl)),
            of(|row| row.paper_kl),
            of(|row| Some(row.kl_best)),
            of(|row| row.paper_kl_best),
            of(|row| Some(row.luti)),
            of(|row| row.paper_luti)
        )
    };
    for (name, rows) in kinds(rows) {
        text.push_str(&both(name, &rows));
    }
}

fn teach_table(text: &mut String, rows: &[KlRow]) {
    text.push_str("\n## Table 2: examples until nothing is wrong\n\nOne random positive, then a random counterexample at a time. k and l are the most frequent final values of the lessons.\n\n");
    text.push_str("| task | positives | paper | negatives | paper | k, l | paper | ms | paper | failed |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for row in rows {
        let size =
            row.paper_k.zip(row.paper_l).map_or_else(String::new, |(k, l)| format!("{k}, {l}"));
        writeln!(
            text,
            "| {} | {:.2} | {} | {:.2} | {} | {}, {} | {size} | {:.1} | {} | {} |",
            row.task,
            row.positives,
            tenths(row.paper_positives),
            row.negatives,
            tenths(row.paper_negatives),
            row.k,
            row.l,
            row.ms,
            row.paper_ms.map_or_else(String::new, |ms| format!("{ms:.0}")),
            row.failed_lessons
        )
        .expect(INFALLIBLE);
    }
    for (name, rows) in kinds(rows) {
        let of = |value: fn(&KlRow) -> Option<f64>| {
            mean(&rows, value).map_or_else(String::new, |mean| format!("{mean:.2}"))
        };
        writeln!(
            text,
            "| {name} | {} | {} | {} | {} | | | {} | {} | |",
            of(|row| Some(row.positives)),
            of(|row| row.paper_positives),
            of(|row| Some(row.negatives)),
            of(|row| row.paper_negatives),
            of(|row| Some(row.ms)),
            of(|row| row.paper_ms)
        )
        .expect(INFALLIBLE);
    }
}

/// Writes the values with unclear truth, and the effect of taking it literally.
fn unclear_values(text: &mut String, rows: &[KlRow]) {
    let found = || rows.iter().filter_map(|row| Some((row, row.unclear.as_ref()?)));
    if found().next().is_none() {
        return;
    }
    text.push_str("\n## Values that span several texts\n\nThe truth does not determine which of these texts is the value, so they count as neither right nor wrong above. *Taken literally*, with the first as the value and the others as wrong, the truth has counterexamples that look exactly like values.\n\n");
    for (row, UnclearTask { places, literal }) in found() {
        for place in places {
            writeln!(text, "- {}: {place}", row.task).expect(INFALLIBLE);
        }
        writeln!(
            text,
            "- {} taken literally: {:.2} positives, {:.2} negatives, {} lessons failed",
            row.task, literal.positives, literal.negatives, literal.n_failed
        )
        .expect(INFALLIBLE);
    }
}

fn growth_table(text: &mut String, rows: &[growth::KlGrowthRow]) {
    text.push_str("\n## Learning from real pages\n\nThe first pages of every available SWDE site, all fields at once; if no wrapper fits (a value is only a part of a text), the time until this is known.\n\n");
    text.push_str("| pages | sites | fits | mean KB | mean s | largest s |\n| --- | --- | --- | --- | --- | --- |\n");
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.pages).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let rows: Vec<&growth::KlGrowthRow> = rows.iter().filter(|row| row.pages == size).collect();
        let kilobytes: usize = rows.iter().map(|row| row.kilobytes).sum();
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        writeln!(
            text,
            "| {size} | {} | {} | {:.0} | {:.2} | {:.2} |",
            rows.len(),
            rows.iter().filter(|row| row.fits).count(),
            count(kilobytes) / count(rows.len()),
            seconds / count(rows.len()),
            rows.iter().map(|row| row.seconds).fold(0.0, f64::max)
        )
        .expect(INFALLIBLE);
    }
}

fn scaling_table(text: &mut String, rows: &[scaling::ScalingRow]) {
    text.push_str("\n## Growth\n\nSynthetic pages with a table between a head and a tail that look like rows. The exponent is that of the power law fitted to four sizes, each twice the one before; 1 is linear.\n\n");
    text.push_str("| class | grows | KB a page | pages | fields | ms | exponent |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for row in rows {
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {:.0} | {:.2} |",
            row.class,
            row.grows,
            row.kilobytes_per_page,
            row.pages,
            row.fields,
            row.ms,
            row.exponent
        )
        .expect(INFALLIBLE);
    }
}

/// Returns the groups of tasks whose means are reported.
fn kinds(rows: &[KlRow]) -> [(&'static str, Vec<&KlRow>); 3] {
    let those = |is_meant: fn(&KlRow) -> bool| rows.iter().filter(|row| is_meant(row)).collect();
    [
        ("mean of the paper's", those(|row| row.paper_kl.is_some())),
        ("mean of all", those(|_| true)),
        ("mean without unclear values", those(|row| row.unclear_values == 0)),
    ]
}

fn mean(rows: &[&KlRow], value: fn(&KlRow) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = rows.iter().filter_map(|row| value(row)).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / count(values.len()))
}

fn tenths(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.1}"))
}
