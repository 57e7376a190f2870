//! Records as RDF, calendars, address books and feeds.

mod action;
mod context;
mod format;
mod rdf;
mod subject;

pub use action::ActionFormat;
pub use context::{SinkContext, SinkSetupError};
pub use format::MeaningFormat;
pub use rdf::{FIELD, RdfFormat, WI};
pub(crate) use rdf::{QuadWriter, Uses, wi};
pub(crate) use subject::sha256;
