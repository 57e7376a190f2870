//! Selectors: the parts of `XPath` 1.0 and CSS that name nodes of a page, evaluated on the HTML5 tree.
//!
//! [`xpath::select`] and [`css::select`] evaluate a selector once, from the document. [`xpath::XPath`] and [`css::Css`]
//! are parsed once and evaluated from many nodes by an [`Evaluator`]. Both select [`Selected`] nodes and attributes,
//! hidden ones included, in document order.
//!
//! ```
//! use unhusk_page::Page;
//! use unhusk_page::select::{Selected, css, xpath};
//!
//! let page = Page::from("<ul><li class=new>a<li>b</ul>");
//! let by_css = css::select(page.tree(), "li.new").unwrap();
//! assert_eq!(by_css, xpath::select(page.tree(), "//li[1]").unwrap());
//! let Selected::Node(item) = by_css[0] else { unreachable!() };
//! assert_eq!(page.tree().reader_text(item), "a");
//! ```
//!
//! Evaluation counts the nodes that it visits and stops when its [`SelectorBudget`] is spent. Nothing recurses on the
//! depth of the page.

mod budget;
mod cursor;
mod evaluator;
pub mod css;
pub mod xpath;

#[cfg(test)]
mod tests;

use budget::MAX_VISITS;
pub use budget::SelectorBudget;
pub use evaluator::Evaluator;

use crate::{NodeId, Tree};

/// Longest selector that is accepted, in bytes; those that browsers copy have a few hundred.
const MAX_LEN: usize = 10_000;

/// Greatest nesting of brackets in a selector.
const MAX_NESTING: usize = 16;

/// Reason why a selector was not evaluated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// The selector has an error, or uses a part of the language that is not supported.
    #[error("{language} {selector:?}, character {at}: {message}")]
    Syntax {
        /// `xpath` or `css`.
        language: &'static str,
        /// The selector, shortened.
        selector: String,
        /// Position of the error, in characters from 1.
        at: usize,
        /// Text that was found and text that was expected.
        message: String,
    },
    /// The selector visits more nodes than its [`SelectorBudget`] allows.
    #[error("the selector takes more than {MAX_VISITS} steps on this page")]
    TooMuchWork,
}

/// A node or an attribute that a selector selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selected {
    /// An element, a text or a comment.
    Node(NodeId),
    /// An attribute, by its position among the attributes of its element.
    Attribute(NodeId, u32),
}

/// The beginning of a selector, short enough for a message.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Whether an element has a name, in any case: people write selectors by hand, for SVG too.
fn has_name(tree: &Tree, node: NodeId, name: &str) -> bool {
    tree.tag(node).eq_ignore_ascii_case(name)
}

/// The value of an attribute, by a name in any case.
fn attribute_value<'t>(tree: &'t Tree, node: NodeId, name: &str) -> Option<&'t str> {
    tree.attributes(node)
        .find(|attribute| attribute.name.eq_ignore_ascii_case(name))
        .map(|attribute| attribute.value)
}
