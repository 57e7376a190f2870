//! The preference among valid delimiters.

use super::border::{begins_token, ends_token};
use super::interval::{AffixSide, Interval};
use crate::Preference;

/// The preferred length.
///
/// Robust: the shortest that begins (left) or ends (right) at the border of a tag or token; if there is none,
/// the longest left and the shortest right one. Strict: the longest that lies between two values.
pub(super) fn choose(interval: &Interval<'_>, side: AffixSide, preference: Preference) -> usize {
    match preference {
        Preference::Robust => robust(interval, side),
        Preference::Strict => longest(interval, side),
    }
}

/// All lengths, from most to least preferred.
pub(super) fn ranked(
    interval: &Interval<'_>,
    side: AffixSide,
    preference: Preference,
) -> Vec<usize> {
    let first = choose(interval, side, preference);
    let (mut tokens, mut others) = (Vec::new(), Vec::new());
    for length in interval.lengths(side).filter(|&length| length != first) {
        if is_token(interval, side, length) { tokens.push(length) } else { others.push(length) }
    }
    let mut lengths: Vec<usize> = std::iter::once(first).chain(tokens).chain(others).collect();
    if preference == Preference::Strict {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
    }
    lengths
}

fn robust(interval: &Interval<'_>, side: AffixSide) -> usize {
    let token = interval
        .lengths(side)
        .take_while(|&length| length <= interval.hi)
        .find(|&length| is_token(interval, side, length));
    token.unwrap_or_else(|| match side {
        AffixSide::Left => longest(interval, side),
        AffixSide::Right => interval.lengths(side).next().unwrap_or(interval.lo),
    })
}

fn longest(interval: &Interval<'_>, side: AffixSide) -> usize {
    let between = interval.lengths(side).rev().find(|&length| length <= interval.hi);
    between.or_else(|| interval.lengths(side).next()).unwrap_or(interval.lo)
}

fn is_token(interval: &Interval<'_>, side: AffixSide, length: usize) -> bool {
    match side {
        AffixSide::Left => begins_token(interval.text, interval.text.len() - length),
        AffixSide::Right => ends_token(interval.text, length),
    }
}
