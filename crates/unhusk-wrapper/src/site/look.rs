//! Where nodes of which a clue holds can be looked up, so that not all nodes need be asked.

use super::clue::{Clue, ClueKind, Kind, TextHash};
use super::lineage::AncestorPath;
use super::said::CaptionQuery;

/// How nodes of which a clue holds are found.
#[derive(Debug, Clone)]
pub(super) enum AccessPath {
    /// By the elements around them.
    AncestorPath(AncestorPath),
    /// By what a text says, and where they are from there.
    Text(Place, CaptionQuery),
    /// By the elements around them, and by positions.
    Positions(AncestorPath, Positions),
    /// One by one.
    All,
}

/// Positions of a node and of elements around it.
#[derive(Debug, Clone)]
pub(super) struct Positions {
    /// Nearest first.
    pub(super) numbers: Box<[u32]>,
    /// Whether the first is that of a text.
    pub(super) of_text: bool,
    /// Whether they are counted from the last.
    pub(super) from_end: bool,
}

/// Where a text is from one that is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
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
    /// Behind a landmark, and before another, of which this is the hash.
    Between(TextHash),
    /// In an element whose first text it is.
    BesideFirst,
}

impl Place {
    pub(super) fn is_at_landmark(self) -> bool {
        !matches!(self, Self::Behind(_) | Self::Before(_) | Self::BesideFirst)
    }
}

impl AccessPath {
    pub(super) fn new(clue: &Clue) -> Self {
        let kind @ (what, at) = clue.kind();
        let (asked, at) = (CaptionQuery::new(&clue.says), usize::from(at));
        // What says nothing holds where there is nothing to look up.
        if asked.hash == TextHash::default() {
            return Self::All;
        }
        match what {
            ClueKind::Path
            | ClueKind::WholePath
            | ClueKind::Id
            | ClueKind::Class
            | ClueKind::ClassAround
            | ClueKind::Token => Self::AncestorPath(AncestorPath::new(kind, &clue.says)),
            ClueKind::Positions | ClueKind::PositionsFromEnd => {
                Self::names(clue, (ClueKind::Path, clue.at))
            }
            ClueKind::WholePositions => Self::names(clue, (ClueKind::WholePath, 0)),
            ClueKind::IdPositions => Self::names(clue, (ClueKind::Id, 0)),
            ClueKind::TextBefore if at > 0 => Self::Text(Place::Behind(at), asked),
            ClueKind::TextAfter if at > 0 => Self::Text(Place::Before(at), asked),
            ClueKind::FirstText => Self::Text(Place::BesideFirst, asked),
            ClueKind::LandmarkBefore => Self::Text(Place::BehindLandmark, asked),
            ClueKind::LandmarkAfter => Self::Text(Place::BeforeLandmark, asked),
            ClueKind::LandmarkBeforeAt => Self::behind_landmark(&clue.says).unwrap_or(Self::All),
            ClueKind::Between => Self::between(&clue.says).unwrap_or(Self::All),
            _ => Self::All,
        }
    }

    /// How much of a page is looked at for it, roughly.
    pub(super) fn cost(&self) -> u8 {
        match self {
            Self::Text(Place::Behind(_) | Place::Before(_) | Place::BehindLandmarkAt(_), _) => 0,
            Self::AncestorPath(path) if path.is_anywhere_around() => 4,
            Self::AncestorPath(..) => 1,
            Self::Positions(..) => 2,
            Self::Text(..) => 3,
            Self::All => 5,
        }
    }

    /// Looks for the names of a clue with positions.
    fn names(clue: &Clue, kind: Kind) -> Self {
        let Some((names, positions)) = names_and_positions(&clue.says) else { return Self::All };
        let n_names = positions.numbers.len() - usize::from(positions.of_text);
        let is_plain = positions.from_end == (clue.what == ClueKind::PositionsFromEnd)
            && (kind.0 != ClueKind::Path || n_names == usize::from(kind.1));
        if names.is_empty() || !is_plain {
            return Self::All;
        }
        Self::Positions(AncestorPath::new(kind, &names), positions)
    }

    /// `price +1`: the text behind the landmark `price`.
    fn behind_landmark(says: &str) -> Option<Self> {
        let (text, n_texts) = says.rsplit_once(" +")?;
        let n: usize = n_texts.parse().ok()?;
        let is_plain = n.to_string() == n_texts;
        let place = Place::BehindLandmarkAt(n);
        is_plain.then(|| Self::Text(place, CaptionQuery::new(text)))
    }

    /// `price ... reviews`: texts between these landmarks.
    fn between(says: &str) -> Option<Self> {
        let (text, rest) = says.split_once(" ... ")?;
        let is_plain = !rest.contains(" ... ") && !rest.starts_with("... ");
        is_plain
            .then(|| Self::Text(Place::Between(TextHash::of_text(rest)), CaptionQuery::new(text)))
    }
}

/// `[1]a[1]<td[2]<#main` as `a<td<#main` and 1, 1, 2; none if that is not how positions are written.
fn names_and_positions(says: &str) -> Option<(String, Positions)> {
    let (mut rest, id) = says.split_at(says.find('#').unwrap_or(says.len()));
    let (of_text, from_end) = (rest.starts_with('['), rest.contains("[-"));
    let mut names = String::with_capacity(says.len());
    let mut numbers = Vec::new();
    while let Some((step, behind)) = rest.split_once('[') {
        let (position, behind) = behind.split_once(']')?;
        let digits = if from_end { position.strip_prefix('-')? } else { position };
        let number: u32 = digits.parse().ok()?;
        // Every step has a name but that of a text, which is the first.
        let is_text = of_text && numbers.is_empty();
        let name = if names.is_empty() { step } else { step.strip_prefix('<')? };
        if number.to_string() != digits || name.contains('<') || name.is_empty() != is_text {
            return None;
        }
        numbers.push(number);
        names.push_str(step);
        rest = behind;
    }
    if !matches!(rest, "" | "<") {
        return None;
    }
    names.push_str(rest);
    names.push_str(id);
    Some((names, Positions { numbers: numbers.into(), of_text, from_end }))
}
