//! Parts of site wrappers by themselves.

mod agree;
mod alike;
mod cut;
mod regions;
mod run_on;
mod weigh;
