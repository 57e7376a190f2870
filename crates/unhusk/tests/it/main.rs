//! The integration tests of the workspace as a whole: one binary, one module per topic.

mod examples;
mod layers;
mod readme;
