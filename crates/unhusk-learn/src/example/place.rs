//! Places of values.

use unhusk_page::{NodeId, Page, Span, Syntax};

/// One labelled value: the places where it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The possible places, in document order. At least one; exactly one for labels by place.
    pub candidates: Vec<Place>,
    /// The folded text of the label, if it was given as text.
    pub text: Option<String>,
}

/// The place of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// From the first to the last byte.
    pub span: Span,
    /// The part of the page's tree.
    pub target: PlaceTarget,
}

/// The part of a page's tree that a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PlaceTarget {
    /// A range of the source, given as a span: may be inside a tag or contain markup.
    Range,
    /// A text node, or a part of one.
    Text(NodeId),
    /// The text of an element that contains several text nodes, or a part of that text.
    Element(NodeId),
    /// An attribute value or a part of one: the element, and the attribute's position among its attributes.
    Attribute(NodeId, u32),
}

/// Fit of a place to the node that contains it; the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceFit {
    /// All of a text node, an element's text or an attribute value, up to white space. Always the fit of a place that
    /// was given as a span.
    Whole,
    /// A run of whole nodes inside an element, with markup before and after it.
    Nodes,
    /// A part that begins and ends at word boundaries.
    Words,
    /// A part that begins or ends inside a word: `12` of `2012`.
    Inside,
}

impl Place {
    /// Returns the fit of the place to the node that contains it. Reads a few bytes on both sides.
    pub fn fit(self, page: &Page) -> PlaceFit {
        let around = match self.target {
            PlaceTarget::Range => return PlaceFit::Whole,
            PlaceTarget::Text(node) => page.tree().span(node),
            PlaceTarget::Element(node) => page.tree().content_span(node),
            PlaceTarget::Attribute(node, position) => {
                page.tree().attributes(node).nth(position as usize).map(|attribute| attribute.span)
            }
        };
        let whole_page = Span::new(0, page.source().len());
        let around = around.unwrap_or(whole_page);
        let sides = [PlaceSide::before(self.span, around), PlaceSide::behind(self.span, around)];
        match self.target {
            _ if sides.iter().all(|side| side.is_blank(page)) => PlaceFit::Whole,
            PlaceTarget::Element(_) if sides.iter().all(|side| side.is_markup(page)) => {
                PlaceFit::Nodes
            }
            _ if sides.iter().all(|side| side.is_word_border(page, self.span)) => PlaceFit::Words,
            _ => PlaceFit::Inside,
        }
    }
}

/// The source on one side of a place, up to the end of the node that contains it.
struct PlaceSide {
    gap: Span,
    is_before: bool,
}

/// Longest gap that is examined for white space.
const MAX_GAP: usize = 4096;

impl PlaceSide {
    fn before(span: Span, around: Span) -> Self {
        let start = around.start.min(span.start);
        Self { gap: Span { start, end: span.start }, is_before: true }
    }

    fn behind(span: Span, around: Span) -> Self {
        Self { gap: Span { start: span.end, end: around.end.max(span.end) }, is_before: false }
    }

    /// Whether the gap has no text.
    fn is_blank(&self, page: &Page) -> bool {
        if self.gap.is_empty() {
            return true;
        }
        // Most places that are not whole are next to a letter.
        let may_be_blank = !self.beside(page).is_some_and(char::is_alphanumeric);
        may_be_blank && self.gap.len() <= MAX_GAP && page.text(self.gap).is_empty()
    }

    /// Whether the gap begins with a tag, seen from the place, white space aside.
    fn is_markup(&self, page: &Page) -> bool {
        let Some(gap) = page.slice(self.gap) else { return false };
        match page.syntax() {
            Syntax::Text => false,
            Syntax::Html if self.is_before => {
                gap.trim_end().is_empty() || gap.trim_end().ends_with('>')
            }
            Syntax::Html => gap.trim_start().is_empty() || gap.trim_start().starts_with('<'),
        }
    }

    /// Whether the place does not cut a word on this side.
    fn is_word_border(&self, page: &Page, span: Span) -> bool {
        let Some(value) = page.slice(span) else { return true };
        let edge = if self.is_before { value.chars().next() } else { value.chars().next_back() };
        let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        !(is_word(edge) && is_word(self.beside(page)))
    }

    /// The character next to the place.
    fn beside(&self, page: &Page) -> Option<char> {
        let gap = page.slice(self.gap)?;
        if self.is_before { gap.chars().next_back() } else { gap.chars().next() }
    }
}
