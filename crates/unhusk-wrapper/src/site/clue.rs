//! Clues: cheap facts about a node, each of them something that a person could say of it.

use super::view::PageIndex;
use serde::{Deserialize, Serialize};

/// One fact about a node: `{"what": "text-before", "at": 1, "says": "Price"}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `what` and `says`")]
pub struct Clue {
    /// What is looked at.
    pub what: ClueKind,
    /// How far away, where that matters.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub at: u8,
    /// What stands there.
    pub says: String,
}

/// What a clue looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClueKind {
    /// The names of the elements around the node, `at` of them.
    Path,
    /// The same, all the way up to the top of the record.
    WholePath,
    /// The names of the elements around the node, with their positions among equals.
    Positions,
    /// The same, all the way up.
    WholePositions,
    /// The same with positions counted from the last.
    PositionsFromEnd,
    /// The nearest element with an id, and the names below it.
    Id,
    /// The nearest element with an id, and the positions below it.
    IdPositions,
    /// A class of the element `at` levels up, and the names below it.
    Class,
    /// A class of some element around the node.
    ClassAround,
    /// A naming attribute other than class and id, `at` levels up, and the names below it.
    Token,
    /// The names of the nodes before and behind the one `at` levels up.
    Siblings,
    /// The text `at` places before.
    TextBefore,
    /// The text `at` places behind.
    TextAfter,
    /// The first text of the element `at` levels up.
    FirstText,
    /// The first text of the column, in a table.
    ColumnHead,
    /// The last heading, header cell or term before.
    Heading,
    /// The last landmark before.
    LandmarkBefore,
    /// The last landmark before, and how many texts away it is.
    LandmarkBeforeAt,
    /// The next landmark behind.
    LandmarkAfter,
    /// Both landmarks.
    Between,
    /// That the node is no landmark itself.
    NoLandmark,
    /// How many texts and elements stand in the element around the text, and which of them this is.
    Place,
    /// That the page's title begins with the value.
    Title,
    /// What kinds of characters follow each other.
    Shape,
    /// Whether an element has elements in it.
    Contents,
}

impl ClueKind {
    /// What clues of this kind rest on, as a bit: names that someone gave, texts, values, or the shape of the markup.
    pub fn family(self) -> u8 {
        match self {
            Self::Class | Self::ClassAround => 1,
            Self::Token | Self::Id | Self::IdPositions => 2,
            Self::TextBefore
            | Self::TextAfter
            | Self::FirstText
            | Self::ColumnHead
            | Self::Heading
            | Self::LandmarkBefore
            | Self::LandmarkBeforeAt
            | Self::LandmarkAfter
            | Self::Between
            | Self::NoLandmark => Self::TEXTS,
            Self::Title | Self::Shape => 8,
            _ => 16,
        }
    }

    /// The family of clues that rest on texts.
    pub const TEXTS: u8 = 4;
}

/// A kind of clue: what is looked at, and how far away.
pub type Kind = (ClueKind, u8);

/// Every kind of clue, the most telling of equal ones first.
pub const FEATURES: &[Kind] = &[
    (ClueKind::Token, 0),
    (ClueKind::Token, 1),
    (ClueKind::Token, 2),
    (ClueKind::Id, 0),
    (ClueKind::Class, 0),
    (ClueKind::Class, 1),
    (ClueKind::Class, 2),
    (ClueKind::Class, 3),
    (ClueKind::Class, 4),
    (ClueKind::LandmarkBefore, 0),
    (ClueKind::TextBefore, 1),
    (ClueKind::FirstText, 1),
    (ClueKind::FirstText, 2),
    (ClueKind::FirstText, 3),
    (ClueKind::ColumnHead, 0),
    (ClueKind::Heading, 0),
    (ClueKind::ClassAround, 0),
    (ClueKind::Path, 1),
    (ClueKind::Path, 2),
    (ClueKind::Path, 3),
    (ClueKind::Path, 4),
    (ClueKind::Path, 5),
    (ClueKind::Path, 6),
    (ClueKind::Path, 8),
    (ClueKind::WholePath, 0),
    (ClueKind::LandmarkBeforeAt, 0),
    (ClueKind::Between, 0),
    (ClueKind::TextBefore, 2),
    (ClueKind::TextBefore, 3),
    (ClueKind::Title, 0),
    (ClueKind::Contents, 0),
    (ClueKind::Siblings, 0),
    (ClueKind::Siblings, 1),
    (ClueKind::Place, 0),
    (ClueKind::NoLandmark, 0),
    (ClueKind::LandmarkAfter, 0),
    (ClueKind::TextAfter, 1),
    (ClueKind::IdPositions, 0),
    (ClueKind::Positions, 1),
    (ClueKind::Positions, 2),
    (ClueKind::Positions, 3),
    (ClueKind::Positions, 4),
    (ClueKind::Positions, 5),
    (ClueKind::Positions, 6),
    (ClueKind::Positions, 8),
    (ClueKind::WholePositions, 0),
    (ClueKind::PositionsFromEnd, 1),
    (ClueKind::PositionsFromEnd, 2),
    (ClueKind::PositionsFromEnd, 3),
    (ClueKind::Shape, 0),
];

