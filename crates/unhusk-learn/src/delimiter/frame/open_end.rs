//! Frames without a tail: extraction continues to the end of the page.

use super::super::budget::SearchBudget;
use super::super::endings::Endings;
use super::super::misfit::Misfit;
use super::conditions::{FrameConditions, Starts};
use super::{FittingFrame, LeftLengths, likely};
use unhusk_wrapper::internal::sort;

/// A frame whose head has only left delimiters of values behind it, if there is one.
pub(super) fn search<'p>(
    frame: &FrameConditions<'p>,
    lengths: &impl LeftLengths,
) -> Result<Option<FittingFrame<'p>>, Misfit> {
    let lengths = lengths.to_the_end(frame);
    let mut heads = likely::heads(frame);
    if frame.facts.heads.iter().all(|gap| !gap.exact) {
        // The text before the values is unknown: prefer the empty head.
        sort::by_key(&mut heads, |(head, _)| !head.is_empty());
    }
    for lengths in &lengths {
        if let Some((head, _)) =
            heads.iter().find(|(_, starts)| starts_fit(frame, lengths[0], starts))
        {
            return Ok(Some(FittingFrame { lengths: lengths.clone(), head, tail: "" }));
        }
    }
    let Some(heads) = Endings::new(&frame.facts.pages, frame.head_regions()) else {
        return Ok(None);
    };
    let mut budget = SearchBudget::of(&frame.facts.pages);
    for lengths in lengths {
        let bounds = frame.head_bounds(lengths[0]);
        let all = heads.all(&bounds, &mut budget)?;
        let mut fitting = all.iter().filter(|head| starts_fit(frame, lengths[0], &head.ends));
        if let Some(head) = fitting.find_map(|head| heads.shortened(head, &bounds)) {
            return Ok(Some(FittingFrame { head, lengths, tail: "" }));
        }
    }
    Ok(None)
}

fn starts_fit(frame: &FrameConditions<'_>, length: usize, starts: &Starts) -> bool {
    frame.starts_fit(length, starts)
        && frame.empty_windows(length, starts).all(|(_, _, left)| left.is_none())
}
