//! The integration tests of pages: one binary, one module per topic.

mod at_hand;
mod differential;
mod encoding;
mod hostile_pages;
mod html5lib;
mod oracle;
mod pages;
mod reader_text;
mod shapes;
mod spans;
