//! Parts of site wrappers by themselves.

mod agree;
mod confidence;
mod cut;
mod regions;
mod shapes;
mod lists;
