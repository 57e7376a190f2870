//! A database of PostgreSQL as destination: `psql` runs the script that the sink writes.

use anyhow::{Context, bail};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// Whether an output path is the address of a database.
pub(crate) fn is_postgres(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.starts_with("postgresql://") || text.starts_with("postgres://")
}

/// A running `psql`.
#[derive(Debug)]
pub(crate) struct Psql {
    child: Child,
    /// `None` once the script is written.
    script: Option<BufWriter<ChildStdin>>,
    database: String,
}

impl Psql {
    /// Connects to a database.
    pub(crate) fn start(address: &Path) -> anyhow::Result<Self> {
        let mut psql = Command::new("psql");
        psql.args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d"]).arg(address);
        let started = psql.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let mut child = started.context(
            "cannot start `psql`, which writes to PostgreSQL; install it (Debian package \
             `postgresql-client`), or write a script for it: -o records.pgsql",
        )?;
        let script = child.stdin.take().map(|stdin| BufWriter::with_capacity(64 << 10, stdin));
        Ok(Self { child, script, database: without_password(&address.to_string_lossy()) })
    }

    /// The address of the database, without the password.
    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    /// Ends the script, and waits until the database has it.
    pub(crate) fn commit(mut self) -> anyhow::Result<()> {
        // Closes the script also if its end cannot be written: then `psql` has said why.
        let written = self.script.take().map_or(Ok(()), |mut script| script.flush());
        let status = self.child.wait()?;
        if !status.success() {
            bail!("`psql` could not write to {} ({status}); it was not changed", self.database);
        }
        Ok(written.map_err(ended)?)
    }
}

impl Write for Psql {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(script) = &mut self.script else { return Err(io::ErrorKind::NotConnected.into()) };
        script.write(bytes).map_err(ended)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.script.as_mut().map_or(Ok(()), Write::flush).map_err(ended)
    }
}

/// A script without its end changes nothing.
impl Drop for Psql {
    fn drop(&mut self) {
        if self.script.is_some() {
            // It may have ended already.
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}

fn ended(cause: io::Error) -> io::Error {
    if cause.kind() != io::ErrorKind::BrokenPipe {
        return cause;
    }
    io::Error::other("`psql` has ended, for the reason above; the database was not changed")
}

/// The address as it may be shown: `postgresql://me:secret@host/db` -> `postgresql://me@host/db`.
pub(crate) fn without_password(address: &str) -> String {
    let shown = || {
        let (scheme, rest) = address.split_once("://")?;
        let (user, place) = rest.rsplit_once('@')?;
        let (user, _) = user.split_once(':')?;
        Some(format!("{scheme}://{user}@{place}"))
    };
    let address = shown().unwrap_or_else(|| address.to_owned());
    // The parameters may contain a password, too.
    address.split('?').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (address, shown) in [
            ("postgresql://me:s@cret@host/db", "postgresql://me@host/db"),
            ("postgresql://me@host/db", "postgresql://me@host/db"),
            ("postgres:///db", "postgres:///db"),
            ("postgres://host:5432/db?password=x&user=me", "postgres://host:5432/db"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }
}
