//! The integration tests of the workspace as a whole: one binary, one module per topic.

mod layers;
mod readme;
