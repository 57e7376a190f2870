//! The worked examples of the paper, and agreement with an implementation that lists every fork.

mod naive;
mod examples;
mod agreement;
mod saved;
mod hostile;
mod stable;
