//! Frames without a tail: reading goes on to the end of the page.

use super::super::budget::SearchBudget;
use super::super::endings::Endings;
use super::super::misfit::Misfit;
use super::conditions::{Frame, Starts};
use super::{Framed, Lengths, likely};

/// A head behind which every left delimiter is that of a value, if there is one.
pub(super) fn search<'p>(
    frame: &Frame<'p>,
    lengths: &impl Lengths,
) -> Result<Option<Framed<'p>>, Misfit> {
    let lengths = lengths.to_the_end(frame);
    let mut heads = likely::heads(frame);
    if frame.ground.heads.iter().all(|gap| !gap.exact) {
        // Nothing is known of what stands before the values.
        heads.sort_by_key(|(head, _)| !head.is_empty());
    }
    for lengths in &lengths {
        if let Some((head, _)) =
            heads.iter().find(|(_, starts)| starts_fit(frame, lengths[0], starts))
        {
            return Ok(Some(Framed { lengths: lengths.clone(), head, tail: "" }));
        }
    }
    let Some(heads) = Endings::new(&frame.ground.pages, frame.head_regions()) else {
        return Ok(None);
    };
    let mut budget = SearchBudget::of(&frame.ground.pages);
    for lengths in lengths {
        let bounds = frame.head_bounds(lengths[0]);
        let all = heads.all(&bounds, &mut budget)?;
        let mut fitting = all.iter().filter(|head| starts_fit(frame, lengths[0], &head.ends));
        if let Some(head) = fitting.find_map(|head| heads.shortened(head, &bounds)) {
            return Ok(Some(Framed { head, lengths, tail: "" }));
        }
    }
    Ok(None)
}

fn starts_fit(frame: &Frame<'_>, length: usize, starts: &Starts) -> bool {
    frame.starts_fit(length, starts)
        && frame.empty_windows(length, starts).all(|(_, _, left)| left.is_none())
}
