//! A second opinion: what methods of other kinds make of the same labels.

use super::{Ground, MIN_READ, read, relearn};
use crate::wrapper::WrapperFile;

/// Methods that are asked, the quickest first.
const SECOND: [&str; 3] = ["kl", "hlrt", "pattern"];
/// The share of a field's values that some method must read alike.
const MIN_ALIKE: f64 = 0.9;

/// A method that reads the same on all pages.
pub(super) fn agreeing(ground: Ground<'_, '_>, mended: &WrapperFile) -> Option<&'static str> {
    let agrees = |method: &&'static str| {
        learnt(ground, method).is_some_and(|other| {
            let fields = read::alike(mended, &other, ground.pages);
            let of_more: Vec<_> = fields.into_iter().map(|(of_more, _)| of_more).collect();
            read::total(&of_more).share() >= MIN_READ
        })
    };
    SECOND.into_iter().find(agrees)
}

/// The first field that every method that fits the labels reads otherwise. Labels that only one method fits have no
/// second opinion, and so no such field.
pub(super) fn contested(ground: Ground<'_, '_>, mended: &WrapperFile) -> Option<usize> {
    let mut is_alike = vec![false; mended.schema.fields().len()];
    let mut is_learnt = false;
    for method in SECOND {
        let Some(other) = learnt(ground, method) else { continue };
        is_learnt = true;
        let fields = read::alike(mended, &other, ground.pages);
        for (alike, (of_more, _)) in is_alike.iter_mut().zip(fields) {
            *alike |= of_more.share() >= MIN_ALIKE;
        }
        if is_alike.iter().all(|alike| *alike) {
            return None;
        }
    }
    is_alike.iter().position(|alike| is_learnt && !alike)
}

fn learnt(ground: Ground<'_, '_>, method: &str) -> Option<WrapperFile> {
    relearn::relearn_with(ground.old, ground.pages, ground.teaching, method).ok()
}
