//! Source -> tree: the HTML5 tokenizer and tree builder.
//!
//! ```text
//! source -> tokenizer -> builder -> arena -> compact -> Tree
//! ```
//!
//! Parsing never fails: every source has a tree, and the tree's warnings report every cut. Nothing here recurses, and
//! no search visits more nodes than it removes, so time grows linearly with the source.

mod store;
mod arena;
mod tokenizer;
mod quirks;
mod builder;
mod compact;
pub mod inspect;

use super::{Limits, Tree};
use crate::Namespace;
use crate::{Limited, Warning};
use builder::TreeBuilder;
use std::sync::Arc;

/// Longest source that is read, in bytes: positions in it and in the text decoded from it fit in 32 bits.
const MAX_SOURCE_LEN: usize = 1 << 30;

/// The tree of a document.
pub(super) fn document(source: &Arc<str>, limits: &Limits) -> Tree {
    read(source, limits, |builder| builder)
}

/// The tree of a document as a browser that runs scripts sees it: the content of `noscript` is raw text.
pub(super) fn document_with_scripting(source: &Arc<str>, limits: &Limits) -> Tree {
    read(source, limits, TreeBuilder::with_scripting)
}

/// The tree of a source that is the content of an element.
pub(super) fn fragment(
    source: &Arc<str>,
    (name, namespace): (&str, Namespace),
    limits: &Limits,
) -> Tree {
    read(source, limits, |builder| builder.in_context(name, namespace))
}

/// A document with one text node: nothing in the source is markup.
pub(super) fn plain_text(source: &Arc<str>) -> Tree {
    compact::plain_text(source)
}

fn read<'s>(
    source: &'s Arc<str>,
    limits: &Limits,
    set_up: impl FnOnce(TreeBuilder<'s>) -> TreeBuilder<'s>,
) -> Tree {
    let max_len = limits.max_bytes.min(MAX_SOURCE_LEN);
    let kept = &source[..source.floor_char_boundary(max_len)];
    let mut built = set_up(TreeBuilder::new(kept, limits)).build();
    if kept.len() < source.len() {
        let cut =
            Warning::Truncated { what: Limited::Bytes, limit: max_len as u64, at_byte: kept.len() };
        built.store.warnings.insert(0, cut);
    }
    compact::tree(source, built)
}
