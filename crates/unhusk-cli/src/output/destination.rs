//! Destination of the records: standard output, a file that is replaced atomically, or a database.

use super::Reporter;
use super::psql::Psql;
use super::stdout::{Escapes, stdout};
use crate::interrupt;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use unhusk_io::sink::{AtomicFile, Format, SinkError, is_standard_output};

/// Width assumed for a terminal that does not report one.
const DEFAULT_WIDTH: usize = 80;

/// Whether an output path means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-") || is_standard_output(path)
}

/// Standard output, a file that replaces an older one when [`Destination::commit`] is called, or a database.
pub(crate) enum Destination {
    /// Standard output.
    Stdout(Box<dyn Write>),
    /// A file.
    File(AtomicFile),
    /// A database at this path, to which its sink writes by itself.
    Database(PathBuf),
    /// A database of PostgreSQL.
    Postgres(Psql),
}

impl Destination {
    /// Opens a database of PostgreSQL.
    pub(crate) fn postgres(address: &Path) -> anyhow::Result<Self> {
        Psql::start(address).map(Self::Postgres)
    }

    /// Opens a destination. `None`, `-` and `/dev/stdout` mean standard output.
    pub(crate) fn open(path: Option<&Path>, format: Format) -> Result<Self, SinkError> {
        match path {
            Some(path) if !is_stdout(path) => {
                let file = AtomicFile::create(path)?;
                file.temporary_path().into_iter().for_each(interrupt::remove_at_exit);
                Ok(Self::File(file))
            }
            _ => Ok(Self::Stdout(stdout(match format {
                Format::Json | Format::JsonLines => Escapes::Json,
                _ => Escapes::Readable,
            }))),
        }
    }

    /// Returns the maximum width of a table; `None` unless the destination is a terminal.
    pub(crate) fn table_width(&self) -> Option<usize> {
        let is_terminal = matches!(self, Self::Stdout(_)) && io::stdout().is_terminal();
        is_terminal.then(terminal_width)
    }

    /// Whether an older file or database with content would be replaced.
    pub(crate) fn replaces_content(&self) -> bool {
        let path = match self {
            Self::Stdout(_) => return false,
            Self::File(file) => Path::new(file.name()),
            Self::Database(path) => path,
            // What it has of these pages is not known here.
            Self::Postgres(_) => return true,
        };
        path.metadata().is_ok_and(|older| older.is_file() && older.len() > 0)
    }

    /// Discards a file, so that an older one stays unchanged, and warns about it.
    pub(crate) fn give_up(self, reporter: &Reporter) {
        match self {
            // Output to a pipe cannot be taken back; flushing keeps the last record complete.
            Self::Stdout(mut out) => drop(out.flush()),
            Self::File(file) => reporter.warn(format_args!("`{}` was not written", file.name())),
            Self::Database(path) => {
                reporter.warn(format_args!("`{}` was not changed", path.display()));
            }
            Self::Postgres(psql) => {
                reporter.warn(format_args!("`{}` was not changed", psql.database()));
            }
        }
    }

    /// Discards a file without a warning; output to a pipe stays.
    pub(crate) fn stop(self) {
        if let Self::Stdout(mut out) = self {
            drop(out.flush());
        }
    }

    /// Like [`Destination::commit`], but an older file or database with content stays, with a warning, if there is no
    /// record, unless `--allow-empty` is given: a site that is down for a night costs no data.
    pub(crate) fn commit_records(
        self,
        n_records: usize,
        allow_empty: bool,
        reporter: &Reporter,
    ) -> anyhow::Result<()> {
        let name = match &self {
            Self::File(file) => file.name().to_owned(),
            Self::Database(path) => path.display().to_string(),
            Self::Postgres(psql) => psql.database().to_owned(),
            Self::Stdout(_) => return self.commit(),
        };
        if n_records > 0 || allow_empty || !self.replaces_content() {
            return self.commit();
        }
        reporter.warn(format_args!(
            "`{name}` was not replaced, because no record was found; --allow-empty replaces it"
        ));
        Ok(())
    }

    /// Flushes the output; moves a file to its final path.
    pub(crate) fn commit(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::File(file) => {
                file.commit()?;
                interrupt::note_written();
            }
            Self::Database(_) => interrupt::note_written(),
            Self::Postgres(psql) => {
                psql.commit()?;
                interrupt::note_written();
            }
        }
        Ok(())
    }
}

/// Returns the width of the terminal, else `COLUMNS`: some terminals, such as serial lines, do not report a width.
fn terminal_width() -> usize {
    let reported = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    let set = || env::var("COLUMNS").ok()?.parse().ok();
    reported.or_else(set).filter(|width| *width > 0).unwrap_or(DEFAULT_WIDTH)
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => {
                interrupt::note_written();
                out.write(bytes)
            }
            Self::File(file) => file.write(bytes),
            Self::Postgres(psql) => psql.write(bytes),
            Self::Database(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::Postgres(psql) => psql.flush(),
            Self::Database(_) => Ok(()),
        }
    }
}
