//! Places: parts of a page as the page frame names them, and their ranges in the source.
//!
//! The frame knows nodes by their number in document order, and parts of a text by UTF-16 offsets, as scripts count
//! them. The library knows byte ranges of the source.

use serde::{Deserialize, Serialize};
use unhusk::page::{NodeId, NodeKind};
use unhusk::{Page, Span};

/// A part of a page as the frame names it: a node, a part of a text node, or an attribute of an element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The number of the node in document order.
    pub node: u32,
    /// First UTF-16 unit of the part of a text node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// End of that part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<u32>,
    /// The text node in which the part ends, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The name of an attribute of the element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attr: Option<String>,
}

/// A value in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Its place, without white space at its ends.
    pub span: Span,
    /// The attribute whose value it is.
    pub attribute: Option<String>,
}

/// Reason why a place has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// There is no such node.
    #[error("the page has no node {0}")]
    NoNode(u32),
    /// The element lacks the attribute.
    #[error("the element has no attribute `{0}`")]
    NoAttribute(String),
    /// There is nothing to read at the place.
    #[error("there is no text here; choose one of the attributes of the element")]
    NoText,
    /// A part of a text ends before it begins, or beyond the text.
    #[error("the selection is not inside one text")]
    BadPart,
}

impl Place {
    /// A whole node.
    pub fn node(node: NodeId) -> Self {
        Self { node: node.0, start: None, end: None, to: None, attr: None }
    }

    fn attribute(node: NodeId, name: &str) -> Self {
        Self { attr: Some(name.to_owned()), ..Self::node(node) }
    }
}

/// Finds the value at a place. A whole element yields all its visible text; an element without text yields the
/// attribute that a reader sees or follows.
///
/// # Errors
/// If there is nothing to read.
pub fn target(page: &Page, place: &Place) -> Result<Target, PlaceError> {
    let tree = page.tree();
    let node = NodeId(place.node);
    if node.index() >= tree.len() {
        return Err(PlaceError::NoNode(place.node));
    }
    if let Some(name) = &place.attr {
        let attribute = tree.attribute(node, name);
        let attribute = attribute.ok_or_else(|| PlaceError::NoAttribute(name.clone()))?;
        return Ok(Target { span: attribute.span, attribute: Some(name.clone()) });
    }
    if let (Some(start), Some(end)) = (place.start, place.end) {
        let last = NodeId(place.to.unwrap_or(place.node));
        if last.index() >= tree.len() {
            return Err(PlaceError::NoNode(last.0));
        }
        return part_of_texts(page, (node, start), (last, end));
    }
    if let Some(span) = text_extent(page, node) {
        return Ok(Target { span, attribute: None });
    }
    let shown = SHOWN_ATTRIBUTES.iter().find_map(|name| tree.attribute(node, name));
    let shown = shown.filter(|attribute| !attribute.value.trim().is_empty());
    let attribute = shown.ok_or(PlaceError::NoText)?;
    Ok(Target { span: attribute.span, attribute: Some(attribute.name.to_owned()) })
}

/// Attributes read in place of the text of an element without text, the likeliest first.
const SHOWN_ATTRIBUTES: [&str; 7] = ["src", "content", "value", "datetime", "href", "alt", "title"];

/// The part from an offset of one text node to an offset of the same or a later one.
fn part_of_texts(
    page: &Page,
    first: (NodeId, u32),
    last: (NodeId, u32),
) -> Result<Target, PlaceError> {
    let (start, end) = (source_offset(page, first)?, source_offset(page, last)?);
    if start >= end {
        return Err(PlaceError::BadPart);
    }
    let span = trimmed(page, Span { start, end }).ok_or(PlaceError::NoText)?;
    Ok(Target { span, attribute: None })
}

/// The byte of the source at a UTF-16 offset of a text node.
fn source_offset(page: &Page, (node, unit): (NodeId, u32)) -> Result<u32, PlaceError> {
    let tree = page.tree();
    if tree.kind(node) != NodeKind::Text {
        return Err(PlaceError::BadPart);
    }
    let span = tree.span(node).ok_or(PlaceError::BadPart)?;
    let source = page.slice(span).ok_or(PlaceError::BadPart)?;
    let text = tree.text(node);
    let byte = byte_offset(text, unit).ok_or(PlaceError::BadPart)?;
    let offset = OffsetMap { text, source }.to_source(byte);
    Ok(span.start + u32::try_from(offset).map_err(|_| PlaceError::BadPart)?)
}

/// The byte offset of a UTF-16 offset.
fn byte_offset(text: &str, unit: u32) -> Option<usize> {
    let mut units = 0;
    for (at, character) in text.char_indices() {
        if units >= unit {
            return Some(at);
        }
        units += u32::try_from(character.len_utf16()).unwrap_or(1);
    }
    (units >= unit).then_some(text.len())
}

