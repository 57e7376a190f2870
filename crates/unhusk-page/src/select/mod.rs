//! Selectors: subsets of `XPath` 1.0 and CSS, on the HTML5 tree. Labels may use them, and exports are checked
//! with them.
//!
//! Each is read into a small program by its `parse.rs` and run by its `run.rs`. Running visits nodes and
//! counts each visit; nothing recurses on the depth of the page.

mod cursor;
mod session;
pub mod css;
pub mod xpath;

#[cfg(test)]
mod tests;

pub use session::Session;

use crate::{NodeId, Tree};

/// Longest selector that is read, in bytes; those that browsers copy have a few hundred.
const MAX_LEN: usize = 10_000;

/// How deep brackets may nest in a selector.
const MAX_NESTING: usize = 16;

/// Visits of nodes that the selector of a label may cost: a hundred passes over a large page.
const MAX_VISITS: usize = 20_000_000;

/// What a selector may cost that is seen from all records of a page: so many visits of every node, and as many as
/// a small page never needs. A selector that looks around in each record stays far below; one that looks through
/// the page from each of them does not.
const VISITS_OF_NODE: usize = 64;
const VISITS_OF_PAGE: usize = 2_000_000;

/// Why a selector selects nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// It cannot be read.
    #[error("{language} {selector:?}, character {at}: {message}")]
    Syntax {
        /// `xpath` or `css`.
        language: &'static str,
        /// The selector, shortened.
        selector: String,
        /// Where, in characters from 1.
        at: usize,
        /// What was found and what is expected.
        message: String,
    },
    /// It visits too many nodes.
    #[error("the selector takes more than {MAX_VISITS} steps on this page")]
    TooMuchWork,
}

/// What a selector selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// An element, a text, a comment.
    Node(NodeId),
    /// An attribute, by its position among the attributes of its element.
    Attribute(NodeId, u32),
}

/// Counts visits of nodes.
#[derive(Debug, Clone, Copy)]
struct Visits(usize);

impl Visits {
    fn new() -> Self {
        Self(MAX_VISITS)
    }

    /// Once there is not enough left nothing is: a selector that is run on from other nodes ends at once.
    fn spend(&mut self, n_visits: usize) -> Result<(), SelectError> {
        let left = self.0.checked_sub(n_visits);
        self.0 = left.unwrap_or(0);
        left.map(|_| ()).ok_or(SelectError::TooMuchWork)
    }
}

/// A selector cut to what fits a message.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// HTML names are case-insensitive; those of SVG are compared likewise, as labels are written by hand.
fn has_name(tree: &Tree, node: NodeId, name: &str) -> bool {
    tree.tag(node).eq_ignore_ascii_case(name)
}

/// The value of an attribute, by a name in any case.
fn attribute_value<'t>(tree: &'t Tree, node: NodeId, name: &str) -> Option<&'t str> {
    tree.attributes(node)
        .find(|attribute| attribute.name.eq_ignore_ascii_case(name))
        .map(|attribute| attribute.value)
}
