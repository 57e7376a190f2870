//! Clues: cheap facts about a node, each of them something that a person could say of it.

use super::view::View;
use serde::{Deserialize, Serialize};

/// One fact about a node: `{"what": "text-before", "at": 1, "says": "Price"}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `what` and `says`")]
pub struct Clue {
    /// What is looked at.
    pub what: What,
    /// How far away, where that matters.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub at: u8,
    /// What stands there.
    pub says: String,
}

/// What a clue looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
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

impl What {
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
pub type Kind = (What, u8);

/// Every kind of clue, the most telling of equal ones first.
pub const KINDS: &[Kind] = &[
    (What::Token, 0),
    (What::Token, 1),
    (What::Token, 2),
    (What::Id, 0),
    (What::Class, 0),
    (What::Class, 1),
    (What::Class, 2),
    (What::Class, 3),
    (What::Class, 4),
    (What::LandmarkBefore, 0),
    (What::TextBefore, 1),
    (What::FirstText, 1),
    (What::FirstText, 2),
    (What::FirstText, 3),
    (What::ColumnHead, 0),
    (What::Heading, 0),
    (What::ClassAround, 0),
    (What::Path, 1),
    (What::Path, 2),
    (What::Path, 3),
    (What::Path, 4),
    (What::Path, 5),
    (What::Path, 6),
    (What::Path, 8),
    (What::WholePath, 0),
    (What::LandmarkBeforeAt, 0),
    (What::Between, 0),
    (What::TextBefore, 2),
    (What::TextBefore, 3),
    (What::Title, 0),
    (What::Contents, 0),
    (What::Siblings, 0),
    (What::Siblings, 1),
    (What::Place, 0),
    (What::NoLandmark, 0),
    (What::LandmarkAfter, 0),
    (What::TextAfter, 1),
    (What::IdPositions, 0),
    (What::Positions, 1),
    (What::Positions, 2),
    (What::Positions, 3),
    (What::Positions, 4),
    (What::Positions, 5),
    (What::Positions, 6),
    (What::Positions, 8),
    (What::WholePositions, 0),
    (What::PositionsFromEnd, 1),
    (What::PositionsFromEnd, 2),
    (What::PositionsFromEnd, 3),
    (What::Shape, 0),
];

impl Clue {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        (self.what, self.at)
    }

    /// The print of what it says.
    pub fn print(&self) -> Print {
        Print::of_text(&self.says)
    }
}

/// Something that a clue can be written to: its text, the print of its text, or a text that it is compared with.
pub trait Ink: Clone {
    /// Writes what a text says as a label of others, first of all; whether that is anything.
    fn put_leaf(&mut self, view: &View<'_>, leaf: usize) -> bool;

    /// Writes a piece.
    fn put(&mut self, piece: &str);

    /// Writes a number.
    fn put_number(&mut self, number: u32) {
        let mut digits = [0; 10];
        let digits = digits_of(number, &mut digits);
        self.put(std::str::from_utf8(digits).unwrap_or_default());
    }

    /// Writes a position.
    fn put_position(&mut self, before: &str, number: u32) {
        self.put(before);
        self.put_number(number);
        self.put("]");
    }

    /// Whether what is still to be written makes no difference.
    fn is_lost(&self) -> bool {
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

impl Ink for String {
    fn put_leaf(&mut self, view: &View<'_>, leaf: usize) -> bool {
        self.push_str(&view.said(leaf).text);
        !self.is_empty()
    }

    fn put(&mut self, piece: &str) {
        self.push_str(piece);
    }
}

/// A number for a text, the same however the text was put together (FNV-1a). Texts that were made to have the
/// same print only spoil the rules of whoever made them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Print(pub u64);

impl Default for Print {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Ink for Print {
    fn put_leaf(&mut self, view: &View<'_>, leaf: usize) -> bool {
        *self = view.said_print(leaf);
        *self != Self::default()
    }

    fn put(&mut self, piece: &str) {
        self.put_bytes(piece.as_bytes());
    }

    fn put_number(&mut self, number: u32) {
        self.put_bytes(digits_of(number, &mut [0; 10]));
    }
}

/// A text that a clue is compared with: what of it is still to come, none once they differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected<'r>(pub(super) Option<&'r [u8]>);

impl Expected<'_> {
    /// Whether all of it was written.
    pub(super) fn is_met(self) -> bool {
        self.0.is_some_and(<[u8]>::is_empty)
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        let Some(rest) = self.0 else { return };
        // Pieces are short: a comparison of blocks costs more.
        let is_met = rest.len() >= bytes.len() && rest.iter().zip(bytes).all(|(a, b)| a == b);
        self.0 = is_met.then(|| &rest[bytes.len()..]);
    }
}

impl Ink for Expected<'_> {
    fn put_leaf(&mut self, view: &View<'_>, leaf: usize) -> bool {
        let text = &view.said(leaf).text;
        self.put_bytes(text.as_bytes());
        !text.is_empty()
    }

    fn put(&mut self, piece: &str) {
        self.put_bytes(piece.as_bytes());
    }

    fn put_number(&mut self, number: u32) {
        self.put_bytes(digits_of(number, &mut [0; 10]));
    }

    fn put_position(&mut self, before: &str, number: u32) {
        self.put(before);
        match self.0 {
            Some([digit, b']', rest @ ..]) if number < 10 => {
                self.0 = (u32::from(*digit) == number + u32::from(b'0')).then_some(rest);
            }
            _ => {
                self.put_number(number);
                self.put("]");
            }
        }
    }

    fn is_lost(&self) -> bool {
        self.0.is_none()
    }
}

impl Print {
    /// The print of a text.
    pub fn of_text(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The same of its bytes.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let mut print = Self::default();
        print.put_bytes(bytes);
        print
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}
