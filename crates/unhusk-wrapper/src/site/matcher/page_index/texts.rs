//! The texts of a page, and their captions.

use super::{NodeRange, PageIndex};
use crate::site::cache::captions::LeavesByPrefix;
use crate::site::clue::TextHash;
use crate::site::clue::caption::{Caption, CaptionQuery, Prefix};
use std::ops::Range;
use unhusk_page::VisibleNode;

impl PageIndex<'_> {
    /// The number of texts.
    pub fn n_leaves(&self) -> usize {
        self.visible.n_texts()
    }

    /// The node of a text.
    pub fn leaf(&self, number: usize) -> VisibleNode {
        self.visible.text_node(number)
    }

    /// The number of texts before a node.
    pub fn leaves_before(&self, node: VisibleNode) -> usize {
        self.visible.n_texts_before(node)
    }

    /// The texts of a scope.
    pub fn leaves_of(&self, scope: NodeRange) -> Range<usize> {
        self.visible.texts_between(scope.first, scope.end)
    }

    /// The caption of a text.
    pub fn caption(&self, leaf: usize) -> &Caption {
        self.caches.captions.of(self).caption(self, leaf)
    }

    /// The hash of the caption of a text; that of the empty string if the text has none.
    pub fn caption_hash(&self, leaf: usize) -> TextHash {
        self.caches.caption_hashes.of(self).hash(self, leaf)
    }

    /// Calls `seen` with the texts that have a caption, in document order.
    pub fn each_with_caption(
        &self,
        query: CaptionQuery,
        leaves: Range<usize>,
        mut seen: impl FnMut(usize),
    ) {
        self.prefixes().each(query.prefix, leaves, |leaf| {
            if self.caption_hash(leaf) == query.hash {
                seen(leaf);
            }
        });
    }

    /// The prefix of the caption of a text.
    pub fn prefix(&self, leaf: usize) -> Prefix {
        self.prefixes().of(leaf)
    }

    fn prefixes(&self) -> &LeavesByPrefix {
        self.caches.prefixes.of(self)
    }

    /// The last heading, header cell or term before a text.
    pub fn heading(&self, leaf: usize) -> Option<usize> {
        self.caches.headings.of(self).before(leaf)
    }

    /// The text of the page's title.
    pub fn title(&self) -> &str {
        &self.caches.title.of(self).0
    }
}
