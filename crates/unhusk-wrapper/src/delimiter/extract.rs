//! Runs a rule on the source of a page and yields the spans of its values.
//!
//! The cursor only moves forward. A value starts at the end of a left delimiter and ends at the start of a right one.
//! The cursor does not skip the right delimiter, which may overlap the next left one. It skips the head and the closing
//! string, moves to the start of the opening string, and does not move to the tail. [`NextMatch`] caches the next
//! occurrence of a string until the cursor passes it, so that a run searches the page at most once per string.

use super::strings::RuleStrings;
use memchr::memmem::Finder;
use unhusk_page::Span;

/// Reason why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The page has no more records.
    Done,
    /// The page does not contain the head.
    NoHead,
    /// A delimiter of a record is missing; the record was dropped.
    Incomplete {
        /// Position of the pair.
        pair: usize,
        /// Byte at which the search began.
        from: usize,
    },
    /// The closing string of the last record is missing; the record was kept.
    NoClose {
        /// Byte at which the search began.
        from: usize,
    },
    /// The maximum number of records was read.
    Full {
        /// Byte behind the last record.
        at: usize,
    },
}

/// Runs an LR, HLRT, OCLR or HOCLRT rule.
pub struct TableMatcher<'w> {
    head: Option<Finder<'w>>,
    tail: Option<Finder<'w>>,
    open: Option<Finder<'w>>,
    close: Option<Finder<'w>>,
    pairs: Vec<(Finder<'w>, Finder<'w>)>,
}

/// Runs an N-LR or N-HLRT rule.
pub struct LevelMatcher<'w> {
    head: Option<Finder<'w>>,
    tail: Option<Finder<'w>>,
    pairs: Vec<(Finder<'w>, Finder<'w>)>,
}

/// A value of nested records: its level, from 0, and its span.
pub(crate) type LevelValue = (usize, Span);

impl TableMatcher<'_> {
    /// Appends the values of complete records to `spans`, field by field in the order of the pairs.
    pub fn run(&self, source: &str, max_records: usize, spans: &mut Vec<Span>) -> StopReason {
        let page = source.as_bytes();
        let Some(mut cursor) = behind_head(self.head.as_ref(), page) else {
            return StopReason::NoHead;
        };
        let mut gate = NextMatch::new(self.open.as_ref().unwrap_or(&self.pairs[0].0));
        let mut tail = self.tail.as_ref().map(NextMatch::new);
        for _ in 0..max_records {
            let Some(start) = gate.find(page, cursor) else { return StopReason::Done };
            if tail.as_mut().and_then(|tail| tail.find(page, cursor)).is_some_and(|t| t <= start) {
                return StopReason::Done;
            }
            cursor = match self.record(page, start, spans) {
                Ok(end) => end,
                Err(ending) => return ending,
            };
            let Some(close) = &self.close else { continue };
            let Some(at) = find(close, page, cursor) else {
                return StopReason::NoClose { from: cursor };
            };
            cursor = at + close.needle().len();
        }
        StopReason::Full { at: cursor }
    }

    /// Reads one record from `cursor` on and returns the end of its last value.
    fn record(
        &self,
        page: &[u8],
        mut cursor: usize,
        spans: &mut Vec<Span>,
    ) -> Result<usize, StopReason> {
        let n_before = spans.len();
        for (pair, (left, right)) in self.pairs.iter().enumerate() {
            let begin = find(left, page, cursor).map(|at| at + left.needle().len());
            let value = begin.and_then(|begin| Some((begin, find(right, page, begin)?)));
            let Some((begin, end)) = value else {
                spans.truncate(n_before);
                return Err(StopReason::Incomplete { pair, from: cursor });
            };
            spans.push(Span::new(begin, end));
            cursor = end;
        }
        Ok(cursor)
    }
}

