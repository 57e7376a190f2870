//! Features of a place: the strings beside it, the markup around it, the shape of its text. Two places of one field
//! share most of them.

use super::markup::{Markup, class};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use unhusk_page::Span;

/// Lengths of the compared strings beside places, in bytes.
const LENGTHS: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/// Number of tags and texts compared on each side.
const N_PIECES: usize = 4;
/// Maximum number of runs of characters of one class in the shape of a text.
const MAX_RUNS: usize = 8;

/// Hashes of the features of a place.
pub(super) type FeatureHashes = Vec<u64>;

/// A page, prepared for the features of its places.
#[derive(Debug)]
pub(super) struct PageContext<'p> {
    pub(super) source: &'p str,
    markup: Markup,
}

impl<'p> PageContext<'p> {
    pub(super) fn new(source: &'p str) -> Self {
        Self { source, markup: Markup::of(source) }
    }

    /// The features of a place.
    pub(super) fn features(&self, span: Span) -> FeatureHashes {
        let bytes = self.source.as_bytes();
        let (left, right) = (&bytes[..span.start as usize], &bytes[span.end as usize..]);
        let mut features = Vec::with_capacity(2 * LENGTHS.len() + 2 * N_PIECES + 4);
        for (kind, length) in LENGTHS.into_iter().enumerate() {
            // Strings cut short by the end of the page compare as they are.
            features.push(hash((0, kind, &left[left.len().saturating_sub(length)..])));
            features.push(hash((1, kind, &right[..right.len().min(length)])));
        }
        let mut around = (0, 0);
        let sides = self.markup.before(self.source, span.start);
        let sides = sides.zip(self.markup.behind(self.source, span.end)).take(N_PIECES);
        for (kind, (before, behind)) in sides.enumerate() {
            around = (hash((around.0, before)), hash((around.1, behind)));
            features.extend([hash((2, kind, around.0)), hash((3, kind, around.1))]);
        }
        let text = &self.source[span.range()];
        features.push(hash((4, text.chars().next().map(class))));
        features.push(hash((5, text.chars().next_back().map(class))));
        features.push(hash((6, shape(text))));
        features
    }
}

/// Runs of characters of one class: `Aa 0` for `May 12`.
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

fn hash(feature: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    feature.hash(&mut hasher);
    hasher.finish()
}
