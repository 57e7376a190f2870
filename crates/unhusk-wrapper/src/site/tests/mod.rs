//! Unit tests of site wrappers.

mod agree;
mod confidence;
mod cut;
mod list_look;
mod regions;
mod record_look;
mod relocate;
mod shapes;
mod lists;
