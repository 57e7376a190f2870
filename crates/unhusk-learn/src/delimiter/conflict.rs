//! Error reports for delimiters that do not exist: the field, the reason, and the places that conflict.

use super::fragments::{Fragments, LeftGap, RightStop};
use super::interval::Blocked;
use super::misfit::{Misfit, NamedSource};
use crate::Evidence;

/// Explains why searches of a wrapper fail.
pub(super) trait Conflicts {
    /// The page at a position.
    fn page(&self, page: usize) -> NamedSource<'_>;

    /// Name of a column or level.
    fn name(&self, column: usize) -> &str;

    /// The searches for the right delimiter of a column or level.
    fn stops(&self, column: usize) -> &[RightStop];

    /// Returns the reason why a column has no left delimiter.
    fn left_conflict(&self, column: usize, gaps: &[LeftGap], blocked: Blocked) -> Misfit {
        let value = |at: usize| self.page(gaps[at].page).evidence(gaps[at].to, gaps[at].end);
        let adjoins = |at: usize| gaps[at].from == gaps[at].to;
        let (why, places) = match blocked {
            Blocked::NothingCommon { second, .. } if adjoins(second) => {
                ("nothing is to the left of the value".to_owned(), vec![value(second)])
            }
            Blocked::NothingCommon { first, .. } if adjoins(first) => {
                ("nothing is to the left of the value".to_owned(), vec![value(first)])
            }
            Blocked::NothingCommon { first, second } => (
                "no text is common to the left of both values".to_owned(),
                vec![value(first), value(second)],
            ),
            Blocked::TooEarly { page, start, end } => (
                "every common left delimiter also occurs where no value follows".to_owned(),
                self.occurrence(page, start, end, gaps),
            ),
        };
        Misfit::conflict(self.name(column), why, places)
    }

    /// Returns the reason why a column has no right delimiter.
    fn right_conflict(&self, column: usize, blocked: Blocked) -> Misfit {
        let stops = self.stops(column);
        let value = |at: usize| self.page(stops[at].page).evidence(stops[at].from, stops[at].to);
        let at_end = |at: usize| stops[at].to == self.page(stops[at].page).source.len();
        let adjoins = |at: usize| stops[at].to == stops[at].next;
        let (why, places) = match blocked {
            Blocked::NothingCommon { second, .. } if at_end(second) => {
                ("the value is at the very end of the page", vec![value(second)])
            }
            Blocked::NothingCommon { first, .. } if at_end(first) => {
                ("the value is at the very end of the page", vec![value(first)])
            }
            Blocked::NothingCommon { second, .. } if adjoins(second) => {
                ("nothing is between the value and the next one", vec![value(second)])
            }
            Blocked::NothingCommon { first, second } => {
                ("no text is common to the right of both values", vec![value(first), value(second)])
            }
            Blocked::TooEarly { page, start, end } => {
                let holder = stops
                    .iter()
                    .position(|stop| stop.page == page && stop.from <= start && start < stop.to);
                let mut places = vec![self.page(page).evidence(start, end)];
                places.extend(holder.map(value));
                ("every common right delimiter already occurs inside a value", places)
            }
        };
        Misfit::conflict(self.name(column), why, places)
    }

    /// A place that a search finds too early, and the value that the search misses, if there is one.
    fn occurrence(&self, page: usize, start: usize, end: usize, gaps: &[LeftGap]) -> Vec<Evidence> {
        let mut places = vec![self.page(page).evidence(start, end)];
        let missed = gaps.iter().find(|gap| gap.page == page && gap.from <= start && end <= gap.to);
        places.extend(missed.map(|gap| self.page(page).evidence(gap.to, gap.end)));
        places
    }
}

impl Conflicts for Fragments<'_> {
    fn page(&self, page: usize) -> NamedSource<'_> {
        self.pages[page]
    }

    fn name(&self, column: usize) -> &str {
        self.names[column]
    }

    fn stops(&self, column: usize) -> &[RightStop] {
        &self.stops[column]
    }
}
