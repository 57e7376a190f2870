//! Laws and tasks for every method: those of the catalogue and the comparison methods.

mod laws;
mod task;
mod tasks;
