//! The units of text that recognizers search, each by itself, with a map to the source.

use super::SearchScope;
use std::borrow::Cow;
use std::ops::Range;
use unhusk_page::internal::TextMap;
use unhusk_page::{NodeId, Page, Span, fold};

/// A unit of text, with its place.
pub(super) enum TextUnit<'p> {
    /// Folded text.
    Folded(TextMap),
    /// The source from its first byte, unchanged.
    Verbatim(Cow<'p, str>),
}

impl<'p> TextUnit<'p> {
    /// A text that is not on a page.
    pub(super) fn of_text(text: &'p str) -> Self {
        Self::Verbatim(fold(text))
    }

    pub(super) fn text(&self) -> &str {
        match self {
            Self::Folded(map) => map.text(),
            Self::Verbatim(text) => text,
        }
    }

    /// Whether a part is the whole text, up to white space.
    pub(super) fn is_whole(&self, part: &Range<usize>) -> bool {
        let text = self.text();
        text[..part.start].trim().is_empty() && text[part.end..].trim().is_empty()
    }

    /// The span of a part in the source.
    pub(super) fn place(&self, part: Range<usize>) -> Span {
        match self {
            Self::Folded(map) => map.span(part),
            Self::Verbatim(_) => Span::new(part.start, part.end),
        }
    }
}

/// The units of a scope on a page, in document order.
pub(super) fn units(page: &Page, scope: SearchScope) -> Vec<TextUnit<'_>> {
    match scope {
        SearchScope::Source => vec![TextUnit::Verbatim(Cow::Borrowed(page.source()))],
        SearchScope::Text => texts(page),
        SearchScope::Attributes => attributes(page),
    }
}

fn texts(page: &Page) -> Vec<TextUnit<'_>> {
    let visible = page.visible();
    let texts = visible.texts().iter().flat_map(|&node| text(page, visible.id(node)));
    texts.map(TextUnit::Folded).collect()
}

/// The text of a node, mapped to the source. If the parser joined texts over tags that it ignored, as in
/// `<td>12</td><td>13</td>` without a table, each stretch of source is a text of its own.
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

fn attributes(page: &Page) -> Vec<TextUnit<'_>> {
    let tree = page.tree();
    let elements = tree.nodes().filter(|node| tree.is_element(*node));
    let values = elements.flat_map(|element| tree.attributes(element));
    let values = values.filter(|attribute| !attribute.value.is_empty());
    values
        .map(|attribute| {
            TextUnit::Folded(TextMap::of_attribute_value(page.source(), attribute.span))
        })
        .collect()
}

/// Texts of an element that are joined.
const MAX_JOINED: usize = 6;
/// Bytes of the source of an element whose texts are joined.
const MAX_JOINED_BYTES: usize = 1_000;

/// The texts of elements that have a few of them, in document order. Elements with the same texts count once.
pub(super) fn joined_texts(page: &Page) -> Vec<TextUnit<'_>> {
    let visible = page.visible();
    let (mut latest, mut joined) = (0..0, Vec::new());
    for node in (0..visible.len()).filter(|&node| !visible.is_text(node)) {
        let (id, texts) = (visible.id(node), visible.texts_in(node));
        let is_short = page.tree().span(id).is_some_and(|span| span.len() <= MAX_JOINED_BYTES);
        if (2..=MAX_JOINED).contains(&texts.len()) && texts != latest && is_short {
            joined.push(TextUnit::Folded(TextMap::of_node(page, id)));
            latest = texts;
        }
    }
    joined
}
