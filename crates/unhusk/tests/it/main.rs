//! The one integration-test binary: a module per topic.

mod encoding;
mod html5lib;
