//! HLRT: the pairs of LR between a head and a tail.
//!
//! Head, tail and first left delimiter depend on each other and are found together: first among likely strings
//! (`likely`), then among all (`complete`).

mod frame;
mod likely;
mod strict;
mod starts;
mod tails;
mod complete;
mod open_end;

use super::Fit;
use super::fragments::Fragments;
use super::interval::{self, Interval};
use super::lr::not_empty;
use super::misfit::Misfit;
use super::sides::Sides;
use crate::learn::{Settings, TailRule};
use crate::wrapper::delimiter::{Hlrt, Landmark, MAX_DELIMITER_BYTES, Table};
use frame::Frame;

/// A head, a tail and a first left delimiter that fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Framed<'p> {
    left: &'p str,
    head: &'p str,
    /// Empty: the end of the page.
    tail: &'p str,
}

/// What no string can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lacking {
    Head,
    Tail,
}

impl Fit for Hlrt {
    const CLASS: &'static str = "hlrt";
    const HAS_HEAD: bool = true;

    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let sides = Sides::of(fragments)?;
        let frame = frame_of(fragments)?;
        let Framed { left, head, tail } = framed(&frame, settings)?;
        Ok(Self {
            head: landmark(head)?,
            tail: landmark(tail)?,
            fields: sides.pairs(left, settings.preference),
        })
    }

    fn table(&self) -> Table<'_> {
        Table::from(self)
    }
}

/// The conditions on head, tail and first left delimiter, if there is a left delimiter at all.
pub(super) fn frame_of<'f, 'p>(fragments: &'f Fragments<'p>) -> Result<Frame<'f, 'p>, Misfit> {
    Ok(Frame::new(fragments, first_left(fragments)?))
}

fn landmark(text: &str) -> Result<Landmark, Misfit> {
    let limit = MAX_DELIMITER_BYTES;
    Landmark::new(text).map_err(|_| Misfit::Budget { what: "bytes of a delimiter", limit })
}

/// The delimiters left of the first column that are found from one record to the next.
fn first_left<'p>(fragments: &Fragments<'p>) -> Result<Interval<'p>, Misfit> {
    let gaps = fragments.outer();
    let text = interval::common_left(&fragments.pages, &gaps);
    let interval = text
        .and_then(|text| interval::proper(&fragments.pages, text, &fragments.between, &[]))
        .and_then(not_empty)
        .map_err(|blocked| fragments.left_conflict(0, &gaps, blocked))?;
    Ok(fragments.shunning_negatives(interval))
}

fn framed<'p>(frame: &Frame<'_, 'p>, settings: &Settings) -> Result<Framed<'p>, Misfit> {
    if frame.fragments.tails.is_empty() {
        // Nothing is known of what stands behind the records.
        return open_end::search(frame, settings)?.ok_or_else(|| frame.misfit(Lacking::Head));
    }
    if let Some(found) = likely::search(frame, settings.preference) {
        return Ok(found);
    }
    let lacking = match complete::search(frame)? {
        Ok(found) => return Ok(found),
        Err(lacking) => lacking,
    };
    if settings.tail == TailRule::OrEndOfPage
        && let Some(found) = open_end::search(frame, settings)?
    {
        return Ok(found);
    }
    Err(frame.misfit(lacking))
}

impl Frame<'_, '_> {
    /// Why there is no frame.
    fn misfit(&self, lacking: Lacking) -> Misfit {
        let Fragments { pages, heads, tails, .. } = self.fragments;
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
                    .map(|rest| pages[rest.page].evidence(rest.from, rest.from))
                    .collect(),
            ),
        }
    }
}
