//! Second opinions: what the old wrapper, and other methods that learnt from the same labels, read on the pages.
//!
//! A field is **confirmed** if one of them reads it as the repair does. The old wrapper can confirm the fields that it
//! still reads correctly: it was learnt from a user's labels on other pages, so it makes other errors than the repair.
//! If it reads fewer values than the repair, the missing ones count neither way; but it must read at least half.
//!
//! A method that reads a part of what the repair reads, and nothing else, *agrees partly*: two such methods together
//! confirm a field. A method that reads all known values of a field, but elsewhere other values than the repair,
//! *contradicts* it.

use super::{MIN_ALIKE, MIN_READ, RepairContext};
use crate::repair::agreement;
use crate::repair::agreement::ReadCounts;
use crate::repair::relearn;
use unhusk_wrapper::WrapperFile;

/// Methods that are asked, the fastest first.
pub(super) const METHODS: &[&str] = &["kl", "hlrt", "pattern"];
/// Methods that are asked if there is one known page: it determines least, so one more method is asked.
pub(super) const METHODS_FOR_ONE_PAGE: &[&str] = &["kl", "hlrt", "pattern", "template"];
/// The share of what the old wrapper reads that the repair must read alike.
const MIN_ALIKE_TO_OLD: f64 = 0.95;

/// Methods with partial agreement that together confirm a field, and the share of the repair's values that each of them
/// must read.
const MIN_PARTIAL: usize = 2;
const MIN_PARTIAL_SHARE: f64 = 0.8;

/// Second opinions on each field.
pub(super) struct SecondOpinions {
    /// Whether the field is confirmed.
    confirmed: Vec<bool>,
    /// Whether a method that reads all known values of the field reads other values than the repair elsewhere.
    contradicted: Vec<bool>,
    /// The number of methods that agree partly.
    partial: Vec<usize>,
    /// Whether another method fits the labels. Otherwise there is no second opinion.
    pub(super) has_second: bool,
}

impl SecondOpinions {
    /// The opinion of the old wrapper.
    pub(super) fn old(context: RepairContext<'_, '_>, repaired: &WrapperFile) -> Self {
        let alike = agreement::between(repaired, context.old, context.pages);
        let intact = context.intact.iter().zip(alike);
        let confirmed: Vec<bool> =
            intact.map(|(is_intact, counts)| *is_intact && confirms(counts.0, counts.1)).collect();
        let n = confirmed.len();
        Self { contradicted: vec![false; n], partial: vec![0; n], confirmed, has_second: false }
    }

    /// Asks other methods until all fields are confirmed. `enough` returns the fields that a method confirms, given how
    /// many values it reads alike.
    pub(super) fn ask(
        &mut self,
        context: RepairContext<'_, '_>,
        repaired: &WrapperFile,
        methods: &[&str],
        enough: impl Fn(&[ReadCounts]) -> Vec<bool>,
    ) {
        for method in methods {
            if self.unconfirmed().is_none() {
                return;
            }
            let Some(other) = learnt(context, method) else { continue };
            self.has_second = true;
            let alike = agreement::between(repaired, &other, context.pages);
            let known = agreement::with_labels(&other, context.pages, context.training);
            for (field, (of_more, of_less)) in alike.iter().enumerate() {
                let reads_known = known[field].share() >= MIN_READ;
                self.contradicted[field] |= reads_known && of_less.share() < MIN_ALIKE;
                let is_partial =
                    of_less.right == of_less.all && of_more.share() >= MIN_PARTIAL_SHARE;
                self.partial[field] += usize::from(reads_known && is_partial);
            }
            let of_more: Vec<ReadCounts> = alike.into_iter().map(|(of_more, _)| of_more).collect();
            self.add(&enough(&of_more));
        }
    }

    /// The first field that a method contradicts and that is not confirmed.
    pub(super) fn contested(&self) -> Option<usize> {
        self.confirmed
            .iter()
            .zip(&self.contradicted)
            .position(|(confirmed, contradicted)| !confirmed && *contradicted)
    }

    /// Confirms fields on which several methods agree partly. One of them may read nothing where the repair is wrong;
    /// that several do is less likely.
    pub(super) fn add_partial_agreement(&mut self) {
        let partial: Vec<bool> = self.partial.iter().map(|n| *n >= MIN_PARTIAL).collect();
        self.add(&partial);
    }

    /// Adds the fields that another opinion confirms.
    pub(super) fn add(&mut self, fields: &[bool]) {
        self.confirmed.iter_mut().zip(fields).for_each(|(confirmed, other)| *confirmed |= other);
    }

    /// The first field that is not confirmed.
    pub(super) fn unconfirmed(&self) -> Option<usize> {
        self.confirmed.iter().position(|confirmed| !confirmed)
    }
}

/// Whether the old wrapper confirms a field, given the values that it and the repair read alike: among all that either
/// reads, and among those of the one that reads less.
pub(in crate::repair) fn confirms(of_more: ReadCounts, of_less: ReadCounts) -> bool {
    let reads_enough = of_less.all > 0 && 2 * of_less.all >= of_more.all;
    reads_enough && of_less.share() >= MIN_ALIKE_TO_OLD
}

fn learnt(context: RepairContext<'_, '_>, method: &str) -> Option<WrapperFile> {
    relearn::relearn_with(context.old, context.pages, context.training, method).ok()
}

#[cfg(test)]
mod tests {
    use super::SecondOpinions;

    #[test]
    fn two_partial_agreements_confirm_a_field_and_one_does_not() {
        let mut opinions = SecondOpinions {
            confirmed: vec![false, false],
            contradicted: vec![false, false],
            partial: vec![2, 1],
            has_second: true,
        };
        opinions.add_partial_agreement();
        assert_eq!(opinions.unconfirmed(), Some(1));
    }

    #[test]
    fn a_field_is_contested_if_it_is_contradicted_and_not_confirmed() {
        let mut opinions = SecondOpinions {
            confirmed: vec![true, false, false],
            contradicted: vec![true, false, true],
            partial: vec![0; 3],
            has_second: true,
        };
        assert_eq!(opinions.contested(), Some(2));
        opinions.add(&[false, false, true]);
        assert_eq!(opinions.contested(), None);
    }
}
