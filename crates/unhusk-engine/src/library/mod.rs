//! A library of wrappers: a folder, with the versions of each wrapper and a pointer to the present one.
//!
//! ```text
//! wrappers/
//!   example-shop/
//!     0001-4be8a1c09f32d7aa.json   a version; its name has its number and its hash, and it never changes
//!     0002-91d0c3b2a4e5f688.json
//!     CURRENT                      the name of the present version
//!     lock                         held while a version is added
//! ```
//!
//! A version is written completely before the pointer is changed, and the pointer is replaced in one step, so that a
//! reader always finds a complete version. Writers take turns; a writer that names the version to replace is refused if
//! that version is no longer the present one.

mod error;
mod matching;
mod pattern;
mod version;
#[cfg(test)]
mod tests;

pub use error::LibraryError;
pub use matching::{Candidate, Match, NoMatch};
pub use pattern::UrlPattern;
pub use version::{Version, VersionHash};

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::AtomicFile;
use version::file_name;

/// A folder of wrappers.
#[derive(Debug, Clone)]
pub struct Library {
    folder: PathBuf,
}

/// The version that a new one may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaces {
    /// Any version, or none.
    Anything,
    /// Nothing: the wrapper is new.
    Nothing,
    /// This version alone.
    Version(VersionHash),
}

/// A wrapper of a library.
#[derive(Debug, Clone)]
pub struct LibraryEntry {
    /// Its name.
    pub name: String,
    /// Its present version.
    pub version: Version,
    /// The wrapper.
    pub wrapper: Wrapper,
}

/// A damaged file of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub what: String,
}

const CURRENT: &str = "CURRENT";
const LOCK: &str = "lock";

impl Library {
    /// The library in a folder, which may be missing as long as nothing is added.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a version of a wrapper and makes it the present one. A wrapper that equals the present version is not added
    /// again.
    ///
    /// # Errors
    /// If the name cannot be used, the present version is not the one in `replaces`, or the folder cannot be written.
    pub fn add(
        &self,
        name: &str,
        wrapper: &Wrapper,
        replaces: Replaces,
    ) -> Result<Version, LibraryError> {
        let folder = self.folder_of(name)?;
        let failed = |cause| LibraryError::io(&folder, cause);
        fs::create_dir_all(&folder).map_err(failed)?;
        let lock = lock_file(&folder).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let current = self.current(name)?;
        let is_expected = match replaces {
            Replaces::Anything => true,
            Replaces::Nothing => current.is_none(),
            Replaces::Version(hash) => current.as_ref().is_some_and(|known| known.hash == hash),
        };
        if !is_expected {
            return Err(LibraryError::Changed { name: name.to_owned(), current });
        }
        let json = wrapper.to_json();
        let hash = VersionHash::of(json.as_bytes());
        if let Some(same) = current.filter(|known| known.hash == hash) {
            return Ok(same);
        }
        let n_known = self.history(name)?.last().map_or(0, |last| last.number);
        let version = Version { number: n_known + 1, hash };
        write_whole(&folder.join(file_name(&version)), json.as_bytes())?;
        write_whole(&folder.join(CURRENT), format!("{}\n", file_name(&version)).as_bytes())?;
        Ok(version)
    }

    /// The wrappers, by name.
    ///
    /// # Errors
    /// If a version cannot be read.
    pub fn entries(&self) -> Result<Vec<LibraryEntry>, LibraryError> {
        let mut entries = Vec::new();
        for name in self.names()? {
            if let Some(entry) = self.get(&name)? {
                entries.push(entry);
            }
        }
        Ok(entries)
    }

