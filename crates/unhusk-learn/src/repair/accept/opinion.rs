//! Witnesses: what the old wrapper, and methods of other kinds that learnt from the same labels, make of the pages.
//!
//! A field is **vouched for** if a witness reads it as the repair does. The old wrapper is a witness for the fields that
//! it still reads right: it was taught by a person, on other pages, so it errs in other ways than the repair. That it
//! reads less than the repair speaks neither for nor against what it does not read; it must read half at least.
//!
//! A method that reads less than the repair, and nothing else, is *quiet*: two of them vouch for a field together. One that
//! reads all that is known of a field, and something else than the repair elsewhere, *dissents*.

use super::{Ground, MIN_ALIKE, MIN_READ};
use crate::repair::read;
use crate::repair::read::Counts;
use crate::repair::relearn;
use unhusk_wrapper::Wrapper;

/// Methods that are asked, the quickest first.
pub(super) const SECOND: &[&str] = &["kl", "hlrt", "pattern"];
/// Those that are asked where one page is all that is known: it tells least, so one more is heard.
pub(super) const SECOND_OF_ONE_PAGE: &[&str] = &["kl", "hlrt", "pattern", "template"];
/// The share of what the old wrapper reads that the repair must read alike.
const MIN_ALIKE_TO_OLD: f64 = 0.95;

/// Methods that read less than the repair and nothing else that vouch for a field together, and the share of what is read
/// that each of them reads at least.
const MIN_QUIET: usize = 2;
const MIN_OF_QUIET: f64 = 0.8;

/// What witnesses say, field by field.
pub(super) struct Witnesses {
    /// Whether some witness vouches for each field.
    vouched: Vec<bool>,
    /// Whether a method that reads all that is known of the field reads it otherwise where nothing is known.
    dissented: Vec<bool>,
    /// How many methods say nothing else than the repair, and read most of what it reads.
    quiet: Vec<usize>,
    /// Whether a method of another kind fits the labels. Labels that only one fits have no second opinion.
    pub(super) has_second: bool,
}

impl Witnesses {
    /// What the old wrapper vouches for.
    pub(super) fn old(ground: Ground<'_, '_>, mended: &Wrapper) -> Self {
        let alike = read::alike(mended, ground.old, ground.pages);
        let sound = ground.sound.iter().zip(alike);
        let vouched: Vec<bool> =
            sound.map(|(is_sound, counts)| *is_sound && vouches(counts.0, counts.1)).collect();
        let n = vouched.len();
        Self { dissented: vec![false; n], quiet: vec![0; n], vouched, has_second: false }
    }

    /// Asks other methods as long as no one vouches for some field. `enough` says for which fields a method vouches, by
    /// what it reads alike.
    pub(super) fn ask(
        &mut self,
        ground: Ground<'_, '_>,
        mended: &Wrapper,
        methods: &[&str],
        enough: impl Fn(&[Counts]) -> Vec<bool>,
    ) {
        for method in methods {
            if self.unvouched().is_none() {
                return;
            }
            let Some(other) = learnt(ground, method) else { continue };
            self.has_second = true;
            let alike = read::alike(mended, &other, ground.pages);
            let known = read::of_taught(&other, ground.pages, ground.teaching);
            for (field, (of_more, of_less)) in alike.iter().enumerate() {
                let is_heard = known[field].share() >= MIN_READ;
                self.dissented[field] |= is_heard && of_less.share() < MIN_ALIKE;
                let is_quiet = of_less.right == of_less.all && of_more.share() >= MIN_OF_QUIET;
                self.quiet[field] += usize::from(is_heard && is_quiet);
            }
            let of_more: Vec<Counts> = alike.into_iter().map(|(of_more, _)| of_more).collect();
            self.add(&enough(&of_more));
        }
    }

    /// The first field that some method reads otherwise, though it reads all that is known of it, and that no one vouches
    /// for.
    pub(super) fn contested(&self) -> Option<usize> {
        self.vouched
            .iter()
            .zip(&self.dissented)
            .position(|(vouched, dissented)| !vouched && *dissented)
    }

    /// Takes the word of methods that read less than the repair and nothing else, where several do: one of them may be
    /// silent where the repair is wrong, and it is less likely that all are.
    pub(super) fn hear_the_quiet(&mut self) {
        let quiet: Vec<bool> = self.quiet.iter().map(|n| *n >= MIN_QUIET).collect();
        self.add(&quiet);
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
pub(in crate::repair) fn vouches(of_more: Counts, of_less: Counts) -> bool {
    let reads_enough = of_less.all > 0 && 2 * of_less.all >= of_more.all;
    reads_enough && of_less.share() >= MIN_ALIKE_TO_OLD
}

fn learnt(ground: Ground<'_, '_>, method: &str) -> Option<Wrapper> {
    relearn::relearn_with(ground.old, ground.pages, ground.teaching, method).ok()
}

#[cfg(test)]
mod tests {
    use super::Witnesses;

    #[test]
    fn two_quiet_methods_vouch_together_and_one_does_not() {
        let mut witnesses = Witnesses {
            vouched: vec![false, false],
            dissented: vec![false, false],
            quiet: vec![2, 1],
            has_second: true,
        };
        witnesses.hear_the_quiet();
        assert_eq!(witnesses.unvouched(), Some(1));
    }

    #[test]
    fn a_field_is_contested_if_a_method_dissents_and_no_one_vouches_for_it() {
        let mut witnesses = Witnesses {
            vouched: vec![true, false, false],
            dissented: vec![true, false, true],
            quiet: vec![0; 3],
            has_second: true,
        };
        assert_eq!(witnesses.contested(), Some(2));
        witnesses.add(&[false, false, true]);
        assert_eq!(witnesses.contested(), None);
    }
}
