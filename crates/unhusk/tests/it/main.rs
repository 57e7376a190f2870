//! The integration tests of the library: one binary, one module per topic.

mod encoding;
mod labels;
mod layers;
mod wien;
mod wrapper_files;
mod html5lib;
