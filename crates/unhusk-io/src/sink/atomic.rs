//! A file that appears in one step: written beside its place, synced, renamed. Until [`AtomicFile::commit`] an older
//! file of that name is untouched. The temporary file is locked while it is written, so that one without a lock is known
//! to be left from a program that was killed.

use super::descriptor;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file that replaces an older one only when it is complete. Dropped without [`commit`](Self::commit), it leaves
/// nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    /// The path as given, for messages.
    name: String,
    output: OutputFile,
}

#[derive(Debug)]
enum OutputFile {
    /// A temporary file that is renamed at the end.
    Beside { file: BufWriter<NamedTempFile>, target: PathBuf },
    /// A device, a pipe, or a file that another program has opened: it cannot be replaced by renaming.
    Direct(BufWriter<File>),
}

const TEMPORARY_PREFIX: &str = ".unhusk-";
const TEMPORARY_SUFFIX: &str = ".tmp";

/// Temporary files that are created until one is locked before another program removes it.
const MAX_ATTEMPTS: usize = 8;

/// Reason why a file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{path}`: {}", reason(.cause))]
pub struct SinkError {
    /// The path as given.
    pub path: String,
    /// The error of the operating system; the message rephrases it in plain words.
    pub cause: io::Error,
}

impl AtomicFile {
    /// Begins the file that will be at `path`. A link is followed; an older file keeps its permissions.
    pub fn create(path: &Path) -> Result<Self, SinkError> {
        let name = path.to_string_lossy().into_owned();
        match begin(path) {
            Ok(output) => Ok(Self { name, output }),
            Err(cause) => Err(SinkError { path: name, cause }),
        }
    }

    /// The path as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path of the temporary file, for a program that must end without its destructors.
    pub fn temporary_path(&self) -> Option<&Path> {
        match &self.output {
            OutputFile::Beside { file, .. } => Some(file.get_ref().path()),
            OutputFile::Direct(_) => None,
        }
    }

    /// Whether a file name is that of a temporary file, which a killed program leaves behind.
    pub fn is_temporary(name: &str) -> bool {
        name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX)
    }

    /// Moves the file into its place; it is on the disk before it gets its name.
    pub fn commit(self) -> Result<(), SinkError> {
        let done = match self.output {
            OutputFile::Beside { file, target } => put_in_place(file, &target),
            OutputFile::Direct(mut file) => file.flush(),
        };
        done.map_err(|cause| SinkError { path: self.name, cause })
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.output {
            OutputFile::Beside { file, .. } => file.write(bytes),
            OutputFile::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.output {
            OutputFile::Beside { file, .. } => file.flush(),
            OutputFile::Direct(file) => file.flush(),
        }
    }
}

fn begin(path: &Path) -> io::Result<OutputFile> {
    if let Some(file) = descriptor::open(path) {
        return Ok(OutputFile::Direct(BufWriter::new(file?)));
    }
    let older = match fs::metadata(path) {
        Ok(older) => Some(older),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match older {
        Some(older) if older.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Some(older) if !older.is_file() => {
            Ok(OutputFile::Direct(BufWriter::new(OpenOptions::new().write(true).open(path)?)))
        }
        Some(older) if older.permissions().readonly() => {
            Err(io::ErrorKind::PermissionDenied.into())
        }
        Some(older) => begin_beside(path.canonicalize()?, Some(older.permissions())),
        None => begin_beside(path.to_owned(), None),
    }
}

fn begin_beside(target: PathBuf, permissions: Option<fs::Permissions>) -> io::Result<OutputFile> {
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    match permissions {
        Some(permissions) => {
            builder.permissions(permissions);
        }
        None => usual_permissions(&mut builder),
    }
    let file = create_locked(&builder, folder_of(&target))?;
    Ok(OutputFile::Beside { file: BufWriter::new(file), target })
}

/// Creates a temporary file and locks it. A file that [`remove_abandoned`] removes before it is locked is created again.
fn create_locked(builder: &Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    for _ in 1..MAX_ATTEMPTS {
        let file = builder.tempfile_in(folder)?;
        // On a file system without locks, nothing is removed either.
        if file.as_file().lock().is_err() || file.path().exists() {
            return Ok(file);
        }
    }
    builder.tempfile_in(folder)
}

/// Removes the temporary files that killed programs left in the folder of `path`; returns their names, sorted. A file
/// that a program is writing is locked, and stays.
pub fn remove_abandoned(path: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder_of(path)) else { return Vec::new() };
    let is_removed = |path: &Path| {
        let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
        let open = || OpenOptions::new().write(true).open(path);
        // The lock is held until the file is removed.
        is_file && open().is_ok_and(|file| file.try_lock().is_ok() && fs::remove_file(path).is_ok())
    };
    let mut removed: Vec<String> = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .filter(|(name, path)| AtomicFile::is_temporary(name) && is_removed(path))
        .map(|(name, _)| name)
        .collect();
    removed.sort();
    removed
}

fn put_in_place(file: BufWriter<NamedTempFile>, target: &Path) -> io::Result<()> {
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    sync_folder(folder_of(target))
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Sets the permissions of a usual new file, less the user's mask; temporary files are private otherwise.
#[cfg(unix)]
fn usual_permissions(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn usual_permissions(_builder: &mut Builder<'_, '_>) {}

/// Syncs the folder: only then the new name is on the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}
