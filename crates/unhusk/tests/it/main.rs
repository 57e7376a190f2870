//! The integration tests of the library: one binary, one module per topic.

mod delimiter_laws;
mod differential;
mod encoding;
mod html5lib;
mod labels;
mod layers;
mod oracle;
mod pages;
mod spans;
mod wien;
mod wrapper_files;
