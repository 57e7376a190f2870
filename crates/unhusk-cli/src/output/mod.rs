//! Output: records to standard output or a file, messages to standard error.

mod destination;
mod format;
mod overwriting;
mod progress;
mod psql;
mod stdout;
mod reporter;

pub(crate) use destination::{Destination, is_stdout};
pub(crate) use format::{OutputFormat, SinkSetup};
pub(crate) use overwriting::{refuse_input, refuse_pages, refuse_paths, refuse_same};
pub(crate) use progress::RunProgress;
pub(crate) use psql::{is_postgres, without_password};
pub(crate) use reporter::{Reporter, count, time_taken, wants_colour};
pub(crate) use stdout::{Escapes, stdout, stdout_was_closed};
