//! Where the values stand that a redesign keeps.

use unhusk::example::{GivenCell, GivenRecord, GivenValue, LabelCell, Labels, PageLabels};
use unhusk::example::{Strictness, Target, TrainingSet};
use unhusk::{Page, Span};

/// All places of the values on a page.
pub(super) struct Kept {
    /// In the order of their starts.
    places: Vec<Span>,
    /// Those that stand inside attributes.
    in_attributes: Vec<Span>,
}

impl Kept {
    /// Every place where one of the texts stands; which of them is meant is not known, so all are kept.
    pub(super) fn find(page: &Page, values: &[String]) -> Self {
        let mut kept = Self { places: Vec::new(), in_attributes: Vec::new() };
        let texts = values.iter().map(|text| GivenValue::Text(text.clone())).collect();
        let cells = vec![("value".to_owned(), GivenCell::Many(texts))];
        let mut labels = PageLabels::new("page");
        labels.records.push(GivenRecord { cells });
        let Ok(labels) = Labels::new(vec![labels]) else { return kept };
        let Ok(set) = TrainingSet::new(&labels, &[(0, page)], Strictness::Lenient) else {
            return kept;
        };
        for cell in set.examples().iter().flat_map(|one| &one.records).flat_map(|one| &one.cells) {
            let LabelCell::Many(labels) = cell else { continue };
            for place in labels.iter().flat_map(|label| &label.candidates) {
                kept.places.push(place.span);
                if matches!(place.target, Target::Attribute(..)) {
                    kept.in_attributes.push(place.span);
                }
            }
        }
        kept.places.sort_unstable();
        kept
    }

    /// Whether an edit would reach into a value; what is put in at its ends does not.
    pub(super) fn is_touched(&self, span: Span) -> bool {
        self.places.iter().any(|place| place.start < span.end && span.start < place.end)
    }

    /// Whether a value stands on a border of the span, or around it.
    pub(super) fn is_parted(&self, span: Span) -> bool {
        let is_inside = |place: &Span, at: u32| place.start < at && at < place.end;
        self.places.iter().any(|place| is_inside(place, span.start) || is_inside(place, span.end))
    }

    /// Whether a name in a tag is itself part of a value: a class that is spelt like a genre.
    pub(super) fn is_in_value(&self, span: Span) -> bool {
        self.in_attributes.iter().any(|place| place.start < span.end && span.start < place.end)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    #[cfg(test)]
    pub(super) fn n_places(&self) -> usize {
        self.places.len()
    }
}
