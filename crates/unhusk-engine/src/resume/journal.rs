//! The journal: one line for each segment that is complete and on the disk.

use super::ResumeError;
use super::identity::hex;
use super::segment::segment_name;
use crate::input::PagePosition;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A line of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JournalLine {
    pub(super) segment: usize,
    pub(super) n_pages: usize,
    pub(super) n_records: usize,
    /// The position after the last page of the segment.
    pub(super) next: PagePosition,
    pub(super) n_bytes: u64,
    pub(super) sha256: String,
    /// Whether no page follows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_last: bool,
}

/// The journal of a run, open for the next line.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    lines: Vec<JournalLine>,
}

impl Journal {
    /// Opens the journal of a folder. A torn last line is cut off, and so is everything from a segment on that is
    /// missing or damaged.
    pub(super) fn open(folder: &Path) -> Result<Self, ResumeError> {
        let path = folder.join("journal.jsonl");
        let failed = |cause| ResumeError::Io { path: path.display().to_string(), cause };
        let mut text = String::new();
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(&path).map_err(failed)?;
        file.read_to_string(&mut text).map_err(failed)?;
        let mut lines = Vec::new();
        let mut n_whole = 0;
        for line in text.split_inclusive('\n') {
            let Some(known) = whole_line(line, lines.len()) else { break };
            if !is_intact(folder, &known).map_err(failed)? {
                break;
            }
            lines.push(known);
            n_whole += line.len();
        }
        if n_whole < text.len() {
            file.set_len(n_whole as u64).map_err(failed)?;
            file.sync_all().map_err(failed)?;
        }
        Ok(Self { path, file, lines })
    }

    /// The lines.
    pub(super) fn lines(&self) -> &[JournalLine] {
        &self.lines
    }

    /// Adds a line, once its segment is on the disk.
    pub(super) fn add(&mut self, line: JournalLine) -> Result<(), ResumeError> {
        let mut text = serde_json::to_vec(&line)
            .map_err(io::Error::from)
            .map_err(|cause| self.failed(cause))?;
        text.push(b'\n');
        let n_before = self.lines.iter().map(line_length).sum::<u64>();
        let written = self.file.write_all(&text).and_then(|()| self.file.sync_all());
        if let Err(cause) = written {
            // An incomplete line must not precede the next one.
            drop(self.file.set_len(n_before));
            return Err(self.failed(cause));
        }
        self.lines.push(line);
        Ok(())
    }

    fn failed(&self, cause: io::Error) -> ResumeError {
        ResumeError::Io { path: self.path.display().to_string(), cause }
    }
}

fn line_length(line: &JournalLine) -> u64 {
    serde_json::to_vec(line).map_or(0, |text| text.len() as u64 + 1)
}

/// Parses a line that is complete and belongs to the next segment.
fn whole_line(line: &str, number: usize) -> Option<JournalLine> {
    let line: JournalLine = serde_json::from_str(line.strip_suffix('\n')?).ok()?;
    (line.segment == number).then_some(line)
}

/// Whether the segment of a line exists, complete and unchanged.
fn is_intact(folder: &Path, line: &JournalLine) -> io::Result<bool> {
    let path = folder.join(segment_name(line.segment));
    match fs::metadata(&path) {
        Ok(metadata) if metadata.len() == line.n_bytes => {}
        Ok(_) => return Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    }
    let mut hash = Sha256::new();
    let mut file = File::open(&path)?;
    let mut piece = vec![0; 64 << 10];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hex(&hash.finalize()) == line.sha256),
            n_read => hash.update(&piece[..n_read]),
        }
    }
}
