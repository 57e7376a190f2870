//! The language of clues: one clue is one fact about a node, such as "the text before it is `price`".
//!
//! | file | contents |
//! | --- | --- |
//! | this one | the [`Clue`]s and their typed parts |
//! | [`text`] | the text form of clues: its grammar, its parser and its writer |
//! | [`feature`](self::feature) | the kinds of clues, and which of them are learnt |
//! | [`caption`] | how texts of a page are compared |
//! | [`writer`] | what the text of a clue is written to: a string, a hash, or a comparison |
//! | [`prose`] | clues in plain English, for `explain` |

pub(crate) mod caption;
pub(crate) mod feature;
pub(super) mod prose;
pub(crate) mod text;
pub(crate) mod writer;
#[cfg(test)]
mod tests;

pub use feature::{ClueKind, FEATURES, Feature};
pub(super) use writer::ClueMatcher;
pub use writer::{ClueWriter, TextHash};

use serde::{Deserialize, Serialize};
use text::SavedClue;

/// One fact about a node. The *holder* of a text is the element around it; that of an element is the element itself.
/// Paths begin at the holder and go outwards. Texts are [captions](caption), folded and in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "SavedClue", into = "SavedClue")]
#[non_exhaustive]
pub enum Clue {
    /// The tags of the nearest elements, from one to sixteen.
    Path(Vec<Tag>),
    /// The tags of all elements up to the top of the record.
    WholePath(Vec<Tag>),
    /// The tags of the nearest elements, each with its position among the siblings of the same tag.
    Positions(PositionPath),
    /// The tags and positions of all elements up to the top of the record.
    WholePositions(PositionPath),
    /// Like [`Positions`](Self::Positions), counted from the last sibling.
    PositionsFromEnd(PositionPath),
    /// The nearest element that has an id, and the tags of the elements below it.
    Id {
        /// The tags below the element with the id.
        below: Vec<Tag>,
        /// The id.
        id: String,
    },
    /// The nearest element that has an id, and the positions of the elements below it.
    IdPositions {
        /// The tags and positions below the element with the id.
        below: PositionPath,
        /// The id.
        id: String,
    },
    /// A class of the last element of a path.
    Class {
        /// At least one tag; the class is one of the last.
        path: Vec<Tag>,
        /// The class.
        class: String,
    },
    /// A class of the holder or of an element around it.
    ClassAround(String),
    /// A token of another naming attribute of the last element of a path, such as `itemprop`.
    Token {
        /// At least one tag; the attribute is one of the last.
        path: Vec<Tag>,
        /// The name of the attribute, which has no `=` in it.
        attribute: String,
        /// The token.
        token: String,
    },
    /// The nodes right before and right behind the node, or the element `level` levels above it.
    Siblings {
        /// 0 for the node itself.
        level: u8,
        /// The node before.
        before: Sibling,
        /// The node behind.
        after: Sibling,
    },
    /// The caption some texts before the node.
    TextBefore {
        /// 1 for the last text before the node.
        distance: u8,
        /// The caption.
        text: String,
    },
    /// The caption some texts behind the node.
    TextAfter {
        /// 1 for the first text behind the node.
        distance: u8,
        /// The caption.
        text: String,
    },
    /// The first text in the element some levels above the holder.
    FirstText {
        /// 0 for the holder itself.
        level: u8,
        /// The caption.
        text: String,
    },
    /// The first text in the column of a table.
    ColumnHead(String),
    /// The last heading, header cell or term before the node.
    Heading(String),
    /// The last landmark before the node.
    LandmarkBefore(String),
    /// The last landmark before the node, and its distance.
    LandmarkBeforeAt {
        /// The landmark.
        text: String,
        /// 1 if it is the last text before the node.
        distance: u32,
    },
    /// The next landmark behind the node.
    LandmarkAfter(String),
    /// The landmarks on both sides.
    Between {
        /// The last landmark before the node.
        before: String,
        /// The next landmark behind the node.
        after: String,
    },
    /// The node itself is not a landmark.
    NoLandmark,
    /// The place of a text in its element.
    Place(TextPlace),
    /// The title of the page begins with the text.
    Title,
    /// The classes of characters that follow each other in the text: `$9.9` for `$12.50`.
    Shape(String),
    /// What an element contains.
    Contents(Contents),
    /// A text that is not of its kind's form. It comes from pages with tags such as `<x[1]>`, and is compared as a
    /// whole; see [`text`].
    Verbatim {
        /// What the text is about.
        feature: Feature,
        /// The text.
        text: String,
    },
}

/// A tag whose name has none of the signs with which clues separate names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(Box<str>);

impl Tag {
    /// A tag; `None` if the name is empty or [odd](Self::is_odd).
    pub fn new(name: &str) -> Option<Self> {
        let is_plain =
            !name.is_empty() && !Self::is_odd(name) && !name.contains(char::is_whitespace);
        is_plain.then(|| Self(name.into()))
    }

    /// Whether a name has one of the signs with which clues separate names.
    pub(crate) fn is_odd(name: &str) -> bool {
        name.contains(['[', '<', '#', '.', '@'])
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Tags with positions, from the holder outwards: `[1]a[1]<td[2]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct PositionPath {
    /// The position of the node among the texts of its holder, if the node is a text.
    pub text: Option<u32>,
    /// Tags with their positions among the siblings of the same tag, from 1.
    pub steps: Vec<(Tag, u32)>,
}

impl PositionPath {
    /// The tags without the positions.
    pub(crate) fn tags(&self) -> Vec<Tag> {
        self.steps.iter().map(|(tag, _)| tag.clone()).collect()
    }
}

/// The neighbour of a node in its parent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Sibling {
    /// The node is the first or the last in its element.
    Nothing,
    /// A text, or an element whose tag is `text`.
    Text,
    /// An element of another tag.
    Element(Tag),
}

/// The place of a text in its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextPlace {
    /// The element has no other text and no element in it.
    Only,
    /// The position among the texts of the element, from 1.
    Nth(u32),
}

/// What an element contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contents {
    /// No elements.
    Text,
    /// At least one element.
    Elements,
}

impl Clue {
    /// The attribute and the token of it that the clue asks for, if it asks for one.
    pub(crate) fn token(&self) -> Option<(&str, &str)> {
        match self {
            Self::Id { id, .. } | Self::IdPositions { id, .. } => Some(("id", id)),
            Self::Class { class, .. } | Self::ClassAround(class) => Some(("class", class)),
            Self::Token { attribute, token, .. } => Some((attribute, token)),
            _ => None,
        }
    }

    /// The caption beside the node that the clue asks for, whether or not it is a landmark.
    pub(crate) fn neighbour_text(&self) -> Option<&str> {
        match self {
            Self::TextBefore { text, .. }
            | Self::TextAfter { text, .. }
            | Self::FirstText { text, .. } => Some(text),
            _ => None,
        }
    }
}
