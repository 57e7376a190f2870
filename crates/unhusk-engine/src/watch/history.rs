//! The file of all runs: JSON Lines, to which every run adds.

use super::WatchedRun;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reason why the history cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WatchError {
    /// The operating system reported an error.
    #[error("`{path}`: {cause}")]
    Io {
        /// The file.
        path: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// A line is not a run.
    #[error(
        "line {line} of `{path}` is not a run: {why}; remove the line, or choose another file with --history"
    )]
    Line {
        /// The file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The problem.
        why: String,
    },
}

/// The beginning of the line of every run.
const RUN_START: &[u8] = b"{\"time\":";

/// All runs so far.
#[derive(Debug)]
pub struct History {
    path: PathBuf,
    runs: Vec<WatchedRun>,
}

impl History {
    /// Opens a history; a missing file is an empty one. A last line that is the beginning of a run is cut off.
    ///
    /// # Errors
    /// If the file cannot be read, or is no history.
    pub fn open(path: &Path) -> Result<Self, WatchError> {
        let name = path.display().to_string();
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(cause) => return Err(WatchError::Io { path: name, cause }),
        };
        let n_whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (whole, rest) = bytes.split_at(n_whole);
        let no_run = |number: usize, why: String| {
            Err(WatchError::Line { path: name.clone(), line: number + 1, why })
        };
        let mut runs = Vec::new();
        for (number, line) in whole.split_inclusive(|&byte| byte == b'\n').enumerate() {
            match serde_json::from_slice(line) {
                Ok(run) => runs.push(run),
                Err(error) => return no_run(number, error.to_string()),
            }
        }
        if !rest.is_empty() {
            // Another file, given by mistake, is not cut.
            if !(rest.starts_with(RUN_START) || RUN_START.starts_with(rest)) {
                return no_run(runs.len(), "it begins in another way".to_owned());
            }
            let file = OpenOptions::new().write(true).open(path);
            let cut = file.and_then(|file| file.set_len(n_whole as u64));
            cut.map_err(|cause| WatchError::Io { path: name.clone(), cause })?;
        }
        Ok(Self { path: path.to_owned(), runs })
    }

    /// The runs with a wrapper, the oldest first.
    pub fn runs_of(&self, wrapper: &str) -> Vec<WatchedRun> {
        self.runs.iter().filter(|run| run.wrapper == wrapper).cloned().collect()
    }

    /// Adds runs; they are on the disk when this returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, runs: &[WatchedRun]) -> Result<(), WatchError> {
        let failed = |cause| WatchError::Io { path: self.path.display().to_string(), cause };
        let mut lines = Vec::new();
        for run in runs {
            serde_json::to_writer(&mut lines, run).map_err(io::Error::from).map_err(failed)?;
            lines.push(b'\n');
        }
        let open = || -> io::Result<File> {
            OpenOptions::new().append(true).create(true).open(&self.path)
        };
        let mut file = open().map_err(failed)?;
        file.write_all(&lines).and_then(|()| file.sync_all()).map_err(failed)?;
        self.runs.extend_from_slice(runs);
        Ok(())
    }
}
