//! Searches opening and closing strings together with the first left delimiter, and with head and tail if the
//! class has them.
//!
//! From one record to the next, extraction skips past the closing string, then to the start of the opening string,
//! and searches the first left delimiter from there. So the closing string sets the *start* of a search. From that
//! start on, the opening string must first begin behind any decoy (an occurrence of the left delimiter that belongs to
//! no record) and not behind the record's own left delimiter. OCLR is HOCLRT without a head, with the end of the page as
//! tail.
//!
//! First among likely strings (`likely`), then among all (`search`).

mod conditions;
mod run;
mod likely;
mod search;
mod oclr;
mod hoclrt;

use super::misfit::Misfit;
use crate::Preference;
use conditions::BlockConditions;
use unhusk_wrapper::delimiter::{Delimiter, MAX_DELIMITER_BYTES};

/// Strings that fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlockStrings<'p> {
    left: &'p str,
    open: &'p str,
    close: &'p str,
    head: &'p str,
    /// Empty: the end of the page.
    tail: &'p str,
}

/// Start and end of extraction in a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageEnds {
    /// From the start to the end of the page.
    OfPage,
    /// From behind a head to the end of the page.
    Head,
    /// From behind a head to a tail.
    HeadAndTail,
}

/// Strings that fit together on all pages, if there are any.
fn find<'p>(
    block: &BlockConditions<'p>,
    ends: PageEnds,
    preference: Preference,
) -> Result<Option<BlockStrings<'p>>, Misfit> {
    match likely::search(block, ends, preference) {
        Some(found) => Ok(Some(found)),
        None => search::search(block, ends, preference),
    }
}

fn delimiter(text: &str) -> Result<Delimiter, Misfit> {
    let limit = MAX_DELIMITER_BYTES;
    Delimiter::new(text).map_err(|_| Misfit::Budget { what: "bytes of a delimiter", limit })
}

impl BlockConditions<'_> {
    /// The error if there are no opening and closing strings.
    fn misfit(&self) -> Misfit {
        let places = self.gaps.iter().take(2);
        Misfit::conflict(
            "open",
            "no strings that all records share mark where each record begins and ends",
            places.map(|gap| self.pages[gap.page].evidence(gap.to, gap.end)).collect(),
        )
    }
}
