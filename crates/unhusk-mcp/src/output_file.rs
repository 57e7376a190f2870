//! Output files of tools: below the folders, complete or absent; an existing file is replaced only on request.

use crate::error::ToolError;
use crate::session::Session;
use std::io::Write;
use std::path::{Path, PathBuf};
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::{AtomicFile, Format};

/// Attempts to find a free name.
const MAX_NUMBER: usize = 10_000;

/// A file to be written.
#[derive(Debug, Clone)]
pub(crate) struct OutputFile {
    path: PathBuf,
    /// The path as the client gives it.
    pub(crate) shown: String,
}

impl OutputFile {
    /// The file for a wrapper.
    pub(crate) fn for_wrapper(
        session: &Session,
        name: &str,
        overwrite: bool,
    ) -> Result<Self, ToolError> {
        if ending(Path::new(name)) != "json" {
            let message = format!("`{name}`: the name of a wrapper file ends in .json");
            return Err(ToolError::new(message));
        }
        Self::named(session, name, overwrite)
    }

    /// The file for records, with their format.
    pub(crate) fn for_records(
        session: &Session,
        name: &str,
        overwrite: bool,
    ) -> Result<(Self, Format), ToolError> {
        let format = match ending(Path::new(name)).as_str() {
            "jsonl" | "ndjson" => Format::JsonLines,
            "json" => Format::Json,
            "csv" => Format::Csv,
            "tsv" => Format::Tsv,
            "xlsx" => Format::Xlsx,
            other => {
                return Err(ToolError::new(format!(
                    "`{name}`: `.{other}` is not the extension of a known format; use .jsonl, .ndjson, .json, .csv, \
                     .tsv or .xlsx"
                )));
            }
        };
        Ok((Self::named(session, name, overwrite)?, format))
    }

    /// A file for records in the first folder, under a name that is free.
    pub(crate) fn fresh(session: &Session) -> Option<Self> {
        let folder = session.folders.first();
        let path =
            (1..MAX_NUMBER).map(|number| folder.join(format!("unhusk-records-{number}.jsonl")));
        let path = path.into_iter().find(|path| path.symlink_metadata().is_err())?;
        Some(Self { shown: session.folders.shown(&path), path })
    }

    fn named(session: &Session, name: &str, overwrite: bool) -> Result<Self, ToolError> {
        let path = session.folders.inside(name)?;
        if path.is_dir() {
            return Err(ToolError::new(format!("cannot write `{name}`: it is a folder")));
        }
        if path.exists() && !overwrite {
            return Err(ToolError::new(format!(
                "`{name}` exists already; give another name, or \"overwrite\": true to replace it"
            )));
        }
        Ok(Self { shown: session.folders.shown(&path), path })
    }

    /// Fails if the file is an input of the run.
    pub(crate) fn refuse_input(&self, input: &Path) -> Result<(), ToolError> {
        if self.path == input {
            let message = format!("`{}` is read by this run; write to another file", self.shown);
            return Err(ToolError::new(message));
        }
        Ok(())
    }

    /// Creates the file; an older one stays until it is committed.
    pub(crate) fn create(&self) -> Result<AtomicFile, ToolError> {
        Ok(AtomicFile::create(&self.path)?)
    }

    /// Writes a wrapper.
    pub(crate) fn save(&self, wrapper: &Wrapper) -> Result<(), ToolError> {
        let json = wrapper.to_json();
        // A larger file could not be loaded again.
        if json.len() > Wrapper::MAX_BYTES {
            return Err(ToolError::new(format!(
                "the wrapper was not written: it would have {} bytes, and a wrapper file has at most {}; learn from \
                 fewer pages",
                json.len(),
                Wrapper::MAX_BYTES
            )));
        }
        let mut file = self.create()?;
        file.write_all(json.as_bytes()).map_err(|error| {
            ToolError::from(error).about(format!("cannot write `{}`", self.shown))
        })?;
        Ok(file.commit()?)
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