    /// The present version of a wrapper; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn get(&self, name: &str) -> Result<Option<LibraryEntry>, LibraryError> {
        let Some(version) = self.current(name)? else { return Ok(None) };
        let wrapper = self.load(name, &version)?;
        Ok(Some(LibraryEntry { name: name.to_owned(), version, wrapper }))
    }

    /// All versions of a wrapper, the oldest first; also those of one that was removed.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn history(&self, name: &str) -> Result<Vec<Version>, LibraryError> {
        let folder = self.folder_of(name)?;
        let mut versions: Vec<Version> =
            file_names(&folder)?.iter().filter_map(|name| Version::of_file(name)).collect();
        versions.sort_unstable();
        Ok(versions)
    }

    /// A version of a wrapper.
    ///
    /// # Errors
    /// If it cannot be read, or its hash differs from the one in its name.
    pub fn load(&self, name: &str, version: &Version) -> Result<Wrapper, LibraryError> {
        let path = self.folder_of(name)?.join(file_name(version));
        let json = fs::read(&path).map_err(|cause| LibraryError::io(&path, cause))?;
        let damaged =
            |what: String| LibraryError::Damaged { path: path.display().to_string(), what };
        if VersionHash::of(&json) != version.hash {
            return Err(damaged("its content is not what its name says".to_owned()));
        }
        Wrapper::load(json.as_slice()).map_err(|error| damaged(error.to_string()))
    }

    /// Removes a wrapper. Its versions stay in the folder; only the pointer to the present one is deleted. Returns
    /// whether there was one.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn remove(&self, name: &str) -> Result<bool, LibraryError> {
        let folder = self.folder_of(name)?;
        let failed = |cause| LibraryError::io(&folder, cause);
        if self.current(name)?.is_none() {
            return Ok(false);
        }
        let lock = lock_file(&folder).map_err(failed)?;
        lock.lock().map_err(failed)?;
        match fs::remove_file(folder.join(CURRENT)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(cause) => Err(failed(cause)),
        }
    }

    /// Reads every version of every wrapper, and returns the damage.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn verify(&self) -> Result<Vec<Damage>, LibraryError> {
        let mut damages = Vec::new();
        for name in self.names()? {
            let folder = self.folder_of(&name)?;
            for version in self.history(&name)? {
                if let Err(error) = self.load(&name, &version) {
                    let path = folder.join(file_name(&version));
                    damages.push(Damage { path, what: error.to_string() });
                }
            }
            if let Err(error) = self.get(&name) {
                damages.push(Damage { path: folder.join(CURRENT), what: error.to_string() });
            }
        }
        Ok(damages)
    }

    /// Returns the version that the pointer names.
    fn current(&self, name: &str) -> Result<Option<Version>, LibraryError> {
        let path = self.folder_of(name)?.join(CURRENT);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(LibraryError::io(&path, cause)),
        };
        let damaged = || LibraryError::Damaged {
            path: path.display().to_string(),
            what: "it names no version".to_owned(),
        };
        Version::of_file(text.trim_end()).map(Some).ok_or_else(damaged)
    }

    /// The names of all wrappers, also of those that were removed.
    fn names(&self) -> Result<Vec<String>, LibraryError> {
        let mut names = file_names(&self.folder)?;
        names.retain(|name| is_name(name) && self.folder.join(name).is_dir());
        names.sort();
        Ok(names)
    }

    fn folder_of(&self, name: &str) -> Result<PathBuf, LibraryError> {
        if !is_name(name) {
            return Err(LibraryError::BadName(name.to_owned()));
        }
        let folder = self.folder.join(name);
        if folder.is_symlink() {
            let what = "it is a symbolic link, which may lead out of the library".to_owned();
            return Err(LibraryError::Damaged { path: folder.display().to_string(), what });
        }
        Ok(folder)
    }
}

/// Opens the file that writers lock. It is never cut: a link in its place may lead to another file.
fn lock_file(folder: &Path) -> io::Result<File> {
    File::options().append(true).create(true).open(folder.join(LOCK))
}

/// Whether a name is valid for a wrapper: it is a folder name, and stays in the library.
fn is_name(name: &str) -> bool {
    const LONGEST: usize = 64;
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= LONGEST
        && name.bytes().next().is_some_and(is_letter)
        && name.bytes().all(|byte| is_letter(byte) || b"-._".contains(&byte))
        && !name.ends_with('.')
        && !is_device(name)
}

/// Whether Windows takes the name for a device, also with an ending: `con`, `nul.json`, `com1`.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let is_port = |port: &str| {
        let number = stem.strip_prefix(port);
        number
            .is_some_and(|number| number.len() == 1 && number.bytes().all(|it| it.is_ascii_digit()))
    };
    ["con", "prn", "aux", "nul"].contains(&stem) || is_port("com") || is_port("lpt")
}

/// The names of the files in a folder; none if it is missing.
fn file_names(folder: &Path) -> Result<Vec<String>, LibraryError> {
    let failed = |cause| LibraryError::io(folder, cause);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(failed(cause)),
    };
    entries
        .map(|entry| Ok(entry.map_err(failed)?.file_name().to_string_lossy().into_owned()))
        .collect()
}

fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LibraryError> {
    use std::io::Write;
    let mut file = AtomicFile::create(path).map_err(|error| LibraryError::io(path, error.cause))?;
    file.write_all(bytes).map_err(|cause| LibraryError::io(path, cause))?;
    file.commit().map_err(|error| LibraryError::io(path, error.cause))
}
