//! Searches head and tail together with the left delimiters that they depend on.
//!
//! First among likely strings (`likely`), then among all (`complete`).

mod conditions;
mod likely;
mod strict;
mod complete;
mod open_end;

pub(super) use conditions::{FrameConditions, FrameFacts};

use super::misfit::Misfit;
use crate::{Settings, TailRule};
use unhusk_wrapper::delimiter::{MAX_DELIMITER_BYTES, OptionalDelimiter};

/// A head, a tail and the lengths of left delimiters that fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FittingFrame<'p> {
    /// For each level, the length of its left delimiter.
    pub(super) lengths: Vec<usize>,
    pub(super) head: &'p str,
    /// Empty: the end of the page.
    pub(super) tail: &'p str,
}

/// The string that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    Head,
    Tail,
}

/// The lengths of the left delimiters of all levels that satisfy the constraints between the levels.
pub(super) trait LeftLengths {
    /// A few valid combinations, from most to least preferred.
    fn preferred(&self) -> Vec<Vec<usize>>;

    /// The greatest valid lengths, given the first; all other valid lengths are at most as great.
    fn greatest(&self, first: usize) -> Option<Vec<usize>>;

    /// Valid lengths that fit a tail, given the first.
    fn with_tail(
        &self,
        frame: &FrameConditions<'_>,
        first: usize,
        tail: &str,
    ) -> Option<Vec<usize>>;

    /// For each length of the first, valid lengths with which the delimiters do not occur behind the last values;
    /// preferred ones first.
    fn to_the_end(&self, frame: &FrameConditions<'_>) -> Vec<Vec<usize>>;
}

/// Returns a head, a tail and left delimiters that fit, or the reason why there are none.
pub(super) fn find<'p>(
    frame: &FrameConditions<'p>,
    lengths: &impl LeftLengths,
    settings: &Settings,
) -> Result<FittingFrame<'p>, Misfit> {
    if frame.facts.tails.is_empty() {
        // The text behind the values is unknown.
        let found = open_end::search(frame, lengths)?;
        return found.ok_or_else(|| frame.misfit(Missing::Head));
    }
    if let Some(found) = likely::search(frame, lengths, settings.preference) {
        return Ok(found);
    }
    let missing = match complete::search(frame, lengths)? {
        Ok(found) => return Ok(found),
        Err(missing) => missing,
    };
    if settings.tail == TailRule::OrEndOfPage
        && let Some(found) = open_end::search(frame, lengths)?
    {
        return Ok(found);
    }
    Err(frame.misfit(missing))
}

/// A head or a tail as part of a rule.
pub(super) fn landmark(text: &str) -> Result<OptionalDelimiter, Misfit> {
    let limit = MAX_DELIMITER_BYTES;
    OptionalDelimiter::new(text).map_err(|_| Misfit::Budget { what: "bytes of a delimiter", limit })
}

impl FrameConditions<'_> {
    /// Returns the reason why there is no frame.
    fn misfit(&self, missing: Missing) -> Misfit {
        let FrameFacts { pages, heads, tails, .. } = &self.facts;
        match missing {
            Missing::Head => Misfit::conflict(
                "head",
                "no string that all pages share comes just before the first record, with nothing like a record between",
                heads.iter().take(2).map(|gap| pages[gap.page].evidence(gap.to, gap.end)).collect(),
            ),
            Missing::Tail => Misfit::conflict(
                "tail",
                "no string behind the last record of every page marks the end of the records",
                tails
                    .iter()
                    .take(2)
                    .map(|(_, rest)| pages[rest.page].evidence(rest.from, rest.from))
                    .collect(),
            ),
        }
    }
}
