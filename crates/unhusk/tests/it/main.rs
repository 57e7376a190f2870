//! The integration tests of the library: one binary, one module per topic.

mod layers;
mod html5lib;
mod pages;
mod oracle;
mod differential;
mod spans;
mod shapes;
mod hostile_pages;
