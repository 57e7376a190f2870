//! Output: records to standard output or a file, messages to standard error.

mod destination;
mod format;
mod progress;
mod psql;
mod stdout;
mod reporter;

pub(crate) use destination::{Destination, is_stdout, refuse_input};
pub(crate) use format::{OutputFormat, SinkSetup};
pub(crate) use progress::RunProgress;
pub(crate) use psql::{is_postgres, without_password};
pub(crate) use reporter::{Reporter, count, milliseconds, wants_colour};
pub(crate) use stdout::{Escapes, stdout, stdout_was_closed};
