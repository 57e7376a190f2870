//! Verdicts on every field, with thresholds chosen on other sites.

use super::case::AlarmCase;
use crate::contest::half::SiteHalf;
use crate::logistic::logistic;
use crate::signals::raised;
use serde::Serialize;
use std::fmt::Write;
use unhusk::verify::signals::{N_SIGNALS, at};
use unhusk::wrapper::summary::internal::{AlarmModel, N_INPUTS};

const INFALLIBLE: &str = "writing to a string cannot fail";

/// A field is wrong below this F1, and right from [`RIGHT`] on.
const WRONG: f64 = 0.8;
const RIGHT: f64 = 0.95;

/// The largest share of right fields that thresholds may name where they are chosen: on other sites it is more, and is to
/// be under 0.03.
const MAX_FALSE: f64 = 0.02;

/// A field with the verdicts on it.
pub(super) struct JudgedField<'c> {
    case: &'c AlarmCase,
    /// Whether thresholds that were chosen on the other half of the sites name the field.
    is_named: bool,
}

/// Judges every field with thresholds chosen on the other half of the sites.
pub(super) fn judge(cases: &[AlarmCase]) -> Vec<JudgedField<'_>> {
    let chosen = [SiteHalf::Fit, SiteHalf::Report].map(|half| {
        let others: Vec<&AlarmCase> =
            cases.iter().filter(|case| SiteHalf::of_path(&case.site) != half).collect();
        choose(&others)
    });
    let is_named = |case: &AlarmCase| names(&chosen[SiteHalf::of_path(&case.site) as usize], case);
    cases.iter().map(|case| JudgedField { case, is_named: is_named(case) }).collect()
}

fn names(model: &AlarmModel, case: &AlarmCase) -> bool {
    case.is_named_anyway || model.alarm(&case.evidence).is_some()
}

/// Strength of the regularization: wrong fields are few.
const RIDGE: f64 = 1.0;

/// Fits the model, and chooses the threshold that names most of the wrong fields and few of the right ones.
fn choose(cases: &[&AlarmCase]) -> AlarmModel {
    let clear = cases.iter().filter(|case| case.f1 < WRONG || case.f1 >= RIGHT);
    let rows: Vec<([f64; N_INPUTS], bool)> =
        clear.map(|case| (case.evidence.inputs, case.f1 < WRONG)).collect();
    let (bias, weights) = logistic(&rows, RIDGE);
    let model = AlarmModel { bias, weights, threshold: f64::INFINITY };
    let mut right: Vec<f64> = cases
        .iter()
        .filter(|case| case.f1 >= RIGHT)
        .map(|case| if case.is_named_anyway { f64::INFINITY } else { model.logit(&case.evidence) })
        .collect();
    right.sort_by(|a, b| b.total_cmp(a));
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "fields are few"
    )]
    let n_allowed = (MAX_FALSE * right.len() as f64) as usize;
    // Just above the first right field that may not be named.
    let threshold = right.get(n_allowed).map_or(0.0, |logit| logit + 1e-6);
    AlarmModel { threshold, ..model }
}

/// The model fitted to all sites, to be copied to `summary::alarm`.
pub(super) fn model(cases: &[AlarmCase]) -> String {
    let model = choose(&cases.iter().collect::<Vec<_>>());
    let weights: Vec<String> = model.weights.iter().map(|weight| format!("{weight:.2}")).collect();
    format!("fitted to all: {:.2}, [{}], {:.2}\n", model.bias, weights.join(", "), model.threshold)
}

