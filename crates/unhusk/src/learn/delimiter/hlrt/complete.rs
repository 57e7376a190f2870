//! The complete search for head, tail and first left delimiter: if there is a wrapper, it is found.

use super::super::budget::Budget;
use super::super::interval::Side;
use super::super::misfit::Misfit;
use super::frame::{Frame, Starts};
use super::starts::Heads;
use super::tails::Tails;
use super::{Framed, Lacking};
use memchr::memmem;

/// A frame that fits, or what is lacking.
pub(super) fn search<'p>(frame: &Frame<'_, 'p>) -> Result<Result<Framed<'p>, Lacking>, Misfit> {
    let mut budget = Budget::new();
    let (Some(heads), Some(tails)) = (Heads::new(frame), Tails::new(frame)) else {
        return Ok(Err(Lacking::Tail));
    };
    let mut lacking = Lacking::Head;
    // Whether a length fits says nothing of the next: a longer delimiter begins earlier in the rest of a page.
    for length in frame.first.lengths(Side::Left).rev() {
        budget.spend(tails.cost())?;
        let ending = tails.ending(frame, length);
        let forbidden = tails.forbidden(frame, length);
        if tails.find(frame, length, &ending, forbidden.clone()).is_none() {
            lacking = Lacking::Tail;
            continue;
        }
        for start in heads.all(frame, length, &mut budget)? {
            lacking = Lacking::Tail;
            budget.spend(tails.cost())?;
            let mut forbidden = forbidden.clone();
            tails.forbid_heads(&mut forbidden, frame, length, &start.starts);
            let mut ending = ending.clone();
            for (page, from, left) in empty_pages(frame, length, &start.starts) {
                ending.meet(&tails.ending_empty(page, from, left));
            }
            if let Some(tail) = tails.find(frame, length, &ending, forbidden) {
                let head = start.shortened(frame);
                return Ok(Ok(Framed { left: frame.left(length), head, tail }));
            }
        }
    }
    Ok(Err(lacking))
}

/// The pages without records: where reading starts, and where the first left delimiter begins.
pub(super) fn empty_pages(
    frame: &Frame<'_, '_>,
    length: usize,
    starts: &Starts,
) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
    let left = memmem::Finder::new(frame.left(length));
    let starts = starts[frame.fragments.heads.len()..].iter();
    frame.fragments.empty.iter().zip(starts).map(move |(&page, &start)| {
        let source = &frame.fragments.pages[page].source.as_bytes()[start..];
        (page, start, left.find(source).map(|at| start + at))
    })
}
