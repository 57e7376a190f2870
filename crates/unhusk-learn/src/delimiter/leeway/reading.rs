//! What a learnt rule reads on the pages it was learnt from, search by search.

use memchr::memmem;
use std::cell::Cell;
use unhusk_page::Span;
use unhusk_wrapper::delimiter::{LevelMatcher, RuleStrings, StopReason, TableMatcher};

/// Bytes that are read at most to tell the leeway of one rule; beyond, less is told.
const MAX_BYTES: usize = 1 << 27;

/// How a rule reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Table,
    Levels,
}

/// A rule at work.
pub(super) struct Reading<'w, 'p> {
    pub(super) strings: RuleStrings<'w>,
    pub(super) pages: Vec<ReadPage<'p>>,
    kind: Kind,
    bytes_left: Cell<usize>,
}

/// What was read on one page.
pub(super) struct ReadPage<'p> {
    pub(super) source: &'p str,
    /// Where reading starts: behind the head.
    pub(super) start: usize,
    /// A record of a table, a value of a level.
    pub(super) items: Vec<Item>,
    /// Where the last search starts, which finds nothing.
    pub(super) end: usize,
    /// The tail at or behind that place.
    pub(super) tail: Option<usize>,
}

/// What one search for the next record or value found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// Where the search starts.
    pub(super) from: usize,
    /// Where the opening string begins; without one, the same as `from`.
    pub(super) open: usize,
    /// Level of the value, 0 in tables.
    pub(super) level: usize,
    /// Where the (first) value begins.
    pub(super) value: usize,
    /// Where the (last) value ends.
    pub(super) end: usize,
}

impl<'w, 'p> Reading<'w, 'p> {
    /// `None` if the rule does not come to its end on some page.
    pub(super) fn of(strings: RuleStrings<'w>, kind: Kind, pages: &[&'p str]) -> Option<Self> {
        let bytes_left = Cell::new(MAX_BYTES);
        let mut reading = Self { strings, pages: Vec::new(), kind, bytes_left };
        for source in pages {
            let page = reading.read(source)?;
            reading.pages.push(page);
        }
        Some(reading)
    }

    /// Whether a rule with other strings reads the same on all pages, and comes to its end. `None` if that
    /// would take too long to tell.
    pub(super) fn reads_the_same(&self, strings: &RuleStrings<'_>) -> Option<bool> {
        for page in &self.pages {
            self.spend(page.source.len())?;
            let Some(values) = values(strings, self.kind, page.source) else {
                return Some(false);
            };
            if !self
                .items(&values)
                .eq(page.items.iter().map(|item| (item.level, item.value, item.end)))
            {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Takes steps off what may be read; `None` if there are none left.
    pub(super) fn spend(&self, n_bytes: usize) -> Option<()> {
        self.bytes_left.set(self.bytes_left.get().checked_sub(n_bytes)?);
        Some(())
    }

    fn read(&self, source: &'p str) -> Option<ReadPage<'p>> {
        let RuleStrings { head, tail, open, close, .. } = self.strings;
        let start = find(source, head, 0)? + head.len();
        let mut from = start;
        let mut items = Vec::new();
        for (level, value, end) in self.items(&values(&self.strings, self.kind, source)?) {
            items.push(Item { from, open: find(source, open, from)?, level, value, end });
            from = find(source, close, end)? + close.len();
        }
        let tail = if tail.is_empty() { None } else { find(source, tail, from) };
        Some(ReadPage { source, start, items, end: from, tail })
    }

    /// Level, beginning and end of what each search finds.
    fn items(&self, values: &[(usize, Span)]) -> impl Iterator<Item = (usize, usize, usize)> {
        let n_values = match self.kind {
            Kind::Table => self.strings.pairs.len(),
            Kind::Levels => 1,
        };
        values.chunks_exact(n_values).map(move |values| {
            let (level, first) = values[0];
            let (_, last) = values[n_values - 1];
            (level, first.start as usize, last.end as usize)
        })
    }
}

/// All values with their pairs; `None` if the rule does not come to its end.
fn values(strings: &RuleStrings<'_>, kind: Kind, source: &str) -> Option<Vec<(usize, Span)>> {
    let (mut spans, mut values) = (Vec::new(), Vec::new());
    let ending = match kind {
        Kind::Table => TableMatcher::of(strings).run(source, usize::MAX, &mut spans),
        Kind::Levels => LevelMatcher::of(strings).run(source, usize::MAX, &mut values),
    };
    let n_pairs = strings.pairs.len();
    values.extend(spans.into_iter().enumerate().map(|(number, span)| (number % n_pairs, span)));
    (ending == StopReason::Done).then_some(values)
}

/// Where a text first begins at or behind a place.
pub(super) fn find(source: &str, text: &str, from: usize) -> Option<usize> {
    if text.is_empty() {
        return Some(from);
    }
    memmem::find(&source.as_bytes()[from..], text.as_bytes()).map(|at| from + at)
}