/// Returns a table: alarms on wrong and on right fields, by set and regime.
pub(super) fn table(judged: &[JudgedField<'_>]) -> String {
    let mut table = String::from(
        "| set | learnt from | wrong fields | named | right fields | named | blurred | named | by the program: wrong, right |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut groups: Vec<(&str, &str)> =
        judged.iter().map(|one| (one.case.set.name(), one.case.regime)).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.push(("all", ""));
    for (set, regime) in groups {
        let of_group = |one: &&JudgedField<'_>| {
            set == "all" || (one.case.set.name(), one.case.regime) == (set, regime)
        };
        let count = |is_kind: &dyn Fn(f64) -> bool, is_named: &dyn Fn(&JudgedField<'_>) -> bool| {
            let of_kind = judged.iter().filter(of_group).filter(|one| is_kind(one.case.f1));
            of_kind.filter(|one| is_named(one)).count()
        };
        let (wrong, right) = (|f1: f64| f1 < WRONG, |f1: f64| f1 >= RIGHT);
        let blurred = |f1: f64| !wrong(f1) && !right(f1);
        let fitted = |one: &JudgedField<'_>| one.is_named;
        let default = |one: &JudgedField<'_>| !one.case.warnings.is_empty();
        let any = |_: &JudgedField<'_>| true;
        writeln!(
            table,
            "| {set} | {regime} | {} | {} | {} | {} | {} | {} | {}, {} |",
            count(&wrong, &any),
            percent(count(&wrong, &fitted), count(&wrong, &any)),
            count(&right, &any),
            percent(count(&right, &fitted), count(&right, &any)),
            count(&blurred, &any),
            percent(count(&blurred, &fitted), count(&blurred, &any)),
            percent(count(&wrong, &default), count(&wrong, &any)),
            percent(count(&right, &default), count(&right, &any)),
        )
        .expect(INFALLIBLE);
    }
    table
}

/// Returns the wrong fields that are not named, and the right ones that are, with their values and signals.
pub(super) fn missed(judged: &[JudgedField<'_>]) -> String {
    let mut text = String::new();
    let is_missed = |one: &&JudgedField<'_>| {
        (one.case.f1 < WRONG && !one.is_named) || (one.case.f1 >= RIGHT && one.is_named)
    };
    for JudgedField { case, .. } in judged.iter().filter(is_missed) {
        let AlarmCase { regime, site, trial, field, f1, evidence, .. } = case;
        let inputs = &evidence.inputs[N_SIGNALS..];
        writeln!(text, "{site} ({regime}, {trial}): {field} {f1:.3} {inputs:.2?}")
            .expect(INFALLIBLE);
        writeln!(text, "  {}", raised(&case.signals)).expect(INFALLIBLE);
        for example in &case.examples {
            writeln!(text, "  {example}").expect(INFALLIBLE);
        }
    }
    text
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * share(part, whole)) }
}

#[expect(clippy::cast_precision_loss, reason = "fields are few")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// One field, for the file of figures.
#[derive(Serialize)]
pub(super) struct AlarmLine<'c> {
    set: &'static str,
    learnt_from: &'static str,
    site: &'c str,
    trial: usize,
    field: &'c str,
    f1: f64,
    is_named: bool,
    doubt: f64,
    contest: f64,
    votes_lost: f64,
    mixed: f64,
    gaps: f64,
    /// The signals of `verify`, in the order of their names.
    signals: String,
    warnings: String,
}

pub(super) fn lines<'c>(judged: &[JudgedField<'c>]) -> Vec<AlarmLine<'c>> {
    let round = |number: f64| (number * 1000.0).round() / 1000.0;
    let line = |one: &JudgedField<'c>| {
        let inputs = &one.case.evidence.inputs[N_SIGNALS..];
        AlarmLine {
            set: one.case.set.name(),
            learnt_from: one.case.regime,
            site: &one.case.site,
            trial: one.case.trial,
            field: &one.case.field,
            f1: round(one.case.f1),
            is_named: one.is_named,
            doubt: round(inputs[0]),
            contest: round(inputs[1]),
            votes_lost: round(inputs[2]),
            mixed: round(inputs[3]),
            gaps: round(one.case.signals[at::GAPS]),
            signals: raised(&one.case.signals),
            warnings: one.case.warnings.join(" | "),
        }
    };
    judged.iter().map(line).collect()
}

pub(super) fn document(table: &str) -> String {
    format!(
        "# Warnings after a run\n\n\
         `unhusk-lab alarm`: wrappers are learnt from a few pages of a site and read its other pages, which have not \
         changed. A field is wrong if its F1 is below {WRONG}, right from {RIGHT} on, blurred in between. Named: a \
         warning at the end of the run names the field. The model comes from the half of the sites that does not \
         contain the site; the last column has that of the program, which was fitted to all sites.\n\n{table}"
    )
}
