//! Searches all attribute values of a page, kept as one string of lines.

use super::super::place::{Place, PlaceTarget};
use super::Occurrences;
use super::occurrences::Needle;
use std::cell::OnceCell;
use unhusk_page::internal::TextMap;
use unhusk_page::{NodeId, Page, Span, fold, squeeze};

/// Index of the attribute values of a page.
pub(super) struct AttributeIndex<'p> {
    page: &'p Page,
    folded: AttributeLines,
    squeezed: OnceCell<AttributeLines>,
}

/// The values, each followed by a line feed, which folded text never contains.
#[derive(Default)]
struct AttributeLines {
    text: String,
    entries: Vec<AttributeLine>,
}

struct AttributeLine {
    /// Start of the line.
    start: usize,
    element: NodeId,
    position: u32,
    /// Place of the value in the source.
    span: Span,
}

impl<'p> AttributeIndex<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let folded = AttributeLines::new(page, |value, text| text.push_str(&fold(value)));
        Self { page, folded, squeezed: OnceCell::new() }
    }

    /// Finds the folded text.
    pub(super) fn find(&self, needle: &Needle<'_>, found: &mut Occurrences) {
        let map = |value| TextMap::of_attribute_value(self.page.source(), value);
        self.folded.find(needle, map, found);
    }

    /// Finds the text with all white space removed.
    pub(super) fn find_squeezed(&self, needle: &Needle<'_>, found: &mut Occurrences) {
        let lines = self.squeezed.get_or_init(|| {
            AttributeLines::new(self.page, |value, text| text.push_str(&squeeze(&fold(value))))
        });
        let map = |value| TextMap::of_attribute_value(self.page.source(), value).squeezed();
        lines.find(needle, map, found);
    }
}

impl AttributeLines {
    fn new(page: &Page, add: impl Fn(&str, &mut String)) -> Self {
        let tree = page.tree();
        let mut lines = Self::default();
        for element in tree.nodes().filter(|node| tree.is_element(*node)) {
            for (position, attribute) in (0..).zip(tree.attributes(element)) {
                if attribute.value.is_empty() {
                    continue;
                }
                let start = lines.text.len();
                lines.entries.push(AttributeLine {
                    start,
                    element,
                    position,
                    span: attribute.span,
                });
                add(attribute.value, &mut lines.text);
                lines.text.push('\n');
            }
        }
        lines
    }

    /// Finds places. The map of a value is made once, and only if the value contains the text.
    fn find(&self, needle: &Needle<'_>, map: impl Fn(Span) -> TextMap, found: &mut Occurrences) {
        let mut latest: Option<(usize, TextMap)> = None;
        found.search(&self.text, needle, |start, end| {
            let number =
                self.entries.partition_point(|entry| entry.start <= start).checked_sub(1)?;
            let entry = &self.entries[number];
            let (_, map) = match latest.take() {
                Some(latest_map) if latest_map.0 == number => latest.insert(latest_map),
                _ => latest.insert((number, map(entry.span))),
            };
            let span = map.span(start - entry.start..end - entry.start);
            Some(Place { span, target: PlaceTarget::Attribute(entry.element, entry.position) })
        });
    }
}