impl LevelMatcher<'_> {
    /// Appends the values to `values` in the order of the page.
    pub fn run(&self, source: &str, max_values: usize, values: &mut Vec<LevelValue>) -> StopReason {
        self.each(source, max_values, |level, span| values.push((level, span)))
    }

    /// Calls `visit` with the level and the span of each value, in the order of the page.
    pub fn each(
        &self,
        source: &str,
        max_values: usize,
        mut visit: impl FnMut(usize, Span),
    ) -> StopReason {
        let page = source.as_bytes();
        let Some(mut cursor) = behind_head(self.head.as_ref(), page) else {
            return StopReason::NoHead;
        };
        let mut lefts: Vec<_> = self.pairs.iter().map(|(left, _)| NextMatch::new(left)).collect();
        let mut tail = self.tail.as_ref().map(NextMatch::new);
        let mut n_allowed = 1;
        for _ in 0..max_values {
            let Some((start, level)) = first_of(&mut lefts[..n_allowed], page, cursor) else {
                return StopReason::Done;
            };
            if tail.as_mut().and_then(|tail| tail.find(page, cursor)).is_some_and(|t| t <= start) {
                return StopReason::Done;
            }
            let (left, right) = &self.pairs[level];
            let begin = start + left.needle().len();
            let Some(end) = find(right, page, begin) else {
                return StopReason::Incomplete { pair: level, from: begin };
            };
            visit(level, Span::new(begin, end));
            cursor = end;
            n_allowed = (level + 2).min(self.pairs.len());
        }
        StopReason::Full { at: cursor }
    }
}

/// Start and level of the left delimiter that begins first; of several with the same start, the deepest level.
fn first_of(lefts: &mut [NextMatch<'_>], page: &[u8], cursor: usize) -> Option<(usize, usize)> {
    let mut first: Option<(usize, usize)> = None;
    for (level, left) in lefts.iter_mut().enumerate() {
        let Some(start) = left.find(page, cursor) else { continue };
        if first.is_none_or(|(earliest, _)| start <= earliest) {
            first = Some((start, level));
        }
    }
    first
}

/// The first occurrence of a string at or behind the cursor, cached until the cursor passes it.
struct NextMatch<'f> {
    finder: &'f Finder<'f>,
    cached: Cached,
}

/// Result of the last search.
enum Cached {
    Nothing,
    At(usize),
    Never,
}

impl<'f> NextMatch<'f> {
    fn new(finder: &'f Finder<'f>) -> Self {
        Self { finder, cached: Cached::Nothing }
    }

    fn find(&mut self, page: &[u8], cursor: usize) -> Option<usize> {
        match self.cached {
            Cached::Never => None,
            Cached::At(at) if at >= cursor => Some(at),
            Cached::At(_) | Cached::Nothing => {
                let at = find(self.finder, page, cursor);
                self.cached = at.map_or(Cached::Never, Cached::At);
                at
            }
        }
    }
}

fn behind_head(head: Option<&Finder<'_>>, page: &[u8]) -> Option<usize> {
    let Some(head) = head else { return Some(0) };
    Some(find(head, page, 0)? + head.needle().len())
}

fn find(finder: &Finder<'_>, page: &[u8], from: usize) -> Option<usize> {
    finder.find(&page[from..]).map(|at| from + at)
}

fn finder(text: &str) -> Option<Finder<'_>> {
    (!text.is_empty()).then(|| Finder::new(text))
}

fn finders<'w>(pairs: &[(&'w str, &'w str)]) -> Vec<(Finder<'w>, Finder<'w>)> {
    pairs.iter().map(|&(left, right)| (Finder::new(left), Finder::new(right))).collect()
}

impl<'w> TableMatcher<'w> {
    /// Compiles the strings of a rule.
    pub fn of(strings: &RuleStrings<'w>) -> Self {
        Self {
            head: finder(strings.head),
            tail: finder(strings.tail),
            open: finder(strings.open),
            close: finder(strings.close),
            pairs: finders(&strings.pairs),
        }
    }
}

impl<'w> LevelMatcher<'w> {
    /// Compiles the strings of a rule.
    pub fn of(strings: &RuleStrings<'w>) -> Self {
        Self {
            head: finder(strings.head),
            tail: finder(strings.tail),
            pairs: finders(&strings.pairs),
        }
    }
}

impl<'w, R> From<&'w R> for TableMatcher<'w>
where
    RuleStrings<'w>: From<&'w R>,
{
    fn from(rule: &'w R) -> Self {
        Self::of(&rule.into())
    }
}

impl<'w, R> From<&'w R> for LevelMatcher<'w>
where
    RuleStrings<'w>: From<&'w R>,
{
    fn from(rule: &'w R) -> Self {
        Self::of(&rule.into())
    }
}
