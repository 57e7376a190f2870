//! Running text: elements in which words are marked or linked here and there. All of their texts are one.
//!
//! ```text
//! <a>Business leaders <b>expect</b> growth</a>
//! ```

use super::leaves::print_of_path;
use crate::site::clue::{ClueWriter, TextHash};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use unhusk_page::{NodeId, NodeKind, Tree};

/// Elements that mark or link words.
const MARKS: [&str; 20] = [
    "a", "abbr", "acronym", "b", "big", "br", "cite", "code", "em", "font", "i", "ins", "mark",
    "small", "span", "strong", "sub", "sup", "tt", "u",
];

/// An element with running text, as saved.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `path`")]
pub struct RunningText {
    /// The names from the top of the page down to the element.
    pub path: String,
    /// Its class attribute.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
}

/// Elements with running text.
#[derive(Debug, Clone, Default)]
pub struct Running {
    /// Hashes of paths and classes.
    prints: FxHashSet<TextHash>,
    /// Hashes of paths alone: the class of most elements need not be read.
    paths: FxHashSet<TextHash>,
}

impl Running {
    /// An index of running texts.
    pub fn new(all: &[RunningText]) -> Self {
        let print = |one: &RunningText| print(print_of_path(&one.path), &one.class);
        let path = |one: &RunningText| print_of_path(&one.path);
        Self { prints: all.iter().map(print).collect(), paths: all.iter().map(path).collect() }
    }

    pub(super) fn has<'c>(&self, path: TextHash, class: impl FnOnce() -> &'c str) -> bool {
        self.paths.contains(&path) && self.prints.contains(&print(path, class()))
    }
}

/// Returns one hash for the path and the class of an element.
pub fn print(mut path: TextHash, class: &str) -> TextHash {
    path.write(".");
    path.write(class);
    path
}

/// Most nodes in running text.
const MAX_NODES: u32 = 1000;

/// The first and the last text node of running text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextEnds {
    /// The first text node.
    pub first: NodeId,
    /// The last text node.
    pub last: NodeId,
}

/// Returns the ends of the text in an element that has several text nodes and nothing but marks around them.
pub fn text_ends(tree: &Tree, element: NodeId) -> Option<TextEnds> {
    let end = tree.subtree_end(element);
    if end - element.0 > MAX_NODES {
        return None;
    }
    let (mut first, mut last) = (None, None);
    for id in (element.0 + 1..end).map(|at| NodeId::at(at as usize)) {
        match tree.kind(id) {
            NodeKind::Element if !MARKS.contains(&tree.tag(id)) => return None,
            NodeKind::Text if !tree.text(id).trim().is_empty() => {
                first = first.or(Some(id));
                last = Some(id);
            }
            _ => {}
        }
    }
    let (first, last) = first.zip(last)?;
    (first != last).then_some(TextEnds { first, last })
}
