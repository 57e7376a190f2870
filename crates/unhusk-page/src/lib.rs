//! Bytes -> [`Page`]: the decoded source, and the HTML5 tree with the place of every node in it.
//!
//! A page is its source decoded to UTF-8; a place is a byte range in it ([`Span`]). The tree is built when
//! it is first asked for, so that what reads the source alone never pays for it. Reading a page cannot fail:
//! what had to be replaced or cut is told by [`Page::warnings`].

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
pub use tree::{Attribute, Doctype, Namespace, NodeId, NodeKind, Origin, Tree};
pub use visible::{Visibility, VisibleNode, VisibleTree};
pub use warning::{Limited, Warning};

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
