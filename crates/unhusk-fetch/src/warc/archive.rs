//! A WARC file that is read once and then appended to; after a kill it is still readable.

use super::record::{RunInfo, info};
use super::scan::{Scan, Stored, scan};
use crate::options::FetchOptions;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Reason why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The ending of the name is neither `.warc` nor `.warc.gz`.
    #[error("`{0}`: the name must end with .warc.gz or .warc")]
    Name(PathBuf),
    /// The file cannot be read or written.
    #[error("cannot {what} `{path}`: {cause}")]
    Io {
        /// `read` or `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// A file that is not WARC, or is damaged.
    #[error("`{path}` exists and is not a whole WARC file ({cause}); name another file")]
    NotWarc {
        /// The file.
        path: PathBuf,
        /// Place and cause.
        cause: io::Error,
    },
    /// Another run writes to the file.
    #[error("another program is writing to `{0}`")]
    Busy(PathBuf),
}

/// A WARC file with an index of its answers.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    is_packed: bool,
    file: Option<File>,
    /// Length of the complete records.
    end: u64,
    pages: BTreeMap<String, Stored>,
    n_torn: u64,
    has_info: bool,
}

impl Archive {
    /// Opens a file and reads its answers; a file that does not exist is created with its first record.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let is_packed = has_extension(path, "gz");
        let unpacked = if is_packed { path.with_extension("") } else { path.to_owned() };
        if !has_extension(&unpacked, "warc") {
            return Err(ArchiveError::Name(path.to_owned()));
        }
        let mut archive = Self {
            path: path.to_owned(),
            is_packed,
            file: None,
            end: 0,
            pages: BTreeMap::new(),
            n_torn: 0,
            has_info: false,
        };
        match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => archive.read_existing(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(cause) => return Err(archive.failed("read", cause)),
        }
        Ok(archive)
    }

    fn read_existing(&mut self, mut file: File) -> Result<(), ArchiveError> {
        self.lock(&file)?;
        let read = scan(&file);
        let scan: Scan =
            read.map_err(|cause| ArchiveError::NotWarc { path: self.path.clone(), cause })?;
        if scan.is_torn {
            let n_bytes = file.metadata().map_err(|cause| self.failed("read", cause))?.len();
            self.n_torn = n_bytes - scan.end;
            // The lost record was never reported as written.
            file.set_len(scan.end).map_err(|cause| self.failed("write", cause))?;
        }
        let end = SeekFrom::Start(scan.end);
        file.seek(end).map_err(|cause| self.failed("write", cause))?;
        (self.pages, self.end, self.file) = (scan.pages, scan.end, Some(file));
        Ok(())
    }

    fn lock(&self, file: &File) -> Result<(), ArchiveError> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ArchiveError::Busy(self.path.clone())),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Returns the answer in the archive for a URL in normal form.
    pub fn stored(&self, url: &str) -> Option<&Stored> {
        self.pages.get(url)
    }

    /// Number of URLs with an answer.
    pub fn n_urls(&self) -> usize {
        self.pages.len()
    }

    /// Number of bytes that were cut off the end when the file was opened: a record that was not written to its end.
    pub fn n_torn_bytes(&self) -> u64 {
        self.n_torn
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lends the index of answers to a run.
    pub(crate) fn take_pages(&mut self) -> BTreeMap<String, Stored> {
        std::mem::take(&mut self.pages)
    }

    /// Takes the lent index back.
    pub(crate) fn put_pages(&mut self, pages: BTreeMap<String, Stored>) {
        self.pages = pages;
    }

    /// Writes the record about the run, once, before its first answer.
    pub(crate) fn begin_run(
        &mut self,
        options: &FetchOptions,
        date: &str,
    ) -> Result<(), ArchiveError> {
        if self.has_info {
            return Ok(());
        }
        self.has_info = true;
        let run = RunInfo {
            user_agent: options.user_agent_header(),
            contact: options.contact.clone(),
            obeys_robots: !options.ignore_robots,
        };
        self.append(&[info(&run, date)])
    }

    /// Appends records, and returns when they are on the disk.
    pub(crate) fn append(&mut self, records: &[Vec<u8>]) -> Result<(), ArchiveError> {
        let mut bytes = Vec::new();
        for record in records {
            if self.is_packed {
                let mut encoder = GzEncoder::new(bytes, Compression::default());
                let packed = encoder.write_all(record).and_then(|()| encoder.finish());
                bytes = packed.map_err(|cause| self.failed("write", cause))?;
            } else {
                bytes.extend_from_slice(record);
            }
        }
        self.create()?;
        let Some(file) = &mut self.file else { return Ok(()) };
        if let Err(cause) = file.write_all(&bytes).and_then(|()| file.sync_data()) {
            // Half a record at the end would be cut off by the next run, too; a full disk may have room for this.
            drop(file.set_len(self.end));
            drop(file.seek(SeekFrom::Start(self.end)));
            return Err(self.failed("write", cause));
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn create(&mut self) -> Result<(), ArchiveError> {
        if self.file.is_none() {
            let created = OpenOptions::new().write(true).create_new(true).open(&self.path);
            let file = created.map_err(|cause| self.failed("write", cause))?;
            self.lock(&file)?;
            self.file = Some(file);
        }
        Ok(())
    }

    fn failed(&self, what: &'static str, cause: io::Error) -> ArchiveError {
        ArchiveError::Io { what, path: self.path.clone(), cause }
    }
}

fn has_extension(path: &Path, expected: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(expected))
}
