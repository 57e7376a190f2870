//! The text form of clues: the only place where it is written and parsed.
//!
//! A clue is saved as an object with its kind, its distance (left out if 0) and its text:
//! `{"what": "text-before", "at": 1, "says": "price"}`. The kind decides what the text looks like:
//!
//! ```text
//! path                = tags                      a<td<tr                 at = number of tags, from 1 to 16
//! whole-path          = { tag "<" }               a<td<tr<
//! positions           = [ nth ] steps             [2]a[1]<td[3]           at = number of steps, from 1 to 16
//! whole-positions     = [ nth ] { step "<" }      [2]a[1]<td[3]<
//! positions-from-end  = [ back ] back-steps       [-1]a[-1]<td[-2]        at = number of steps, from 1 to 16
//! id                  = { tag "<" } "#" any       a<td<#main
//! id-positions        = [ nth ] { step "<" } "#" any                      [2]a[1]<#main
//! class               = tags "." any              a<td.price              at = number of tags less 1, up to 16
//! class-around        = "." any                   .price
//! token               = tags "@" name "=" any     b@itemprop=price        at = number of tags less 1, up to 16
//! siblings            = sibling " " sibling " "   b | (with a space behind)  at = levels up, from 0 to 16
//! text-before         = any                       price                   at = distance, from 1 to 16
//! text-after          = any                       in stock                at = distance, from 1 to 16
//! first-text          = any                       price                   at = levels up, from 0 to 16
//! column-head         = any                       price
//! heading             = any                       details
//! landmark-before     = any                       price
//! landmark-before-at  = any " +" number           price +1
//! landmark-after      = any                       review
//! between             = any " ... " any           price ... review
//! no-landmark         = ""
//! place               = "only" | number           only
//! title               = ""
//! shape               = any                       $9.9
//! contents            = "text" | "elements"       text
//!
//! tags       = tag { "<" tag }          the holder first, then the elements around it
//! steps      = step { "<" step }
//! back-steps = back-step { "<" back-step }
//! step       = tag nth                  back-step = tag back
//! nth        = "[" number "]"           back      = "[-" number "]"
//! sibling    = "|" | "text" | tag       nothing, a text, an element
//! tag        = one or more characters that are neither white space nor one of [ < # . @
//! name       = any characters but "="
//! number     = decimal digits without a leading zero, below 2^32
//! any        = any characters; on both sides of " ... " those that leave one way to split the text
//! ```
//!
//! A page may have tags such as `<x[1]>`. What is written of it then may be no sentence of this grammar, or one that
//! means something else. So clues *hold* by their texts: a clue holds of a node if the text that is
//! [written of the node](crate::site::matcher::eval) equals that of the clue. A text outside of the grammar is kept as
//! [`Clue::Verbatim`], and on pages with such tags texts are compared instead of parts. Loading therefore never fails
//! on the text of a clue, and saving writes what was loaded.

use super::writer::TextHash;
use super::{Clue, ClueKind, ClueWriter, Contents, Feature, PositionPath, Sibling, Tag, TextPlace};
use serde::{Deserialize, Serialize};

/// Signs of the grammar, for those who write clues of nodes.
pub(in crate::site) mod sign {
    pub(in crate::site) const INSIDE: &str = "<";
    pub(in crate::site) const NTH: &str = "[";
    pub(in crate::site) const NTH_FROM_END: &str = "[-";
    pub(in crate::site) const NTH_END: &str = "]";
    pub(in crate::site) const ID: &str = "#";
    pub(in crate::site) const CLASS: &str = ".";
    pub(in crate::site) const ATTRIBUTE: &str = "@";
    pub(in crate::site) const TOKEN: &str = "=";
    pub(in crate::site) const NO_SIBLING: &str = "|";
    pub(in crate::site) const TEXT: &str = "text";
    pub(in crate::site) const ELEMENTS: &str = "elements";
    pub(in crate::site) const AFTER_SIBLING: &str = " ";
    pub(in crate::site) const DISTANCE: &str = " +";
    pub(in crate::site) const BETWEEN: &str = " ... ";
    pub(in crate::site) const ONLY: &str = "only";
}

/// A clue as files have it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `what` and `says`")]
pub(super) struct SavedClue {
    what: ClueKind,
    #[serde(default, skip_serializing_if = "is_zero")]
    at: u8,
    says: String,
}

impl From<SavedClue> for Clue {
    fn from(saved: SavedClue) -> Self {
        Self::parse(Feature::new(saved.what, saved.at), &saved.says)
    }
}

impl From<Clue> for SavedClue {
    fn from(clue: Clue) -> Self {
        let Feature { kind, at } = clue.feature();
        Self { what: kind, at, says: clue.text() }
    }
}

impl Clue {
    /// The clue of which the text is this; [`Clue::Verbatim`] if the text does not have the form of its kind.
    pub fn parse(feature: Feature, text: &str) -> Self {
        let typed = parts(feature, text).filter(|clue| clue.feature() == feature);
        typed.unwrap_or_else(|| Self::Verbatim { feature, text: text.to_owned() })
    }

