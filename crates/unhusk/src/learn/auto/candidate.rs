//! Wrappers of other classes for the same labels.

use crate::example::{Example, LabelCell, TrainingSet};
use crate::learn::context::{KlLearner, SearchLimits};
use crate::learn::{Learned, Learner, Settings, delimiter};
use crate::record::Schema;
use crate::score::Score;
use crate::wrapper::{AnyWrapper, Wrapper};

/// How many labelled pages a wrapper reads as they are labelled.
pub(super) fn n_fits(wrapper: &AnyWrapper, schema: &Schema, examples: &TrainingSet<'_>) -> usize {
    let mut score = Score::default();
    for example in examples.examples() {
        score.add_page(schema, example, &wrapper.extract(schema, example.page).records);
    }
    score.n_pages_right
}

/// Bytes of labelled pages from which rivals are learnt.
const MAX_BYTES: usize = 512 << 10;
/// Labelled values from which rivals are learnt: of long lists, where one label is wrong, delimiters and `kl` take
/// seconds to find that they do not fit.
const MAX_LABELS: usize = 200;

/// What the other classes make of the labels, in the order in which they are trusted: the simplest delimiters that
/// fit, then nodes by their surroundings. None of long pages and long lists.
pub(super) fn rivals(
    chosen: &AnyWrapper,
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Vec<Learned<AnyWrapper>> {
    let pages = examples.examples();
    let n_bytes: usize = pages.iter().map(|example| example.page.source().len()).sum();
    let n_labels: usize = pages.iter().map(n_labels).sum();
    if n_bytes > MAX_BYTES || n_labels > MAX_LABELS {
        return Vec::new();
    }
    let by_delimiters = || delimiter::simplest(examples, settings).ok();
    let delimiters = if chosen.is_delimiter() { None } else { by_delimiters() };
    delimiters.into_iter().chain(by_surroundings(examples)).collect()
}

/// Steps of `kl` for one point, a fortieth of what it may take when it is asked for.
const MAX_KL_STEPS: u64 = 500_000;
/// Points that `kl` tries for a field.
const MAX_KL_POINTS: usize = 40;

/// Nodes by their surroundings, if that does not take long.
fn by_surroundings(examples: &TrainingSet<'_>) -> Option<Learned<AnyWrapper>> {
    let mut learner = KlLearner::default();
    let (max_points, max_steps) = (MAX_KL_POINTS, MAX_KL_STEPS);
    learner.limits = SearchLimits { max_points, max_steps, ..learner.limits };
    learner.learn(examples).ok().map(Learned::into_any)
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
