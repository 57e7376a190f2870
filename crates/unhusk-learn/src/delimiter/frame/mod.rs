//! Head and tail: found together with the left delimiters that they depend on.
//!
//! First among likely strings (`likely`), then among all (`complete`).

mod conditions;
mod likely;
mod strict;
mod complete;
mod open_end;

pub(super) use conditions::{Frame, Ground};

use super::misfit::Misfit;
use crate::{Settings, TailRule};
use unhusk_wrapper::delimiter::{MAX_DELIMITER_BYTES, OptionalDelimiter};

/// A head, a tail and the lengths of left delimiters that fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Framed<'p> {
    /// For each level, the length of its left delimiter.
    pub(super) lengths: Vec<usize>,
    pub(super) head: &'p str,
    /// Empty: the end of the page.
    pub(super) tail: &'p str,
}

/// What no string can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lacking {
    Head,
    Tail,
}

/// The left delimiters of all levels, as far as they depend on each other.
pub(super) trait Lengths {
    /// Lengths that fit together, from most to least preferred; a few.
    fn preferred(&self) -> Vec<Vec<usize>>;

    /// The greatest lengths that fit together, given the first: all others that do are at most as great.
    fn greatest(&self, first: usize) -> Option<Vec<usize>>;

    /// Lengths that fit together and with a tail, given the first.
    fn with_tail(&self, frame: &Frame<'_>, first: usize, tail: &str) -> Option<Vec<usize>>;

    /// For each length of the first, lengths that fit together and occur nowhere behind the last values; the
    /// preferred ones first.
    fn to_the_end(&self, frame: &Frame<'_>) -> Vec<Vec<usize>>;
}

/// A head, a tail and left delimiters that fit, or why there are none.
pub(super) fn find<'p>(
    frame: &Frame<'p>,
    lengths: &impl Lengths,
    settings: &Settings,
) -> Result<Framed<'p>, Misfit> {
    if frame.ground.tails.is_empty() {
        // Nothing is known of what stands behind the values.
        let found = open_end::search(frame, lengths)?;
        return found.ok_or_else(|| frame.misfit(Lacking::Head));
    }
    if let Some(found) = likely::search(frame, lengths, settings.preference) {
        return Ok(found);
    }
    let lacking = match complete::search(frame, lengths)? {
        Ok(found) => return Ok(found),
        Err(lacking) => lacking,
    };
    if settings.tail == TailRule::OrEndOfPage
        && let Some(found) = open_end::search(frame, lengths)?
    {
        return Ok(found);
    }
    Err(frame.misfit(lacking))
}

/// A head or a tail as a part of a rule.
pub(super) fn landmark(text: &str) -> Result<OptionalDelimiter, Misfit> {
    let limit = MAX_DELIMITER_BYTES;
    OptionalDelimiter::new(text).map_err(|_| Misfit::Budget { what: "bytes of a delimiter", limit })
}

impl Frame<'_> {
    /// Why there is no frame.
    fn misfit(&self, lacking: Lacking) -> Misfit {
        let Ground { pages, heads, tails, .. } = &self.ground;
        match lacking {
            Lacking::Head => Misfit::conflict(
                "head",
                "behind no string that all pages share does the first record come before anything like it",
                heads.iter().take(2).map(|gap| pages[gap.page].evidence(gap.to, gap.end)).collect(),
            ),
            Lacking::Tail => Misfit::conflict(
                "tail",
                "no string that stands behind the last record of every page tells the end of the records",
                tails
                    .iter()
                    .take(2)
                    .map(|(_, rest)| pages[rest.page].evidence(rest.from, rest.from))
                    .collect(),
            ),
        }
    }
}
