//! What a wrapper that was taught a part of what is known makes of the rest.

use super::Ground;
use super::read::{self, Counts};
use crate::verify::repair::labels::{TaughtPage, Teaching};
use crate::verify::repair::relearn;

/// Parts that are left out in turn.
const N_PARTS: usize = 3;
/// Records of the one page that is known that are enough to learn from some of them.
const MIN_RECORDS: usize = 4;

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

/// Whether every other record of the one page that is known is enough to read all of them, and nothing else.
pub(super) fn halves_tell_all(ground: Ground<'_, '_>) -> bool {
    let [page] = ground.teaching.pages.as_slice() else { return false };
    let tells_all = |half: usize| {
        let learnt = relearn::relearn(ground.old, ground.pages, &half_of(page, half));
        learnt.is_ok_and(|wrapper| {
            let counts = read::total(&read::of_taught(&wrapper, ground.pages, ground.teaching));
            counts.right == counts.all
        })
    };
    page.records.len() >= MIN_RECORDS && (0..2).all(tells_all)
}

/// Every other record of a page.
fn half_of(page: &TaughtPage, half: usize) -> Teaching {
    let records = page.records.iter().skip(half).step_by(2).cloned().collect();
    Teaching { pages: vec![TaughtPage { page: page.page, is_complete: false, records }] }
}
