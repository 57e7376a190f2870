//! Witnesses: what the old wrapper, and methods of other kinds that learnt from the same labels, make of the pages.
//!
//! A field is **vouched for** if a witness reads it as the repair does. The old wrapper is a witness for the fields that
//! it still reads right: it was taught by a person, on other pages, so it errs in other ways than the repair. That it
//! reads less than the repair speaks neither for nor against what it does not read; it must read half at least.

use super::Ground;
use crate::verify::repair::read::{self, Counts};
use crate::verify::repair::relearn;
use crate::wrapper::WrapperFile;

/// Methods that are asked, the quickest first.
const SECOND: [&str; 3] = ["kl", "hlrt", "pattern"];
/// The share of what the old wrapper reads that the repair must read alike.
const MIN_ALIKE_TO_OLD: f64 = 0.95;

/// What witnesses say, field by field.
pub(super) struct Witnesses {
    /// Whether some witness vouches for each field.
    vouched: Vec<bool>,
    /// Whether a method of another kind fits the labels. Labels that only one fits have no second opinion.
    pub(super) has_second: bool,
}

impl Witnesses {
    /// What the old wrapper vouches for.
    pub(super) fn old(ground: Ground<'_, '_>, mended: &WrapperFile) -> Self {
        let alike = read::alike(mended, ground.old, ground.pages);
        let sound = ground.sound.iter().zip(alike);
        let vouched =
            sound.map(|(is_sound, counts)| *is_sound && vouches(counts.0, counts.1)).collect();
        Self { vouched, has_second: false }
    }

    /// Asks other methods as long as no one vouches for some field. `enough` says for which fields a method vouches, by
    /// what it reads alike.
    pub(super) fn ask(
        &mut self,
        ground: Ground<'_, '_>,
        mended: &WrapperFile,
        enough: impl Fn(&[Counts]) -> Vec<bool>,
    ) {
        for method in SECOND {
            if self.unvouched().is_none() {
                return;
            }
            let Some(other) = learnt(ground, method) else { continue };
            self.has_second = true;
            let alike = read::alike(mended, &other, ground.pages);
            let of_more: Vec<Counts> = alike.into_iter().map(|(of_more, _)| of_more).collect();
            self.add(&enough(&of_more));
        }
    }

    /// Adds what another witness vouches for.
    pub(super) fn add(&mut self, fields: &[bool]) {
        self.vouched.iter_mut().zip(fields).for_each(|(vouched, other)| *vouched |= other);
    }

    /// The first field that no one vouches for.
    pub(super) fn unvouched(&self) -> Option<usize> {
        self.vouched.iter().position(|vouched| !vouched)
    }
}

/// Whether the old wrapper vouches for a field of which it reads so much alike: of all that it or the repair reads, and of
/// what both read.
pub(in crate::verify::repair) fn vouches(of_more: Counts, of_less: Counts) -> bool {
    let reads_enough = of_less.all > 0 && 2 * of_less.all >= of_more.all;
    reads_enough && of_less.share() >= MIN_ALIKE_TO_OLD
}

fn learnt(ground: Ground<'_, '_>, method: &str) -> Option<WrapperFile> {
    relearn::relearn_with(ground.old, ground.pages, ground.teaching, method).ok()
}
