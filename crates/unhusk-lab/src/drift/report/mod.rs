//! Verdicts of the checks on every case, with weights fitted on other sites.

mod alarms;
mod document;
mod lines;
mod repairs;

pub(super) use document::document;
pub(super) use lines::lines;

use super::case::{self, DriftCase};
use super::fit::fit;
use crate::contest::half::SiteHalf;
use crate::signals::raised;
use alarms::AlarmCounts;
use std::collections::BTreeSet;
use std::fmt::Write;
use unhusk::verify::score::Weights;
use unhusk::verify::signals::{NAMES, Signals};

const INFALLIBLE: &str = "writing to a string cannot fail";

/// A case with the verdicts of the checks.
pub(super) struct JudgedCase<'c> {
    pub(super) case: &'c DriftCase,
    /// Score of the worst field, with weights fitted on the other half of the sites.
    score: f64,
    alarms: [bool; 3],
}

/// The compared checks.
const CHECKS: [&str; 3] = ["verify", "RAPTURE", "DataProg"];

/// Judges every case with weights fitted on the other half of the sites.
pub(super) fn judge(cases: &[DriftCase]) -> Vec<JudgedCase<'_>> {
    let sites: BTreeSet<(&str, &str)> =
        cases.iter().map(|case| (case.set.name(), case.site.as_str())).collect();
    let half = |case: &DriftCase| {
        let at = sites.iter().position(|site| *site == (case.set.name(), case.site.as_str()));
        at.unwrap_or(0) % 2
    };
    let learnt: Vec<(Weights, f64, f64)> = [0, 1]
        .map(|number| {
            let others: Vec<&DriftCase> =
                cases.iter().filter(|case| half(case) != number).collect();
            let weights = fit(&rows(&others));
            (
                weights,
                best_threshold(&others, |case| case.rapture),
                best_threshold(&others, |case| case.dataprog),
            )
        })
        .into();
    cases
        .iter()
        .map(|case| {
            let (weights, rapture, dataprog) = &learnt[half(case)];
            let scores = case.fields.iter().map(|field| weights.score(&field.signals));
            let score = scores.fold(0.0, f64::max);
            let alarms =
                [weights.is_alarm(score), case.rapture >= *rapture, case.dataprog >= *dataprog];
            JudgedCase { case, score, alarms }
        })
        .collect()
}

/// Returns the signals of fields that clearly lost their values, and of fields that did not.
fn rows(cases: &[&DriftCase]) -> Vec<(Signals, bool)> {
    let fields = cases.iter().flat_map(|case| &case.fields);
    let clear = fields.filter(|field| field.kept() < case::LOST || field.kept() >= case::KEPT);
    clear.map(|field| (field.signals, field.kept() < case::LOST)).collect()
}

/// Returns the threshold with the best F1 of alarms.
fn best_threshold(cases: &[&DriftCase], score: impl Fn(&DriftCase) -> f64) -> f64 {
    let mut scores: Vec<f64> = cases.iter().map(|case| score(case)).collect();
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    let f1 = |threshold: f64| {
        let mut counts = AlarmCounts::default();
        for case in cases {
            counts.add(case.truth(), score(case) >= threshold);
        }
        counts.f1()
    };
    scores.into_iter().max_by(|a, b| f1(*a).total_cmp(&f1(*b))).unwrap_or(0.0)
}

/// The tables for people.
pub(super) fn tables(judged: &[JudgedCase<'_>]) -> String {
    [alarms::detection(judged), alarms::by_event(judged), repairs::table(judged), weights(judged)]
        .join("\n")
}

/// Every field with its signals.
pub(super) fn fields(cases: &[DriftCase]) -> String {
    let mut text = String::new();
    for case in cases {
        for field in &case.fields {
            writeln!(
                text,
                "{}\t{}\t{}\t{}\t{:?}\t{}\t{:.3}\t{}",
                case.regime,
                case.set.name(),
                case.site,
                field.name,
                case.event,
                SiteHalf::of_path(&case.site).name(),
                field.kept(),
                raised(&field.signals),
            )
            .expect(INFALLIBLE);
        }
    }
    text
}

/// Compares the weights fitted to all cases, to be copied to `verify::score`, with the shipped ones.
fn weights(judged: &[JudgedCase<'_>]) -> String {
    let cases: Vec<&DriftCase> = judged.iter().map(|one| one.case).collect();
    let (fitted, shipped) = (fit(&rows(&cases)), Weights::default());
    let mut text = "## Weights\n\n| signal | fitted | shipped |\n| --- | --- | --- |\n".to_owned();
    writeln!(text, "| (bias) | {:.2} | {:.2} |", fitted.bias, shipped.bias).expect(INFALLIBLE);
    for (name, (new, old)) in NAMES.iter().zip(fitted.weights.iter().zip(shipped.weights)) {
        writeln!(text, "| {name} | {new:.2} | {old:.2} |").expect(INFALLIBLE);
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "counts of cases")]
pub(super) fn part(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}
