//! What the program writes: records to standard output or a file, talk to standard error.

mod destination;
mod format;
mod stdout;
mod talk;

pub(crate) use destination::{Destination, is_stdout, refuse_input};
pub(crate) use format::{OutputFormat, SinkSetup};
pub(crate) use stdout::{Escapes, stdout, stdout_was_closed};
pub(crate) use talk::{Talk, count, milliseconds, wants_colour};
