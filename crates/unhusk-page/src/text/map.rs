//! Folded text with the place of every character in the source.
//!
//! A label has the text "Tom & Jerry"; the source has `Tom &amp;\r\n <b>Jerry</b>`. A [`TextMap`] has the first as its
//! text and returns the place of any part of it.

use super::chunks::{Chunks, DecodeMode};
use super::fold::{is_always_nfc, is_normalised};
use super::folding::Folding;
use crate::Span;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Folded text, and the place in the source of every character of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMap {
    text: String,
    /// In the order of the text, without gaps: each ends where the next begins.
    segments: Vec<Segment>,
    /// Whether no segment begins or ends before the one before it in the source. Text that the parser moved may.
    is_ordered: bool,
}

/// A part of the text and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    text_start: usize,
    source: Range<usize>,
    /// Whether bytes of text and source correspond one to one. If not, each character of the segment represents all of
    /// `source`: a reference, several white space characters, a letter with its accents.
    is_verbatim: bool,
}

/// Records the places of text that is being built.
pub(super) trait Places {
    /// Whether the implementation records nothing.
    const FORGETS: bool = false;

    /// The `len` bytes of text from `text_start` are those of the source from `source_start`.
    fn verbatim(&mut self, text_start: usize, source_start: usize, len: usize);
    /// The character at `text_start` represents all of `source`.
    fn whole(&mut self, text_start: usize, source: Range<usize>);
}

/// Records nothing.
impl Places for () {
    const FORGETS: bool = true;

    fn verbatim(&mut self, _: usize, _: usize, _: usize) {}
    fn whole(&mut self, _: usize, _: Range<usize>) {}
}

impl Places for Vec<Segment> {
    fn verbatim(&mut self, text_start: usize, source_start: usize, len: usize) {
        match self.last_mut() {
            Some(last) if last.is_verbatim && last.source.end == source_start => {
                last.source.end += len;
            }
            _ => self.push(Segment {
                text_start,
                source: source_start..source_start + len,
                is_verbatim: true,
            }),
        }
    }

    fn whole(&mut self, text_start: usize, source: Range<usize>) {
        self.push(Segment { text_start, source, is_verbatim: false });
    }
}

impl TextMap {
    /// The text of a part of a source that holds no tree: an attribute value, plain text.
    pub(super) fn of_source(source: &str, range: Range<usize>, mode: DecodeMode) -> Self {
        let mut folding = Folding::new(Vec::new());
        for chunk in Chunks::new(source, range, mode) {
            folding.push_chunk(chunk);
        }
        Self::from(folding)
    }

    /// The text of an attribute value at a place.
    pub fn of_attribute_value(source: &str, value: Span) -> Self {
        Self::of_source(source, value.range(), DecodeMode::Attribute)
    }

    /// The text: folded, in NFC.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of a part of the text: from the first byte of its first character to the last
    /// byte of its last; what was decoded or composed counts as a whole. An empty part has an empty place.
    /// Ends that lie outside the text or off a character border are moved to the nearest border outside.
    pub fn span(&self, part: Range<usize>) -> Span {
        let start = self.text.floor_char_boundary(part.start);
        let end = self.text.ceil_char_boundary(part.end.min(self.text.len()));
        if start >= end {
            let place = self.place_of(start);
            return Span::new(place, place);
        }
        let first = self.segment_at(start);
        let last = self.segment_at(end - 1);
        if self.is_ordered || first == last {
            return Span::new(
                self.segments[first].start_of(start),
                self.segments[last].end_of(end),
            );
        }
        self.hull(first..last + 1, start..end)
    }

    /// The text with all white space removed, for the second attempt at finding a label.
    #[must_use]
    pub fn squeezed(&self) -> Self {
        let mut squeezed = Remapping::default();
        let mut start = 0;
        for word in self.text.split(' ') {
            squeezed.copy(self, start..start + word.len());
            start += word.len() + 1;
        }
        Self::new(squeezed.text, squeezed.segments)
    }

    fn new(text: String, segments: Vec<Segment>) -> Self {
        let is_ordered = segments.is_sorted_by(|before, behind| {
            before.source.start <= behind.source.start && before.source.end <= behind.source.end
        });
        let map = Self { text, segments, is_ordered };
        if is_normalised(&map.text) { map } else { map.normalised() }
    }

