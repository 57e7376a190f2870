//! Finds a text on a page: in text nodes, in parts of them, across several nodes, and in attribute values.
//!
//! A page is folded once ([`TextSearchIndex`]); a label then costs one substring search in the text and one in the
//! attribute values. In text, a label that is not found in its folded form is searched with all white space removed; in
//! attribute values only if it is nowhere else. Text in `script`, `style` and `template`, which a reader never sees, is
//! searched only if the label is nowhere else: a value that the page also displays should be read where it is
//! displayed, but JSON-LD can be the only place of a date.

mod attributes;
mod hidden;
mod occurrences;
mod text;

#[cfg(test)]
mod tests;

use super::place::{Place, PlaceFit, PlaceTarget};
use attributes::AttributeIndex;
use occurrences::Needle;
use std::cell::OnceCell;
use text::TextIndex;
use unhusk_page::{Page, fold, squeeze};
use unhusk_wrapper::internal::sort;

/// The maximum number of candidates of a label; beyond it, those with the worst fit are dropped.
pub(crate) const MAX_CANDIDATES: usize = 10_000;

/// The maximum number of occurrences of a text in one search: the `e`s of a novel.
const MAX_OCCURRENCES: usize = 100_000;

/// The maximum number of places of a text before the best are chosen.
const MAX_PLACES: usize = 3 * MAX_OCCURRENCES;

/// Index of one page for text searches.
pub(crate) struct TextSearchIndex<'p> {
    page: &'p Page,
    text: TextIndex<'p>,
    attributes: OnceCell<AttributeIndex<'p>>,
}

/// The places of a text, in document order.
#[derive(Debug, Default)]
pub(crate) struct FoundPlaces {
    pub(crate) places: Vec<Place>,
    /// Start of the first place that was dropped because of the limits.
    pub(crate) cut_at: Option<usize>,
}

impl<'p> TextSearchIndex<'p> {
    pub(crate) fn new(page: &'p Page) -> Self {
        Self { page, text: TextIndex::new(page), attributes: OnceCell::new() }
    }

    /// Bytes that one search reads, to limit the work.
    pub(crate) fn cost(&self) -> usize {
        self.page.source().len()
    }

    /// All candidates of a text label.
    pub(crate) fn candidates(&self, label: &str) -> FoundPlaces {
        let folded = fold(label);
        let mut found = Occurrences::default();
        self.in_text(&folded, &mut found);
        self.attributes().find(&Needle::new(&folded), &mut found);
        if found.places.is_empty() {
            self.attributes().find_squeezed(&Needle::new(&squeeze(&folded)), &mut found);
        }
        if found.places.is_empty() {
            hidden::find(self.page, &Needle::new(&folded), &mut found);
        }
        found.best(self.page)
    }

    /// Returns the places that `at` numbers: those in text, in source order, each span once; if there are none, those
    /// in attribute values.
    pub(crate) fn numbered(&self, label: &str) -> Vec<Place> {
        let folded = fold(label);
        let mut found = Occurrences::default();
        self.in_text(&folded, &mut found);
        if found.places.is_empty() {
            self.attributes().find(&Needle::new(&folded), &mut found);
        }
        found.places.sort_unstable();
        found.places.dedup_by_key(|place| place.span);
        found.places
    }

    fn in_text(&self, folded: &str, found: &mut Occurrences) {
        self.text.find(&Needle::new(folded), found);
        if found.places.is_empty() {
            self.text.find_squeezed(&Needle::new(&squeeze(folded)), found);
        }
    }

    fn attributes(&self) -> &AttributeIndex<'p> {
        self.attributes.get_or_init(|| AttributeIndex::new(self.page))
    }
}

/// The places found so far.
#[derive(Default)]
struct Occurrences {
    places: Vec<Place>,
    cut_at: Option<usize>,
}

impl Occurrences {
    /// Searches for `needle` and keeps the places that `place` returns for its occurrences.
    fn search(
        &mut self,
        haystack: &str,
        needle: &Needle<'_>,
        mut place: impl FnMut(usize, usize) -> Option<Place>,
    ) {
        let mut left = MAX_OCCURRENCES.min(MAX_PLACES - self.places.len());
        let mut last = None;
        let finished = needle.each(haystack, |start| {
            if left == 0 {
                return false;
            }
            left -= 1;
            let found = place(start, start + needle.len());
            last = found.or(last);
            self.places.extend(found);
            true
        });
        if !finished {
            self.cut(last);
        }
    }

    /// Notes where a place was dropped.
    fn cut(&mut self, place: Option<Place>) {
        let at = place.map_or(0, |place| place.span.start as usize);
        self.cut_at = Some(self.cut_at.map_or(at, |earlier| earlier.min(at)));
    }

    /// The places in document order, at most [`MAX_CANDIDATES`]: those with the best fit.
    fn best(mut self, page: &Page) -> FoundPlaces {
        self.places.sort_unstable();
        self.places.dedup();
        if self.places.len() > MAX_CANDIDATES {
            // The sort is stable: of equal places the first are kept.
            sort::by_cached_key(&mut self.places, |place| rank(*place, page));
            let dropped = self.places[MAX_CANDIDATES..].iter().min().copied();
            self.places.truncate(MAX_CANDIDATES);
            self.places.sort_unstable();
            self.cut(dropped);
        }
        FoundPlaces { places: self.places, cut_at: self.cut_at }
    }
}

/// The order in which candidates are kept: by fit, text before attribute values.
fn rank(place: Place, page: &Page) -> (PlaceFit, bool) {
    (place.fit(page), matches!(place.target, PlaceTarget::Attribute(..)))
}