    /// The text of the clue.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// The hash of the text.
    pub fn text_hash(&self) -> TextHash {
        let mut hash = TextHash::default();
        self.write(&mut hash);
        hash
    }

    fn write<W: ClueWriter>(&self, out: &mut W) {
        match self {
            Self::Path(tags) => write_tags(out, tags),
            Self::WholePath(tags) => write_open_tags(out, tags),
            Self::Positions(path) => write_steps(out, path, sign::NTH),
            Self::WholePositions(path) => write_open_steps(out, path),
            Self::PositionsFromEnd(path) => write_steps(out, path, sign::NTH_FROM_END),
            Self::Id { below, id } => {
                write_open_tags(out, below);
                write_all(out, &[sign::ID, id]);
            }
            Self::IdPositions { below, id } => {
                write_open_steps(out, below);
                write_all(out, &[sign::ID, id]);
            }
            Self::Class { path, class } => {
                write_tags(out, path);
                write_all(out, &[sign::CLASS, class]);
            }
            Self::ClassAround(class) => write_all(out, &[sign::CLASS, class]),
            Self::Token { path, attribute, token } => {
                write_tags(out, path);
                write_all(out, &[sign::ATTRIBUTE, attribute, sign::TOKEN, token]);
            }
            Self::Siblings { before, after, .. } => {
                for sibling in [before, after] {
                    write_all(out, &[sibling.name(), sign::AFTER_SIBLING]);
                }
            }
            Self::TextBefore { text, .. }
            | Self::TextAfter { text, .. }
            | Self::FirstText { text, .. }
            | Self::ColumnHead(text)
            | Self::Heading(text)
            | Self::LandmarkBefore(text)
            | Self::LandmarkAfter(text)
            | Self::Shape(text)
            | Self::Verbatim { text, .. } => out.write(text),
            Self::LandmarkBeforeAt { text, distance } => {
                write_all(out, &[text, sign::DISTANCE]);
                out.write_number(*distance);
            }
            Self::Between { before, after } => write_all(out, &[before, sign::BETWEEN, after]),
            Self::NoLandmark | Self::Title => {}
            Self::Place(TextPlace::Only) => out.write(sign::ONLY),
            Self::Place(TextPlace::Nth(n)) => out.write_number(*n),
            Self::Contents(Contents::Text) => out.write(sign::TEXT),
            Self::Contents(Contents::Elements) => out.write(sign::ELEMENTS),
        }
    }
}

impl Sibling {
    fn name(&self) -> &str {
        match self {
            Self::Nothing => sign::NO_SIBLING,
            Self::Text => sign::TEXT,
            Self::Element(tag) => tag.as_str(),
        }
    }

    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            sign::NO_SIBLING => Self::Nothing,
            sign::TEXT => Self::Text,
            tag => Self::Element(Tag::new(tag)?),
        })
    }
}

fn write_all<W: ClueWriter>(out: &mut W, pieces: &[&str]) {
    for piece in pieces {
        out.write(piece);
    }
}

/// `a<td`
fn write_tags<W: ClueWriter>(out: &mut W, tags: &[Tag]) {
    for (at, tag) in tags.iter().enumerate() {
        let before = if at > 0 { sign::INSIDE } else { "" };
        write_all(out, &[before, tag.as_str()]);
    }
}

/// `a<td<`
fn write_open_tags<W: ClueWriter>(out: &mut W, tags: &[Tag]) {
    for tag in tags {
        write_all(out, &[tag.as_str(), sign::INSIDE]);
    }
}

/// `[1]a[1]<td[2]`
fn write_steps<W: ClueWriter>(out: &mut W, path: &PositionPath, nth: &str) {
    path.text.iter().for_each(|position| out.write_position(nth, *position));
    for (at, (tag, position)) in path.steps.iter().enumerate() {
        let before = if at > 0 { sign::INSIDE } else { "" };
        write_all(out, &[before, tag.as_str()]);
        out.write_position(nth, *position);
    }
}

/// `[1]a[1]<td[2]<`
fn write_open_steps<W: ClueWriter>(out: &mut W, path: &PositionPath) {
    write_steps(out, path, sign::NTH);
    if !path.steps.is_empty() {
        out.write(sign::INSIDE);
    }
}

