//! Opening and closing strings: found together with the first left delimiter, and with head and tail if the
//! class has them.
//!
//! From one record to the next, reading skips to behind the closing string, then to where the opening string
//! begins, and looks for the first left delimiter from there. So the closing string sets the *start* of a
//! search, and the opening string must first begin, from the start on, behind any decoy (an occurrence of the
//! left delimiter that is no record's) and not behind the record's own left delimiter. OCLR is HOCLRT without a
//! head, whose tail is the end of the page.
//!
//! First likely strings are tried (`likely`), then all (`search`).

mod conditions;
mod run;
mod likely;
mod search;
mod oclr;
mod hoclrt;

use super::misfit::Misfit;
use crate::Preference;
use conditions::Block;
use unhusk_wrapper::delimiter::{Delimiter, MAX_DELIMITER_BYTES};

/// Strings that fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Strings<'p> {
    left: &'p str,
    open: &'p str,
    close: &'p str,
    head: &'p str,
    /// Empty: the end of the page.
    tail: &'p str,
}

/// What a class knows of the ends of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Reading starts at the beginning and goes on to the end of the page.
    OfPage,
    /// Reading starts behind a head and goes on to the end of the page.
    Head,
    /// Reading starts behind a head and goes on to a tail.
    HeadAndTail,
}

/// Strings that fit together on all pages, if there are any.
fn find<'p>(
    block: &Block<'p>,
    ends: Ends,
    preference: Preference,
) -> Result<Option<Strings<'p>>, Misfit> {
    match likely::search(block, ends, preference) {
        Some(found) => Ok(Some(found)),
        None => search::search(block, ends, preference),
    }
}

fn delimiter(text: &str) -> Result<Delimiter, Misfit> {
    let limit = MAX_DELIMITER_BYTES;
    Delimiter::new(text).map_err(|_| Misfit::Budget { what: "bytes of a delimiter", limit })
}

impl Block<'_> {
    /// Why there is no opening and closing string.
    fn misfit(&self) -> Misfit {
        let places = self.gaps.iter().take(2);
        Misfit::conflict(
            "open",
            "no strings that all records share tell where each begins and ends",
            places.map(|gap| self.pages[gap.page].evidence(gap.to, gap.end)).collect(),
        )
    }
}
