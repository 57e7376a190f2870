//! What a wrapper that was taught a part of what is known makes of the rest.

use super::{Ground, MIN_READ};
use crate::repair::labels::{TaughtPage, Teaching};
use crate::repair::read;
use crate::repair::read::Counts;
use crate::repair::relearn;
use unhusk_wrapper::Wrapper;

/// Parts that are left out in turn.
const N_PARTS: usize = 3;
/// Records of the one page that is known that are enough to learn from some of them.
const MIN_RECORDS: usize = 4;
/// Every other record, from the first or the second on.
const N_HALVES: usize = 2;

/// What is read of the known pages if each of some parts of them is left out in turn, field by field. A part without
/// which nothing can be learnt says nothing.
pub(super) fn left_out(ground: Ground<'_, '_>) -> Vec<Vec<Counts>> {
    let teaching = ground.teaching;
    let n_parts = N_PARTS.min(teaching.n_labelled());
    let of_part = |part: usize| {
        let positions = || 0..teaching.n_labelled();
        let kept = teaching.part(positions().filter(|at| at % n_parts != part));
        let asked = teaching.part(positions().filter(|at| at % n_parts == part));
        let wrapper = relearn::relearn(ground.old, ground.pages, &kept).ok()?;
        Some(read::of_taught(&wrapper, ground.pages, &asked))
    };
    (0..n_parts).filter_map(of_part).collect()
}

/// Wrappers that learnt from every other record of the one page that is known, one for each half; none if there are too
/// few records.
pub(super) fn of_halves(ground: Ground<'_, '_>) -> Vec<Wrapper> {
    let [page] = ground.teaching.pages.as_slice() else { return Vec::new() };
    if page.records.len() < MIN_RECORDS {
        return Vec::new();
    }
    let learnt = |half| relearn::relearn(ground.old, ground.pages, &half_of(page, half)).ok();
    (0..N_HALVES).filter_map(learnt).collect()
}

/// The fields of which each half of the one page that is known is enough to read all values, and nothing else.
pub(super) fn told_by_halves(ground: Ground<'_, '_>, halves: &[Wrapper]) -> Vec<bool> {
    let mut told = vec![halves.len() == N_HALVES; ground.old.schema.fields().len()];
    for wrapper in halves {
        let read = read::of_taught(wrapper, ground.pages, ground.teaching);
        told.iter_mut().zip(read).for_each(|(told, counts)| *told &= counts.right == counts.all);
    }
    told
}

/// Whether a wrapper that learnt from half of what is known reads all of it and nothing else there, and on all pages what
/// the one that learnt from everything reads, and more. Then the half that it was not taught speaks for it, and what the
/// other goes by besides is not on every page.
pub(in crate::repair) fn is_more_general(
    ground: Ground<'_, '_>,
    half: &Wrapper,
    whole: &Wrapper,
) -> bool {
    let known = read::total(&read::of_taught(half, ground.pages, ground.teaching));
    known.right == known.all
        && read::of_other(half, whole, ground.pages).share() >= MIN_READ
        && read::of_other(whole, half, ground.pages).share() < MIN_READ
}

/// Every other record of a page.
fn half_of(page: &TaughtPage, half: usize) -> Teaching {
    let records = page.records.iter().skip(half).step_by(N_HALVES).cloned().collect();
    Teaching { pages: vec![TaughtPage { page: page.page, is_complete: false, records }] }
}
