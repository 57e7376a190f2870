//! A page as data for the frame: its tree without anything that acts or loads.

mod attributes;
mod css;
mod tree;

pub use tree::{PageView, TreeView, page_view};
