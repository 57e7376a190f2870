//! Paths that name an open file rather than a place: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/1`.
//!
//! Such a path names a file that the shell has opened. Replacing that file would take it away from all other programs
//! that write to it, so it is written through.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// More links than this are a loop.
#[cfg(unix)]
const MAX_LINKS: usize = 40;

/// Whether `path` leads to the standard output of this process.
pub fn is_standard_output(path: &Path) -> bool {
    open_file_number(path) == Some(1)
}

/// The open file that `path` names, ready to be written to; `None` if it names a place.
pub(super) fn open(path: &Path) -> Option<io::Result<File>> {
    open_file_number(path).map(|number| match number {
        #[cfg(unix)]
        1 => shared(&io::stdout()),
        #[cfg(unix)]
        2 => shared(&io::stderr()),
        // Earlier content stays.
        _ => OpenOptions::new().append(true).open(path),
    })
}

/// Shares the position of the stream, so that all writers append one after the other.
#[cfg(unix)]
fn shared(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

/// Returns the number behind `/dev/fd/` or `/proc/self/fd/`, links followed up to there and no further.
#[cfg(unix)]
fn open_file_number(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let folder = match path.parent()? {
            parent if parent.as_os_str().is_empty() => Path::new("."),
            parent => parent,
        };
        // `/dev/fd` and `/proc/self` are links themselves, to targets that differ from system to system.
        let folder = folder.canonicalize().ok()?;
        if folder == Path::new("/dev/fd") || is_open_files(&folder) {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder.join(path.read_link().ok()?);
    }
    None
}

#[cfg(not(unix))]
fn open_file_number(_path: &Path) -> Option<u32> {
    None
}

/// Whether a folder is `/proc/1234/fd` or `/proc/1234/task/1234/fd` of this process; numbers of other processes are
/// plain paths here.
#[cfg(unix)]
fn is_open_files(folder: &Path) -> bool {
    let own = Path::new("/proc").join(std::process::id().to_string());
    folder.starts_with(own) && folder.ends_with("fd")
}
