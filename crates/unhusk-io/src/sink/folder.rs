//! A folder of files that appears in one step: written beside its place, then renamed.

use super::SinkError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir};

/// A folder that replaces an older one only when all its files are written. Dropped without [`commit`](Self::commit),
/// it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFolder {
    target: PathBuf,
    temporary: TempDir,
}

impl AtomicFolder {
    /// Begins a folder that will replace the one at `path`.
    ///
    /// # Errors
    /// If `path` is a file, or if no folder can be created beside it.
    pub fn create(path: &Path) -> Result<Self, SinkError> {
        let begun = || {
            if path.exists() && !path.is_dir() {
                return Err(io::Error::from(io::ErrorKind::NotADirectory));
            }
            let target = std::path::absolute(path)?;
            let parent = target.parent().unwrap_or(Path::new("/"));
            let mut builder = Builder::new();
            usual_permissions(builder.prefix(".unhusk-").suffix(".tmp"));
            Ok(Self { temporary: builder.tempdir_in(parent)?, target: target.clone() })
        };
        begun().map_err(|cause| failure(path, cause))
    }

    /// Writes a file; `name` is its path below the folder, with `/`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), SinkError> {
        let path = self.temporary.path().join(name);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(&path, contents));
        let synced = written.and_then(|()| fs::File::open(&path)?.sync_all());
        synced.map_err(|cause| failure(&self.target.join(name), cause))
    }

    /// Moves the folder into its place. An older one is moved away first and removed last; if the new one cannot be
    /// moved, the older one is restored.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn commit(self) -> Result<(), SinkError> {
        let Self { target, temporary } = self;
        let placed = if target.exists() {
            replace(&temporary, &target)
        } else {
            fs::rename(temporary.path(), &target)
        };
        placed.map_err(|cause| failure(&target, cause))?;
        // The temporary folder is gone; only its guard is left.
        let _ = temporary.keep();
        Ok(())
    }
}

fn replace(temporary: &TempDir, target: &Path) -> io::Result<()> {
    let parent = target.parent().unwrap_or(Path::new("/"));
    let aside = Builder::new().prefix(".unhusk-").suffix(".tmp").tempdir_in(parent)?;
    let older = aside.path().join("older");
    fs::rename(target, &older)?;
    fs::rename(temporary.path(), target).inspect_err(|_| {
        // For any error, the older folder is restored.
        let _ = fs::rename(&older, target);
    })
}

fn failure(path: &Path, cause: io::Error) -> SinkError {
    SinkError { path: path.to_string_lossy().into_owned(), cause }
}

/// Sets the permissions of a usual new folder, less the user's mask; temporary folders are private otherwise.
#[cfg(unix)]
fn usual_permissions(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o777));
}

#[cfg(not(unix))]
fn usual_permissions(_builder: &mut Builder<'_, '_>) {}

#[cfg(test)]
mod tests {
    use super::AtomicFolder;
    use std::fs;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_appears_with_all_its_files_and_replaces_an_older_one() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("out");
        for (file, gone) in [("a/1.txt", None), ("b.txt", Some("a"))] {
            let folder = AtomicFolder::create(&target).unwrap();
            folder.write(file, b"x").unwrap();
            assert!(!target.join(file).exists());
            folder.commit().unwrap();
            assert_eq!(fs::read(target.join(file)).unwrap(), b"x");
            assert!(gone.is_none_or(|gone| !target.join(gone).exists()));
            assert_eq!(names(parent.path()), ["out"]);
        }
    }

    #[test]
    fn without_commit_the_older_folder_stays() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("out");
        fs::create_dir(&target).unwrap();
        fs::write(target.join("old.txt"), "x").unwrap();
        let folder = AtomicFolder::create(&target).unwrap();
        folder.write("new.txt", b"x").unwrap();
        drop(folder);
        assert_eq!(names(&target), ["old.txt"]);
        assert_eq!(names(parent.path()), ["out"]);
    }

    #[test]
    fn a_file_is_not_replaced_by_a_folder() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("out");
        fs::write(&target, "x").unwrap();
        let error = AtomicFolder::create(&target).unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot write `{}`", target.display())), "{error}");
    }
}