impl Clue {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        (self.what, self.at)
    }

    /// The hash of what it says.
    pub fn hash(&self) -> TextHash {
        TextHash::of_text(&self.says)
    }
}

/// Something that a clue can be written to: its text, the hash of its text, or a text that it is compared with.
pub trait ClueWriter: Clone {
    /// Writes what a text says as a label of others, first of all; whether that is anything.
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool;

    /// Writes a piece.
    fn write(&mut self, piece: &str);

    /// Writes a number.
    fn write_number(&mut self, number: u32) {
        let mut digits = [0; 10];
        let digits = digits_of(number, &mut digits);
        self.write(std::str::from_utf8(digits).unwrap_or_default());
    }

    /// Writes a position.
    fn write_position(&mut self, before: &str, number: u32) {
        self.write(before);
        self.write_number(number);
        self.write("]");
    }

    /// Whether what is still to be written makes no difference.
    fn is_mismatch(&self) -> bool {
        false
    }
}

fn digits_of(number: u32, digits: &mut [u8; 10]) -> &[u8] {
    let mut at = digits.len();
    let mut rest = number;
    while rest > 0 || at == digits.len() {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    &digits[at..]
}

impl ClueWriter for String {
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool {
        self.push_str(&index.said(leaf).text);
        !self.is_empty()
    }

    fn write(&mut self, piece: &str) {
        self.push_str(piece);
    }
}

/// A number for a text, the same however the text was put together (FNV-1a). Texts that were made to have the
/// same hash only spoil the rules of whoever made them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextHash(pub u64);

impl Default for TextHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl ClueWriter for TextHash {
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool {
        *self = index.caption_hash(leaf);
        *self != Self::default()
    }

    fn write(&mut self, piece: &str) {
        self.write_bytes(piece.as_bytes());
    }

    fn write_number(&mut self, number: u32) {
        self.write_bytes(digits_of(number, &mut [0; 10]));
    }
}

/// A text that a clue is compared with: what of it is still to come, none once they differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClueMatcher<'r>(pub(super) Option<&'r [u8]>);

impl ClueMatcher<'_> {
    /// Whether all of it was written.
    pub(super) fn is_match(self) -> bool {
        self.0.is_some_and(<[u8]>::is_empty)
    }

    fn write_bytes(&mut self, bytes: &[u8]) {
        let Some(rest) = self.0 else { return };
        // Pieces are short: a comparison of blocks costs more.
        let is_met = rest.len() >= bytes.len() && rest.iter().zip(bytes).all(|(a, b)| a == b);
        self.0 = is_met.then(|| &rest[bytes.len()..]);
    }
}

impl ClueWriter for ClueMatcher<'_> {
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool {
        let text = &index.said(leaf).text;
        self.write_bytes(text.as_bytes());
        !text.is_empty()
    }

    fn write(&mut self, piece: &str) {
        self.write_bytes(piece.as_bytes());
    }

    fn write_number(&mut self, number: u32) {
        self.write_bytes(digits_of(number, &mut [0; 10]));
    }

    fn write_position(&mut self, before: &str, number: u32) {
        self.write(before);
        match self.0 {
            Some([digit, b']', rest @ ..]) if number < 10 => {
                self.0 = (u32::from(*digit) == number + u32::from(b'0')).then_some(rest);
            }
            _ => {
                self.write_number(number);
                self.write("]");
            }
        }
    }

    fn is_mismatch(&self) -> bool {
        self.0.is_none()
    }
}

impl TextHash {
    /// The hash of a text.
    pub fn of_text(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The same of its bytes.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let mut hash = Self::default();
        hash.write_bytes(bytes);
        hash
    }

    fn write_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}
