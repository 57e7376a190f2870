//! Matching of fields with columns of new pages: fits the model on one half of the sites and reports on both.
//!
//! Beside the real redesigns, pages of other sites with the same fields are columns to choose from: a wrapper for one
//! recipe site is matched with the page of the next.

use super::case::RealCase;
use crate::contest::contestant::learn_wrapper;
use crate::contest::half::SiteHalf;
use crate::contest::pair::Pair;
use crate::contest::set::LabelScope;
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::contest::truth::CompareBy;
use crate::drift::report::part;
use std::fmt::Write;
use unhusk::Page;
use unhusk::example::{LabelCell, NamedPage};
use unhusk::page::squeeze;
use unhusk::verify::repair::internal::{
    MATCH_FEATURES, MatchFeatures, MatchModel, N_MATCH_FEATURES, ScoredColumn, scored_columns,
};
use unhusk::wrapper::summary::RunObserver;

const INFALLIBLE: &str = "writing to a string cannot fail";

/// One field with the columns of a page.
pub(super) struct MatchCase {
    name: String,
    half: SiteHalf,
    is_pair: bool,
    is_broken: bool,
    columns: Vec<MatchColumn>,
}

struct MatchColumn {
    features: MatchFeatures,
    is_right: bool,
    f1: f64,
    key: String,
    example: String,
}

/// Columns of a field that are kept, besides the right ones.
const MAX_COLUMNS: usize = 600;
/// A column is right from this F1 on.
const RIGHT: f64 = 0.95;

/// Returns the cases of a pair; `judged` contains the broken fields.
pub(super) fn of_pair(pair: &Pair, judged: &RealCase) -> Vec<MatchCase> {
    let is_broken =
        |name: &str| judged.fields.iter().any(|field| field.name == name && field.is_broken());
    of_sites(&pair.old, &pair.new, &pair.name, true, &is_broken)
}

/// Returns the cases of two sites of the same kind.
pub(super) fn of_cousins(old: &BenchmarkSite, new: &BenchmarkSite) -> Vec<MatchCase> {
    of_sites(old, new, &format!("{} as {}", new.name, old.name), false, &|_| true)
}

fn of_sites(
    old: &BenchmarkSite,
    new: &BenchmarkSite,
    name: &str,
    is_pair: bool,
    is_broken: &dyn Fn(&str) -> bool,
) -> Vec<MatchCase> {
    let split = Split { train: vec![0], unlabelled: Vec::new(), test: Vec::new() };
    let Some(wrapper) = learn_wrapper(&Task::new(old, &split, LabelScope::All)) else {
        return Vec::new();
    };
    let Some(healthy) = &wrapper.profile else { return Vec::new() };
    let page = Page::from_bytes(&new.sources[0]);
    let mut observer = RunObserver::new(&wrapper);
    observer.add_page("page", &page);
    let Some(verdict) = observer.verdict() else { return Vec::new() };
    let named = [NamedPage { name: "page", page: &page }];
    let Some(fields) = scored_columns(&wrapper, healthy, &named, &verdict) else {
        return Vec::new();
    };
    let mut cases = Vec::new();
    for (field, columns) in wrapper.schema.fields().iter().zip(fields) {
        let truth = truth(new, &field.name);
        if truth.is_empty() {
            continue;
        }
        let half = SiteHalf::of(if is_pair { name } else { &new.name });
        let columns: Vec<MatchColumn> =
            columns.into_iter().map(|column| judged(column, &truth)).collect();
        let columns = columns.into_iter().enumerate();
        let kept = columns.filter(|(at, column)| *at < MAX_COLUMNS || column.is_right);
        cases.push(MatchCase {
            name: format!("{name} {}", field.name),
            half,
            is_pair,
            is_broken: is_broken(&field.name),
            columns: kept.map(|(_, column)| column).collect(),
        });
    }
    cases
}

fn truth(site: &BenchmarkSite, field: &str) -> Vec<String> {
    let Some(position) = site.schema().position(field) else { return Vec::new() };
    let truth = site.truth(0, CompareBy::Text);
    let cells = truth.records.iter().filter_map(|record| record.cells.get(position));
    let labels = cells.flat_map(|cell| match cell {
        LabelCell::One(label) => std::slice::from_ref(label),
        LabelCell::Many(labels) => labels,
        _ => &[],
    });
    labels.filter_map(|label| label.text.as_deref()).map(squeeze).collect()
}