/// The place of all visible text of a node, without white space at its ends.
pub fn text_extent(page: &Page, node: NodeId) -> Option<Span> {
    let tree = page.tree();
    let all = tree.visible_from(node).chain([node]);
    let texts = all.filter(|&node| tree.kind(node) == NodeKind::Text && !tree.is_blank_text(node));
    let mut extent: Option<Span> = None;
    for span in texts.filter_map(|node| tree.span(node)) {
        extent = Some(extent.map_or(span, |known| Span {
            start: known.start.min(span.start),
            end: known.end.max(span.end),
        }));
    }
    trimmed(page, extent?)
}

/// A range without white space at its ends.
fn trimmed(page: &Page, span: Span) -> Option<Span> {
    const SPACES: [&str; 5] = ["&nbsp;", "&#160;", "&#xa0;", "&#xA0;", "\u{a0}"];
    let all = page.slice(span)?;
    let mut kept = all;
    loop {
        let before = kept.len();
        kept = kept.trim();
        for space in SPACES {
            kept = kept.strip_prefix(space).unwrap_or(kept);
            kept = kept.strip_suffix(space).unwrap_or(kept);
        }
        if kept.len() == before {
            break;
        }
    }
    let start = kept.as_ptr() as usize - all.as_ptr() as usize;
    let start = span.start + u32::try_from(start).ok()?;
    let end = start + u32::try_from(kept.len()).ok()?;
    (start < end).then_some(Span { start, end })
}

/// The places of a value, for the frame: one node if the value is all that the node shows, or else the texts and parts
/// of texts that it consists of.
pub fn places_of(page: &Page, span: Span) -> Vec<Place> {
    let tree = page.tree();
    let holders = tree.holders(span);
    let Some(&holder) = holders.last() else { return Vec::new() };
    if let Some(place) = attribute_at(page, holder, span) {
        return vec![place];
    }
    if text_extent(page, holder) == Some(span) {
        return vec![Place::node(holder)];
    }
    let all = [holder].into_iter().chain(tree.descendants(holder));
    all.filter(|&node| tree.kind(node) == NodeKind::Text && !tree.is_blank_text(node))
        .filter_map(|node| part_inside(page, node, span))
        .collect()
}

/// The attribute of an element whose value contains the range.
fn attribute_at(page: &Page, node: NodeId, span: Span) -> Option<Place> {
    let tree = page.tree();
    let tag = tree.start_tag(node)?;
    if span.start < tag.start || span.end > tag.end {
        return None;
    }
    let holds = |found: Span| found.start <= span.start && span.end <= found.end;
    let attribute = tree.attributes(node).find(|attribute| holds(attribute.span))?;
    Some(Place::attribute(node, attribute.name))
}

/// The part of a text node that is inside a range.
fn part_inside(page: &Page, node: NodeId, span: Span) -> Option<Place> {
    let tree = page.tree();
    let whole = tree.span(node)?;
    let part = Span { start: whole.start.max(span.start), end: whole.end.min(span.end) };
    if part.start >= part.end {
        return None;
    }
    let visible = trimmed(page, whole)?;
    if part.start <= visible.start && visible.end <= part.end {
        return Some(Place::node(node));
    }
    let (text, source) = (tree.text(node), page.slice(whole)?);
    let map = OffsetMap { text, source };
    let units = |at: u32| {
        let offset = map.to_text((at - whole.start) as usize);
        u32::try_from(text[..offset].encode_utf16().count()).ok()
    };
    Some(Place {
        start: Some(units(part.start)?),
        end: Some(units(part.end)?),
        ..Place::node(node)
    })
}

/// The text of a node beside its source, which may write characters as references.
struct OffsetMap<'p> {
    text: &'p str,
    source: &'p str,
}

impl OffsetMap<'_> {
    /// The offset in the source of an offset in the text.
    fn to_source(&self, wanted: usize) -> usize {
        self.walk(|text, _| text >= wanted).1
    }

    /// The offset in the text of an offset in the source.
    fn to_text(&self, wanted: usize) -> usize {
        self.walk(|_, source| source >= wanted).0
    }

    /// Walks text and source side by side until a step satisfies `is_there`.
    fn walk(&self, is_there: impl Fn(usize, usize) -> bool) -> (usize, usize) {
        let (mut text, mut source) = (0, 0);
        while !is_there(text, source) && text < self.text.len() && source < self.source.len() {
            let (text_step, source_step) = self.step(text, source);
            text += text_step;
            source += source_step;
        }
        (text, source)
    }

    /// The lengths of the next character in text and source. Characters that the parser dropped have no length in the
    /// text.
    fn step(&self, text: usize, source: usize) -> (usize, usize) {
        let (text, source) = (&self.text[text..], &self.source[source..]);
        let next = source.chars().next().map_or(1, char::len_utf8);
        if source.starts_with('&')
            && let Some((decoded, length)) = reference(source)
            && text.starts_with(&decoded)
        {
            return (decoded.len(), length);
        }
        if source.starts_with("\r\n") && text.starts_with('\n') {
            return (1, 2);
        }
        if source.starts_with('\r') && text.starts_with('\n') {
            return (1, 1);
        }
        if text.chars().next() == source.chars().next() {
            return (next, next);
        }
        (0, next)
    }
}

