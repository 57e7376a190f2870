//! Heads and tails as long as the pages agree, for wrappers that notice small changes.

use super::super::affix::{common_prefix, common_suffix};
use super::Framed;
use super::conditions::Frame;

/// Bytes by which a head or a tail is lengthened at most.
const MAX_LONGER: usize = 256;

/// The same frame with the head lengthened to the left and the tail to the right. Both are still found where
/// they were, and in no other place that counts: a longer string occurs nowhere where a shorter one does not.
pub(super) fn extended<'p>(frame: &Frame<'p>, found: Framed<'p>, starts: &[usize]) -> Framed<'p> {
    let (head, tail) = (longer_head(frame, found.head, starts), longer_tail(frame, found.tail));
    Framed { head: head.unwrap_or(found.head), tail: tail.unwrap_or(found.tail), ..found }
}

fn longer_head<'p>(frame: &Frame<'p>, head: &str, starts: &[usize]) -> Option<&'p str> {
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

fn longer_tail<'p>(frame: &Frame<'p>, tail: &str) -> Option<&'p str> {
    let mut rests = frame.ground.tails.iter().filter_map(|(_, rest)| {
        let source = &frame.source(rest.page)[rest.from..];
        source.find(tail).map(|at| &source[at..])
    });
    // On a page without records, the tail must be found behind the head: leave it as it is.
    if !frame.ground.empty.is_empty() {
        return None;
    }
    let first = rests.next()?;
    let mut bytes = (tail.len() + MAX_LONGER).min(first.len());
    for other in rests {
        bytes = common_prefix(&first.as_bytes()[..bytes], other.as_bytes());
    }
    Some(&first[..first.floor_char_boundary(bytes)])
}
