//! Extends heads and tails as far as the pages agree, for wrappers that detect small changes.

use super::super::affix::{common_prefix, common_suffix};
use super::FittingFrame;
use super::conditions::FrameConditions;

/// Maximum number of bytes added to a head or a tail.
const MAX_LONGER: usize = 256;

/// Extends the head to the left and the tail to the right. A longer string occurs only where the shorter one does, so
/// searches still find both at the same positions.
pub(super) fn extended<'p>(
    frame: &FrameConditions<'p>,
    found: FittingFrame<'p>,
    starts: &[usize],
) -> FittingFrame<'p> {
    let (head, tail) = (longer_head(frame, found.head, starts), longer_tail(frame, found.tail));
    FittingFrame { head: head.unwrap_or(found.head), tail: tail.unwrap_or(found.tail), ..found }
}

fn longer_head<'p>(frame: &FrameConditions<'p>, head: &str, starts: &[usize]) -> Option<&'p str> {
    let regions = frame.head_regions();
    let mut ends =
        regions.iter().zip(starts).map(|(region, &start)| &frame.source(region.page)[..start]);
    let first = ends.next()?;
    let longest = (head.len() + MAX_LONGER).min(first.len());
    let mut common = &first.as_bytes()[first.len() - longest..];
    for other in ends {
        common = &common[common.len() - common_suffix(common, other.as_bytes())..];
    }
    let start = first.ceil_char_boundary(first.len() - common.len());
    Some(&first[start..])
}

fn longer_tail<'p>(frame: &FrameConditions<'p>, tail: &str) -> Option<&'p str> {
    let mut rests = frame.facts.tails.iter().filter_map(|(_, rest)| {
        let source = &frame.source(rest.page)[rest.from..];
        source.find(tail).map(|at| &source[at..])
    });
    // On a page without records the tail must occur behind the head, which a longer one may not.
    if !frame.facts.empty.is_empty() {
        return None;
    }
    let first = rests.next()?;
    let mut bytes = (tail.len() + MAX_LONGER).min(first.len());
    for other in rests {
        bytes = common_prefix(&first.as_bytes()[..bytes], other.as_bytes());
    }
    Some(&first[..first.floor_char_boundary(bytes)])
}
