//! The kinds of clues, and which of them are learnt.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Farthest distance of a clue, and most levels above the values of a list.
pub(crate) const MAX_AT: u8 = 16;

/// The kind of a [`Clue`](super::Clue), under the name that it has in saved files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClueKind {
    /// [`Clue::Path`](super::Clue::Path)
    Path,
    /// [`Clue::WholePath`](super::Clue::WholePath)
    WholePath,
    /// [`Clue::Positions`](super::Clue::Positions)
    Positions,
    /// [`Clue::WholePositions`](super::Clue::WholePositions)
    WholePositions,
    /// [`Clue::PositionsFromEnd`](super::Clue::PositionsFromEnd)
    PositionsFromEnd,
    /// [`Clue::Id`](super::Clue::Id)
    Id,
    /// [`Clue::IdPositions`](super::Clue::IdPositions)
    IdPositions,
    /// [`Clue::Class`](super::Clue::Class)
    Class,
    /// [`Clue::ClassAround`](super::Clue::ClassAround)
    ClassAround,
    /// [`Clue::Token`](super::Clue::Token)
    Token,
    /// [`Clue::Siblings`](super::Clue::Siblings)
    Siblings,
    /// [`Clue::TextBefore`](super::Clue::TextBefore)
    TextBefore,
    /// [`Clue::TextAfter`](super::Clue::TextAfter)
    TextAfter,
    /// [`Clue::FirstText`](super::Clue::FirstText)
    FirstText,
    /// [`Clue::ColumnHead`](super::Clue::ColumnHead)
    ColumnHead,
    /// [`Clue::Heading`](super::Clue::Heading)
    Heading,
    /// [`Clue::LandmarkBefore`](super::Clue::LandmarkBefore)
    LandmarkBefore,
    /// [`Clue::LandmarkBeforeAt`](super::Clue::LandmarkBeforeAt)
    LandmarkBeforeAt,
    /// [`Clue::LandmarkAfter`](super::Clue::LandmarkAfter)
    LandmarkAfter,
    /// [`Clue::Between`](super::Clue::Between)
    Between,
    /// [`Clue::NoLandmark`](super::Clue::NoLandmark)
    NoLandmark,
    /// [`Clue::Place`](super::Clue::Place)
    Place,
    /// [`Clue::Title`](super::Clue::Title)
    Title,
    /// [`Clue::Shape`](super::Clue::Shape)
    Shape,
    /// [`Clue::Contents`](super::Clue::Contents)
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
