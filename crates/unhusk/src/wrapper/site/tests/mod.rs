//! Parts of site wrappers by themselves.

mod agree;
mod cut;
mod regions;
mod run_on;
