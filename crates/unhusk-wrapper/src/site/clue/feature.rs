//! The kinds of clues, and which of them are learnt.

use super::{Clue, Tag};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Farthest distance of a clue, and most levels above the values of a list.
pub(crate) const MAX_AT: u8 = 16;

/// The kind of a [`Clue`], under the name that it has in saved files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClueKind {
    /// [`Clue::Path`]
    Path,
    /// [`Clue::WholePath`]
    WholePath,
    /// [`Clue::Positions`]
    Positions,
    /// [`Clue::WholePositions`]
    WholePositions,
    /// [`Clue::PositionsFromEnd`]
    PositionsFromEnd,
    /// [`Clue::Id`]
    Id,
    /// [`Clue::IdPositions`]
    IdPositions,
    /// [`Clue::Class`]
    Class,
    /// [`Clue::ClassAround`]
    ClassAround,
    /// [`Clue::Token`]
    Token,
    /// [`Clue::Siblings`]
    Siblings,
    /// [`Clue::TextBefore`]
    TextBefore,
    /// [`Clue::TextAfter`]
    TextAfter,
    /// [`Clue::FirstText`]
    FirstText,
    /// [`Clue::ColumnHead`]
    ColumnHead,
    /// [`Clue::Heading`]
    Heading,
    /// [`Clue::LandmarkBefore`]
    LandmarkBefore,
    /// [`Clue::LandmarkBeforeAt`]
    LandmarkBeforeAt,
    /// [`Clue::LandmarkAfter`]
    LandmarkAfter,
    /// [`Clue::Between`]
    Between,
    /// [`Clue::NoLandmark`]
    NoLandmark,
    /// [`Clue::Place`]
    Place,
    /// [`Clue::Title`]
    Title,
    /// [`Clue::Shape`]
    Shape,
    /// [`Clue::Contents`]
    Contents,
}

impl ClueKind {
    /// What clues of the kind rest on, as a bit: classes, other names that a person chose, texts, values, or the shape
    /// of the markup.
    pub fn family(self) -> u8 {
        match self {
            Self::Class | Self::ClassAround => 1,
            Self::Token | Self::Id | Self::IdPositions => Self::NAMES,
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

    /// The family of clues that rest on names other than classes.
    pub const NAMES: u8 = 2;

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

impl Clue {
    /// Kind and distance.
    pub fn feature(&self) -> Feature {
        let at_least_one = |path: &[Tag]| path.len().saturating_sub(1);
        let (kind, at) = match self {
            Self::Path(tags) => (ClueKind::Path, tags.len()),
            Self::WholePath(_) => (ClueKind::WholePath, 0),
            Self::Positions(path) => (ClueKind::Positions, path.steps.len()),
            Self::WholePositions(_) => (ClueKind::WholePositions, 0),
            Self::PositionsFromEnd(path) => (ClueKind::PositionsFromEnd, path.steps.len()),
            Self::Id { .. } => (ClueKind::Id, 0),
            Self::IdPositions { .. } => (ClueKind::IdPositions, 0),
            Self::Class { path, .. } => (ClueKind::Class, at_least_one(path)),
            Self::ClassAround(_) => (ClueKind::ClassAround, 0),
            Self::Token { path, .. } => (ClueKind::Token, at_least_one(path)),
            Self::Siblings { level, .. } => (ClueKind::Siblings, usize::from(*level)),
            Self::TextBefore { distance, .. } => (ClueKind::TextBefore, usize::from(*distance)),
            Self::TextAfter { distance, .. } => (ClueKind::TextAfter, usize::from(*distance)),
            Self::FirstText { level, .. } => (ClueKind::FirstText, usize::from(*level)),
            Self::ColumnHead(_) => (ClueKind::ColumnHead, 0),
            Self::Heading(_) => (ClueKind::Heading, 0),
            Self::LandmarkBefore(_) => (ClueKind::LandmarkBefore, 0),
            Self::LandmarkBeforeAt { .. } => (ClueKind::LandmarkBeforeAt, 0),
            Self::LandmarkAfter(_) => (ClueKind::LandmarkAfter, 0),
            Self::Between { .. } => (ClueKind::Between, 0),
            Self::NoLandmark => (ClueKind::NoLandmark, 0),
            Self::Place(_) => (ClueKind::Place, 0),
            Self::Title => (ClueKind::Title, 0),
            Self::Shape(_) => (ClueKind::Shape, 0),
            Self::Contents(_) => (ClueKind::Contents, 0),
            Self::Verbatim { feature, .. } => return *feature,
        };
        Feature { kind, at: u8::try_from(at).unwrap_or(u8::MAX) }
    }

    /// Kind of the clue.
    pub fn kind(&self) -> ClueKind {
        self.feature().kind
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
