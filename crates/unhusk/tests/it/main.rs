//! The integration tests of the library: one binary, one module per topic.

mod encoding;
mod layers;
mod wien;
mod labels;
