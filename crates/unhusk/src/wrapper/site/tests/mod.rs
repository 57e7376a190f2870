//! Parts of site wrappers by themselves.

mod agreement;
mod css;
mod cut;
mod regions;
mod run_on;
