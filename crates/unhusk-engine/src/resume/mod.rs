//! Runs that survive being killed: a folder of finished segments and a journal of them.
//!
//! A segment holds the outcomes of consecutive pages of the input; it is written, synced and renamed, and only then
//! entered in the journal. The segments of the journal hold all that was read before a kill; the same command continues
//! behind them, and at last all segments are written to the sink, in order. The result equals that of a run without
//! interruption, byte for byte, in every format.
//!
//! ```text
//! run.json        identity of the run: wrapper, pages, options
//! journal.jsonl   one line per finished segment
//! seg-00000.jsonl the outcomes of the first pages
//! lock            held while a program works here
//! ```

mod identity;
mod journal;
mod page_line;
mod segment;
#[cfg(test)]
mod tests;

pub use identity::RunIdentity;

use crate::extraction::Extraction;
use crate::input::Inputs;
use crate::reading::PageOutcome;
use identity::hex;
use journal::{Journal, JournalLine};
use page_line::PageLine;
use segment::{Segment, segment_name, write_whole};
use sha2::{Digest, Sha256};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use unhusk_io::sink::AtomicFile;

/// Reason why a run cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The folder is that of another run.
    #[error(
        "the run in `{folder}` cannot go on: {why}; choose another folder, or remove this one to begin again"
    )]
    Differs {
        /// The folder.
        folder: String,
        /// The difference.
        why: String,
    },
    /// Another program works in the folder.
    #[error("another program is at work in `{folder}`; wait for it, or choose another folder")]
    Locked {
        /// The folder.
        folder: String,
    },
    /// A folder with other files in it.
    #[error("`{folder}` has files that are not of a run; choose an empty folder")]
    NotARun {
        /// The folder.
        folder: String,
    },
    /// A file of the run is a symbolic link: writing to it would change a file elsewhere.
    #[error("`{path}` is a symbolic link, which no run makes; choose an empty folder")]
    Link {
        /// The link.
        path: String,
    },
    /// The operating system reported an error.
    #[error("`{path}`: {cause}")]
    Io {
        /// The file or folder.
        path: String,
        /// The error of the operating system.
        cause: io::Error,
    },
}

/// A run in a folder.
#[derive(Debug)]
pub struct ResumableRun {
    folder: PathBuf,
    journal: Journal,
    _lock: File,
}

impl ResumableRun {
    /// Begins a run in a folder, or continues the one in it.
    ///
    /// # Errors
    /// If the folder has another run, another program works in it, or it cannot be used.
    pub fn open(folder: &Path, identity: &RunIdentity) -> Result<Self, ResumeError> {
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |cause| ResumeError::Io { path, cause }
        };
        let shown = folder.display().to_string();
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let run_file = folder.join("run.json");
        if !run_file.exists() && !is_empty(folder).map_err(failed(folder))? {
            return Err(ResumeError::NotARun { folder: shown });
        }
        refuse_links(folder)?;
        let lock_path = folder.join("lock");
        let lock = File::create(&lock_path).map_err(failed(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResumeError::Locked { folder: shown }),
            Err(TryLockError::Error(cause)) => return Err(failed(&lock_path)(cause)),
        }
        remove_temporary(folder).map_err(failed(folder))?;
        match fs::read(&run_file) {
            Ok(json) => {
                let known = serde_json::from_slice::<RunIdentity>(&json).ok();
                let unreadable = || Some("its run.json cannot be read".to_owned());
                let why = known.map_or_else(unreadable, |known| known.difference(identity));
                if let Some(why) = why {
                    return Err(ResumeError::Differs { folder: shown, why });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let json = serde_json::to_vec_pretty(identity).map_err(io::Error::from);
                let json = json.map_err(failed(&run_file))?;
                write_whole(&run_file, &json).map_err(failed(&run_file))?;
            }
            Err(cause) => return Err(failed(&run_file)(cause)),
        }
        let journal = Journal::open(folder)?;
        Ok(Self { folder: folder.to_owned(), journal, _lock: lock })
    }

