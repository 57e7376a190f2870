//! The integration tests of the library: one binary, one module per topic.

mod layers;
mod delimiter_laws;
mod wien;