fn judged(column: ScoredColumn, truth: &[String]) -> MatchColumn {
    let mut left: Vec<&String> = truth.iter().collect();
    let texts: Vec<String> = column.texts.iter().flatten().map(|text| squeeze(text)).collect();
    let n_right = texts
        .iter()
        .filter(|text| {
            let found = left.iter().position(|one| one == text);
            found.map(|at| left.swap_remove(at)).is_some()
        })
        .count();
    let f1 = part(2 * n_right, texts.len() + truth.len());
    let example = column.texts.iter().flatten().next().map_or("", String::as_str);
    MatchColumn {
        features: column.features,
        is_right: f1 >= RIGHT,
        f1,
        key: column.key,
        example: format!("{} x {:.40}", texts.len(), example),
    }
}

/// Fits the model on one half, and reports how often the most probable column is right.
pub(super) fn report(cases: &[MatchCase], shows_fields: bool) -> String {
    let fit_half: Vec<&MatchCase> =
        cases.iter().filter(|case| case.half == SiteHalf::Fit).collect();
    let fitted = fit(&fit_half);
    let mut text = String::new();
    for (name, model) in [("shipped", &MatchModel::default()), ("fitted", &fitted)] {
        writeln!(text, "## Matching, {name} model\n").expect(INFALLIBLE);
        text.push_str(&table(cases, model));
    }
    writeln!(text, "fitted: none {:.2}", fitted.none).expect(INFALLIBLE);
    for (name, weight) in MATCH_FEATURES.iter().zip(fitted.weights) {
        writeln!(text, "  {weight:.2}, // {name}").expect(INFALLIBLE);
    }
    if shows_fields {
        for case in cases.iter().filter(|case| case.is_broken) {
            text.push_str(&details(case, &fitted));
        }
    }
    text
}

fn table(cases: &[MatchCase], model: &MatchModel) -> String {
    let mut text = String::from(
        "| fields | half | n | has a right column | most probable is right | from .5: right | from .9: right | from \
         .97: right |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (name, is_chosen) in [
        ("broken by redesign", (|case| case.is_pair && case.is_broken) as fn(&MatchCase) -> bool),
        ("all of redesigns", |case| case.is_pair),
        ("other sites", |case| !case.is_pair),
    ] {
        for half in [SiteHalf::Fit, SiteHalf::Report] {
            let chosen: Vec<&MatchCase> =
                cases.iter().filter(|case| is_chosen(case) && case.half == half).collect();
            let tops: Vec<(f64, bool)> =
                chosen.iter().filter_map(|case| top(case, model)).collect();
            let from = |least: f64| {
                let sure = tops.iter().filter(|(probability, _)| *probability >= least);
                let n_right = sure.clone().filter(|(_, is_right)| *is_right).count();
                format!("{n_right} of {}", sure.count())
            };
            let n_possible =
                chosen.iter().filter(|case| case.columns.iter().any(|one| one.is_right)).count();
            writeln!(
                text,
                "| {name} | {} | {} | {n_possible} | {} | {} | {} | {} |",
                half.name(),
                chosen.len(),
                from(0.0),
                from(0.5),
                from(0.9),
                from(0.97)
            )
            .expect(INFALLIBLE);
        }
    }
    text
}

/// Returns the probability of the most probable column, and whether it is right.
fn top(case: &MatchCase, model: &MatchModel) -> Option<(f64, bool)> {
    let ranked = ranked(case, model);
    let (logit, best) = ranked.first()?;
    let mut sum = (model.none - logit).exp();
    let mut seen: Vec<(f64, &str)> = Vec::new();
    for (other, column) in &ranked {
        // Columns with the same values are one.
        if !seen.contains(&(column.f1, column.example.as_str())) {
            seen.push((column.f1, &column.example));
            sum += (other - logit).exp();
        }
    }
    Some((1.0 / sum, best.is_right))
}

