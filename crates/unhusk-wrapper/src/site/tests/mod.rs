//! Unit tests of site wrappers.

mod agree;
mod confidence;
mod cut;
mod regions;
mod relocate;
mod shapes;
mod lists;
