//! The text of an element, from the tree.

use super::block::is_block;
use super::chunks::{Chunks, DecodeMode, TextChunk};
use super::folding::Folding;
use super::map::{Places, TextMap};
use crate::{Namespace, NodeId, NodeKind, Page, Span, Tree};

impl Tree {
    /// The text of a node as a reader sees it: its text nodes joined, with a space where a block element or
    /// `<br>` begins or ends, none at inline borders; `script`, `style` and `template` below it left out; then
    /// folded. Empty for comments. Linear in the size of the node.
    ///
    /// ```
    /// use unhusk_page::{NodeId, Page};
    /// let page = Page::from("<ul><li><b>un</b>husk &amp; co<li>grain</ul>");
    /// assert_eq!(page.tree().reader_text(NodeId::DOCUMENT), "unhusk & co grain");
    /// ```
    pub fn reader_text(&self, node: NodeId) -> String {
        let mut folding = Folding::without_places(0);
        for seen in VisibleWalk::below(self, node) {
            match seen {
                VisiblePart::Text(text) => folding.push_text(self.text(text), 0),
                VisiblePart::Border => folding.push_border(),
            }
        }
        folding.into_text()
    }
}

impl TextMap {
    /// The text of [`Tree::reader_text`], with the place of each character.
    pub fn of_node(page: &Page, node: NodeId) -> Self {
        let tree = page.tree();
        let mut folding = Folding::new(Vec::new());
        for seen in VisibleWalk::below(tree, node) {
            match seen {
                VisiblePart::Text(text) => push_text_node(&mut folding, page, text),
                VisiblePart::Border => folding.push_border(),
            }
        }
        Self::from(folding)
    }
}

/// A step of the walk.
enum VisiblePart {
    Text(NodeId),
    Border,
}

/// Walks below a node in document order; no recursion.
struct VisibleWalk<'t> {
    tree: &'t Tree,
    next: u32,
    end: u32,
    /// The ends of the open blocks, the innermost last.
    block_ends: Vec<u32>,
}

impl<'t> VisibleWalk<'t> {
    fn below(tree: &'t Tree, node: NodeId) -> Self {
        let first = if tree.kind(node) == NodeKind::Text { node.0 } else { node.0 + 1 };
        Self { tree, next: first, end: tree.subtree_end(node), block_ends: Vec::new() }
    }

    /// Enters an element; returns a border if it is a block.
    fn enter(&mut self, element: NodeId) -> Option<VisiblePart> {
        let name = self.tree.tag(element);
        let end = self.tree.subtree_end(element);
        if self.tree.is_hidden_element(element) {
            self.next = end;
            return None;
        }
        is_block(name.as_bytes()).then(|| {
            self.block_ends.push(end);
            VisiblePart::Border
        })
    }
}

impl Iterator for VisibleWalk<'_> {
    type Item = VisiblePart;

    fn next(&mut self) -> Option<VisiblePart> {
        loop {
            if self.block_ends.pop_if(|end| *end <= self.next).is_some() {
                return Some(VisiblePart::Border);
            }
            if self.next >= self.end {
                return None;
            }
            let node = NodeId(self.next);
            self.next += 1;
            match self.tree.kind(node) {
                NodeKind::Text => return Some(VisiblePart::Text(node)),
                NodeKind::Element => {
                    if let Some(border) = self.enter(node) {
                        return Some(border);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Adds a text node with its places.
///
/// A node that the parser put together from several pieces of source is read again from the source; if that does not
/// give its text, because other text lies between the pieces, each of its characters has the whole range as its place.
fn push_text_node<P: Places>(folding: &mut Folding<P>, page: &Page, node: NodeId) {
    let tree = page.tree();
    let text = tree.text(node);
    let span = tree.span(node).unwrap_or(Span::new(0, 0));
    if page.slice(span) == Some(text) {
        folding.push_text(text, span.range().start);
        return;
    }
    let chunks = || {
        let chunks = Chunks::new(page.source(), span.range(), decode_mode_of_text(tree, node));
        // Tags inside a text node are those that the parser ignored.
        chunks.filter(|chunk| *chunk != TextChunk::Border)
    };
    if decoded(chunks()) == text {
        chunks().for_each(|chunk| folding.push_chunk(chunk));
    } else {
        folding.push_whole(text.chars(), span.range());
    }
}

/// Returns how the source of a text node is decoded, which depends on the element around it.
fn decode_mode_of_text(tree: &Tree, text: NodeId) -> DecodeMode {
    let parent = tree.parent(text).filter(|&parent| tree.namespace(parent) == Namespace::Html);
    match parent.map_or("", |parent| tree.tag(parent)) {
        "plaintext" => DecodeMode::Verbatim,
        name => DecodeMode::of_contents(name.as_bytes()),
    }
}

/// The text of chunks as the tree has it: with line feeds where the source has carriage returns.
fn decoded<'s>(chunks: impl Iterator<Item = TextChunk<'s>>) -> String {
    let mut decoded = String::new();
    for chunk in chunks {
        match chunk {
            TextChunk::Verbatim { text, .. } if text.contains('\r') => {
                decoded.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
            }
            TextChunk::Verbatim { text, .. } => decoded.push_str(text),
            TextChunk::Decoded { reference, .. } => decoded.extend(reference.chars()),
            TextChunk::Border => {}
        }
    }
    decoded
}
