//! Bytes -> [`Page`]: the decoded source, its HTML5 tree with the place of every node, and the visible tree.
//!
//! ```text
//! bytes -> decode -> source -> parse -> Tree -> visible -> VisibleTree
//!                      |                 |
//!                      text: what a reader sees at a span, in a node
//! ```
//!
//! A page is its source, decoded to UTF-8; a place is a byte range of the source ([`Span`]). The trees are built on
//! first use, so that code that reads the source alone does not pay for them. Reading a page cannot fail:
//! [`Page::warnings`] reports what was replaced or cut.
//!
//! ```
//! use unhusk_page::Page;
//!
//! let page = Page::from_bytes(b"<p>Tom <b>&amp;</b> Jerry<script>f()</script>");
//! let visible = page.visible();
//! let texts: Vec<&str> = (0..visible.n_texts()).map(|text| visible.text(text)).collect();
//! assert_eq!(texts, ["Tom ", "&", " Jerry"]);
//! ```

#![warn(clippy::disallowed_methods)]

mod warning;
mod span;
mod limits;
mod budget;
mod decode;
mod reference;
mod tree;
mod parse;
mod visible;
mod text;
mod page;
pub mod select;

pub use limits::Limits;
pub use page::{Page, PageOptions, Syntax};
pub use span::Span;
pub use text::{fold, squeeze};
pub use tree::{Attribute, Doctype, Namespace, NodeId, NodeKind, NodeOrigin, Tree};
pub use visible::{Visibility, VisibleNode, VisibleTree};
pub use warning::{Limited, UnreadableValues, Warning};

#[doc(hidden)]
pub use parse::inspect;

/// Shared with the other crates of the library: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub use crate::budget::{Budget, Exhausted};
    pub use crate::reference::decode_text as decode_references;
    pub use crate::text::{Inside, TextMap, is_always_nfc, is_block};
    pub use crate::visible::NO_NODE;
}

use text::Inside;