/// The typed parts of a text; `None` if it does not have the form of its kind.
fn parts(Feature { kind, at }: Feature, text: &str) -> Option<Clue> {
    let any = || text.to_owned();
    Some(match kind {
        ClueKind::Path => Clue::Path(tags(text)?),
        ClueKind::WholePath => Clue::WholePath(open_tags(text)?),
        ClueKind::Positions => Clue::Positions(steps(text, sign::NTH)?),
        ClueKind::WholePositions => Clue::WholePositions(open_steps(text)?),
        ClueKind::PositionsFromEnd => Clue::PositionsFromEnd(steps(text, sign::NTH_FROM_END)?),
        ClueKind::Id => {
            let (below, id) = text.split_once(sign::ID)?;
            Clue::Id { below: open_tags(below)?, id: id.to_owned() }
        }
        ClueKind::IdPositions => {
            let (below, id) = text.split_once(sign::ID)?;
            Clue::IdPositions { below: open_steps(below)?, id: id.to_owned() }
        }
        ClueKind::Class => {
            let (path, class) = text.split_once(sign::CLASS)?;
            Clue::Class { path: tags(path)?, class: class.to_owned() }
        }
        ClueKind::ClassAround => Clue::ClassAround(text.strip_prefix(sign::CLASS)?.to_owned()),
        ClueKind::Token => {
            let (path, rest) = text.split_once(sign::ATTRIBUTE)?;
            let (attribute, token) = rest.split_once(sign::TOKEN)?;
            let (attribute, token) = (attribute.to_owned(), token.to_owned());
            Clue::Token { path: tags(path)?, attribute, token }
        }
        ClueKind::Siblings => {
            let both = text.strip_suffix(sign::AFTER_SIBLING)?;
            let (before, after) = both.split_once(sign::AFTER_SIBLING)?;
            let (before, after) = (Sibling::parse(before)?, Sibling::parse(after)?);
            Clue::Siblings { level: at, before, after }
        }
        ClueKind::TextBefore => Clue::TextBefore { distance: at, text: any() },
        ClueKind::TextAfter => Clue::TextAfter { distance: at, text: any() },
        ClueKind::FirstText => Clue::FirstText { level: at, text: any() },
        ClueKind::ColumnHead => Clue::ColumnHead(any()),
        ClueKind::Heading => Clue::Heading(any()),
        ClueKind::LandmarkBefore => Clue::LandmarkBefore(any()),
        ClueKind::LandmarkBeforeAt => {
            let (text, distance) = text.rsplit_once(sign::DISTANCE)?;
            Clue::LandmarkBeforeAt { text: text.to_owned(), distance: number(distance)? }
        }
        ClueKind::LandmarkAfter => Clue::LandmarkAfter(any()),
        ClueKind::Between => {
            let (before, after) = split_between(text)?;
            Clue::Between { before: before.to_owned(), after: after.to_owned() }
        }
        ClueKind::NoLandmark if text.is_empty() => Clue::NoLandmark,
        ClueKind::Title if text.is_empty() => Clue::Title,
        ClueKind::Place if text == sign::ONLY => Clue::Place(TextPlace::Only),
        ClueKind::Place => Clue::Place(TextPlace::Nth(number(text)?)),
        ClueKind::Shape => Clue::Shape(any()),
        ClueKind::Contents if text == sign::TEXT => Clue::Contents(Contents::Text),
        ClueKind::Contents if text == sign::ELEMENTS => Clue::Contents(Contents::Elements),
        ClueKind::NoLandmark | ClueKind::Title | ClueKind::Contents => return None,
    })
}

/// `a<td`
fn tags(text: &str) -> Option<Vec<Tag>> {
    text.split(sign::INSIDE).map(Tag::new).collect()
}

/// `a<td<`, or nothing
fn open_tags(text: &str) -> Option<Vec<Tag>> {
    if text.is_empty() { Some(Vec::new()) } else { tags(text.strip_suffix(sign::INSIDE)?) }
}

/// `[1]a[1]<td[2]`, of which the first position or the steps may not be there
fn steps(text: &str, nth: &str) -> Option<PositionPath> {
    let mut path = PositionPath::default();
    let mut rest = text;
    if let Some(behind) = rest.strip_prefix(nth) {
        let (position, behind) = behind.split_once(sign::NTH_END)?;
        (path.text, rest) = (Some(number(position)?), behind);
    }
    if rest.is_empty() {
        return Some(path);
    }
    for step in rest.split(sign::INSIDE) {
        let (tag, position) = step.strip_suffix(sign::NTH_END)?.split_once(nth)?;
        path.steps.push((Tag::new(tag)?, number(position)?));
    }
    Some(path)
}

/// `[1]a[1]<td[2]<`, or no steps
fn open_steps(text: &str) -> Option<PositionPath> {
    match text.strip_suffix(sign::INSIDE) {
        Some(closed) => steps(closed, sign::NTH).filter(|path| !path.steps.is_empty()),
        None => steps(text, sign::NTH).filter(|path| path.steps.is_empty()),
    }
}

fn number(digits: &str) -> Option<u32> {
    let number: u32 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}

/// Both sides of ` ... `; `None` if there is not just one way to split the text.
fn split_between(text: &str) -> Option<(&str, &str)> {
    let (before, after) = text.split_once(sign::BETWEEN)?;
    let is_clear = text.rfind(sign::BETWEEN) == Some(before.len());
    is_clear.then_some((before, after))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}
