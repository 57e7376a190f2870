//! HLRT: the pairs of LR between a head and a tail.

use super::TableClass;
use super::conflict::Conflicts;
use super::fragments::Fragments;
use super::frame::{self, FittingFrame, FrameConditions, FrameFacts, LeftLengths};
use super::interval::{self, AffixSide, Interval};
use super::lr::not_empty;
use super::misfit::Misfit;
use super::rank::ranked;
use super::sides::ColumnDelimiters;
use crate::{Preference, Settings};
use unhusk_wrapper::delimiter::{Hlrt, RuleStrings};

impl TableClass for Hlrt {
    const CLASS: &'static str = "hlrt";
    const HAS_HEAD: bool = true;

    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let sides = ColumnDelimiters::of(fragments)?;
        let frame = frame_of(fragments)?;
        let lengths = OneLevel::of(&frame, settings.preference);
        let FittingFrame { lengths, head, tail } = frame::find(&frame, &lengths, settings)?;
        Ok(Self {
            head: frame::landmark(head)?,
            tail: frame::landmark(tail)?,
            fields: sides.pairs(frame.left(0, lengths[0]), settings.preference),
        })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

/// The conditions on head, tail and first left delimiter; an error if there is no left delimiter.
pub(super) fn frame_of<'p>(fragments: &Fragments<'p>) -> Result<FrameConditions<'p>, Misfit> {
    Ok(FrameConditions::new(FrameFacts {
        pages: fragments.pages.clone(),
        lefts: vec![first_left(fragments)?],
        heads: fragments.heads.clone(),
        between: fragments.between.iter().map(|&gap| (0, gap)).collect(),
        tails: fragments.tails.iter().map(|&rest| (1, rest)).collect(),
        empty: fragments.empty.clone(),
    }))
}

/// The delimiters left of the first column that a search finds from one record to the next.
fn first_left<'p>(fragments: &Fragments<'p>) -> Result<Interval<'p>, Misfit> {
    let gaps = fragments.outer();
    let text = interval::common_left(&fragments.pages, &gaps);
    let interval = text
        .and_then(|text| interval::proper(&fragments.pages, text, &fragments.between, &[]))
        .and_then(not_empty)
        .map_err(|blocked| fragments.left_conflict(0, &gaps, blocked))?;
    Ok(fragments.excluding_negatives(interval))
}

/// The first left delimiter of a table, which depends on no other left delimiter.
struct OneLevel {
    ranked: Vec<usize>,
}

/// Maximum number of lengths of the first left delimiter tried with likely heads and tails.
const MAX_PREFERRED: usize = 4;

impl OneLevel {
    fn of(frame: &FrameConditions<'_>, preference: Preference) -> Self {
        Self { ranked: ranked(&frame.facts.lefts[0], AffixSide::Left, preference) }
    }
}

impl LeftLengths for OneLevel {
    fn preferred(&self) -> Vec<Vec<usize>> {
        self.ranked.iter().take(MAX_PREFERRED).map(|&length| vec![length]).collect()
    }

    fn greatest(&self, first: usize) -> Option<Vec<usize>> {
        Some(vec![first])
    }

    fn with_tail(&self, _: &FrameConditions<'_>, first: usize, _: &str) -> Option<Vec<usize>> {
        Some(vec![first])
    }

    fn to_the_end(&self, frame: &FrameConditions<'_>) -> Vec<Vec<usize>> {
        let is_last = |lengths: &Vec<usize>| {
            (0..frame.facts.tails.len()).all(|tail| frame.left_in_tail(tail, lengths).is_none())
        };
        self.ranked.iter().map(|&length| vec![length]).filter(is_last).collect()
    }
}
