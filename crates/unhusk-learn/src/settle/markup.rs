//! A page as a row of tags and texts, read off its source: what stands around a place whatever the attributes of the
//! tags are, and whether a place lies inside a tag, which a tree does not tell of bare ranges.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use unhusk_page::Span;

/// Tags and texts of a source, in order; blank texts are left out.
#[derive(Debug)]
pub(super) struct Markup {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    span: Span,
    /// What a tag is called, with its slash; texts are all alike.
    name: u64,
}

const TEXT: u64 = 1;

impl Markup {
    pub(super) fn of(source: &str) -> Self {
        let bytes = source.as_bytes();
        let (mut pieces, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            let is_tag = bytes[at] == b'<'
                && bytes.get(at + 1).is_some_and(|&next| {
                    next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?')
                });
            let end = if is_tag {
                memchr::memchr(b'>', &bytes[at..]).map_or(bytes.len(), |found| at + found + 1)
            } else {
                memchr::memchr(b'<', &bytes[at + 1..]).map_or(bytes.len(), |found| at + 1 + found)
            };
            if is_tag || !bytes[at..end].trim_ascii().is_empty() {
                let name = if is_tag { tag_name(&bytes[at + 1..end]) } else { TEXT };
                pieces.push(Piece { span: Span::new(at, end), name });
            }
            at = end;
        }
        Self { pieces }
    }

    /// What stands before a position: how it stands in its own piece, then the pieces before, the nearest first.
    pub(super) fn before(&self, source: &str, position: u32) -> impl Iterator<Item = u64> {
        let behind = self.pieces.partition_point(|piece| piece.span.start < position);
        let (own, rest) = match behind.checked_sub(1) {
            Some(last) if self.pieces[last].span.end > position => {
                (inside_left(source, self.pieces[last], position), last)
            }
            _ => (0, behind),
        };
        let before = self.pieces[..rest].iter().rev().map(|piece| piece.name);
        std::iter::once(own).chain(before)
    }

    /// What stands behind a position, in the same way.
    pub(super) fn behind(&self, source: &str, position: u32) -> impl Iterator<Item = u64> {
        let first = self.pieces.partition_point(|piece| piece.span.end <= position);
        let (own, rest) = match self.pieces.get(first) {
            Some(piece) if piece.span.start < position => {
                (inside_right(source, *piece, position), first + 1)
            }
            _ => (0, first),
        };
        let behind = self.pieces[rest.min(self.pieces.len())..].iter().map(|piece| piece.name);
        std::iter::once(own).chain(behind)
    }
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// `/TD CLASS=x>` -> `/td`.
fn tag_name(tag: &[u8]) -> u64 {
    let len = tag.iter().skip(1).position(|byte| !byte.is_ascii_alphanumeric());
    hash(tag[..len.map_or(tag.len(), |len| len + 1)].to_ascii_lowercase())
}

/// How a position stands in its piece, from the left: in a tag, in which attribute; in a text, whether anything is
/// before it, and whether that ends in a letter, a digit or something else.
fn inside_left(source: &str, piece: Piece, position: u32) -> u64 {
    let before = &source[piece.span.start as usize..position as usize];
    if piece.name == TEXT {
        return match before.trim_end().chars().next_back() {
            None => 0,
            Some(last) => hash((2, class(last), before.ends_with(char::is_whitespace))),
        };
    }
    let attribute = before.rfind('=').map_or(before, |end| &before[..end]);
    let name = attribute.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let is_at_its_beginning = before.trim_end_matches(['"', '\'']).ends_with('=');
    hash((piece.name, name.to_ascii_lowercase(), is_at_its_beginning))
}

/// The same from the right.
fn inside_right(source: &str, piece: Piece, position: u32) -> u64 {
    let behind = &source[position as usize..piece.span.end as usize];
    let next = behind.trim_start().chars().next();
    match next {
        None => 0,
        Some(next) => hash((3, piece.name, class(next), behind.starts_with(char::is_whitespace))),
    }
}

/// Letters and digits are each alike; everything else is itself.
pub(super) fn class(character: char) -> char {
    match character {
        c if c.is_uppercase() => 'A',
        c if c.is_alphabetic() => 'a',
        c if c.is_numeric() => '0',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}
