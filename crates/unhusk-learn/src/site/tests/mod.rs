//! Parts of the learner by themselves.

mod bits;
mod chain;
mod cut;
mod limits;
mod search;
