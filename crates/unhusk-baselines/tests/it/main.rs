//! What every method must do, those of the catalogue and those that are there to be compared with.

mod laws;
mod task;
mod tasks;