/// The reference that a text begins with, decoded, and its length.
fn reference(source: &str) -> Option<(String, usize)> {
    let name = source[1..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '#'));
    let mut end = name.map_or(source.len(), |length| length + 1);
    end += usize::from(source[end..].starts_with(';'));
    let decoded = unhusk::page::internal::decode_references(&source[..end]);
    (decoded != source[..end]).then(|| (decoded.into_owned(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(page: &Page, tag: &str) -> NodeId {
        page.tree().nodes().find(|&node| page.tree().tag(node) == tag).expect("the tag is there")
    }

    fn whole(page: &Page, tag: &str) -> Place {
        Place::node(find(page, tag))
    }

    #[test]
    fn an_element_stands_for_its_visible_text_without_space() {
        let page = Page::from("<p> Tom <b>&amp;</b> Jerry&nbsp; <script>f()</script></p>");
        let target = target(&page, &whole(&page, "p")).expect("the paragraph has text");
        assert_eq!(page.slice(target.span), Some("Tom <b>&amp;</b> Jerry"));
        assert_eq!(places_of(&page, target.span), [whole(&page, "p")]);
    }

    #[test]
    fn a_part_of_a_text_counts_as_scripts_count() {
        // The clef takes two UTF-16 units and four bytes, the reference one unit and five bytes.
        let page = Page::from("<p>\u{1d11e} a &amp; b</p>");
        let text = page.tree().first_child(find(&page, "p")).expect("the paragraph has a text");
        let place = Place { start: Some(3), end: Some(8), ..Place::node(text) };
        let found = target(&page, &place).expect("the part is inside the text");
        assert_eq!(page.slice(found.span), Some("a &amp; b"));
        let part = Place { start: Some(7), end: Some(8), ..Place::node(text) };
        let found = target(&page, &part).expect("the part is inside the text");
        assert_eq!(page.slice(found.span), Some("b"));
        assert_eq!(places_of(&page, found.span), [part]);
    }

    #[test]
    fn a_picture_stands_for_its_source_and_a_link_for_its_text() {
        let page = Page::from("<a href=/x>go</a><img src=p.png alt=mug>");
        let image = target(&page, &whole(&page, "img")).expect("the picture has a source");
        assert_eq!(page.slice(image.span), Some("p.png"));
        assert_eq!(places_of(&page, image.span)[0].attr.as_deref(), Some("src"));
        let link = target(&page, &whole(&page, "a")).expect("the link has a text");
        assert_eq!(page.slice(link.span), Some("go"));
    }

    #[test]
    fn places_that_are_not_there_are_errors() {
        let page = Page::from("<p>x</p><hr>");
        assert_eq!(target(&page, &Place::node(NodeId(999))), Err(PlaceError::NoNode(999)));
        assert_eq!(target(&page, &whole(&page, "hr")), Err(PlaceError::NoText));
        let beyond = Place { start: Some(0), end: Some(9), ..whole(&page, "p") };
        assert_eq!(target(&page, &beyond), Err(PlaceError::BadPart));
    }

    #[test]
    fn a_part_may_reach_over_several_texts() {
        let page = Page::from("<p>by (<a>Ann</a>) now</p>");
        let texts: Vec<NodeId> =
            page.tree().nodes().filter(|&node| page.tree().kind(node) == NodeKind::Text).collect();
        let over =
            Place { start: Some(3), end: Some(1), to: Some(texts[2].0), ..Place::node(texts[0]) };
        let found = target(&page, &over).expect("the part is on the page");
        assert_eq!(page.slice(found.span), Some("(<a>Ann</a>)"));
        assert_eq!(page.text(found.span), "(Ann)");
        assert_eq!(places_of(&page, found.span).len(), 3);
        let back =
            Place { start: Some(1), end: Some(0), to: Some(texts[0].0), ..Place::node(texts[2]) };
        assert_eq!(target(&page, &back), Err(PlaceError::BadPart));
    }

    #[test]
    fn a_value_across_elements_has_several_places() {
        let page = Page::from("<p>a <b>b</b> c<i>d</i></p>");
        let start = 3;
        let end = u32::try_from("<p>a <b>b</b> c".len()).expect("small");
        assert_eq!(places_of(&page, Span { start, end }).len(), 3);
    }
}
