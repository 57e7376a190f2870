//! How the nodes of which a clue holds are found without asking all nodes.

use super::ancestors::AncestorPath;
use crate::site::clue::caption::CaptionQuery;
use crate::site::clue::{Clue, PositionPath, TextHash};

/// How the nodes of which a clue holds are found.
#[derive(Debug, Clone)]
pub(in crate::site) enum AccessPath {
    /// By the tags of the elements around them, and a token of one of these.
    Ancestors(AncestorPath),
    /// By a text, and where they are from there.
    Text(TextAnchor, CaptionQuery),
    /// By the elements around them, and by positions.
    Positions(AncestorPath, Positions),
    /// By asking all nodes.
    All,
}

/// Positions of a node and of elements around it.
#[derive(Debug, Clone)]
pub(in crate::site) struct Positions {
    /// Nearest first.
    pub(in crate::site) numbers: Box<[u32]>,
    /// Whether the first number is that of a text.
    pub(in crate::site) of_text: bool,
    /// Whether positions are counted from the last.
    pub(in crate::site) from_end: bool,
}

/// Where the nodes are from a text that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum TextAnchor {
    /// So many texts behind.
    Behind(usize),
    /// So many texts before.
    Before(usize),
    /// So many texts behind a landmark.
    BehindLandmarkAt(usize),
    /// Behind a landmark.
    BehindLandmark,
    /// Before a landmark.
    BeforeLandmark,
    /// Behind a landmark, and before another one, which has this hash.
    Between(TextHash),
    /// In an element whose first text it is.
    BesideFirst,
}

impl TextAnchor {
    /// Whether the text has to be a landmark.
    pub(in crate::site) fn is_landmark(self) -> bool {
        !matches!(self, Self::Behind(_) | Self::Before(_) | Self::BesideFirst)
    }
}

impl AccessPath {
    /// The quickest way to the nodes of a clue.
    pub(in crate::site) fn new(clue: &Clue) -> Self {
        let by_text = |anchor: TextAnchor, text: &str| match text {
            // A text without a caption is never found.
            "" => Self::All,
            text => Self::Text(anchor, CaptionQuery::new(text)),
        };
        match clue {
            Clue::Positions(path) => Self::positions(&Clue::Path(path.tags()), path),
            Clue::PositionsFromEnd(path) => {
                Self::positions(&Clue::Path(path.tags()), path).counted_from_end()
            }
            Clue::WholePositions(path) => Self::positions(&Clue::WholePath(path.tags()), path),
            Clue::IdPositions { below, id } => {
                Self::positions(&Clue::Id { below: below.tags(), id: id.clone() }, below)
            }
            Clue::TextBefore { distance, text } => {
                by_text(TextAnchor::Behind(usize::from(*distance)), text)
            }
            Clue::TextAfter { distance, text } => {
                by_text(TextAnchor::Before(usize::from(*distance)), text)
            }
            Clue::FirstText { text, .. } => by_text(TextAnchor::BesideFirst, text),
            Clue::LandmarkBefore(text) => by_text(TextAnchor::BehindLandmark, text),
            Clue::LandmarkAfter(text) => by_text(TextAnchor::BeforeLandmark, text),
            Clue::LandmarkBeforeAt { text, distance } => {
                by_text(TextAnchor::BehindLandmarkAt(*distance as usize), text)
            }
            Clue::Between { before, after } => {
                by_text(TextAnchor::Between(TextHash::of_text(after)), before)
            }
            clue => AncestorPath::new(clue).map_or(Self::All, Self::Ancestors),
        }
    }

    /// How much of a page is looked at, roughly.
    pub(in crate::site) fn cost(&self) -> u8 {
        match self {
            Self::Text(
                TextAnchor::Behind(_) | TextAnchor::Before(_) | TextAnchor::BehindLandmarkAt(_),
                _,
            ) => 0,
            Self::Ancestors(path) if path.is_anywhere_around() => 4,
            Self::Ancestors(..) => 1,
            Self::Positions(..) => 2,
            Self::Text(..) => 3,
            Self::All => 5,
        }
    }

    /// By a clue without positions, and then by the positions.
    fn positions(without: &Clue, path: &PositionPath) -> Self {
        let Some(ancestors) = AncestorPath::new(without) else { return Self::All };
        let numbers = path.text.into_iter().chain(path.steps.iter().map(|(_, nth)| *nth)).collect();
        let positions = Positions { numbers, of_text: path.text.is_some(), from_end: false };
        Self::Positions(ancestors, positions)
    }

    fn counted_from_end(mut self) -> Self {
        if let Self::Positions(_, positions) = &mut self {
            positions.from_end = true;
        }
        self
    }
}
