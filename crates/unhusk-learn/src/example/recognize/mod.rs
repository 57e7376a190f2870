//! Recognizers: find texts that are similar to the values of a field, anywhere on a page.
//!
//! A recognizer knows nothing of the site: it finds amounts of money, words of a list, texts that match a pattern, or
//! texts similar to values that were extracted before. [`corroborate`](super::corroborate) combines the results of
//! several recognizers on a page; for this, each declares its kinds of errors.
//!
//! ```
//! use unhusk_page::Page;
//! use unhusk_learn::example::recognize::Recognizer;
//! let page = Page::from("<li>Blue mug <b>&pound;12.50</b>");
//! let found = Recognizer::built_in("money")?.find(&page);
//! assert_eq!(page.slice(found.places[0]), Some("&pound;12.50"));
//! # Ok::<(), unhusk_learn::example::recognize::RecognizerError>(())
//! ```

mod built_in;
mod error;
mod learnt;
mod pattern;
mod set;
mod units;
mod word_list;

#[cfg(test)]
mod tests;

pub use built_in::BuiltIn;
pub use error::{RecognizerError, RecognizersError};
pub use set::{FieldRecognizer, RecognizedPage, Recognizers};

use learnt::Learnt;
use pattern::ValuePattern;
use std::ops::Range;
use unhusk_page::{Page, Span};
use units::{TextUnit, joined_texts, units};
use word_list::WordList;

/// The maximum number of places on one page; a text that is everywhere is no evidence.
const MAX_PLACES: usize = 20_000;

/// Finds texts that may be values of a field.
#[derive(Debug, Clone)]
pub struct Recognizer {
    kind: RecognizerKind,
    scope: SearchScope,
    extent: MatchExtent,
}

#[derive(Debug, Clone)]
enum RecognizerKind {
    BuiltIn(BuiltIn, ValuePattern),
    Pattern(ValuePattern),
    Words(WordList),
    Learnt(Learnt),
}

/// The texts that a recognizer searches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SearchScope {
    /// In each visible text, with references decoded and white space folded.
    #[default]
    Text,
    /// In each attribute value.
    Attributes,
    /// In the source of the page as written, markup included.
    Source,
}

impl SearchScope {
    /// All values, with their names in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("text", Self::Text), ("attributes", Self::Attributes), ("source", Self::Source)];
}

/// The required share of a text that an instance covers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MatchExtent {
    /// Any part that begins and ends at word boundaries.
    #[default]
    Part,
    /// The whole text.
    Whole,
}

/// The places that a recognizer found on a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecognizedPlaces {
    /// The places, in document order.
    pub places: Vec<Span>,
    /// Whether the search stopped before all places were found.
    pub is_cut: bool,
}

impl Recognizer {
    /// A built-in recognizer, by its name.
    ///
    /// # Errors
    /// If there is none of that name; the error suggests the most similar name.
    pub fn built_in(name: &str) -> Result<Self, RecognizerError> {
        let kind = BuiltIn::named(name)?;
        Ok(Self::new(RecognizerKind::BuiltIn(kind, kind.pattern())))
    }

    /// Finds texts that match a regular expression. If it has groups, the first one that matched is the value.
    ///
    /// # Errors
    /// If the expression is invalid, too large, or matches the empty text.
    pub fn pattern(expression: &str) -> Result<Self, RecognizerError> {
        Ok(Self::new(RecognizerKind::Pattern(ValuePattern::new(expression)?)))
    }

    /// Finds the words of a list. Case matters; white space is folded.
    ///
    /// # Errors
    /// If the list has no word, or too many.
    pub fn words<S: AsRef<str>>(words: &[S]) -> Result<Self, RecognizerError> {
        Ok(Self::new(RecognizerKind::Words(WordList::new(words)?)))
    }

    /// Finds the given values, and texts similar to them.
    ///
    /// # Errors
    /// If there are no values.
    pub fn learnt<S: AsRef<str>>(values: &[S]) -> Result<Self, RecognizerError> {
        Ok(Self::new(RecognizerKind::Learnt(Learnt::from_values(values)?)))
    }

    fn new(kind: RecognizerKind) -> Self {
        Self { kind, scope: SearchScope::default(), extent: MatchExtent::default() }
    }

    /// Sets where the recognizer searches.
    #[must_use]
    pub fn in_scope(mut self, scope: SearchScope) -> Self {
        self.scope = scope;
        self
    }

    /// Sets whether the recognizer finds parts of texts or only whole texts.
    #[must_use]
    pub fn with_extent(mut self, extent: MatchExtent) -> Self {
        self.extent = extent;
        self
    }

    /// Finds instances on a page.
    pub fn find(&self, page: &Page) -> RecognizedPlaces {
        let mut found = RecognizedPlaces::default();
        let joined = if self.spans_nodes() { joined_texts(page) } else { Vec::new() };
        let single = units(page, self.scope).into_iter().map(|unit| (unit, false));
        for (unit, is_joined) in single.chain(joined.into_iter().map(|unit| (unit, true))) {
            for part in self.parts(unit.text()) {
                if self.extent == MatchExtent::Whole && !unit.is_whole(&part) {
                    continue;
                }
                if is_joined && !is_one_amount(page, &unit, &part) {
                    continue;
                }
                if found.places.len() == MAX_PLACES {
                    found.is_cut = true;
                    return found;
                }
                found.places.push(unit.place(part));
            }
        }
        found.places.sort_unstable();
        found.places.dedup();
        found
    }

    /// Whether an instance may consist of several texts: `<sup>$</sup><b>20.00</b>`.
    fn spans_nodes(&self) -> bool {
        self.scope == SearchScope::Text
            && matches!(self.kind, RecognizerKind::BuiltIn(BuiltIn::Money, _))
    }

    /// Whether a whole text is an instance.
    pub fn accepts(&self, text: &str) -> bool {
        let unit = TextUnit::of_text(text);
        self.parts(unit.text()).iter().any(|part| unit.is_whole(part))
    }

    /// The parts of a text that are instances.
    fn parts(&self, text: &str) -> Vec<Range<usize>> {
        match &self.kind {
            RecognizerKind::BuiltIn(kind, pattern) => {
                let mut parts = pattern.parts(text, MAX_PLACES);
                parts.retain(|part| kind.confirms(text, part));
                parts
            }
            RecognizerKind::Pattern(pattern) => pattern.parts(text, MAX_PLACES),
            RecognizerKind::Words(words) => words.parts(text, MAX_PLACES),
            RecognizerKind::Learnt(learnt) => learnt.parts(text, MAX_PLACES),
        }
    }
}

/// Whether a part of joined texts is an amount that no single text contains: there is a tag in it, but no gap between
/// digits, and the currency is not that of the next amount (`3 $20`).
fn is_one_amount(page: &Page, unit: &TextUnit<'_>, part: &Range<usize>) -> bool {
    let has_tag = page.slice(unit.place(part.clone())).is_some_and(|source| source.contains('<'));
    let text = unit.text();
    let parts: Vec<&str> = text[part.clone()].split(char::is_whitespace).collect();
    let has_digit = |part: &&&str| part.contains(|c: char| c.is_ascii_digit());
    let is_split = parts.iter().filter(has_digit).count() > 1;
    has_tag && !is_split && !text[part.end..].starts_with(|c: char| c.is_ascii_digit())
}
