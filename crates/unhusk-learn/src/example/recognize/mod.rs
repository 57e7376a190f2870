//! Recognizers: what looks like a value of a field, wherever it stands on a page.
//!
//! A recognizer knows nothing of the site: it finds amounts of money, names of a list, texts that match a pattern or
//! that look like values which were extracted before. What several of them find on a page is put together by
//! [`corroborate`](super::corroborate); each says for that which errors it makes.
//!
//! ```
//! use unhusk::Page;
//! use unhusk::example::recognize::Recognizer;
//! let page = Page::from("<li>Blue mug <b>&pound;12.50</b>");
//! let found = Recognizer::built_in("money")?.find(&page);
//! assert_eq!(page.slice(found.places[0]), Some("&pound;12.50"));
//! # Ok::<(), unhusk::error::RecognizerError>(())
//! ```

mod built_in;
mod error;
mod learnt;
mod pattern;
mod set;
mod units;
mod words;

#[cfg(test)]
mod tests;

pub use built_in::BuiltIn;
pub use error::{RecognizerError, RecognizersError};
pub use set::{FieldRecognizer, Recognizers};

use learnt::Learnt;
use pattern::Pattern;
use std::ops::Range;
use unhusk_page::{Page, Span};
use units::{Unit, units};
use words::Words;

/// Places that are found on one page at most; what is everywhere is nowhere.
const MAX_PLACES: usize = 20_000;

/// Finds what looks like values of a field.
#[derive(Debug, Clone)]
pub struct Recognizer {
    kind: Kind,
    scope: Scope,
    extent: Extent,
}

#[derive(Debug, Clone)]
enum Kind {
    BuiltIn(BuiltIn, Pattern),
    Pattern(Pattern),
    Words(Words),
    Learnt(Learnt),
}

/// Where a recognizer looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scope {
    /// In each text that a reader sees, references decoded and white space folded.
    #[default]
    Text,
    /// In each attribute value.
    Attributes,
    /// In the source of the page as it is written, markup included.
    Source,
}

impl Scope {
    /// All of them, with the names that files call them by.
    pub const ALL: [(&'static str, Self); 3] =
        [("text", Self::Text), ("attributes", Self::Attributes), ("source", Self::Source)];
}

/// How much of a text an instance is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Extent {
    /// Any part of it that begins and ends with whole words.
    #[default]
    Part,
    /// All of it.
    Whole,
}

/// What was found on a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The places, in the order of the page.
    pub places: Vec<Span>,
    /// Whether there are more than were looked for.
    pub is_cut: bool,
}

impl Recognizer {
    /// One that is built in, by its name.
    ///
    /// # Errors
    /// If there is none of that name; tells the nearest.
    pub fn built_in(name: &str) -> Result<Self, RecognizerError> {
        let kind = BuiltIn::named(name)?;
        Ok(Self::new(Kind::BuiltIn(kind, kind.pattern())))
    }

    /// Texts that match a regular expression; if it has groups, the first of them is the value.
    ///
    /// # Errors
    /// If it is none, too large, or matches nothing but the empty text.
    pub fn pattern(expression: &str) -> Result<Self, RecognizerError> {
        Ok(Self::new(Kind::Pattern(Pattern::new(expression)?)))
    }

    /// The words of a list; case matters, white space is folded.
    ///
    /// # Errors
    /// If the list has no word, or too many.
    pub fn words<S: AsRef<str>>(words: &[S]) -> Result<Self, RecognizerError> {
        Ok(Self::new(Kind::Words(Words::new(words)?)))
    }

    /// What looks like values that are known already, and these themselves.
    ///
    /// # Errors
    /// If there are no values.
    pub fn learnt<S: AsRef<str>>(values: &[S]) -> Result<Self, RecognizerError> {
        Ok(Self::new(Kind::Learnt(Learnt::from_values(values)?)))
    }

    fn new(kind: Kind) -> Self {
        Self { kind, scope: Scope::default(), extent: Extent::default() }
    }

    /// The same, looking elsewhere.
    #[must_use]
    pub fn in_scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// The same, finding parts of texts or whole ones.
    #[must_use]
    pub fn with_extent(mut self, extent: Extent) -> Self {
        self.extent = extent;
        self
    }

    /// What it finds on a page.
    pub fn find(&self, page: &Page) -> Found {
        let mut found = Found::default();
        for unit in units(page, self.scope) {
            for part in self.parts(unit.text()) {
                if self.extent == Extent::Whole && !unit.is_whole(&part) {
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

    /// Whether a text as a whole is what it looks for.
    pub fn accepts(&self, text: &str) -> bool {
        let unit = Unit::of_text(text);
        self.parts(unit.text()).iter().any(|part| unit.is_whole(part))
    }

    /// The parts of a text that are what it looks for.
    fn parts(&self, text: &str) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::BuiltIn(kind, pattern) => {
                let mut parts = pattern.parts(text, MAX_PLACES);
                parts.retain(|part| kind.confirms(text, part));
                parts
            }
            Kind::Pattern(pattern) => pattern.parts(text, MAX_PLACES),
            Kind::Words(words) => words.parts(text, MAX_PLACES),
            Kind::Learnt(learnt) => learnt.parts(text, MAX_PLACES),
        }
    }
}
