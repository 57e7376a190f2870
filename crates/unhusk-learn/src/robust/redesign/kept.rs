//! The places that a change leaves as they are.

use unhusk_page::Span;

/// The places of values, ready to be asked about.
pub(super) struct Kept {
    /// What the places cover; places that overlap are one.
    covered: Vec<Span>,
    /// First and last borders of all places, in order.
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
                // Between places that only touch something may be put in.
                Some(last) if place.start < last.end => last.end = last.end.max(place.end),
                _ => covered.push(place),
            }
        }
        Self { covered, borders }
    }

    /// Whether an edit would reach into a place; what is put in at its ends does not.
    pub(super) fn is_touched(&self, span: Span) -> bool {
        let first = self.covered.partition_point(|place| place.end <= span.start);
        self.covered.get(first).is_some_and(|place| place.start < span.end)
    }

    /// Whether moving a span would tear a place in two.
    pub(super) fn is_parted(&self, span: Span) -> bool {
        [span.start, span.end].iter().any(|&at| self.is_touched(Span { start: at, end: at }))
    }

    /// Whether a place begins or ends in a name in a tag: a class that is spelt like a genre. Markup inside of a
    /// place may have other names.
    pub(super) fn is_bordered(&self, span: Span) -> bool {
        let first = self.borders.partition_point(|&border| border < span.start);
        self.borders.get(first).is_some_and(|&border| border <= span.end)
    }
}
