//! Source -> tree: the HTML5 tokenizer and tree builder.

use super::{Limits, Tree};
use std::sync::Arc;

pub(super) fn document(source: &Arc<str>, _limits: &Limits) -> Tree {
    plain_text(source)
}

pub(super) fn plain_text(source: &Arc<str>) -> Tree {
    Tree::of_plain_text(source)
}