    /// The smallest range that holds the places of the segments, as far as `part` of the text needs them.
    fn hull(&self, segments: Range<usize>, part: Range<usize>) -> Span {
        let places = self.segments[segments].iter().map(|segment| {
            let text_end = segment.text_start + segment.source.len();
            let end = if segment.is_verbatim { part.end.min(text_end) } else { part.end };
            (segment.start_of(part.start.max(segment.text_start)), segment.end_of(end))
        });
        let (start, end) = places
            .fold((usize::MAX, 0), |(start, end), place| (start.min(place.0), end.max(place.1)));
        Span::new(start, end)
    }

    /// The number of the segment that has the byte at `position` of the text.
    fn segment_at(&self, position: usize) -> usize {
        self.segments.partition_point(|segment| segment.text_start <= position).saturating_sub(1)
    }

    /// The source position at a position of the text; behind everything at its end.
    fn place_of(&self, position: usize) -> usize {
        let Some(last) = self.segments.last() else { return 0 };
        if position >= self.text.len() {
            return last.source.end;
        }
        self.segments[self.segment_at(position)].start_of(position)
    }

    /// The text in NFC. Characters that are composed share a place.
    fn normalised(&self) -> Self {
        let mut normalised = Remapping::default();
        let mut starts = self.text.char_indices().filter(|&(_, char)| begins_a_cluster(char));
        // The first cluster begins with the text, even if that begins with an accent.
        let mut start = 0;
        while start < self.text.len() {
            let end = starts.find(|&(at, _)| at > start).map_or(self.text.len(), |(at, _)| at);
            let cluster = &self.text[start..end];
            if is_normalised(cluster) {
                normalised.copy(self, start..end);
            } else {
                normalised.push_whole(cluster.nfc(), self.span(start..end).range());
            }
            start = end;
        }
        let Remapping { text, segments } = normalised;
        Self { text, segments, is_ordered: self.is_ordered }
    }
}

impl From<Folding<Vec<Segment>>> for TextMap {
    fn from(folding: Folding<Vec<Segment>>) -> Self {
        Self::new(folding.text, folding.places)
    }
}

impl Segment {
    /// The beginning of the character at a position of the text.
    fn start_of(&self, position: usize) -> usize {
        if self.is_verbatim {
            self.source.start + (position - self.text_start)
        } else {
            self.source.start
        }
    }

    /// The end of the character that ends at a position of the text.
    fn end_of(&self, position: usize) -> usize {
        if self.is_verbatim {
            self.source.start + (position - self.text_start)
        } else {
            self.source.end
        }
    }
}

/// Whether a character never changes together with those before it.
fn begins_a_cluster(char: char) -> bool {
    if is_always_nfc(char) {
        return true;
    }
    let alone = unicode_normalization::is_nfc_quick(std::iter::once(char));
    canonical_combining_class(char) == 0 && alone == unicode_normalization::IsNormalized::Yes
}

/// A new map that is being made from parts of another.
#[derive(Default)]
struct Remapping {
    text: String,
    segments: Vec<Segment>,
}

impl Remapping {
    /// Takes over a part of `map` as it is.
    fn copy(&mut self, map: &TextMap, part: Range<usize>) {
        let mut start = part.start;
        for segment in &map.segments[map.segment_at(part.start)..] {
            if start >= part.end {
                break;
            }
            let text_start = self.text.len();
            let end = if segment.is_verbatim {
                (segment.text_start + segment.source.len()).min(part.end)
            } else {
                start + map.text[start..].chars().next().map_or(1, char::len_utf8)
            };
            if segment.is_verbatim {
                self.segments.verbatim(text_start, segment.start_of(start), end - start);
            } else {
                self.segments.whole(text_start, segment.source.clone());
            }
            self.text.push_str(&map.text[start..end]);
            start = end;
        }
    }

    fn push_whole(&mut self, chars: impl Iterator<Item = char>, source: Range<usize>) {
        for char in chars {
            self.segments.whole(self.text.len(), source.clone());
            self.text.push(char);
        }
    }
}
