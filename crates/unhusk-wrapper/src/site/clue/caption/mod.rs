//! Captions: texts of a page in the form in which clues compare them.
//!
//! `Directors:` and `director` should be the same clue. So the caption of a text is folded, in lower case, without a
//! colon or an `s` at its end, and long numbers are masked with `#` ([`fold`]). A text that is too long for a caption, or
//! has no letter and no digit, has an empty one, and no clue rests on it.

mod fold;

pub(in crate::site) use fold::caption_hash;

use super::TextHash;
use fold::{Beginning, ascii_beginning, beginning_of_caption, beginning_of_text, caption_text};

/// The caption of a text.
#[derive(Debug, Clone)]
pub struct Caption {
    /// The caption; empty if the text has none.
    pub text: Box<str>,
    /// The hash of the caption.
    pub hash: TextHash,
}

impl Caption {
    /// The caption of a text as the page has it.
    pub fn new(text: &str) -> Self {
        let text = caption_text(text);
        Self { hash: TextHash::of_text(&text), text }
    }
}

/// A caption for which the texts of a page are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptionQuery {
    /// The hash of the caption.
    pub(in crate::site) hash: TextHash,
    /// The prefix of the caption: most texts are ruled out by theirs.
    pub(in crate::site) prefix: Prefix,
}

impl CaptionQuery {
    /// A query for a caption.
    pub(in crate::site) fn new(caption: &str) -> Self {
        Self { hash: TextHash::of_text(caption), prefix: Prefix::of_caption(caption) }
    }
}

/// A number for the first two bytes of a caption. Few texts of a page begin like the one that is searched for, and
/// only of these the whole caption is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix(u16);

/// How many different prefixes there are.
pub(in crate::site) const N_PREFIXES: u16 = 1024;

impl Prefix {
    fn new(beginning: Beginning) -> Self {
        let [first, second] = beginning.map(u16::from);
        Self((first * 37 + second) % N_PREFIXES)
    }

    fn of_caption(caption: &str) -> Self {
        Self::new(beginning_of_caption(caption))
    }

    /// The prefix of the caption of a text. `text` is called only if the bytes are not plain ASCII.
    pub(in crate::site) fn of_text<'p>(bytes: &[u8], text: impl Fn() -> &'p str) -> Self {
        let beginning = ascii_beginning(bytes).or_else(|| beginning_of_text(text()));
        beginning.map_or_else(|| Self::of_caption(&caption_text(text())), Self::new)
    }

    /// The number, below [`N_PREFIXES`].
    pub(in crate::site) fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of prefixes.
#[derive(Debug, Clone)]
pub(crate) struct PrefixSet([bool; N_PREFIXES as usize]);

impl PrefixSet {
    /// The prefixes of some captions.
    pub(in crate::site) fn of_captions<'l>(captions: impl Iterator<Item = &'l str>) -> Self {
        let mut has = [false; N_PREFIXES as usize];
        captions.for_each(|caption| has[Prefix::of_caption(caption).number()] = true);
        Self(has)
    }

    /// Whether the set contains a prefix.
    pub(in crate::site) fn has(&self, prefix: Prefix) -> bool {
        self.0[prefix.number()]
    }
}
