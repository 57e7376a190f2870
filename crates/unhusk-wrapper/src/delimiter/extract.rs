//! The meaning: where a rule finds its values. Runs on the bare source and yields spans.
//!
//! The cursor only moves forward. Behind a left delimiter begins a value; where the right one begins, it ends,
//! and the right one is not skipped, so that it may overlap the next left one. The head and the closing string
//! are skipped; the opening string is only located; the tail is only looked for. What is looked for ahead of
//! the cursor is remembered until the cursor passes it ([`Ahead`]), so that every delimiter is searched at
//! most once through the page, whatever the page.

use super::strings::RuleStrings;
use memchr::memmem::Finder;
use unhusk_page::Span;

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// There are no more records.
    Done,
    /// The head is not on the page.
    NoHead,
    /// A record has no end: the pair that was looked for, and where its search began.
    Incomplete {
        /// Position of the pair.
        pair: usize,
        /// Byte at which the search began.
        from: usize,
    },
    /// The closing string is missing behind a record, which was kept.
    NoClose {
        /// Byte at which the search began.
        from: usize,
    },
    /// As many records as allowed were read, up to this place.
    Full {
        /// Byte behind the last record.
        at: usize,
    },
}

/// The searches of an LR, HLRT, OCLR or HOCLRT rule.
pub struct Table<'w> {
    head: Option<Finder<'w>>,
    tail: Option<Finder<'w>>,
    open: Option<Finder<'w>>,
    close: Option<Finder<'w>>,
    pairs: Vec<(Finder<'w>, Finder<'w>)>,
}

/// The searches of an N-LR or N-HLRT rule.
pub struct Nest<'w> {
    head: Option<Finder<'w>>,
    tail: Option<Finder<'w>>,
    pairs: Vec<(Finder<'w>, Finder<'w>)>,
}

/// A value of a nested page: its level, counted from 0, and its place.
pub(crate) type Leveled = (usize, Span);

impl Table<'_> {
    /// Appends the values of complete records to `spans`, field by field in the order of the pairs.
    pub fn run(&self, source: &str, max_records: usize, spans: &mut Vec<Span>) -> Ending {
        let page = source.as_bytes();
        let Some(mut cursor) = behind_head(self.head.as_ref(), page) else { return Ending::NoHead };
        let mut gate = Ahead::new(self.open.as_ref().unwrap_or(&self.pairs[0].0));
        let mut tail = self.tail.as_ref().map(Ahead::new);
        for _ in 0..max_records {
            let Some(start) = gate.find(page, cursor) else { return Ending::Done };
            if tail.as_mut().and_then(|tail| tail.find(page, cursor)).is_some_and(|t| t <= start) {
                return Ending::Done;
            }
            cursor = match self.record(page, start, spans) {
                Ok(end) => end,
                Err(ending) => return ending,
            };
            let Some(close) = &self.close else { continue };
            let Some(at) = find(close, page, cursor) else {
                return Ending::NoClose { from: cursor };
            };
            cursor = at + close.needle().len();
        }
        Ending::Full { at: cursor }
    }

    /// Reads one record from `cursor` on and returns where its last value ends.
    fn record(
        &self,
        page: &[u8],
        mut cursor: usize,
        spans: &mut Vec<Span>,
    ) -> Result<usize, Ending> {
        let n_before = spans.len();
        for (pair, (left, right)) in self.pairs.iter().enumerate() {
            let begin = find(left, page, cursor).map(|at| at + left.needle().len());
            let value = begin.and_then(|begin| Some((begin, find(right, page, begin)?)));
            let Some((begin, end)) = value else {
                spans.truncate(n_before);
                return Err(Ending::Incomplete { pair, from: cursor });
            };
            spans.push(Span::new(begin, end));
            cursor = end;
        }
        Ok(cursor)
    }
}

impl Nest<'_> {
    /// Appends the values to `values` in the order of the page.
    pub fn run(&self, source: &str, max_values: usize, values: &mut Vec<Leveled>) -> Ending {
        self.each(source, max_values, |level, span| values.push((level, span)))
    }

    /// Calls `visit` with the level and the place of each value, in the order of the page.
    pub fn each(
        &self,
        source: &str,
        max_values: usize,
        mut visit: impl FnMut(usize, Span),
    ) -> Ending {
        let page = source.as_bytes();
        let Some(mut cursor) = behind_head(self.head.as_ref(), page) else { return Ending::NoHead };
        let mut lefts: Vec<_> = self.pairs.iter().map(|(left, _)| Ahead::new(left)).collect();
        let mut tail = self.tail.as_ref().map(Ahead::new);
        let mut n_allowed = 1;
        for _ in 0..max_values {
            let Some((start, level)) = first_of(&mut lefts[..n_allowed], page, cursor) else {
                return Ending::Done;
            };
            if tail.as_mut().and_then(|tail| tail.find(page, cursor)).is_some_and(|t| t <= start) {
                return Ending::Done;
            }
            let (left, right) = &self.pairs[level];
            let begin = start + left.needle().len();
            let Some(end) = find(right, page, begin) else {
                return Ending::Incomplete { pair: level, from: begin };
            };
            visit(level, Span::new(begin, end));
            cursor = end;
            n_allowed = (level + 2).min(self.pairs.len());
        }
        Ending::Full { at: cursor }
    }
}

/// The left delimiter that begins first, and its level; of several that begin together, the deepest.
fn first_of(lefts: &mut [Ahead<'_>], page: &[u8], cursor: usize) -> Option<(usize, usize)> {
    let mut first: Option<(usize, usize)> = None;
    for (level, left) in lefts.iter_mut().enumerate() {
        let Some(start) = left.find(page, cursor) else { continue };
        if first.is_none_or(|(earliest, _)| start <= earliest) {
            first = Some((start, level));
        }
    }
    first
}

/// The first occurrence of a delimiter at or behind the cursor, found once and remembered.
struct Ahead<'f> {
    finder: &'f Finder<'f>,
    known: Known,
}

/// What is known of the first occurrence at or behind the last cursor asked for.
enum Known {
    Nothing,
    At(usize),
    Never,
}

impl<'f> Ahead<'f> {
    fn new(finder: &'f Finder<'f>) -> Self {
        Self { finder, known: Known::Nothing }
    }

    fn find(&mut self, page: &[u8], cursor: usize) -> Option<usize> {
        match self.known {
            Known::Never => None,
            Known::At(at) if at >= cursor => Some(at),
            Known::At(_) | Known::Nothing => {
                let at = find(self.finder, page, cursor);
                self.known = at.map_or(Known::Never, Known::At);
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

impl<'w> Table<'w> {
    /// Prepares the search for the strings of a rule.
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

impl<'w> Nest<'w> {
    /// Prepares the search for the strings of a rule.
    pub fn of(strings: &RuleStrings<'w>) -> Self {
        Self {
            head: finder(strings.head),
            tail: finder(strings.tail),
            pairs: finders(&strings.pairs),
        }
    }
}

impl<'w, R> From<&'w R> for Table<'w>
where
    RuleStrings<'w>: From<&'w R>,
{
    fn from(rule: &'w R) -> Self {
        Self::of(&rule.into())
    }
}

impl<'w, R> From<&'w R> for Nest<'w>
where
    RuleStrings<'w>: From<&'w R>,
{
    fn from(rule: &'w R) -> Self {
        Self::of(&rule.into())
    }
}
