//! Cross-validation: learns from a part of the training labels and checks the rest.

use super::{MIN_READ, RepairContext};
use crate::repair::agreement;
use crate::repair::agreement::ReadCounts;
use crate::repair::labels::{RepairPage, TrainingLabels};
use crate::repair::relearn;
use unhusk_wrapper::Wrapper;

/// Parts that are held out in turn.
const N_PARTS: usize = 3;
/// Records that the only known page needs, so that half of them are enough to learn from.
const MIN_RECORDS: usize = 4;
/// The halves are every other record, from the first or from the second record on.
const N_HALVES: usize = 2;

/// Holds out each part of the training pages in turn, and counts what the wrapper learnt from the others reads of it,
/// field by field. A part without which nothing can be learnt is skipped.
pub(super) fn held_out(context: RepairContext<'_, '_>) -> Vec<Vec<ReadCounts>> {
    let training = context.training;
    let n_parts = N_PARTS.min(training.n_labelled());
    let of_part = |part: usize| {
        let positions = || 0..training.n_labelled();
        let kept = training.part(positions().filter(|at| at % n_parts != part));
        let held_out = training.part(positions().filter(|at| at % n_parts == part));
        let wrapper = relearn::relearn(context.old, context.pages, &kept).ok()?;
        Some(agreement::with_labels(&wrapper, context.pages, &held_out))
    };
    (0..n_parts).filter_map(of_part).collect()
}

/// Wrappers learnt from each half of the records of the only known page; none if there are too few records.
pub(super) fn learn_halves(context: RepairContext<'_, '_>) -> Vec<Wrapper> {
    let [page] = context.training.pages.as_slice() else { return Vec::new() };
    if page.records.len() < MIN_RECORDS {
        return Vec::new();
    }
    let learnt = |half| relearn::relearn(context.old, context.pages, &half_of(page, half)).ok();
    (0..N_HALVES).filter_map(learnt).collect()
}

/// Whether, for each field, each half of the only known page is enough to read all values and nothing else.
pub(super) fn confirmed_by_halves(context: RepairContext<'_, '_>, halves: &[Wrapper]) -> Vec<bool> {
    let mut confirmed = vec![halves.len() == N_HALVES; context.old.schema.fields().len()];
    for wrapper in halves {
        let read = agreement::with_labels(wrapper, context.pages, context.training);
        for (confirmed, counts) in confirmed.iter_mut().zip(read) {
            *confirmed &= counts.right == counts.all;
        }
    }
    confirmed
}

/// Whether the wrapper learnt from half of the labels reads exactly the known values on the known page, and on all
/// pages all that the wrapper learnt from all labels reads, and more. Then the half that was held out confirms it, and
/// the other wrapper relies on something that is not on every page.
pub(in crate::repair) fn is_more_general(
    context: RepairContext<'_, '_>,
    half: &Wrapper,
    whole: &Wrapper,
) -> bool {
    let known = agreement::total(&agreement::with_labels(half, context.pages, context.training));
    known.right == known.all
        && agreement::coverage(half, whole, context.pages).share() >= MIN_READ
        && agreement::coverage(whole, half, context.pages).share() < MIN_READ
}

/// Every other record of a page.
fn half_of(page: &RepairPage, half: usize) -> TrainingLabels {
    let records = page.records.iter().skip(half).step_by(N_HALVES).cloned().collect();
    TrainingLabels { pages: vec![RepairPage { page: page.page, is_complete: false, records }] }
}
