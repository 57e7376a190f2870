//! Clues in a person's words: each a phrase that goes on from "the text".

use super::clue::{Clue, ClueKind};
use super::rule::{Extent, NodeRule, NodeTarget};
use crate::explain::quoted;

/// All clues of a rule.
pub(super) fn rule(rule: &NodeRule) -> String {
    let phrases: Vec<String> = rule.clues.iter().map(clue).collect();
    phrases.join(", ")
}

/// What is looked for.
pub(super) fn target(target: &NodeTarget, extent: Extent) -> String {
    let what = match target {
        NodeTarget::Text => "the text".to_owned(),
        NodeTarget::Element => "the element".to_owned(),
        NodeTarget::Attribute(name) => format!("the attribute {}", quoted(name)),
    };
    match extent {
        Extent::Trimmed => what,
        Extent::Inner => format!("{what} (white space included)"),
        Extent::Outer => format!("{what} (with its tags)"),
    }
}

pub(super) fn clue(clue: &Clue) -> String {
    let (at, says) = (clue.at, clue.says.as_str());
    let text = quoted(says);
    match clue.what {
        ClueKind::Path | ClueKind::Class | ClueKind::Token | ClueKind::Id => {
            format!("at {}", path(says))
        }
        ClueKind::WholePath => format!("at just {}", path(says)),
        ClueKind::Positions | ClueKind::IdPositions => format!("at {}", positions(says)),
        ClueKind::WholePositions => format!("at just {}", positions(says)),
        ClueKind::PositionsFromEnd => format!("at {} counted from the last", positions(says)),
        ClueKind::ClassAround => format!("inside class {}", quoted(says.trim_start_matches('.'))),
        ClueKind::Siblings => siblings(at, says),
        ClueKind::TextBefore if at == 1 => format!("right behind the text {text}"),
        ClueKind::TextBefore => format!("{at} texts behind the text {text}"),
        ClueKind::TextAfter if at == 1 => format!("right before the text {text}"),
        ClueKind::TextAfter => format!("{at} texts before the text {text}"),
        ClueKind::FirstText => format!("in an element{} that begins with {text}", up(at)),
        ClueKind::ColumnHead => format!("in the column of {text}"),
        ClueKind::Heading => format!("under the heading {text}"),
        ClueKind::LandmarkBefore => format!("behind the landmark {text}"),
        ClueKind::LandmarkBeforeAt => landmark_at(says),
        ClueKind::LandmarkAfter => format!("before the landmark {text}"),
        ClueKind::Between => between(says),
        ClueKind::NoLandmark => "that is no landmark".to_owned(),
        ClueKind::Place if says == "only" => "that is all of its element".to_owned(),
        ClueKind::Place => format!("that is text {text} of its element"),
        ClueKind::Title => "with which the page's title begins".to_owned(),
        ClueKind::Shape => format!("that looks like {text}"),
        ClueKind::Contents if says == "text" => "that holds only text".to_owned(),
        ClueKind::Contents => "that holds elements".to_owned(),
    }
}

/// Whether a clue is about landmarks.
pub(super) fn reads_landmarks(clue: &Clue) -> bool {
    matches!(
        clue.what,
        ClueKind::LandmarkBefore
            | ClueKind::LandmarkBeforeAt
            | ClueKind::LandmarkAfter
            | ClueKind::Between
            | ClueKind::NoLandmark
    )
}

/// `span<div.price` as `div.price > span`.
fn path(says: &str) -> String {
    let mut pieces: Vec<&str> = says.trim_end_matches('<').split('<').collect();
    pieces.reverse();
    quoted(&pieces.join(" > "))
}

/// The same where a position of the text itself may stand first: `[2]td[1]<tr[3]`.
fn positions(says: &str) -> String {
    let text = says.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match text {
        Some((nth, names)) => format!("{}, text {nth} of it,", path(names)),
        None => path(says),
    }
}

fn up(levels: u8) -> String {
    match levels {
        0 => String::new(),
        1 => " 1 level up".to_owned(),
        n => format!(" {n} levels up"),
    }
}

/// `b | ` as between `b` and nothing.
fn siblings(at: u8, says: &str) -> String {
    let name = |name: Option<&str>| match name {
        None | Some("|" | "") => "nothing".to_owned(),
        Some("text") => "a text".to_owned(),
        Some(tag) => quoted(tag),
    };
    let mut names = says.split(' ');
    let (before, behind) = (name(names.next()), name(names.next()));
    match at {
        0 => format!("between {before} and {behind}"),
        _ => format!("in an element{} between {before} and {behind}", up(at)),
    }
}

fn landmark_at(says: &str) -> String {
    match says.rsplit_once(" +") {
        Some((landmark, "1")) => format!("right behind the landmark {}", quoted(landmark)),
        Some((landmark, n)) => format!("{n} texts behind the landmark {}", quoted(landmark)),
        None => format!("behind the landmark {}", quoted(says)),
    }
}

fn between(says: &str) -> String {
    match says.split_once(" ... ") {
        Some((before, behind)) => {
            format!("between the landmarks {} and {}", quoted(before), quoted(behind))
        }
        None => format!("between the landmarks {}", quoted(says)),
    }
}
