//! The stretches of a page that recognizers look into, each by itself, with the way back to the source.

use super::Scope;
use std::borrow::Cow;
use std::ops::Range;
use unhusk_page::internal::TextMap;
use unhusk_page::{NodeId, Page, Span, fold};

/// A stretch of text, and where it stands.
pub(super) enum Unit<'p> {
    /// Folded text.
    Folded(TextMap),
    /// Text as it stands in the source, which begins at its first byte.
    Verbatim(Cow<'p, str>),
}

impl<'p> Unit<'p> {
    /// A text that stands nowhere.
    pub(super) fn of_text(text: &'p str) -> Self {
        Self::Verbatim(fold(text))
    }

    pub(super) fn text(&self) -> &str {
        match self {
            Self::Folded(map) => map.text(),
            Self::Verbatim(text) => text,
        }
    }

    /// Whether a part is all there is, white space aside.
    pub(super) fn is_whole(&self, part: &Range<usize>) -> bool {
        let text = self.text();
        text[..part.start].trim().is_empty() && text[part.end..].trim().is_empty()
    }

    /// Where a part stands in the source.
    pub(super) fn place(&self, part: Range<usize>) -> Span {
        match self {
            Self::Folded(map) => map.span(part),
            Self::Verbatim(_) => Span::new(part.start, part.end),
        }
    }
}

/// What a scope has on a page, in the order of the tree.
pub(super) fn units(page: &Page, scope: Scope) -> Vec<Unit<'_>> {
    match scope {
        Scope::Source => vec![Unit::Verbatim(Cow::Borrowed(page.source()))],
        Scope::Text => texts(page),
        Scope::Attributes => attributes(page),
    }
}

fn texts(page: &Page) -> Vec<Unit<'_>> {
    let visible = page.visible();
    let texts = visible.texts().iter().flat_map(|&node| text(page, visible.id(node)));
    texts.map(Unit::Folded).collect()
}

/// The text of a node with its places. Where the parser put it together over tags that mean nothing, as
/// `<td>12</td><td>13</td>` without a table, each stretch of source is one.
fn text(page: &Page, node: NodeId) -> Vec<TextMap> {
    let Some(span) = page.tree().span(node) else { return Vec::new() };
    let map = |span| TextMap::of_attribute_value(page.source(), span);
    let whole = map(span);
    if whole.text() == fold(page.tree().text(node)) {
        return vec![whole];
    }
    let mut stretches = Vec::new();
    let (mut at, end) = (span.start as usize, span.end as usize);
    while at < end {
        let rest = &page.source()[at..end];
        let text_end = at + rest.find('<').unwrap_or(rest.len());
        stretches.push(map(Span::new(at, text_end)));
        let rest = &page.source()[text_end..end];
        at = text_end + rest.find('>').map_or(rest.len(), |tag_end| tag_end + 1);
    }
    stretches
}

fn attributes(page: &Page) -> Vec<Unit<'_>> {
    let tree = page.tree();
    let elements = tree.nodes().filter(|node| tree.is_element(*node));
    let values = elements.flat_map(|element| tree.attributes(element));
    let values = values.filter(|attribute| !attribute.value.is_empty());
    values
        .map(|attribute| Unit::Folded(TextMap::of_attribute_value(page.source(), attribute.span)))
        .collect()
}
