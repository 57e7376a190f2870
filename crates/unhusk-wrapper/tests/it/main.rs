//! The integration tests of wrappers that were saved: one binary, one module per topic.

mod explained;
mod wrapper_files;
