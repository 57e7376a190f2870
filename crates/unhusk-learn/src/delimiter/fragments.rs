//! The searches that a table wrapper must make to reproduce the labels.
//!
//! The labels determine where each search starts and where it must end; a fragment is one such search. After an unknown
//! cell, or on an incomplete page, the start of a search is unknown ([`LeftGap::exact`]); such a fragment still determines
//! the text of which the delimiter must be a suffix.

use super::layout::{LayoutPage, TableLayout};
use super::misfit::NamedSource;

/// A search for a left delimiter: it starts at `from` and must find the delimiter that ends at `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LeftGap {
    /// Position of the page.
    pub(super) page: usize,
    /// Start of the search; if not `exact`, the earliest possible start.
    pub(super) from: usize,
    /// Start of the value.
    pub(super) to: usize,
    /// End of the value.
    pub(super) end: usize,
    /// Whether the search is known to start at `from`.
    pub(super) exact: bool,
}

/// A search for a right delimiter: it starts at `from` and must find the delimiter that begins at `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RightStop {
    /// Position of the page.
    pub(super) page: usize,
    /// Start of the value.
    pub(super) from: usize,
    /// End of the value.
    pub(super) to: usize,
    /// Start of the next value, or end of the page.
    pub(super) next: usize,
}

/// The rest of a page, in which no record begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageRest {
    /// Position of the page.
    pub(super) page: usize,
    /// End of the last record.
    pub(super) from: usize,
}

/// All searches of a table wrapper on the labelled pages.
#[derive(Debug, Clone)]
pub(super) struct Fragments<'p> {
    pub(super) pages: Vec<NamedSource<'p>>,
    /// Names of the columns, in page order.
    pub(super) names: Vec<&'p str>,
    /// For each column, the searches for its right delimiter.
    pub(super) stops: Vec<Vec<RightStop>>,
    /// For each column but the first, the searches for its left delimiter.
    pub(super) inner: Vec<Vec<LeftGap>>,
    /// From the start of a page to its first record.
    pub(super) heads: Vec<LeftGap>,
    /// From one record to the next.
    pub(super) between: Vec<LeftGap>,
    /// Behind the last record of a page.
    pub(super) tails: Vec<PageRest>,
    /// Pages without records.
    pub(super) empty: Vec<usize>,
    /// Starts of places labelled as not a value of the first column: page and position.
    pub(super) not_first: Vec<(usize, usize)>,
}

impl<'p> Fragments<'p> {
    pub(super) fn of(layout: &TableLayout<'p>) -> Self {
        let n = layout.columns.len();
        let mut fragments = Self {
            pages: layout.pages.iter().map(|page| page.page).collect(),
            names: layout.names.clone(),
            stops: vec![Vec::new(); n],
            inner: vec![Vec::new(); n],
            heads: Vec::new(),
            between: Vec::new(),
            tails: Vec::new(),
            empty: Vec::new(),
            not_first: Vec::new(),
        };
        for (page, laid) in layout.pages.iter().enumerate() {
            fragments.cut(page, laid);
            let first = layout.columns[0];
            let negatives = laid.negatives.iter().filter(|(field, _)| *field == first);
            fragments.not_first.extend(negatives.map(|(_, span)| (page, span.start as usize)));
        }
        fragments
    }

    /// Returns the fragments on the assumption that the first labelled record of every page is its first record.
    pub(super) fn with_first_records(&self) -> Self {
        let heads = self.heads.iter().map(|gap| LeftGap { exact: true, ..*gap }).collect();
        Self { heads, ..self.clone() }
    }

    fn cut(&mut self, page: usize, laid: &LayoutPage<'_>) {
        if laid.records.is_empty() {
            self.empty.extend(laid.complete.then_some(page));
            return;
        }
        // The last known end of a value, and whether it is the end of the previous cell.
        let (mut from, mut exact) = (0, laid.complete);
        for (position, record) in laid.records.iter().enumerate() {
            for (column, value) in record.values.iter().enumerate() {
                if let Some(span) = value {
                    let (to, end) = (span.start as usize, span.end as usize);
                    let gap = LeftGap { page, from, to, end, exact };
                    match (column, position) {
                        (0, 0) => self.heads.push(gap),
                        (0, _) => self.between.push(gap),
                        _ => self.inner[column].push(gap),
                    }
                    from = end;
                }
                exact = value.is_some();
            }
            exact &= laid.complete;
        }
        if exact {
            self.tails.push(PageRest { page, from });
        }
        self.cut_stops(page, laid);
    }

    fn cut_stops(&mut self, page: usize, laid: &LayoutPage<'_>) {
        let n_before: Vec<usize> = self.stops.iter().map(Vec::len).collect();
        let mut next = self.pages[page].source.len();
        for record in laid.records.iter().rev() {
            for (column, value) in record.values.iter().enumerate().rev() {
                let Some(span) = value else { continue };
                let (from, to) = (span.start as usize, span.end as usize);
                self.stops[column].push(RightStop { page, from, to, next });
                next = from;
            }
        }
        for (stops, n_before) in self.stops.iter_mut().zip(n_before) {
            stops[n_before..].reverse();
        }
    }
}
