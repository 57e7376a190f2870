//! Tries likely heads and tails, before the complete search.

use super::super::likely::{self, LikelyHead, by_sum};
use super::conditions::FrameConditions;
use super::{FittingFrame, LeftLengths, strict};
use crate::Preference;

/// Maximum number of pairs of head and tail tried.
const MAX_PAIRS: usize = 256;

/// A frame of likely strings, if there is one.
pub(super) fn search<'p>(
    frame: &FrameConditions<'p>,
    lengths: &impl LeftLengths,
    preference: Preference,
) -> Option<FittingFrame<'p>> {
    let heads = heads(frame);
    let tails = tails(frame);
    lengths.preferred().into_iter().find_map(|lengths| {
        let first = lengths[0];
        let heads: Vec<_> =
            heads.iter().filter(|(_, starts)| frame.starts_fit(first, starts)).collect();
        if heads.is_empty() {
            return None;
        }
        let fits = |tail: &&str| frame.tail_fits(&lengths, tail);
        let tails: Vec<&str> = tails.iter().copied().filter(fits).collect();
        let pairs = by_sum(heads.len(), tails.len()).take(MAX_PAIRS);
        let fitting = pairs.map(|(head, tail)| (heads[head], tails[tail]));
        let ((head, starts), tail) = fitting
            .into_iter()
            .find(|((_, starts), tail)| frame.tail_fits_heads(first, tail, starts))?;
        let found = FittingFrame { lengths, head, tail };
        Some(match preference {
            Preference::Robust => found,
            Preference::Strict => strict::extended(frame, found, starts),
        })
    })
}

/// Returns likely heads, with the start of extraction for each.
pub(super) fn heads<'p>(frame: &FrameConditions<'p>) -> Vec<LikelyHead<'p>> {
    let is_sole_page = frame.facts.pages.len() == 1;
    let starts = |head: &str| frame.starts(head);
    match frame.facts.heads.iter().min_by_key(|gap| gap.to) {
        Some(gap) => likely::heads(frame.source(gap.page), gap.to, is_sole_page, starts),
        None => likely::heads("", 0, is_sole_page, starts),
    }
}

fn tails<'p>(frame: &FrameConditions<'p>) -> Vec<&'p str> {
    let rests = frame.facts.tails.iter().map(|(_, rest)| &frame.source(rest.page)[rest.from..]);
    rests.min_by_key(|rest| rest.len()).map_or_else(Vec::new, likely::tails)
}
