//! The texts of a page, and their captions.

use super::{NodeRange, PageIndex};
use crate::context::fork::Node;
use crate::site::cache::captions::LeavesByPrefix;
use crate::site::clue::TextHash;
use crate::site::clue::caption::{Caption, CaptionQuery, Prefix};
use std::ops::Range;

impl<'p> PageIndex<'p> {
    /// The number of texts.
    pub fn n_leaves(&self) -> usize {
        self.visible.n_texts()
    }

    /// The node of a text.
    pub fn leaf(&self, number: usize) -> Node {
        self.visible.text_node(number)
    }

    /// The number of texts before a node.
    pub fn leaves_before(&self, node: Node) -> usize {
        self.visible.n_texts_before(node)
    }

    /// The texts of a scope.
    pub fn leaves_of(&self, scope: NodeRange) -> Range<usize> {
        self.visible.texts_between(scope.first, scope.end)
    }

    /// The caption of a text.
    pub fn caption(&self, leaf: usize) -> &Caption {
        self.captions.caption(leaf, || self.leaf_text(leaf))
    }

    /// The hash of the caption of a text; that of the empty string if the text has none.
    pub fn caption_hash(&self, leaf: usize) -> TextHash {
        self.captions.hash(leaf, || self.leaf_text(leaf))
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
        self.captions.prefixes(self.tree(), self.visible.texts().iter().map(|&leaf| self.id(leaf)))
    }

    fn leaf_text(&self, leaf: usize) -> &'p str {
        self.visible.text(leaf)
    }

    /// The last heading, header cell or term before a text.
    pub fn heading(&self, leaf: usize) -> Option<usize> {
        let headings = self.headings.get_or_init(|| self.find_headings());
        (*headings.get(leaf)? as usize).checked_sub(1)
    }

    fn find_headings(&self) -> Vec<u32> {
        let mut last = 0;
        let mut headings = Vec::with_capacity(self.n_leaves());
        for (number, &leaf) in (1..).zip(self.visible.texts()) {
            headings.push(last);
            let mut above = self.ancestors(self.whole(), leaf).take(3);
            if above.any(|node| is_heading(self.tag(node))) {
                last = number;
            }
        }
        headings
    }

    /// The text of the page's title.
    pub fn title(&self) -> &str {
        self.title.get_or_init(|| {
            let title = (0..).take(self.len()).find(|&node| self.tag(node) == "title");
            title.map_or_else(String::new, |title| self.tree().reader_text(self.id(title)))
        })
    }
}

fn is_heading(tag: &str) -> bool {
    matches!(
        tag,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" | "dt" | "legend" | "caption" | "label"
    )
}
