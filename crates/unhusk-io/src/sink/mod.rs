//! Where records go: files that are whole or not there, RDF, calendars, address books and feeds.

mod action;
mod atomic;
mod descriptor;
mod format;
mod rdf;
mod subject;
mod typed;

pub use action::ActionFormat;
pub use atomic::{AtomicFile, SinkError};
pub use descriptor::is_standard_output;
pub use format::{OutputFormat, SinkContext, SinkSetupError};
pub use rdf::{FIELD, RdfFormat, WI};
pub(crate) use rdf::{QuadWriter, Uses, wi};
pub(crate) use subject::encoded;
pub use subject::sha256;

#[cfg(test)]
mod tests;
