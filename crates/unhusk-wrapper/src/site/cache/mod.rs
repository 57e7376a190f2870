//! What is computed at most once per page, or once per wrapper and page.
//!
//! A wrapper asks little of most pages. So the [`Caches`] of a page index begin empty; each is [built](PageCache::new) from
//! the index when a rule first asks for it, and those that can be are filled only as far as rules ask. A cache never changes
//! what is read: every method answers as if the answer were computed anew. Nothing is shared between pages or threads.
//!
//! ```text
//! index.caches().positions.of(index).nth(index, node)
//! ```
//!
//! | cache | answers | saves |
//! | --- | --- | --- |
//! | [`captions`] | the caption of a text, its hash, and the texts with a prefix | folding texts, most of which no rule names |
//! | [`headings`] | the heading before a text, and the title of the page | walking back from every text |
//! | [`html_ids`] | which elements have an id | comparing the ids of all elements |
//! | [`naming`] | which attributes name elements | comparing the names of attributes |
//! | [`odd_tags`] | the tags with signs of the clue language in them | searching clues for every tag |
//! | [`paths`] | the nodes below some tags | asking every node for the elements around it |
//! | [`positions`] | the position of a node among its siblings | counting siblings for every node |
//! | [`token_masks`] | which tokens of interest an element has | splitting attributes again |
//!
//! Two more depend on the wrapper too. The reading of a page makes them and drops them with the records:
//!
//! | cache | answers | saves |
//! | --- | --- | --- |
//! | [`landmarks`] | the nearest landmark before or behind a text | walking back from every text |
//! | [`shapes`] | which nodes rules select in a record | matching rules in records that look the same |
//!
//! `cargo bench -p unhusk-wrapper --bench site_caches` times reading with empty and with filled caches.

pub(in crate::site) mod captions;
pub(in crate::site) mod headings;
pub(in crate::site) mod html_ids;
pub(in crate::site) mod landmarks;
pub(in crate::site) mod naming;
pub(in crate::site) mod odd_tags;
pub(in crate::site) mod paths;
pub(in crate::site) mod positions;
pub(in crate::site) mod shapes;
pub(in crate::site) mod token_masks;

use crate::site::matcher::page_index::PageIndex;
use std::cell::OnceCell;

/// What a page index computes at most once.
pub(in crate::site) trait PageCache {
    /// Builds the cache of a page.
    fn new(index: &PageIndex<'_>) -> Self;
}

/// The caches of a page index.
#[derive(Debug, Default)]
pub(in crate::site) struct Caches {
    pub(in crate::site) captions: Lazy<captions::CaptionCache>,
    pub(in crate::site) caption_hashes: Lazy<captions::CaptionHashes>,
    pub(in crate::site) prefixes: Lazy<captions::LeavesByPrefix>,
    pub(in crate::site) headings: Lazy<headings::Headings>,
    pub(in crate::site) title: Lazy<headings::Title>,
    pub(in crate::site) html_ids: Lazy<html_ids::HtmlIds>,
    pub(in crate::site) naming: Lazy<naming::NamingAttributes>,
    pub(in crate::site) odd_tags: Lazy<odd_tags::OddTags>,
    pub(in crate::site) paths: Lazy<paths::PathCache>,
    pub(in crate::site) positions: Lazy<positions::PositionCache>,
    /// `None` without a set of tokens that has a bit for each.
    pub(in crate::site) token_masks: Lazy<Option<token_masks::TokenMasks>>,
}

/// A cache that is built when it is first asked for.
#[derive(Debug)]
pub(in crate::site) struct Lazy<C>(OnceCell<C>);

impl<C: PageCache> Lazy<C> {
    /// The cache; `index` is the one that owns it.
    #[inline]
    pub(in crate::site) fn of(&self, index: &PageIndex<'_>) -> &C {
        self.0.get_or_init(|| C::new(index))
    }
}

impl<C> Default for Lazy<C> {
    fn default() -> Self {
        Self(OnceCell::new())
    }
}
