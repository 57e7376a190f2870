//! What the labels say of each search that a table wrapper makes.
//!
//! The run of a wrapper that reproduces the labels is known: where each search begins and where it must end.
//! A fragment is one such search. Where a cell is unknown, or a page is not complete, the beginning of a search
//! is unknown too; such a fragment still says what the delimiter must be a suffix of ([`Gap::exact`]).

use super::layout::{LaidPage, Layout};
use super::misfit::Named;

/// A search for a left delimiter: it begins at `from` and must find the delimiter that ends at `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    /// Position of the page.
    pub(super) page: usize,
    /// Where the search begins; the earliest place where it may begin if not `exact`.
    pub(super) from: usize,
    /// Where the value begins.
    pub(super) to: usize,
    /// Where the value ends.
    pub(super) end: usize,
    /// Whether the search begins at `from` for sure.
    pub(super) exact: bool,
}

/// A search for a right delimiter: it begins at `from` and must find the delimiter that begins at `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    /// Position of the page.
    pub(super) page: usize,
    /// Where the value begins.
    pub(super) from: usize,
    /// Where the value ends.
    pub(super) to: usize,
    /// Where the next value begins, or the page ends.
    pub(super) next: usize,
}

/// The rest of a page in which no record begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    /// Position of the page.
    pub(super) page: usize,
    /// Where the last record ends.
    pub(super) from: usize,
}

/// All searches of a table wrapper on the labelled pages.
#[derive(Debug, Clone)]
pub(super) struct Fragments<'p> {
    pub(super) pages: Vec<Named<'p>>,
    /// Names of the columns, in page order.
    pub(super) names: Vec<&'p str>,
    /// For each column, the searches for its right delimiter.
    pub(super) stops: Vec<Vec<Stop>>,
    /// For each column but the first, the searches for its left delimiter.
    pub(super) inner: Vec<Vec<Gap>>,
    /// From the beginning of a page to its first record.
    pub(super) heads: Vec<Gap>,
    /// From one record to the next.
    pub(super) between: Vec<Gap>,
    /// Behind the last record of a page.
    pub(super) tails: Vec<Rest>,
    /// Pages without records.
    pub(super) empty: Vec<usize>,
    /// Ends of left contexts of things that are no value of the first column: page and position.
    pub(super) not_first: Vec<(usize, usize)>,
}

impl<'p> Fragments<'p> {
    pub(super) fn of(layout: &Layout<'p>) -> Self {
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

    /// The same, taking the first labelled record of every page for the first record of the page.
    pub(super) fn with_first_records(&self) -> Self {
        let heads = self.heads.iter().map(|gap| Gap { exact: true, ..*gap }).collect();
        Self { heads, ..self.clone() }
    }

    fn cut(&mut self, page: usize, laid: &LaidPage<'_>) {
        if laid.records.is_empty() {
            self.empty.extend(laid.complete.then_some(page));
            return;
        }
        // The last known end, and whether it is the end of the cell right before.
        let (mut from, mut exact) = (0, laid.complete);
        for (position, record) in laid.records.iter().enumerate() {
            for (column, value) in record.values.iter().enumerate() {
                if let Some(span) = value {
                    let (to, end) = (span.start as usize, span.end as usize);
                    let gap = Gap { page, from, to, end, exact };
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
            self.tails.push(Rest { page, from });
        }
        self.cut_stops(page, laid);
    }

    fn cut_stops(&mut self, page: usize, laid: &LaidPage<'_>) {
        let n_before: Vec<usize> = self.stops.iter().map(Vec::len).collect();
        let mut next = self.pages[page].source.len();
        for record in laid.records.iter().rev() {
            for (column, value) in record.values.iter().enumerate().rev() {
                let Some(span) = value else { continue };
                let (from, to) = (span.start as usize, span.end as usize);
                self.stops[column].push(Stop { page, from, to, next });
                next = from;
            }
        }
        for (stops, n_before) in self.stops.iter_mut().zip(n_before) {
            stops[n_before..].reverse();
        }
    }
}
