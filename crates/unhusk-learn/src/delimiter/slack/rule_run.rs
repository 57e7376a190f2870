//! Runs a learnt rule on its pages and records the result of every search.

use memchr::memmem;
use std::cell::Cell;
use unhusk_page::Span;
use unhusk_wrapper::delimiter::{LevelMatcher, RuleStrings, StopReason, TableMatcher};

/// Maximum number of bytes read to find the slack of one rule. Beyond it, the slack of some strings is not reported.
const MAX_BYTES: usize = 1 << 27;

/// Whether the pairs of a rule are columns or levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DelimiterLayout {
    Table,
    Levels,
}

/// The results of a rule on all pages.
pub(super) struct RuleRun<'w, 'p> {
    pub(super) strings: RuleStrings<'w>,
    pub(super) pages: Vec<RuleRunPage<'p>>,
    kind: DelimiterLayout,
    bytes_left: Cell<usize>,
}

/// The results on one page.
pub(super) struct RuleRunPage<'p> {
    pub(super) source: &'p str,
    /// Start of extraction: the end of the head.
    pub(super) start: usize,
    /// The records of a table, or the values of levels.
    pub(super) items: Vec<ExtractedItem>,
    /// Start of the last search, which finds nothing.
    pub(super) end: usize,
    /// Start of the tail at or behind `end`.
    pub(super) tail: Option<usize>,
}

/// The result of one search for the next record or value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ExtractedItem {
    /// Start of the search.
    pub(super) from: usize,
    /// Start of the opening string; without one, `from`.
    pub(super) open: usize,
    /// Level of the value; 0 in tables.
    pub(super) level: usize,
    /// Start of the (first) value.
    pub(super) value: usize,
    /// End of the (last) value.
    pub(super) end: usize,
}

impl<'w, 'p> RuleRun<'w, 'p> {
    /// `None` if the rule stops inside a record on some page.
    pub(super) fn of(
        strings: RuleStrings<'w>,
        kind: DelimiterLayout,
        pages: &[&'p str],
    ) -> Option<Self> {
        let bytes_left = Cell::new(MAX_BYTES);
        let mut run = Self { strings, pages: Vec::new(), kind, bytes_left };
        for source in pages {
            let page = run.read(source)?;
            run.pages.push(page);
        }
        Some(run)
    }

    /// Whether a rule with other strings has the same results on all pages. `None` if the limit on bytes is reached.
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

    /// Takes bytes from the limit; `None` if the limit is reached.
    pub(super) fn spend(&self, n_bytes: usize) -> Option<()> {
        self.bytes_left.set(self.bytes_left.get().checked_sub(n_bytes)?);
        Some(())
    }

    fn read(&self, source: &'p str) -> Option<RuleRunPage<'p>> {
        let RuleStrings { head, tail, open, close, .. } = self.strings;
        let start = find(source, head, 0)? + head.len();
        let mut from = start;
        let mut items = Vec::new();
        for (level, value, end) in self.items(&values(&self.strings, self.kind, source)?) {
            items.push(ExtractedItem { from, open: find(source, open, from)?, level, value, end });
            from = find(source, close, end)? + close.len();
        }
        let tail = if tail.is_empty() { None } else { find(source, tail, from) };
        Some(RuleRunPage { source, start, items, end: from, tail })
    }

    /// Level, start and end of the result of each search.
    fn items(&self, values: &[(usize, Span)]) -> impl Iterator<Item = (usize, usize, usize)> {
        let n_values = match self.kind {
            DelimiterLayout::Table => self.strings.pairs.len(),
            DelimiterLayout::Levels => 1,
        };
        values.chunks_exact(n_values).map(move |values| {
            let (level, first) = values[0];
            let (_, last) = values[n_values - 1];
            (level, first.start as usize, last.end as usize)
        })
    }
}

/// All values with the positions of their pairs; `None` if the rule stops inside a record.
fn values(
    strings: &RuleStrings<'_>,
    kind: DelimiterLayout,
    source: &str,
) -> Option<Vec<(usize, Span)>> {
    let (mut spans, mut values) = (Vec::new(), Vec::new());
    let ending = match kind {
        DelimiterLayout::Table => TableMatcher::of(strings).run(source, usize::MAX, &mut spans),
        DelimiterLayout::Levels => LevelMatcher::of(strings).run(source, usize::MAX, &mut values),
    };
    let n_pairs = strings.pairs.len();
    values.extend(spans.into_iter().enumerate().map(|(number, span)| (number % n_pairs, span)));
    (ending == StopReason::Done).then_some(values)
}

/// The first start of a text at or behind a position.
pub(super) fn find(source: &str, text: &str, from: usize) -> Option<usize> {
    if text.is_empty() {
        return Some(from);
    }
    memmem::find(&source.as_bytes()[from..], text.as_bytes()).map(|at| from + at)
}
