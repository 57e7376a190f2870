//! Where records go: files that are whole or not there.

mod atomic;
mod descriptor;

pub use atomic::{AtomicFile, SinkError};
pub use descriptor::is_standard_output;

#[cfg(test)]
mod tests;
