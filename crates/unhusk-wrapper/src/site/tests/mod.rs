//! Unit tests of site wrappers.

mod agree;
mod confidence;
mod cut;
mod regions;
mod shapes;
mod lists;
