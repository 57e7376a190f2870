//! Contextual.

pub(crate) mod fork;
pub(crate) mod reading;
mod rule;

pub use rule::{Extent, LabelKind, NodeTarget, Selector, SelectorError, Target};
