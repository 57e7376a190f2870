//! The places that a change must leave intact.

use unhusk_page::Span;

/// The places of values, indexed for lookup.
pub(super) struct Kept {
    /// Union of the places; places that overlap are merged.
    covered: Vec<Span>,
    /// Starts and ends of all places, sorted.
    borders: Vec<u32>,
}

impl Kept {
    pub(super) fn new(places: &[Span]) -> Self {
        let mut places: Vec<Span> =
            places.iter().copied().filter(|span| !span.is_empty()).collect();
        places.sort_unstable();
        let mut borders: Vec<u32> =
            places.iter().flat_map(|place| [place.start, place.end]).collect();
        borders.sort_unstable();
        let mut covered: Vec<Span> = Vec::new();
        for place in places {
            match covered.last_mut() {
                // Places that only touch stay separate: text may be inserted between them.
                Some(last) if place.start < last.end => last.end = last.end.max(place.end),
                _ => covered.push(place),
            }
        }
        Self { covered, borders }
    }

    /// Whether an edit would reach into a place; an insertion at its ends does not.
    pub(super) fn is_touched(&self, span: Span) -> bool {
        let first = self.covered.partition_point(|place| place.end <= span.start);
        self.covered.get(first).is_some_and(|place| place.start < span.end)
    }

    /// Whether moving a span would split a place.
    pub(super) fn is_parted(&self, span: Span) -> bool {
        [span.start, span.end].iter().any(|&at| self.is_touched(Span { start: at, end: at }))
    }

    /// Whether a place begins or ends inside a name in a tag, as a value in a class does. Names inside a place may
    /// change.
    pub(super) fn is_bordered(&self, span: Span) -> bool {
        let first = self.borders.partition_point(|&border| border < span.start);
        self.borders.get(first).is_some_and(|&border| border <= span.end)
    }
}
