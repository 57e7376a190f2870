//! Parts of site wrappers by themselves.

mod css;
mod cut;
mod regions;
mod run_on;
