//! Recognizers learnt from values: they find the values themselves, and texts of the same tokens.
//!
//! A value is a sequence of tokens: words by their capitals, numbers by their digits, everything else as written.
//! Values with the same kinds of tokens make one pattern: a token that is equal in all of them is matched as written,
//! any other by its kind and length. If there are too many kinds of sequences, as with titles, the recognizer finds
//! whole texts that begin and end as the values do and have about their length.
//!
//! # Source
//! Lerman, Minton, Knoblock, *Wrapper maintenance: a machine learning approach*, JAIR 18 (2003): patterns of the tokens
//! at the beginning and end of values.

use super::RecognizerError;
use super::pattern::ValuePattern;
use super::word_list::{WordList, cuts_a_word};
use std::collections::BTreeMap;
use std::ops::Range;
use unhusk_page::fold;
use unhusk_wrapper::internal::sort;

/// Values that are learnt from; more add nothing.
const MAX_VALUES: usize = 10_000;
/// Limit on the tokens of values from which patterns are made; a longer value is free text.
const MAX_TOKENS: usize = 16;
/// Patterns that are kept, those of most values first.
const MAX_PATTERNS: usize = 32;
/// Percentage of the values that patterns must explain to be used.
const LEAST_EXPLAINED: usize = 80;
/// Tokens at each end of a free text that are compared.
const N_ENDS: usize = 2;

/// Known values, and patterns of similar ones.
#[derive(Debug, Clone)]
pub(super) struct Learnt {
    known: WordList,
    /// Patterns of whole values.
    patterns: Vec<ValuePattern>,
    free: Option<FreeText>,
}

/// Beginnings, ends and lengths of free texts.
#[derive(Debug, Clone)]
struct FreeText {
    beginnings: Vec<Vec<ValueTokenKind>>,
    ends: Vec<Vec<ValueTokenKind>>,
    n_tokens: Range<usize>,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ValueTokenKind {
    /// `USA`
    Capitals,
    /// `Spain`
    Capitalised,
    /// `of`
    Small,
    /// `iPhone`, or letters without case
    Letters,
    Digits,
    Space,
    Other(char),
}

/// The tokens of a value.
type TokenSequence<'v> = Vec<(ValueTokenKind, &'v str)>;

impl Learnt {
    pub(super) fn from_values<S: AsRef<str>>(values: &[S]) -> Result<Self, RecognizerError> {
        let values: Vec<String> = values
            .iter()
            .take(MAX_VALUES)
            .map(|value| fold(value.as_ref()).into_owned())
            .filter(|value| !value.is_empty())
            .collect();
        if values.is_empty() {
            return Err(RecognizerError::NoValues);
        }
        let rows: Vec<TokenSequence<'_>> = values.iter().map(|value| tokens(value)).collect();
        let patterns = patterns(&rows);
        let free = patterns.is_none().then(|| FreeText::of(&rows));
        let known = WordList::new(&values)?;
        Ok(Self { known, patterns: patterns.unwrap_or_default(), free })
    }

    /// Returns the parts of a text that are similar to the values.
    pub(super) fn parts(&self, text: &str, limit: usize) -> Vec<Range<usize>> {
        let mut parts = self.known.parts(text, limit);
        for pattern in &self.patterns {
            let like = pattern.parts(text, limit).into_iter();
            parts.extend(like.filter(|part| !cuts_a_word(text, part)));
        }
        let trimmed = text.trim();
        if self.free.as_ref().is_some_and(|free| free.fits(trimmed)) {
            let start = text.len() - text.trim_start().len();
            parts.push(start..start + trimmed.len());
        }
        longest(parts)
    }
}

/// Of overlapping parts the longest, of equally long ones the first.
fn longest(mut parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    sort::by_key(&mut parts, |part| (part.start, std::cmp::Reverse(part.end)));
    parts.dedup();
    let mut kept: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match kept.last_mut() {
            Some(last) if part.start < last.end => {
                if part.len() > last.len() {
                    *last = part;
                }
            }
            _ => kept.push(part),
        }
    }
    kept
}

