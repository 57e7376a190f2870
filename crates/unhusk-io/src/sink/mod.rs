//! Destinations of records: text formats, and files that are complete or absent.

mod atomic;
mod descriptor;
mod folder;
mod shape;
mod text;

pub use atomic::{AtomicFile, SinkError, remove_abandoned};
pub use descriptor::is_standard_output;
pub use folder::AtomicFolder;
pub use shape::{ChosenField, RecordShape, ShapedSink};
pub use text::{Format, Formulas, SinkOptions, guarded};

#[cfg(test)]
mod tests;
