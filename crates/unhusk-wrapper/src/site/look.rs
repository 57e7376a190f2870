//! Where nodes of which a clue holds can be looked up, so that not all nodes need be asked.

use super::clue::{Clue, Kind, Print, What};
use super::lineage::Lineage;
use super::said::Asked;

/// How nodes of which a clue holds are found.
#[derive(Debug, Clone)]
pub(super) enum Look {
    /// By the elements around them.
    Lineage(Lineage),
    /// By what a text says, and where they are from there.
    Text(Place, Asked),
    /// By the elements around them, and by positions.
    Positions(Lineage, Positions),
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
    /// Behind a landmark, and before another, of which this is the print.
    Between(Print),
    /// In an element whose first text it is.
    BesideFirst,
}

impl Place {
    pub(super) fn is_at_landmark(self) -> bool {
        !matches!(self, Self::Behind(_) | Self::Before(_) | Self::BesideFirst)
    }
}

impl Look {
    pub(super) fn new(clue: &Clue) -> Self {
        let kind @ (what, at) = clue.kind();
        let (asked, at) = (Asked::new(&clue.says), usize::from(at));
        // What says nothing holds where there is nothing to look up.
        if asked.print == Print::default() {
            return Self::All;
        }
        match what {
            What::Path
            | What::WholePath
            | What::Id
            | What::Class
            | What::ClassAround
            | What::Token => Self::Lineage(Lineage::new(kind, &clue.says)),
            What::Positions | What::PositionsFromEnd => Self::names(clue, (What::Path, clue.at)),
            What::WholePositions => Self::names(clue, (What::WholePath, 0)),
            What::IdPositions => Self::names(clue, (What::Id, 0)),
            What::TextBefore if at > 0 => Self::Text(Place::Behind(at), asked),
            What::TextAfter if at > 0 => Self::Text(Place::Before(at), asked),
            What::FirstText => Self::Text(Place::BesideFirst, asked),
            What::LandmarkBefore => Self::Text(Place::BehindLandmark, asked),
            What::LandmarkAfter => Self::Text(Place::BeforeLandmark, asked),
            What::LandmarkBeforeAt => Self::behind_landmark(&clue.says).unwrap_or(Self::All),
            What::Between => Self::between(&clue.says).unwrap_or(Self::All),
            _ => Self::All,
        }
    }

    /// How much of a page is looked at for it, roughly.
    pub(super) fn cost(&self) -> u8 {
        match self {
            Self::Text(Place::Behind(_) | Place::Before(_) | Place::BehindLandmarkAt(_), _) => 0,
            Self::Lineage(lineage) if lineage.is_anywhere_around() => 4,
            Self::Lineage(..) => 1,
            Self::Positions(..) => 2,
            Self::Text(..) => 3,
            Self::All => 5,
        }
    }

    /// Looks for the names of a clue with positions.
    fn names(clue: &Clue, kind: Kind) -> Self {
        let Some((names, positions)) = names_and_positions(&clue.says) else { return Self::All };
        let n_names = positions.numbers.len() - usize::from(positions.of_text);
        let is_plain = positions.from_end == (clue.what == What::PositionsFromEnd)
            && (kind.0 != What::Path || n_names == usize::from(kind.1));
        if names.is_empty() || !is_plain {
            return Self::All;
        }
        Self::Positions(Lineage::new(kind, &names), positions)
    }

    /// `price +1`: the text behind the landmark `price`.
    fn behind_landmark(says: &str) -> Option<Self> {
        let (text, n_texts) = says.rsplit_once(" +")?;
        let n: usize = n_texts.parse().ok()?;
        let is_plain = n.to_string() == n_texts;
        let place = Place::BehindLandmarkAt(n);
        is_plain.then(|| Self::Text(place, Asked::new(text)))
    }

    /// `price ... reviews`: texts between these landmarks.
    fn between(says: &str) -> Option<Self> {
        let (text, rest) = says.split_once(" ... ")?;
        let is_plain = !rest.contains(" ... ") && !rest.starts_with("... ");
        is_plain.then(|| Self::Text(Place::Between(Print::of_text(rest)), Asked::new(text)))
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