/// Patterns that explain most values; `None` if the values are too different.
fn patterns(rows: &[TokenSequence<'_>]) -> Option<Vec<ValuePattern>> {
    let mut alike: BTreeMap<Vec<ValueTokenKind>, Vec<&TokenSequence<'_>>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.len() <= MAX_TOKENS) {
        alike.entry(row.iter().map(|token| token.0).collect()).or_default().push(row);
    }
    let mut groups: Vec<_> = alike.into_iter().collect();
    sort::by_key(&mut groups, |(_, rows)| std::cmp::Reverse(rows.len()));
    groups.truncate(MAX_PATTERNS);
    // A sequence that only one value has does not describe others, unless there is only one value.
    groups.retain(|(_, alike)| alike.len() > 1 || rows.len() == 1);
    let n_explained: usize = groups.iter().map(|(_, rows)| rows.len()).sum();
    if n_explained * 100 < LEAST_EXPLAINED * rows.len() {
        return None;
    }
    let compiled =
        groups.iter().map(|(kinds, rows)| ValuePattern::new(&expression(kinds, rows)).ok());
    compiled.collect()
}

/// The expression for values with the same kinds of tokens: equal tokens as written, others by their kind.
fn expression(kinds: &[ValueTokenKind], rows: &[&TokenSequence<'_>]) -> String {
    let token = |(at, kind): (usize, &ValueTokenKind)| {
        let written = || rows.iter().map(|row| row[at].1);
        let first = rows[0][at].1;
        // A single value cannot show which parts are common.
        if rows.len() > 1 && written().all(|other| other == first) {
            return regex::escape(first);
        }
        let lengths = || written().map(|token| token.chars().count());
        let (least, most) = (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1));
        kind.expression(least, most)
    };
    kinds.iter().enumerate().map(token).collect()
}

impl ValueTokenKind {
    fn of(character: char) -> Self {
        match character {
            c if c.is_alphabetic() => Self::Letters,
            c if c.is_numeric() => Self::Digits,
            c if c.is_whitespace() => Self::Space,
            c => Self::Other(c),
        }
    }

    fn of_word(word: &str) -> Self {
        let mut letters = word.chars();
        let is_first_upper = letters.next().is_some_and(char::is_uppercase);
        let rest = letters.as_str();
        if word.chars().all(char::is_lowercase) {
            Self::Small
        } else if is_first_upper && rest.chars().all(char::is_lowercase) {
            Self::Capitalised
        } else if word.chars().all(char::is_uppercase) {
            Self::Capitals
        } else {
            Self::Letters
        }
    }

    fn expression(self, least: usize, most: usize) -> String {
        match self {
            Self::Digits if most <= 4 => format!(r"\p{{N}}{{{least},{most}}}"),
            Self::Digits => r"\p{N}+".to_owned(),
            Self::Capitals if least == most => format!(r"\p{{Lu}}{{{least}}}"),
            Self::Capitals => r"\p{Lu}+".to_owned(),
            Self::Capitalised => r"\p{Lu}\p{Ll}*".to_owned(),
            Self::Small => r"\p{Ll}+".to_owned(),
            Self::Letters => r"\p{L}+".to_owned(),
            Self::Space => r"\s+".to_owned(),
            Self::Other(c) => regex::escape(&c.to_string()),
        }
    }
}

fn tokens(value: &str) -> TokenSequence<'_> {
    let mut tokens = Vec::new();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let kind = ValueTokenKind::of(first);
        let end = match kind {
            ValueTokenKind::Other(_) => first.len_utf8(),
            _ => rest.find(|c| ValueTokenKind::of(c) != kind).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        let kind =
            if kind == ValueTokenKind::Letters { ValueTokenKind::of_word(token) } else { kind };
        tokens.push((kind, token));
        rest = behind;
    }
    tokens
}

impl FreeText {
    fn of(rows: &[TokenSequence<'_>]) -> Self {
        let beginning = |row: &TokenSequence<'_>| kinds(row.iter().take(N_ENDS));
        let end = |row: &TokenSequence<'_>| kinds(row.iter().rev().take(N_ENDS));
        let mut free = Self {
            beginnings: rows.iter().map(beginning).collect(),
            ends: rows.iter().map(end).collect(),
            n_tokens: 0..0,
        };
        free.beginnings.sort_unstable();
        free.beginnings.dedup();
        free.ends.sort_unstable();
        free.ends.dedup();
        let lengths = || rows.iter().map(Vec::len);
        let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        // Half and one and a half times the length: the known values are not the shortest and longest ones.
        free.n_tokens = least / 2..most + most / 2 + 1;
        free
    }

    fn fits(&self, text: &str) -> bool {
        let row = tokens(text);
        self.n_tokens.contains(&row.len())
            && self.beginnings.binary_search(&kinds(row.iter().take(N_ENDS))).is_ok()
            && self.ends.binary_search(&kinds(row.iter().rev().take(N_ENDS))).is_ok()
    }
}

fn kinds<'r>(tokens: impl Iterator<Item = &'r (ValueTokenKind, &'r str)>) -> Vec<ValueTokenKind> {
    tokens.map(|token| token.0).collect()
}
