//! Splits the source of a page into tags and texts: the context of a place without the attributes of tags, and whether
//! a place is inside a tag, which the tree does not show for plain ranges.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use unhusk_page::Span;

/// Tags and texts of a source, in order, without blank texts.
#[derive(Debug)]
pub(super) struct Markup {
    pieces: Vec<MarkupPiece>,
}

#[derive(Debug, Clone, Copy)]
struct MarkupPiece {
    span: Span,
    /// Hash of the tag's name, with its slash; [`TEXT`] for all texts.
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
                pieces.push(MarkupPiece { span: Span::new(at, end), name });
            }
            at = end;
        }
        Self { pieces }
    }

    /// The context before a position: its position in its own piece, then the names of the pieces before, nearest first.
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

    /// The context behind a position: its position in its own piece, then the names of the pieces behind.
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

/// Hash of the text before a position in its piece: in a tag, the attribute; in a text, the class of the last character,
/// 0 if there is none.
fn inside_left(source: &str, piece: MarkupPiece, position: u32) -> u64 {
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

/// Hash of the text behind a position in its piece: the class of the next character, 0 if there is none.
fn inside_right(source: &str, piece: MarkupPiece, position: u32) -> u64 {
    let behind = &source[position as usize..piece.span.end as usize];
    let next = behind.trim_start().chars().next();
    match next {
        None => 0,
        Some(next) => hash((3, piece.name, class(next), behind.starts_with(char::is_whitespace))),
    }
}

/// The class of a character: one for capitals, other letters, digits and white space; other characters are themselves.
pub(super) fn class(character: char) -> char {
    match character {
        c if c.is_uppercase() => 'A',
        c if c.is_alphabetic() => 'a',
        c if c.is_numeric() => '0',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}
