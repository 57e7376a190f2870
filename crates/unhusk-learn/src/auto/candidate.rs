//! Wrappers of other classes for the same labels.

use crate::context::{KlLearner, SearchLimits};
use crate::example::{Example, LabelCell, TrainingSet};
use crate::pattern::PatternLearner;
use crate::score::Score;
use crate::template::TemplateLearner;
use crate::{Learn, LearnedRule, Settings, delimiter};
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Extract};

/// How a wrapper reads the labelled pages.
pub(super) struct Fit {
    /// The number of labelled pages that it reads as they are labelled.
    pub(super) n_right: usize,
    /// Whether it finds more records than are labelled.
    pub(super) has_more: bool,
    /// The F1 score on the labelled pages.
    pub(super) f1: f64,
}

impl Fit {
    pub(super) fn of(wrapper: &AnyWrapper, schema: &Schema, examples: &TrainingSet<'_>) -> Self {
        let (mut score, mut has_more) = (Score::default(), false);
        for example in examples.examples() {
            let records = wrapper.extract(schema, example.page).records;
            has_more |= records.len() > example.records.len();
            score.add_page(schema, example, &records);
        }
        Self { n_right: score.n_pages_right, has_more, f1: score.total().f1() }
    }
}

/// How many labelled pages a wrapper reads as they are labelled.
pub(super) fn n_fits(wrapper: &AnyWrapper, schema: &Schema, examples: &TrainingSet<'_>) -> usize {
    Fit::of(wrapper, schema, examples).n_right
}

/// A template whose columns have the labelled values, if that does not take long.
pub(super) fn by_template(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Option<LearnedRule<AnyWrapper>> {
    let learner = TemplateLearner::from(settings.clone());
    is_quick(examples).then(|| learner.learn(examples).ok()).flatten().map(LearnedRule::into_any)
}

/// The simplest delimiters that fit, if that does not take long.
pub(super) fn by_delimiters(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Option<LearnedRule<AnyWrapper>> {
    is_quick(examples).then(|| delimiter::simplest_of_any_class(examples, settings).ok()).flatten()
}

/// Steps of `kl` for one point, a tenth of what it may take when it is asked for.
const MAX_KL_STEPS: u64 = 2_000_000;
/// Points that `kl` tries for a field.
const MAX_KL_POINTS: usize = 40;

/// Nodes by their surroundings, if that does not take long.
pub(super) fn by_surroundings(examples: &TrainingSet<'_>) -> Option<LearnedRule<AnyWrapper>> {
    if !is_quick(examples) {
        return None;
    }
    let mut learner = KlLearner::default();
    let (max_points, max_steps) = (MAX_KL_POINTS, MAX_KL_STEPS);
    learner.limits = SearchLimits { max_points, max_steps, ..learner.limits };
    learner.learn(examples).ok().map(LearnedRule::into_any)
}

/// Steps of `pattern`, a tenth of what it may take when it is asked for.
const MAX_PATTERN_STEPS: u64 = 2_000_000;

/// What looks like the labelled records, if that does not take long.
pub(super) fn by_looks(examples: &TrainingSet<'_>) -> Option<LearnedRule<AnyWrapper>> {
    by_looks_in(examples, MAX_PATTERN_STEPS)
}

/// What looks like the labelled records, in so many steps, if pages are not large.
pub(super) fn by_looks_in(
    examples: &TrainingSet<'_>,
    max_steps: u64,
) -> Option<LearnedRule<AnyWrapper>> {
    if !is_quick(examples) {
        return None;
    }
    let learner = PatternLearner { max_steps, ..PatternLearner::default() };
    learner.learn(examples).ok().map(LearnedRule::into_any)
}

/// Bytes of labelled pages from which other classes are learnt.
const MAX_BYTES: usize = 512 << 10;
/// Labelled values from which other classes are learnt.
const MAX_LABELS: usize = 200;

/// Whether other classes can be learnt beside the one that is taken without a wait.
fn is_quick(examples: &TrainingSet<'_>) -> bool {
    let pages = examples.examples();
    let n_bytes: usize = pages.iter().map(|example| example.page.source().len()).sum();
    n_bytes <= MAX_BYTES && pages.iter().map(n_labels).sum::<usize>() <= MAX_LABELS
}

/// Labels of fields that hold values; nested ones are beyond `kl` anyway.
fn n_labels(example: &Example<'_>) -> usize {
    let cells = example.records.iter().flat_map(|record| &record.cells);
    cells
        .map(|cell| match cell {
            LabelCell::One(_) => 1,
            LabelCell::Many(labels) => labels.len(),
            LabelCell::Unknown | LabelCell::Absent | LabelCell::Nested(_) => 0,
        })
        .sum()
}
