//! Contextual.

pub(crate) mod fork;
