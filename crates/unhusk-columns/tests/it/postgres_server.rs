//! A server of PostgreSQL for a test.

use crate::at_hand;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A server on a socket in a folder of its own.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
}

/// The user who may run the server when the tests are run by root, whom the server refuses.
const SERVER_USER: &str = "postgres";

impl Server {
    /// Starts a server; `None`, with a notice, where PostgreSQL is not installed.
    pub(crate) fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            at_hand::skip("PostgreSQL is not installed (Debian package `postgresql`)");
            return None;
        };
        let server = Self { folder: tempfile::tempdir().unwrap(), programs };
        if is_root() {
            done(Command::new("chown").arg(SERVER_USER).arg(server.folder.path()));
        }
        let data = server.folder.path().join("data");
        let options =
            ["-A", "trust", "-U", "unhusk", "-E", "UTF8", "--no-sync", "--locale=C", "-D"];
        done(server.program("initdb").args(options).arg(&data));
        let sockets = server.folder.path().display();
        let settings = format!("-c listen_addresses= -c fsync=off -k {sockets}");
        let log = server.folder.path().join("log");
        let mut start = server.program("pg_ctl");
        done(start.args(["-w", "-o", &settings, "-l"]).arg(log).arg("-D").arg(&data).arg("start"));
        Some(server)
    }

    /// A program of the server, run by a user whom it accepts.
    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        if !is_root() {
            return Command::new(program);
        }
        let mut command = Command::new("runuser");
        command.args(["-u", SERVER_USER, "--"]).arg(program).current_dir(self.folder.path());
        command
    }

    /// The address of its database.
    #[allow(dead_code, reason = "one test binary needs it")]
    pub(crate) fn address(&self) -> String {
        format!("postgresql:///postgres?user=unhusk&host={}", self.folder.path().display())
    }

    fn psql(&self) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-U", "unhusk", "-d", "postgres", "-h"]);
        psql.arg(self.folder.path());
        psql
    }

    /// Runs a script.
    pub(crate) fn run(&self, script: &[u8]) -> Output {
        let path = self.folder.path().join("script.pgsql");
        fs::write(&path, script).unwrap();
        self.psql().arg("-f").arg(path).output().unwrap()
    }

    /// The answer to a query: a line for each row, with `|` between the columns.
    pub(crate) fn query(&self, sql: &str) -> String {
        String::from_utf8(done(self.psql().args(["-c", sql])).stdout).unwrap().trim_end().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.folder.path().join("data");
        drop(self.program("pg_ctl").args(["-m", "immediate", "stop", "-D"]).arg(data).output());
    }
}

/// The folder of the server's programs: that of `initdb`, which Debian keeps out of the search path.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let debian = debian.map(|version| version.unwrap().path().join("bin"));
    let mut folders = debian.chain(std::env::split_paths(&path));
    folders.find(|folder| folder.join("initdb").exists() && folder.join("psql").exists())
}

fn is_root() -> bool {
    done(Command::new("id").arg("-u")).stdout == b"0\n"
}

/// Runs a command that must succeed.
fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let program: &OsStr = command.get_program();
    assert!(output.status.success(), "{}: {said}", Path::new(program).display());
    output
}
