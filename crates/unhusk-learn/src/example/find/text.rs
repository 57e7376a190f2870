//! Searches the text of a page, kept as one folded string, and maps occurrences back to nodes.

use super::super::place::{Place, PlaceTarget};
use super::Occurrences;
use super::occurrences::Needle;
use std::cell::OnceCell;
use unhusk_page::internal::TextMap;
use unhusk_page::{NodeId, NodeKind, Page, Span, fold, squeeze};

/// Longest source range whose text is compared if the parser moved text; a longer one is no place.
const MAX_CHECKED: usize = 65_536;

/// Text nodes that may be between the pieces of another text node that the parser joined.
const MAX_OVERLAPS: usize = 64;

/// Index of the text of a page, and of its text nodes by place.
pub(super) struct TextIndex<'p> {
    page: &'p Page,
    map: TextMap,
    squeezed: OnceCell<TextMap>,
    /// In source order.
    nodes: Vec<(Span, NodeId)>,
    /// Whether the tree has text in another order than the source: `<table><tr><td>b</td>a` reads `a b`.
    is_moved: bool,
}

impl<'p> TextIndex<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let tree = page.tree();
        let texts = tree.nodes().filter(|node| tree.kind(*node) == NodeKind::Text);
        let mut nodes: Vec<(Span, NodeId)> =
            texts.filter_map(|node| Some((tree.span(node)?, node))).collect();
        let is_moved = !nodes.is_sorted_by(|before, behind| before.0.end <= behind.0.start);
        nodes.sort_unstable();
        Self {
            page,
            map: TextMap::of_node(page, NodeId::DOCUMENT),
            squeezed: OnceCell::new(),
            nodes,
            is_moved,
        }
    }

    /// Finds the folded text.
    pub(super) fn find(&self, needle: &Needle<'_>, found: &mut Occurrences) {
        self.find_in(&self.map, needle, found);
    }

    /// Finds the text with all white space removed.
    pub(super) fn find_squeezed(&self, needle: &Needle<'_>, found: &mut Occurrences) {
        self.find_in(self.squeezed.get_or_init(|| self.map.squeezed()), needle, found);
    }

    fn find_in(&self, map: &TextMap, needle: &Needle<'_>, found: &mut Occurrences) {
        found.search(map.text(), needle, |start, end| {
            self.place(map.span(start..end), &map.text()[start..end])
        });
    }

    /// The place at a span, if its text is `text`.
    fn place(&self, span: Span, text: &str) -> Option<Place> {
        self.page.slice(span)?;
        let first = self.node_at(span.start as usize)?;
        let last = self.node_at((span.end as usize).checked_sub(1)?)?;
        if self.is_moved && !self.reads(span, text) {
            return None;
        }
        if first == last {
            return Some(Place { span, target: PlaceTarget::Text(first) });
        }
        let tree = self.page.tree();
        let holder = tree.ancestors(first).find(|ancestor| tree.is_ancestor(*ancestor, last))?;
        Some(Place { span, target: PlaceTarget::Element(holder) })
    }

    /// The text node that contains the byte at `position` of the source. Spans overlap where the parser joined text
    /// that it had moved: then it is the node that begins last.
    fn node_at(&self, position: usize) -> Option<NodeId> {
        let behind = self.nodes.partition_point(|(span, _)| span.start as usize <= position);
        let holds = |entry: &&(Span, NodeId)| position < entry.0.end as usize;
        self.nodes[..behind].iter().rev().take(MAX_OVERLAPS).find(holds).map(|(_, node)| *node)
    }

    fn reads(&self, span: Span, text: &str) -> bool {
        span.len() <= MAX_CHECKED.max(8 * text.len())
            && squeeze(&self.page.text(span)) == squeeze(&fold(text))
    }
}
