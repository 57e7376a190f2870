//! What a wrapper that was taught a part of what is known makes of the rest.

use super::Ground;
use crate::verify::repair::labels::{TaughtPage, Teaching};
use crate::verify::repair::read::{self, Counts};
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

/// The fields of which every other record of the one page that is known is enough to read all values, and nothing else.
pub(super) fn told_by_halves(ground: Ground<'_, '_>) -> Vec<bool> {
    let n_fields = ground.old.schema.fields().len();
    let [page] = ground.teaching.pages.as_slice() else { return vec![false; n_fields] };
    let mut told = vec![page.records.len() >= MIN_RECORDS; n_fields];
    for half in 0..2 {
        if !told.contains(&true) {
            break;
        }
        let learnt = relearn::relearn(ground.old, ground.pages, &half_of(page, half));
        let read = learnt.map(|wrapper| read::of_taught(&wrapper, ground.pages, ground.teaching));
        for (field, told) in told.iter_mut().enumerate() {
            *told &= read.as_ref().is_ok_and(|fields| fields[field].right == fields[field].all);
        }
    }
    told
}

/// Every other record of a page.
fn half_of(page: &TaughtPage, half: usize) -> Teaching {
    let records = page.records.iter().skip(half).step_by(2).cloned().collect();
    Teaching { pages: vec![TaughtPage { page: page.page, is_complete: false, records }] }
}
