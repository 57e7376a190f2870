//! The integration tests of wrappers that were saved: one binary, one module per topic.

mod explained;
mod learnt_files;
mod wrapper_files;
