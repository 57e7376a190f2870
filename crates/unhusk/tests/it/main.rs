//! The integration tests of the library: one binary, one module per topic.

mod context;
mod delimiter_laws;
mod differential;
mod encoding;
mod examples;
mod hostile_pages;
mod html5lib;
mod induce;
mod labels;
mod labels_real;
mod layers;
mod leeway;
mod oracle;
mod pages;
mod pattern;
mod reader_text;
mod readme;
mod shapes;
mod site;
mod spans;
mod wien;
mod wrapper_files;
