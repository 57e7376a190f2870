//! The other methods, which are asked where `site` and delimiters fit no wrapper: what reads most labels is taken.
//!
//! Methods that read the tree come first: their wrappers live longer than those that read the source.

use super::candidate::Fit;
use crate::example::TrainingSet;
use crate::{LearnedRule, Settings, find_method};
use unhusk_wrapper::AnyWrapper;

/// The names of the methods, in the order in which they are asked.
const METHODS: [&str; 4] = ["kl", "pattern", "template", "stalker"];

/// Least F1 score on the labelled pages, as for `site`.
const LEAST: f64 = 0.5;

/// The wrapper that reads most labels, and its F1 score on the labelled pages; the first of equal ones.
pub(super) fn most_read(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Option<(f64, LearnedRule<AnyWrapper>)> {
    let n_pages = examples.examples().len();
    let mut best: Option<(f64, LearnedRule<AnyWrapper>)> = None;
    for method in METHODS.into_iter().filter_map(find_method) {
        let Ok(learned) = method.learn(examples, settings) else { continue };
        let fit = Fit::of(&learned.wrapper, &learned.schema(examples), examples);
        if fit.f1 >= LEAST && best.as_ref().is_none_or(|best| fit.f1 > best.0) {
            best = Some((fit.f1, learned));
        }
        if fit.n_right == n_pages {
            break;
        }
    }
    best
}
