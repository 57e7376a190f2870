//! The integration tests of the library: one binary, one module per topic.

mod encoding;
mod html5lib;
mod labels;
mod layers;
mod delimiter_laws;
mod wien;
mod wrapper_files;
