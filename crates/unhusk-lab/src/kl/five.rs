//! Table 1: quality of a rule from five random examples.

use super::task::{KlTask, texts};
use crate::random::Random;
use anyhow::Context;
use std::collections::BTreeSet;
use unhusk::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet};
use unhusk::learn::Settings;
use unhusk::learn::context::{FieldLesson, Hypothesis, PageNode, Point, SearchLimits, Variant};
use unhusk::record::{Cell, Field, Schema};
use unhusk::wrapper::Extract;
use unhusk::{Page, Span};
use unhusk_baselines::find_method;

const N_EXAMPLES: usize = 5;

/// Mean F1 in percent.
pub(super) struct FromFive {
    pub(super) kl: f64,
    pub(super) luti: f64,
    /// KL with the k, l and contexts that have the best result.
    pub(super) kl_best: f64,
}

/// Draws five examples, `n_runs` times; all methods learn from the same.
pub(super) fn measure(
    task: &KlTask<'_>,
    lesson: &FieldLesson,
    (n_runs, seed): (usize, u64),
) -> anyhow::Result<FromFive> {
    let truth: Vec<PageNode> = task.truth.iter().copied().collect();
    let mut random = Random::new(seed);
    let mut sum = FromFive { kl: 0.0, luti: 0.0, kl_best: 0.0 };
    for _ in 0..n_runs {
        let order = random.order(truth.len());
        let positives: Vec<PageNode> = order.iter().take(N_EXAMPLES).map(|&at| truth[at]).collect();
        sum.kl += f1(task, found_by("kl", task, &positives)?);
        sum.luti += f1(task, found_by("luti", task, &positives)?);
        sum.kl_best += best(task, lesson, &positives);
    }
    let percent = |sum: f64| sum * 100.0 / count(n_runs);
    Ok(FromFive { kl: percent(sum.kl), luti: percent(sum.luti), kl_best: percent(sum.kl_best) })
}

/// Returns the nodes that a method finds on all pages; none if it learns nothing.
fn found_by(
    method: &str,
    task: &KlTask<'_>,
    positives: &[PageNode],
) -> anyhow::Result<BTreeSet<PageNode>> {
    let method = find_method(method).with_context(|| format!("there is no method {method}"))?;
    // A page is one record with many values: how values form records does not matter here.
    let mut field = Field::new("value");
    field.many = true;
    let schema = Schema::new(vec![field])?;
    let set = TrainingSet::from_examples(schema, examples(task, positives))?;
    let Ok(learned) = method.learn(&set, &Settings::default()) else {
        return Ok(BTreeSet::new());
    };
    let mut found = BTreeSet::new();
    for (at, page) in task.pages.iter().enumerate() {
        let spans: Vec<Span> = learned
            .wrapper
            .extract(set.schema(), page)
            .records
            .iter()
            .flat_map(|record| &record.cells)
            .flat_map(|cell| match cell {
                Cell::Many(values) => values.iter().map(|value| value.span).collect(),
                _ => Vec::new(),
            })
            .collect();
        let is_found = |text: Span| {
            let behind = spans.partition_point(|span| span.start < text.start);
            spans.get(behind).is_some_and(|span| text.contains(*span))
        };
        found.extend(texts(page).filter(|&(text, _)| is_found(text)).map(|(_, node)| (at, node)));
    }
    Ok(found)
}

/// Returns the pages of the positives with these as labels, marked as incomplete.
fn examples<'s>(task: &KlTask<'s>, positives: &[PageNode]) -> Vec<Example<'s>> {
    let pages: BTreeSet<usize> = positives.iter().map(|&(page, _)| page).collect();
    let example = |&at: &usize| {
        let page: &'s Page = task.pages[at];
        let mut nodes: Vec<_> = positives.iter().filter(|node| node.0 == at).collect();
        nodes.sort_unstable();
        let label = |&&(_, node): &&PageNode| {
            let place = Place { span: page.tree().span(node)?, target: PlaceTarget::Text(node) };
            Some(Label { candidates: vec![place], text: None })
        };
        let cell = LabelCell::Many(nodes.iter().filter_map(label).collect());
        Example {
            name: at.to_string(),
            page,
            complete: false,
            records: vec![LabelledRecord { cells: vec![cell] }],
            negatives: Vec::new(),
        }
    };
    pages.iter().map(example).collect()
}

/// Returns the best F1 over all k, l and uses of contexts in the paper's tables.
fn best(task: &KlTask<'_>, lesson: &FieldLesson, positives: &[PageNode]) -> f64 {
    let sizes = (1..=4).flat_map(|width| (2..=5).map(move |depth| (width, depth)));
    let points = sizes.flat_map(|(width, depth)| {
        Variant::COMMON[..2].iter().map(move |&variant| Point { width, depth, variant })
    });
    let score = |point| match lesson.at(point, positives, &SearchLimits::default()) {
        Hypothesis::Rule { found, .. } => f1(task, found),
        _ => 0.0,
    };
    points.map(score).fold(0.0, f64::max)
}

fn f1(task: &KlTask<'_>, found: impl IntoIterator<Item = PageNode>) -> f64 {
    let (found, truth) = (task.judged(found), &task.truth);
    2.0 * count(found.intersection(truth).count()) / count(found.len() + truth.len())
}

/// Converts a number of nodes or runs.
pub(super) fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}
