//! Arguments, lists, sitemaps and feeds -> URLs.

mod arguments;
mod ranges;
mod xml;

pub use arguments::{ListError, arguments};
pub(crate) use xml::{Document, parse};

#[cfg(test)]
mod tests;
