//! Table 2: number of examples until nothing is wrong.

use super::five::count;
use super::task::KlTask;
use crate::random::Random;
use std::collections::BTreeMap;
use std::time::Instant;
use unhusk::learn::context::{FieldLesson, Hypothesis, PageNode, SearchLimits};

/// Means over all runs.
pub(super) struct Taught {
    pub(super) positives: f64,
    pub(super) negatives: f64,
    pub(super) ms: f64,
    /// The most frequent final k and l.
    pub(super) size: (usize, usize),
    /// Runs that ended without a rule.
    pub(super) n_failed: usize,
}

/// Gives one random positive, then random counterexamples until the rule is right on all pages; `n_runs` times.
pub(super) fn measure(
    task: &KlTask<'_>,
    lesson: &FieldLesson,
    (n_runs, seed): (usize, u64),
) -> Taught {
    let mut random = Random::new(seed);
    let mut total = TeachingRun::default();
    let mut sizes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut n_failed = 0;
    let start = Instant::now();
    for _ in 0..n_runs {
        let run = teach(task, lesson, &mut random);
        total.n_positives += run.n_positives;
        total.n_negatives += run.n_negatives;
        match run.size {
            Some(size) => *sizes.entry(size).or_default() += 1,
            None => n_failed += 1,
        }
    }
    let mean = |sum: f64| sum / count(n_runs);
    Taught {
        positives: mean(count(total.n_positives)),
        negatives: mean(count(total.n_negatives)),
        ms: mean(start.elapsed().as_secs_f64() * 1e3),
        size: sizes.into_iter().max_by_key(|&(_, n)| n).map_or((0, 0), |(size, _)| size),
        n_failed,
    }
}

#[derive(Default)]
struct TeachingRun {
    n_positives: usize,
    n_negatives: usize,
    /// Final k and l of the rule.
    size: Option<(usize, usize)>,
}

fn teach(task: &KlTask<'_>, lesson: &FieldLesson, random: &mut Random) -> TeachingRun {
    let truth: Vec<PageNode> = task.truth.iter().copied().collect();
    let mut session = lesson.begin(SearchLimits::default());
    session.accept(truth[random.below(truth.len())]);
    let mut run = TeachingRun { n_positives: 1, ..TeachingRun::default() };
    while let Hypothesis::Rule { point, found } = session.hypothesis() {
        let found = task.judged(found);
        let wrong: Vec<PageNode> = found.symmetric_difference(&task.truth).copied().collect();
        if wrong.is_empty() {
            run.size = Some((point.width, point.depth));
            break;
        }
        let node = wrong[random.below(wrong.len())];
        if task.truth.contains(&node) {
            session.accept(node);
            run.n_positives += 1;
        } else {
            session.reject(node);
            run.n_negatives += 1;
        }
    }
    run
}
