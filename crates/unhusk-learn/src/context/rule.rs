//! A field's examples -> its selector.

use super::CLASS;
use super::corpus::NodeCorpus;
use super::estimate::estimate;
use super::evaluate::Rule;
use super::field::FieldTask;
use super::point::{Point, Tokens, Variant};
use super::search::{ForkSearch, SearchLimits, SearchOutcome};
use crate::LearnError;
use unhusk_page::Warning;
use unhusk_wrapper::context::internal::fork;
use unhusk_wrapper::context::internal::fork::Budget;
use unhusk_wrapper::context::{ContextSelector, ForkSize, SymbolKind};

/// Most bytes of the written forks of one selector; a whole wrapper file has 4 MiB.
const MAX_FORK_BYTES: usize = 256 * 1024;

/// Returns the selector of a field, and a warning for the user, if there is one.
pub(super) fn learn(
    corpus: &NodeCorpus,
    task: &FieldTask,
    limits: &SearchLimits,
) -> Result<(ContextSelector, Option<Warning>), LearnError> {
    let (point, warning) = point(corpus, task, limits)?;
    Ok((selector(corpus, task, point, limits)?, warning))
}

/// Returns k, l and alphabet: by negatives if there are any, by estimate if not.
fn point(
    corpus: &NodeCorpus,
    task: &FieldTask,
    limits: &SearchLimits,
) -> Result<(Point, Option<Warning>), LearnError> {
    if task.negatives.is_empty() {
        let point = estimate(corpus, &task.candidates, &task.positives, limits);
        return point.map(|point| (point, None)).ok_or_else(|| gave_up(limits));
    }
    let candidates = task.candidates.clone();
    let mut search = ForkSearch::new(corpus, candidates, &Variant::COMMON, limits.clone());
    search.add_positives(&task.positives);
    search.add_negatives(&task.negatives);
    let mut outcome = search.best();
    if outcome == SearchOutcome::NotExpressible {
        search.add_variants(&Variant::LAST);
        outcome = search.best();
    }
    match outcome {
        SearchOutcome::Found(found) => {
            let note = format!(
                "field `{}`: the search for a more general rule ended at its limit; the best so far was taken",
                task.name
            );
            Ok((found.point, found.cut_short.then_some(Warning::Note(note))))
        }
        SearchOutcome::NotExpressible => Err(task.no_fit(
            CLASS,
            "a node that is no value looks like one, however far one looks around it",
        )),
        SearchOutcome::GaveUp => Err(gave_up(limits)),
    }
}

fn gave_up(limits: &SearchLimits) -> LearnError {
    LearnError::Budget { class: CLASS, what: "rules", limit: limits.max_points }
}

/// The selector learnt at a point.
pub(super) fn selector(
    corpus: &NodeCorpus,
    task: &FieldTask,
    point: Point,
    limits: &SearchLimits,
) -> Result<ContextSelector, LearnError> {
    let mut budget = Budget::new(limits.max_steps);
    let rule =
        Rule::learn(corpus, &task.positives, point, &mut budget).map_err(|_| gave_up(limits))?;
    let name = |symbol, out: &mut String| rule.symbols.write(symbol, out);
    let forks = fork::write(&rule.forks, &name, MAX_FORK_BYTES).ok_or(LearnError::Budget {
        class: CLASS,
        what: "bytes of forks",
        limit: MAX_FORK_BYTES,
    })?;
    let symbols = match point.variant.tokens {
        Tokens::All => SymbolKind::All,
        _ => SymbolKind::Named,
    };
    let size = ForkSize { k: point.width, l: point.depth };
    let selector = ContextSelector::new(task.target.clone(), size, symbols, forks);
    Ok(selector.expect("what was written can be read"))
}
