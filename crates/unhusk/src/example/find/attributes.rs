//! All attribute values of a page as one string, a line each.

use super::super::place::{Place, Target};
use super::Occurrences;
use super::occurrences::Needle;
use crate::page::{NodeId, Page, Span, TextMap, fold, squeeze};
use std::cell::OnceCell;

/// The attribute values of a page.
pub(super) struct AttributeIndex<'p> {
    page: &'p Page,
    folded: Lines,
    squeezed: OnceCell<Lines>,
}

/// Values behind each other, each ended by a line feed, which folded text does not have.
#[derive(Default)]
struct Lines {
    text: String,
    entries: Vec<Entry>,
}

struct Entry {
    /// Where the line begins.
    start: usize,
    element: NodeId,
    position: u32,
    /// Where the value stands in the source.
    span: Span,
}

impl<'p> AttributeIndex<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let folded = Lines::new(page, |value, text| text.push_str(&fold(value)));
        Self { page, folded, squeezed: OnceCell::new() }
    }

    /// Where the folded text stands.
    pub(super) fn find(&self, needle: &Needle<'_>, found: &mut Occurrences) {
        found.search(&self.folded.text, needle, |start, end| {
            self.folded
                .place(start, end, |value| TextMap::of_attribute_value(self.page.source(), value))
        });
    }

    /// Where the text stands with all white space removed.
    pub(super) fn find_squeezed(&self, needle: &Needle<'_>, found: &mut Occurrences) {
        let lines = self.squeezed.get_or_init(|| {
            Lines::new(self.page, |value, text| text.push_str(&squeeze(&fold(value))))
        });
        found.search(&lines.text, needle, |start, end| {
            lines.place(start, end, |value| {
                TextMap::of_attribute_value(self.page.source(), value).squeezed()
            })
        });
    }
}

impl Lines {
    fn new(page: &Page, add: impl Fn(&str, &mut String)) -> Self {
        let tree = page.tree();
        let mut lines = Self::default();
        for element in tree.nodes().filter(|node| tree.is_element(*node)) {
            for (position, attribute) in (0..).zip(tree.attributes(element)) {
                if attribute.value.is_empty() {
                    continue;
                }
                let start = lines.text.len();
                lines.entries.push(Entry { start, element, position, span: attribute.span });
                add(attribute.value, &mut lines.text);
                lines.text.push('\n');
            }
        }
        lines
    }

    /// The place of a part of the lines; the map of the value is only made for values that have something.
    fn place(&self, start: usize, end: usize, map: impl Fn(Span) -> TextMap) -> Option<Place> {
        let behind = self.entries.partition_point(|entry| entry.start <= start);
        let entry = self.entries[..behind].last()?;
        let span = map(entry.span).span(start - entry.start..end - entry.start);
        Some(Place { span, target: Target::Attribute(entry.element, entry.position) })
    }
}