fn ranked<'c>(case: &'c MatchCase, model: &MatchModel) -> Vec<(f64, &'c MatchColumn)> {
    let mut ranked: Vec<(f64, &MatchColumn)> =
        case.columns.iter().map(|column| (model.logit(&column.features), column)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.truncate(60);
    ranked
}

fn details(case: &MatchCase, model: &MatchModel) -> String {
    let mut text = String::new();
    let ranked = ranked(case, model);
    let (probability, is_right) = top(case, model).unwrap_or_default();
    writeln!(text, "{} {}: {probability:.2} right={is_right}", case.name, case.half.name())
        .expect(INFALLIBLE);
    let first_right = ranked.iter().position(|(_, column)| column.is_right);
    let shown = ranked.iter().take(2).chain(ranked.iter().skip(first_right.unwrap_or(60)).take(1));
    for (logit, column) in shown {
        let raised = MATCH_FEATURES.iter().zip(column.features).filter(|(_, value)| *value != 0.0);
        let raised: Vec<String> =
            raised.map(|(name, value)| format!("{name} {value:.2}")).collect();
        writeln!(
            text,
            "    {logit:.2} f1 {:.2} {:.60} [{}] {}",
            column.f1,
            column.key,
            column.example,
            raised.join(", ")
        )
        .expect(INFALLIBLE);
    }
    if first_right.is_none() {
        let best = case.columns.iter().max_by(|a, b| a.f1.total_cmp(&b.f1));
        if let Some(best) = best {
            writeln!(text, "    best f1 {:.2} {:.60} [{}]", best.f1, best.key, best.example)
                .expect(INFALLIBLE);
        }
    }
    text
}

/// Steps of the fit, their size, and the strength of the regularization.
const N_STEPS: usize = 600;
const STEP: f64 = 0.05;
const RIDGE: f64 = 0.004;

/// Maximizes the probability of the right columns, by Adam.
fn fit(cases: &[&MatchCase]) -> MatchModel {
    const N: usize = N_MATCH_FEATURES + 1;
    let mut model = MatchModel::default();
    let (mut first, mut second) = ([0.0; N], [0.0; N]);
    for step in 1..=N_STEPS {
        let mut gradient = [0.0; N];
        for case in cases {
            // Redesigns count more than other sites, and broken fields more than others.
            let weight = if !case.is_pair {
                0.5
            } else if case.is_broken {
                3.0
            } else {
                1.0
            };
            add_gradient(case, &model, weight, &mut gradient);
        }
        #[expect(clippy::cast_precision_loss, reason = "cases are few")]
        let n = cases.len().max(1) as f64;
        for at in 0..N {
            let value = if at == 0 { &mut model.none } else { &mut model.weights[at - 1] };
            let slope = gradient[at] / n - if at == 0 { 0.0 } else { RIDGE * *value };
            first[at] = 0.9 * first[at] + 0.1 * slope;
            second[at] = 0.99 * second[at] + 0.01 * slope * slope;
            let exponent = i32::try_from(step).unwrap_or(i32::MAX);
            let (mean, spread) = (
                first[at] / (1.0 - 0.9_f64.powi(exponent)),
                second[at] / (1.0 - 0.99_f64.powi(exponent)),
            );
            *value += STEP * mean / (spread.sqrt() + 1e-8);
        }
    }
    model
}

fn add_gradient(case: &MatchCase, model: &MatchModel, weight: f64, gradient: &mut [f64]) {
    let logits: Vec<f64> = case.columns.iter().map(|one| model.logit(&one.features)).collect();
    let most = logits.iter().copied().fold(model.none, f64::max);
    let exps: Vec<f64> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let none = (model.none - most).exp();
    let total: f64 = exps.iter().sum::<f64>() + none;
    let right: f64 =
        case.columns.iter().zip(&exps).filter(|(one, _)| one.is_right).map(|(_, e)| e).sum();
    let has_right = right > 0.0;
    gradient[0] += weight * (if has_right { 0.0 } else { 1.0 } - none / total);
    for (column, exp) in case.columns.iter().zip(&exps) {
        let wanted = if column.is_right && has_right { exp / right } else { 0.0 };
        let error = weight * (wanted - exp / total);
        for (slope, feature) in gradient[1..].iter_mut().zip(column.features) {
            *slope += error * feature;
        }
    }
}
