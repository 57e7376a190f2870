//! Where records go: text formats, and files that are whole or not there.

mod atomic;
mod descriptor;
mod folder;
mod shape;
mod text;

pub use atomic::{AtomicFile, SinkError};
pub use descriptor::is_standard_output;
pub use folder::AtomicFolder;
pub use shape::{ChosenField, RecordShape, ShapedSink};
pub use text::{Format, Formulas, SinkOptions, guarded};

#[cfg(test)]
mod tests;
