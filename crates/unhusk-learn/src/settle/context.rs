//! What can be seen of a place: the strings beside it, the markup around it, the shape of its text. Two places of one
//! field share most of it.

use super::markup::{Markup, class};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use unhusk_page::Span;

/// Lengths at which the strings beside places are compared, in bytes.
const LENGTHS: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/// Tags and texts that are compared on each side.
const N_PIECES: usize = 4;
/// Runs of like characters from which the shape of a text is told.
const MAX_RUNS: usize = 8;

/// What was seen of a place: numbers that are equal where the same was seen.
pub(super) type Sights = Vec<u64>;

/// A page as places are looked at on it.
#[derive(Debug)]
pub(super) struct Ground<'p> {
    pub(super) source: &'p str,
    markup: Markup,
}

impl<'p> Ground<'p> {
    pub(super) fn new(source: &'p str) -> Self {
        Self { source, markup: Markup::of(source) }
    }

    /// What can be seen of a place.
    pub(super) fn sights(&self, span: Span) -> Sights {
        let bytes = self.source.as_bytes();
        let (left, right) = (&bytes[..span.start as usize], &bytes[span.end as usize..]);
        let mut sights = Vec::with_capacity(2 * LENGTHS.len() + 2 * N_PIECES + 4);
        for (kind, length) in LENGTHS.into_iter().enumerate() {
            // A page that ends earlier ends for all of them in the same way.
            sights.push(seen((0, kind, &left[left.len().saturating_sub(length)..])));
            sights.push(seen((1, kind, &right[..right.len().min(length)])));
        }
        let mut around = (0, 0);
        let sides = self.markup.before(self.source, span.start);
        let sides = sides.zip(self.markup.behind(self.source, span.end)).take(N_PIECES);
        for (kind, (before, behind)) in sides.enumerate() {
            around = (seen((around.0, before)), seen((around.1, behind)));
            sights.extend([seen((2, kind, around.0)), seen((3, kind, around.1))]);
        }
        let text = &self.source[span.range()];
        sights.push(seen((4, text.chars().next().map(class))));
        sights.push(seen((5, text.chars().next_back().map(class))));
        sights.push(seen((6, shape(text))));
        sights
    }
}

/// Runs of like characters: `Aa 0` for `May 12`.
fn shape(text: &str) -> Vec<char> {
    let mut runs: Vec<char> = Vec::new();
    for run in text.chars().map(class) {
        if runs.last() != Some(&run) {
            if runs.len() == MAX_RUNS {
                break;
            }
            runs.push(run);
        }
    }
    runs
}

fn seen(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
