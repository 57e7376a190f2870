//! The kinds of clues, and which of them are learnt.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Farthest distance of a clue, and most levels above the values of a list.
pub(crate) const MAX_AT: u8 = 16;

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
    /// What clues of the kind rest on, as a bit: classes, other names that a person chose, texts, values, or the shape
    /// of the markup.
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

    /// The distances that clues of the kind can have.
    pub(crate) fn distances(self) -> RangeInclusive<u8> {
        match self {
            Self::Path
            | Self::Positions
            | Self::PositionsFromEnd
            | Self::TextBefore
            | Self::TextAfter => 1..=MAX_AT,
            Self::Class | Self::Token | Self::Siblings | Self::FirstText => 0..=MAX_AT,
            _ => 0..=0,
        }
    }

    /// The name of the kind in saved files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::WholePath => "whole-path",
            Self::Positions => "positions",
            Self::WholePositions => "whole-positions",
            Self::PositionsFromEnd => "positions-from-end",
            Self::Id => "id",
            Self::IdPositions => "id-positions",
            Self::Class => "class",
            Self::ClassAround => "class-around",
            Self::Token => "token",
            Self::Siblings => "siblings",
            Self::TextBefore => "text-before",
            Self::TextAfter => "text-after",
            Self::FirstText => "first-text",
            Self::ColumnHead => "column-head",
            Self::Heading => "heading",
            Self::LandmarkBefore => "landmark-before",
            Self::LandmarkBeforeAt => "landmark-before-at",
            Self::LandmarkAfter => "landmark-after",
            Self::Between => "between",
            Self::NoLandmark => "no-landmark",
            Self::Place => "place",
            Self::Title => "title",
            Self::Shape => "shape",
            Self::Contents => "contents",
        }
    }

    /// Whether clues of the kind are about landmarks.
    pub(crate) fn reads_landmarks(self) -> bool {
        matches!(
            self,
            Self::LandmarkBefore
                | Self::LandmarkBeforeAt
                | Self::LandmarkAfter
                | Self::Between
                | Self::NoLandmark
        )
    }
}

/// A property of nodes: a kind of clue, and a distance where the kind has one. A clue says that a feature has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    /// The kind.
    pub kind: ClueKind,
    /// The distance; 0 where the kind has none.
    pub at: u8,
}

impl Feature {
    /// A kind at a distance.
    pub const fn new(kind: ClueKind, at: u8) -> Self {
        Self { kind, at }
    }
}

/// The features of which clues are learnt; of equally good clues, that of the first feature is taken.
pub const FEATURES: &[Feature] = &[
    Feature::new(ClueKind::Token, 0),
    Feature::new(ClueKind::Token, 1),
    Feature::new(ClueKind::Token, 2),
    Feature::new(ClueKind::Id, 0),
    Feature::new(ClueKind::Class, 0),
    Feature::new(ClueKind::Class, 1),
    Feature::new(ClueKind::Class, 2),
    Feature::new(ClueKind::Class, 3),
    Feature::new(ClueKind::Class, 4),
    Feature::new(ClueKind::LandmarkBefore, 0),
    Feature::new(ClueKind::TextBefore, 1),
    Feature::new(ClueKind::FirstText, 1),
    Feature::new(ClueKind::FirstText, 2),
    Feature::new(ClueKind::FirstText, 3),
    Feature::new(ClueKind::ColumnHead, 0),
    Feature::new(ClueKind::Heading, 0),
    Feature::new(ClueKind::ClassAround, 0),
    Feature::new(ClueKind::Path, 1),
    Feature::new(ClueKind::Path, 2),
    Feature::new(ClueKind::Path, 3),
    Feature::new(ClueKind::Path, 4),
    Feature::new(ClueKind::Path, 5),
    Feature::new(ClueKind::Path, 6),
    Feature::new(ClueKind::Path, 8),
    Feature::new(ClueKind::WholePath, 0),
    Feature::new(ClueKind::LandmarkBeforeAt, 0),
    Feature::new(ClueKind::Between, 0),
    Feature::new(ClueKind::TextBefore, 2),
    Feature::new(ClueKind::TextBefore, 3),
    Feature::new(ClueKind::Title, 0),
    Feature::new(ClueKind::Contents, 0),
    Feature::new(ClueKind::Siblings, 0),
    Feature::new(ClueKind::Siblings, 1),
    Feature::new(ClueKind::Place, 0),
    Feature::new(ClueKind::NoLandmark, 0),
    Feature::new(ClueKind::LandmarkAfter, 0),
    Feature::new(ClueKind::TextAfter, 1),
    Feature::new(ClueKind::IdPositions, 0),
    Feature::new(ClueKind::Positions, 1),
    Feature::new(ClueKind::Positions, 2),
    Feature::new(ClueKind::Positions, 3),
    Feature::new(ClueKind::Positions, 4),
    Feature::new(ClueKind::Positions, 5),
    Feature::new(ClueKind::Positions, 6),
    Feature::new(ClueKind::Positions, 8),
    Feature::new(ClueKind::WholePositions, 0),
    Feature::new(ClueKind::PositionsFromEnd, 1),
    Feature::new(ClueKind::PositionsFromEnd, 2),
    Feature::new(ClueKind::PositionsFromEnd, 3),
    Feature::new(ClueKind::Shape, 0),
];
