//! Where the records of a run go: standard output, or a file that is whole or not there.

use super::Reporter;
use super::stdout::{Escapes, stdout};
use crate::interrupt;
use anyhow::bail;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use unhusk_io::sink::{AtomicFile, Format, SinkError, is_standard_output};

/// Columns of a terminal that does not say how many it has.
const USUAL_WIDTH: usize = 80;

/// Whether a path that was given for output means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-") || is_standard_output(path)
}

/// Refuses to write over what is read; `inputs` are arguments as they were given.
pub(crate) fn refuse_input<'a>(
    output: Option<&Path>,
    inputs: impl IntoIterator<Item = &'a String>,
) -> anyhow::Result<()> {
    let older = output.filter(|path| !is_stdout(path) && path.is_file());
    let Some(older) = older.and_then(|path| path.canonicalize().ok()) else { return Ok(()) };
    for input in inputs {
        let path = Path::new(input.strip_prefix('@').unwrap_or(input));
        if path.canonicalize().is_ok_and(|path| path == older) {
            bail!("`{input}` is read by this run; write to another file");
        }
    }
    Ok(())
}

/// Standard output, or a file that takes its place when [`Destination::commit`] is called.
pub(crate) enum Destination {
    /// Standard output.
    Stdout(Box<dyn Write>),
    /// A file.
    File(AtomicFile),
}

impl Destination {
    /// `None`, `-` and `/dev/stdout` are standard output.
    pub(crate) fn open(path: Option<&Path>, format: Format) -> Result<Self, SinkError> {
        match path {
            Some(path) if !is_stdout(path) => {
                let file = AtomicFile::create(path)?;
                interrupt::remove_at_exit(file.temporary_path());
                Ok(Self::File(file))
            }
            _ => Ok(Self::Stdout(stdout(match format {
                Format::Json | Format::JsonLines => Escapes::Json,
                _ => Escapes::Readable,
            }))),
        }
    }

    /// How wide a table may be there; only a terminal sets a limit.
    pub(crate) fn table_width(&self) -> Option<usize> {
        let is_terminal = matches!(self, Self::Stdout(_)) && io::stdout().is_terminal();
        is_terminal.then(terminal_width)
    }

    /// Leaves an older file as it was, and says so.
    pub(crate) fn give_up(self, reporter: &Reporter) {
        match self {
            // What was written is written; whoever reads it gets whole records.
            Self::Stdout(mut out) => drop(out.flush()),
            Self::File(file) => reporter.warn(format_args!("`{}` was not written", file.name())),
        }
    }

    /// Makes what was written last: puts a file in its place.
    pub(crate) fn commit(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::File(file) => file.commit()?,
        }
        Ok(())
    }
}

/// What the terminal says; what `COLUMNS` says where it does not know, as behind `script` or on a serial line.
fn terminal_width() -> usize {
    let told = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    let set = || env::var("COLUMNS").ok()?.parse().ok();
    told.or_else(set).filter(|width| *width > 0).unwrap_or(USUAL_WIDTH)
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}
