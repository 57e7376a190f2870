//! Delimiters that do not depend on the class: all right ones, and all left ones but the first.

use super::conflict::Conflicts;
use super::fragments::Fragments;
use super::interval::{self, AffixSide, Interval};
use super::misfit::Misfit;
use super::rank::choose;
use super::slack::slack;
use crate::Preference;
use unhusk_wrapper::Slack;
use unhusk_wrapper::delimiter::{Pair, Pairs};

/// The valid delimiters of a table's columns, without those left of the first column.
#[derive(Debug, Clone)]
pub(super) struct ColumnDelimiters<'p> {
    names: Vec<&'p str>,
    lefts: Vec<Interval<'p>>,
    rights: Vec<Interval<'p>>,
}

impl<'p> ColumnDelimiters<'p> {
    pub(super) fn of(fragments: &Fragments<'p>) -> Result<Self, Misfit> {
        let n = fragments.names.len();
        let (mut lefts, mut rights) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for column in 0..n {
            let right = interval::right(&fragments.pages, &fragments.stops[column]);
            rights.push(right.map_err(|blocked| fragments.right_conflict(column, blocked))?);
        }
        for column in 1..n {
            let gaps = &fragments.inner[column];
            let left = interval::left(&fragments.pages, gaps, &[]);
            lefts.push(left.map_err(|blocked| fragments.left_conflict(column, gaps, blocked))?);
        }
        Ok(Self { names: fragments.names.clone(), lefts, rights })
    }

    /// The slack of the left delimiters of all columns but the first, and of all right delimiters.
    pub(super) fn slack(&self) -> impl Iterator<Item = Slack> {
        let of = |side| move |(name, interval): (&&str, &Interval<'p>)| slack(name, interval, side);
        let lefts = self.names.iter().skip(1).zip(&self.lefts).map(of(AffixSide::Left));
        let rights = self.names.iter().zip(&self.rights).map(of(AffixSide::Right));
        lefts.chain(rights)
    }

    /// The pairs of all columns, with `first` left of the first one.
    pub(super) fn pairs(&self, first: &str, preference: Preference) -> Pairs {
        let left = |column: usize| match column.checked_sub(1) {
            None => first,
            Some(inner) => delimiter(&self.lefts[inner], AffixSide::Left, preference),
        };
        let pair = |(column, name): (usize, &&str)| {
            Pair::new(
                name,
                left(column),
                delimiter(&self.rights[column], AffixSide::Right, preference),
            )
            .expect("valid delimiters are within the limits of a rule")
        };
        Pairs::new(self.names.iter().enumerate().map(pair).collect())
            .expect("the first left delimiter is not empty")
    }
}

fn delimiter<'p>(interval: &Interval<'p>, side: AffixSide, preference: Preference) -> &'p str {
    let length = choose(interval, side, preference);
    interval.delimiter(side, length).expect("chosen lengths end at character borders")
}
