//! Clues in plain English, for `explain`: each is a phrase that goes on from "the text" or "the element".

use super::text::sign;
use super::{Clue, Contents, Feature, PositionPath, Sibling, Tag, TextPlace};
use crate::explain::quoted;
use crate::site::rule::{Extent, NodeRule, NodeTarget};

/// The phrases of all clues of a rule for some kind of node.
pub(in crate::site) fn rule(rule: &NodeRule, target: &NodeTarget) -> String {
    let phrases: Vec<String> = rule.clues.iter().map(|one| clue(one, target)).collect();
    phrases.join(", ")
}

/// The kind of node that rules select.
pub(in crate::site) fn target(target: &NodeTarget, extent: Extent) -> String {
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

/// The phrase of a clue.
pub(in crate::site) fn clue(clue: &Clue, target: &NodeTarget) -> String {
    match clue {
        Clue::Path(tags) => format!("at {}", path(tag_names(tags))),
        Clue::WholePath(tags) => format!("at just {}", path(tag_names(tags))),
        Clue::Positions(steps) => format!("at {}", positions(steps, "", None)),
        Clue::WholePositions(steps) => format!("at just {}", positions(steps, "", None)),
        Clue::PositionsFromEnd(steps) => {
            format!("at {} counted from the last", positions(steps, "-", None))
        }
        Clue::Id { below, id } => format!("at {}", path(with(tag_names(below), &format!("#{id}")))),
        Clue::IdPositions { below, id } => format!("at {}", positions(below, "", Some(id))),
        Clue::Class { path: tags, class } => {
            format!("at {}", path(marked(tags, &format!(".{class}"))))
        }
        Clue::Token { path: tags, attribute, token } => {
            format!("at {}", path(marked(tags, &format!("@{attribute}={token}"))))
        }
        Clue::ClassAround(class) => format!("inside class {}", quoted(class)),
        Clue::Siblings { level, before, after } => siblings(*level, before, after, target),
        Clue::TextBefore { distance, text } => {
            format!("{} the text {}", far(*distance, "behind"), quoted(text))
        }
        Clue::TextAfter { distance, text } => {
            format!("{} the text {}", far(*distance, "before"), quoted(text))
        }
        Clue::FirstText { level, text } => {
            format!("in an element{} that begins with {}", up(*level), quoted(text))
        }
        Clue::ColumnHead(text) => format!("in the column of {}", quoted(text)),
        Clue::Heading(text) => format!("under the heading {}", quoted(text)),
        Clue::LandmarkBefore(text) => format!("behind the landmark {}", quoted(text)),
        Clue::LandmarkBeforeAt { text, distance } => {
            format!("{} the landmark {}", far(*distance, "behind"), quoted(text))
        }
        Clue::LandmarkAfter(text) => format!("before the landmark {}", quoted(text)),
        Clue::Between { before, after } => {
            format!("between the landmarks {} and {}", quoted(before), quoted(after))
        }
        Clue::NoLandmark => "that is no landmark".to_owned(),
        Clue::Place(TextPlace::Only) => "that is all of its element".to_owned(),
        Clue::Place(TextPlace::Nth(n)) => {
            format!("that is text {} of its element", quoted(&n.to_string()))
        }
        Clue::Title => "with which the page's title begins".to_owned(),
        Clue::Shape(shape) => format!("that looks like {}", quoted(shape)),
        Clue::Contents(Contents::Text) => "that holds only text".to_owned(),
        Clue::Contents(Contents::Elements) => "that holds elements".to_owned(),
        Clue::Verbatim { feature: Feature { kind, .. }, text } => {
            format!("with {} {}", kind.name(), quoted(text))
        }
    }
}

fn tag_names(tags: &[Tag]) -> Vec<String> {
    tags.iter().map(|tag| tag.as_str().to_owned()).collect()
}

/// The names with one more around them.
fn with(mut names: Vec<String>, around: &str) -> Vec<String> {
    names.push(around.to_owned());
    names
}

/// The names, of which the last has something behind it.
fn marked(tags: &[Tag], mark: &str) -> Vec<String> {
    let mut names = tag_names(tags);
    names.last_mut().into_iter().for_each(|name| name.push_str(mark));
    names
}

/// `span`, `div.price` as `div.price > span`.
fn path(mut names: Vec<String>) -> String {
    names.reverse();
    quoted(&names.join(" > "))
}

/// A path with positions, below the element of an id if there is one.
fn positions(steps: &PositionPath, minus: &str, id: Option<&str>) -> String {
    let step = |(tag, nth): &(Tag, u32)| format!("{}[{minus}{nth}]", tag.as_str());
    let mut names: Vec<String> = steps.steps.iter().map(step).collect();
    names.extend(id.map(|id| format!("{}{id}", sign::ID)));
    match steps.text {
        Some(nth) => format!("{}, text {minus}{nth} of it,", path(names)),
        None => path(names),
    }
}

/// `right behind`, `2 texts behind`
fn far(distance: impl Into<u32>, side: &str) -> String {
    match distance.into() {
        1 => format!("right {side}"),
        n => format!("{n} texts {side}"),
    }
}

fn up(levels: u8) -> String {
    match levels {
        0 => String::new(),
        1 => " 1 level up".to_owned(),
        n => format!(" {n} levels up"),
    }
}

/// Examples: "that is the only text in its element", "between `b` and a text", "in the last element 1 level up,
/// behind `p`".
fn siblings(level: u8, before: &Sibling, after: &Sibling, target: &NodeTarget) -> String {
    let name = |sibling: &Sibling| match sibling {
        Sibling::Nothing => None,
        Sibling::Text => Some("a text".to_owned()),
        Sibling::Element(tag) => Some(quoted(tag.as_str())),
    };
    let place = |which: &str| match level {
        0 if *target == NodeTarget::Text => format!("that is the {which} text in its element"),
        0 => format!("of the {which} element in its parent"),
        _ => format!("in an element{} that is the {which} one in its parent", up(level)),
    };
    match (name(before), name(after)) {
        (None, None) => place("only"),
        (None, Some(after)) => format!("{}, before {after}", place("first")),
        (Some(before), None) => format!("{}, behind {before}", place("last")),
        (Some(before), Some(after)) => match level {
            0 => format!("between {before} and {after}"),
            _ => format!("in an element{} between {before} and {after}", up(level)),
        },
    }
}