    /// The number of pages that were read already.
    pub fn n_pages_done(&self) -> usize {
        self.journal.lines().iter().map(|line| line.n_pages).sum()
    }

    /// Whether all pages were read.
    pub fn is_complete(&self) -> bool {
        self.journal.lines().last().is_some_and(|line| line.is_last)
    }

    /// Reads the pages that are not in the journal yet. `watch` receives every outcome, and ends the run if it breaks;
    /// the outcomes up to there are kept.
    ///
    /// # Errors
    /// If a segment cannot be written; those before it are kept.
    pub fn read(
        &mut self,
        extraction: &Extraction<'_>,
        inputs: Inputs,
        mut watch: impl FnMut(&PageOutcome) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, ResumeError> {
        if self.is_complete() {
            return Ok(ControlFlow::Continue(()));
        }
        let next = self.journal.lines().last().map(|line| line.next).unwrap_or_default();
        let inputs = inputs.from(next, self.n_pages_done());
        let mut segment = Segment::begin(next);
        let mut result = Ok(ControlFlow::Continue(()));
        extraction.read(inputs, |outcome| {
            let flow = watch(&outcome);
            if let Err(error) = self.add_page(&mut segment, outcome) {
                result = Err(error);
                return ControlFlow::Break(());
            }
            if flow.is_break() {
                result = Ok(flow);
            }
            flow
        });
        let flow = result?;
        self.end_segment(&segment, flow.is_continue())?;
        Ok(flow)
    }

    fn add_page(&mut self, segment: &mut Segment, outcome: PageOutcome) -> Result<(), ResumeError> {
        segment.add(outcome).map_err(|cause| self.failed(cause))?;
        if segment.is_full() {
            let next = segment.next;
            let full = std::mem::replace(segment, Segment::begin(next));
            self.end_segment(&full, false)?;
        }
        Ok(())
    }

    fn end_segment(&mut self, segment: &Segment, is_last: bool) -> Result<(), ResumeError> {
        if segment.n_pages == 0 && !is_last {
            return Ok(());
        }
        let number = self.journal.lines().len();
        let path = self.folder.join(segment_name(number));
        write_whole(&path, &segment.bytes)
            .map_err(|cause| ResumeError::Io { path: path.display().to_string(), cause })?;
        self.journal.add(JournalLine {
            segment: number,
            n_pages: segment.n_pages,
            n_records: segment.n_records,
            next: segment.next,
            n_bytes: segment.bytes.len() as u64,
            sha256: hex(&Sha256::digest(&segment.bytes)),
            is_last,
        })
    }

    /// Hands on all outcomes, in the order of the input.
    ///
    /// # Errors
    /// If a segment cannot be read, or `take` fails.
    pub fn replay<E: From<ResumeError>>(
        &self,
        mut take: impl FnMut(PageOutcome) -> Result<(), E>,
    ) -> Result<(), E> {
        for line in self.journal.lines() {
            let path = self.folder.join(segment_name(line.segment));
            let failed = |cause| ResumeError::Io { path: path.display().to_string(), cause };
            for line_of_page in BufReader::new(File::open(&path).map_err(failed)?).lines() {
                let page: PageLine = serde_json::from_str(&line_of_page.map_err(failed)?)
                    .map_err(io::Error::from)
                    .map_err(failed)?;
                take(page.outcome())?;
            }
        }
        Ok(())
    }

    fn failed(&self, cause: io::Error) -> ResumeError {
        ResumeError::Io { path: self.folder.display().to_string(), cause }
    }
}

/// Whether a folder contains nothing but leftovers of a run that was killed before it wrote its first file.
fn is_empty(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if name != "lock" && !AtomicFile::is_temporary(&name) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Fails if a file of a run is a symbolic link.
fn refuse_links(folder: &Path) -> Result<(), ResumeError> {
    let failed = |cause| ResumeError::Io { path: folder.display().to_string(), cause };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_symlink() {
            return Err(ResumeError::Link { path: entry.path().display().to_string() });
        }
    }
    Ok(())
}

/// Removes files that were being written when the program was killed.
fn remove_temporary(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if AtomicFile::is_temporary(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
