//! LR: one pair of delimiters per field, each learnt independently.

use super::TableClass;
use super::conflict::Conflicts;
use super::fragments::{Fragments, LeftGap, PageRest};
use super::interval::{self, AffixSide, Blocked, Interval};
use super::misfit::Misfit;
use super::rank::choose;
use super::sides::ColumnDelimiters;
use crate::Settings;
use unhusk_wrapper::delimiter::{Lr, RuleStrings};

impl TableClass for Lr {
    const CLASS: &'static str = "lr";
    const HAS_HEAD: bool = false;

    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let sides = ColumnDelimiters::of(fragments)?;
        let first = first_left(fragments)?;
        let length = choose(&first, AffixSide::Left, settings.preference);
        let left = first.delimiter(AffixSide::Left, length).unwrap_or_default();
        Ok(Self { fields: sides.pairs(left, settings.preference) })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

/// The valid delimiters left of the first column: they occur at every record, and nowhere behind the last.
fn first_left<'p>(fragments: &Fragments<'p>) -> Result<Interval<'p>, Misfit> {
    let gaps = fragments.outer();
    let mut rests = fragments.tails.clone();
    rests.extend(fragments.empty.iter().map(|&page| PageRest { page, from: 0 }));
    let interval = interval::left(&fragments.pages, &gaps, &rests)
        .and_then(not_empty)
        .map_err(|blocked| fragments.left_conflict(0, &gaps, blocked))?;
    Ok(fragments.excluding_negatives(interval))
}

/// Rejects an empty first left delimiter, with which extraction would not end.
pub(super) fn not_empty(interval: Interval<'_>) -> Result<Interval<'_>, Blocked> {
    if interval.text.is_empty() {
        return Err(Blocked::NothingCommon { first: 0, second: 0 });
    }
    Ok(interval)
}

impl<'p> Fragments<'p> {
    /// All searches for the first left delimiter.
    pub(super) fn outer(&self) -> Vec<LeftGap> {
        self.heads.iter().chain(&self.between).copied().collect()
    }

    /// Drops the delimiters that also occur left of a place labelled as not a value, unless no delimiter would be left.
    pub(super) fn excluding_negatives(&self, interval: Interval<'p>) -> Interval<'p> {
        let mut lo = interval.lo;
        for &(page, end) in &self.not_first {
            let before = &self.pages[page].source.as_bytes()[..end];
            lo = lo.max(1 + super::affix::common_suffix(interval.text.as_bytes(), before));
        }
        let excluding = Interval { lo, ..interval };
        let is_possible = excluding.lengths(AffixSide::Left).next().is_some();
        if is_possible { excluding } else { interval }
    }
}
