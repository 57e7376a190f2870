//! Recognizers learnt from values: the values themselves, and what is made of the same pieces.
//!
//! A value is a row of pieces: words by their capitals, numbers by their digits, everything else as it is written.
//! Values with the same row make one pattern: a piece that is the same in all of them is taken as it is written, any
//! other is only asked for its kind and its length. Where rows are too many, as those of titles are, whole texts are
//! found that begin and end as the values do and are about as long.
//!
//! # Source
//! Lerman, Minton, Knoblock, *Wrapper maintenance: a machine learning approach*, JAIR 18 (2003): patterns of the tokens
//! at the beginning and end of values.

use super::RecognizerError;
use super::pattern::Pattern;
use super::words::{Words, cuts_a_word};
use std::collections::BTreeMap;
use std::ops::Range;
use unhusk_page::fold;

/// Values that are learnt from; more tell nothing new.
const MAX_VALUES: usize = 10_000;
/// Longest value that a row of pieces is made of, in pieces: beyond that it is free text.
const MAX_PIECES: usize = 16;
/// Patterns of whole values that are kept, those of most values first.
const MAX_PATTERNS: usize = 32;
/// Share of the values that patterns of whole values must explain to be taken, in percent.
const LEAST_EXPLAINED: usize = 80;
/// Pieces at each end of a free text that are looked at.
const N_ENDS: usize = 2;

/// What values look like.
#[derive(Debug, Clone)]
pub(super) struct Learnt {
    known: Words,
    /// Patterns of whole values.
    patterns: Vec<Pattern>,
    free: Option<Free>,
}

/// How free texts begin and end, and how long they are.
#[derive(Debug, Clone)]
struct Free {
    beginnings: Vec<Vec<Kind>>,
    ends: Vec<Vec<Kind>>,
    n_pieces: Range<usize>,
}

/// What kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// `USA`
    Capitals,
    /// `Spain`
    Capitalised,
    /// `of`
    Small,
    /// `iPhone`, or letters that have no case
    Letters,
    Digits,
    Space,
    Other(char),
}

/// A value as a row of pieces.
type Row<'v> = Vec<(Kind, &'v str)>;

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
        let rows: Vec<Row<'_>> = values.iter().map(|value| pieces(value)).collect();
        let patterns = patterns(&rows);
        let free = patterns.is_none().then(|| Free::of(&rows));
        let known = Words::new(&values)?;
        Ok(Self { known, patterns: patterns.unwrap_or_default(), free })
    }

    /// The parts of a text that look like the values.
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

/// Of parts that overlap the longest, of equals the first.
fn longest(mut parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    parts.sort_unstable_by_key(|part| (part.start, std::cmp::Reverse(part.end)));
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

/// Patterns that explain most values, or `None` if the values are too different.
fn patterns(rows: &[Row<'_>]) -> Option<Vec<Pattern>> {
    let mut alike: BTreeMap<Vec<Kind>, Vec<&Row<'_>>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.len() <= MAX_PIECES) {
        alike.entry(row.iter().map(|piece| piece.0).collect()).or_default().push(row);
    }
    let mut groups: Vec<_> = alike.into_iter().collect();
    groups.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    groups.truncate(MAX_PATTERNS);
    // A row that one value alone has says nothing of others, unless there is no other.
    groups.retain(|(_, alike)| alike.len() > 1 || rows.len() == 1);
    let n_explained: usize = groups.iter().map(|(_, rows)| rows.len()).sum();
    if n_explained * 100 < LEAST_EXPLAINED * rows.len() {
        return None;
    }
    let compiled = groups.iter().map(|(kinds, rows)| Pattern::new(&expression(kinds, rows)).ok());
    compiled.collect()
}

/// The expression for values of one row: what is the same in all of them, else what kind of piece it is.
fn expression(kinds: &[Kind], rows: &[&Row<'_>]) -> String {
    let piece = |(at, kind): (usize, &Kind)| {
        let written = || rows.iter().map(|row| row[at].1);
        let first = rows[0][at].1;
        // One value alone does not tell what is common.
        if rows.len() > 1 && written().all(|other| other == first) {
            return regex::escape(first);
        }
        let lengths = || written().map(|piece| piece.chars().count());
        let (least, most) = (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1));
        kind.expression(least, most)
    };
    kinds.iter().enumerate().map(piece).collect()
}

impl Kind {
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

fn pieces(value: &str) -> Row<'_> {
    let mut pieces = Vec::new();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let kind = Kind::of(first);
        let end = match kind {
            Kind::Other(_) => first.len_utf8(),
            _ => rest.find(|c| Kind::of(c) != kind).unwrap_or(rest.len()),
        };
        let (piece, behind) = rest.split_at(end);
        let kind = if kind == Kind::Letters { Kind::of_word(piece) } else { kind };
        pieces.push((kind, piece));
        rest = behind;
    }
    pieces
}

impl Free {
    fn of(rows: &[Row<'_>]) -> Self {
        let beginning = |row: &Row<'_>| kinds(row.iter().take(N_ENDS));
        let end = |row: &Row<'_>| kinds(row.iter().rev().take(N_ENDS));
        let mut free = Self {
            beginnings: rows.iter().map(beginning).collect(),
            ends: rows.iter().map(end).collect(),
            n_pieces: 0..0,
        };
        free.beginnings.sort_unstable();
        free.beginnings.dedup();
        free.ends.sort_unstable();
        free.ends.dedup();
        let lengths = || rows.iter().map(Vec::len);
        let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        // Half as long and half as long again: the values seen are not the shortest and longest that there are.
        free.n_pieces = least / 2..most + most / 2 + 1;
        free
    }

    fn fits(&self, text: &str) -> bool {
        let row = pieces(text);
        self.n_pieces.contains(&row.len())
            && self.beginnings.binary_search(&kinds(row.iter().take(N_ENDS))).is_ok()
            && self.ends.binary_search(&kinds(row.iter().rev().take(N_ENDS))).is_ok()
    }
}

fn kinds<'r>(pieces: impl Iterator<Item = &'r (Kind, &'r str)>) -> Vec<Kind> {
    pieces.map(|piece| piece.0).collect()
}
