//! Frames without a tail: reading goes on to the end of the page.

use super::super::budget::Budget;
use super::super::interval::Side;
use super::super::misfit::Misfit;
use super::super::rank::ranked;
use super::complete::empty_pages;
use super::frame::{Frame, Starts};
use super::starts::Heads;
use super::{Framed, likely};
use crate::learn::Settings;

/// A head behind which every left delimiter is that of a record, if there is one.
pub(super) fn search<'p>(
    frame: &Frame<'_, 'p>,
    settings: &Settings,
) -> Result<Option<Framed<'p>>, Misfit> {
    let n_tails = frame.fragments.tails.len();
    let lengths: Vec<usize> = ranked(&frame.first, Side::Left, settings.preference)
        .into_iter()
        .filter(|&length| (0..n_tails).all(|tail| frame.left_in_tail(tail, length).is_none()))
        .collect();
    let framed = |length: usize, head| Framed { left: frame.left(length), head, tail: "" };
    let mut heads = likely::heads(frame);
    if frame.fragments.heads.iter().all(|gap| !gap.exact) {
        // Nothing is known of what stands before the records.
        heads.insert(0, "");
    }
    for &length in &lengths {
        let fits = |head: &&str| frame.starts(head).is_some_and(|s| starts_fit(frame, length, &s));
        if let Some(head) = heads.iter().copied().find(|head| fits(head)) {
            return Ok(Some(framed(length, head)));
        }
    }
    let Some(heads) = Heads::new(frame) else { return Ok(None) };
    let mut budget = Budget::new();
    for length in lengths {
        let starts = heads.all(frame, length, &mut budget)?;
        if let Some(start) = starts.iter().find(|start| starts_fit(frame, length, &start.starts)) {
            return Ok(Some(framed(length, start.shortened(frame))));
        }
    }
    Ok(None)
}

fn starts_fit(frame: &Frame<'_, '_>, length: usize, starts: &Starts) -> bool {
    frame.starts_fit(length, starts)
        && empty_pages(frame, length, starts).all(|(_, _, left)| left.is_none())
}
