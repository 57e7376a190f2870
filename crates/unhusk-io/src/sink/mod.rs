//! Where records go: files that are whole or not there.

mod atomic;

pub use atomic::{AtomicFile, SinkError};

#[cfg(test)]
mod tests;
