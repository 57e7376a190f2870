//! Lists of words: finds the longest word at each place, at word boundaries.

use super::RecognizerError;
use aho_corasick::{AhoCorasick, MatchKind};
use std::ops::Range;
use unhusk_page::fold;
use unhusk_wrapper::internal::sort;

/// Bytes of words that a list may have.
const MAX_BYTES: usize = 16 << 20;
/// Matches that are examined for each that is kept: words contain other words.
const MAX_PER_PART: usize = 64;

/// The words of a list.
#[derive(Debug, Clone)]
pub(super) struct WordList(AhoCorasick);

impl WordList {
    pub(super) fn new<S: AsRef<str>>(words: &[S]) -> Result<Self, RecognizerError> {
        let folded: Vec<_> = words
            .iter()
            .map(|word| fold(word.as_ref()).into_owned())
            .filter(|word| !word.is_empty())
            .collect();
        if folded.is_empty() {
            return Err(RecognizerError::NoWords);
        }
        let too_many = RecognizerError::TooManyWords { limit: MAX_BYTES };
        if folded.iter().map(String::len).sum::<usize>() > MAX_BYTES {
            return Err(too_many);
        }
        let built = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&folded);
        built.map(Self).map_err(|_| too_many)
    }

    /// The parts that are words, none inside another, at most `limit`.
    pub(super) fn parts(&self, text: &str, limit: usize) -> Vec<Range<usize>> {
        let matches = self.0.find_overlapping_iter(text).take(limit.saturating_mul(MAX_PER_PART));
        let mut whole: Vec<Range<usize>> =
            matches.map(|found| found.range()).filter(|part| !cuts_a_word(text, part)).collect();
        sort::by_key(&mut whole, |part| (part.start, std::cmp::Reverse(part.end)));
        let mut parts: Vec<Range<usize>> = Vec::new();
        for part in whole {
            if parts.last().is_none_or(|last| last.end <= part.start) && parts.len() < limit {
                parts.push(part);
            }
        }
        parts
    }
}

/// Whether a part begins or ends inside a word.
pub(super) fn cuts_a_word(text: &str, part: &Range<usize>) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let inside = &text[part.clone()];
    (is_word(text[..part.start].chars().next_back()) && is_word(inside.chars().next()))
        || (is_word(inside.chars().next_back()) && is_word(text[part.end..].chars().next()))
}
