//! Tells texts of the template from the data of records: no rule for where records begin may rest on data.

use super::corpus::SiteCorpus;
use super::regions::RecordAlignment;
use rustc_hash::FxHashMap;
use unhusk_wrapper::site::internal as reading;
use unhusk_wrapper::site::internal::{PageIndex, TextHash};

/// How often each text of the labelled pages is seen, in and outside of their records.
pub(super) struct TemplateTexts {
    seen: FxHashMap<TextHash, Sightings>,
    n_regions: usize,
    n_pages: usize,
}

/// Where a text was seen.
#[derive(Debug, Clone, Copy, Default)]
struct Sightings {
    /// The number of labelled regions that contain the text.
    n_regions: usize,
    /// The number of pages, with labels or without, that contain the text.
    n_pages: usize,
    /// The last region or page that was counted, by its number from 1.
    last_region: usize,
    last_page: usize,
    /// Whether the text is in the title of a page, or contains a number: such a text often names what the page shows.
    is_of_page: bool,
}

/// A text of the template is in one of this number of records, or on one of this number of pages. Optional captions of
/// records, and notes of pages, are often missing.
const ONE_IN: usize = 3;

impl TemplateTexts {
    /// Counts the texts of the labelled pages; `pages` has every page as one scope.
    pub(super) fn new(pages: &SiteCorpus<'_, '_>, alignment: &RecordAlignment) -> Self {
        let mut texts = Self {
            seen: FxHashMap::default(),
            n_regions: alignment.n_records(),
            n_pages: pages.indexes.len(),
        };
        let mut region = 0;
        for (page, index) in pages.indexes.iter().enumerate() {
            texts.count_page(index, page + 1);
            let begins = alignment.begins.get(page).map_or(&[][..], |begins| begins);
            let nodes: Vec<_> = begins.iter().map(|begin| begin.0).collect();
            for scope in reading::scopes(index, &nodes, alignment.reach) {
                region += 1;
                index.leaves_of(scope).for_each(|leaf| texts.count_in_region(index, leaf, region));
            }
        }
        texts
    }

    fn count_page(&mut self, index: &PageIndex<'_>, page: usize) {
        let title = index.title().to_lowercase();
        for leaf in index.leaves_of(index.whole()) {
            let caption = index.caption(leaf);
            let seen = self.seen.entry(caption.hash).or_insert_with(|| Sightings {
                is_of_page: title.contains(&*caption.text) || caption.text.contains(is_of_number),
                ..Sightings::default()
            });
            seen.n_pages += usize::from(seen.last_page != page);
            seen.last_page = page;
        }
    }

    fn count_in_region(&mut self, index: &PageIndex<'_>, leaf: usize, region: usize) {
        let seen = self.seen.entry(index.caption_hash(leaf)).or_default();
        seen.n_regions += usize::from(seen.last_region != region);
        seen.last_region = region;
    }

    /// Whether a text is evidence of a template.
    ///
    /// A text in a labelled record is, if many records have it; every other text in records is data. A text outside of
    /// them is, if many pages have it; with a single page, if it does not look like a text about this page alone.
    pub(super) fn has(&self, text: TextHash) -> bool {
        let Some(seen) = self.seen.get(&text) else { return false };
        if seen.n_regions > 0 {
            return seen.n_regions >= 2 && seen.n_regions * ONE_IN >= self.n_regions;
        }
        match self.n_pages {
            1 => !seen.is_of_page,
            n_pages => seen.n_pages >= 2 && seen.n_pages * ONE_IN >= n_pages,
        }
    }
}

/// Whether a character of a caption is a part of a number; long numbers are masked.
fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || c == '#'
}
