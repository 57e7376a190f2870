//! The folders that the server may use, and the rule for every path that a model gives.
//!
//! A path is relative to a folder that was named at start, or absolute and below one. It has no `..`, no hidden part,
//! and no symbolic link below the folder, so that the file is in the folder. The rule is checked on the path before
//! anything is opened; whoever can replace a file by a link in between can read the file anyway.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The folders that were named at start.
#[derive(Debug, Clone)]
pub struct Folders {
    roots: Vec<Root>,
}

/// Reason why a folder cannot be used.
#[derive(Debug)]
pub struct FolderError {
    folder: String,
    cause: Option<io::Error>,
}

#[derive(Debug, Clone)]
struct Root {
    /// The path as given, made absolute.
    given: PathBuf,
    /// The path without links.
    path: PathBuf,
}

/// A path that the rule refuses. Its `Display` gives the reason, and the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefusedPath {
    path: String,
    why: &'static str,
    folders: String,
}

/// Names that Windows takes for devices, in any folder and with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Names that Windows takes for devices when one digit follows, such as `com1`.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

impl Folders {
    /// Checks the folders, which must exist; the first one holds output files without a folder.
    ///
    /// # Errors
    /// If one of them is no folder, or cannot be read.
    pub fn new(folders: &[PathBuf]) -> Result<Self, FolderError> {
        if folders.is_empty() {
            return Err(FolderError { folder: String::new(), cause: None });
        }
        let root = |folder: &PathBuf| {
            let shown = || folder.to_string_lossy().into_owned();
            let fail = |cause| FolderError { folder: shown(), cause: Some(cause) };
            let path = folder.canonicalize().map_err(fail)?;
            if !path.is_dir() {
                return Err(FolderError { folder: shown(), cause: None });
            }
            Ok(Root { given: std::path::absolute(folder).map_err(fail)?, path })
        };
        Ok(Self { roots: folders.iter().map(root).collect::<Result<_, _>>()? })
    }

    /// Returns the file of a path, which need not exist.
    pub(crate) fn inside(&self, path: &str) -> Result<PathBuf, RefusedPath> {
        let refused = |why| self.refused(path, why);
        let relative = self.relative(path)?;
        let parts = parts(&relative).map_err(refused)?;
        let root = self.root_of(path, &parts);
        without_links(&root.path, &parts).map_err(refused)
    }

    /// Returns the absolute form of a pattern. It begins with the path of a folder.
    pub(crate) fn pattern(&self, pattern: &str) -> Result<String, RefusedPath> {
        let refused = |why| self.refused(pattern, why);
        let relative = self.relative(pattern)?;
        let parts = parts(&relative).map_err(refused)?;
        if pattern.contains("..") {
            return Err(refused("goes up (`..`)"));
        }
        let n_fixed = parts.iter().take_while(|part| !has_pattern(part)).count();
        let root = &self.root_of(pattern, &parts[..n_fixed]).path;
        without_links(root, &parts[..n_fixed]).map_err(refused)?;
        let root = root.to_string_lossy();
        if has_pattern(&root) {
            return Err(refused("is a pattern below a folder whose own path has one of `*?[{`"));
        }
        Ok(format!("{root}/{}", parts.join("/")))
    }

    /// Returns the name of a path in answers: a path that the client can use.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let alone = self.roots.first().filter(|_| self.roots.len() == 1);
        let below = alone.and_then(|root| path.strip_prefix(&root.path).ok());
        below.unwrap_or(path).to_string_lossy().into_owned()
    }

    /// The first folder.
    pub(crate) fn first(&self) -> &Path {
        &self.roots[0].path
    }

    /// Returns the folder of a path: the one that it begins with or, for a relative path, the first in which it exists.
    fn root_of(&self, path: &str, parts: &[&str]) -> &Root {
        let named = self.roots.iter().find(|root| root.below(path).is_some());
        let has = |root: &&Root| !parts.is_empty() && root.path.join(parts.join("/")).exists();
        named.or_else(|| self.roots.iter().find(has)).unwrap_or(&self.roots[0])
    }

    /// The path below its folder.
    fn relative(&self, path: &str) -> Result<String, RefusedPath> {
        let refused = |why| Err(self.refused(path, why));
        if path.trim().is_empty() {
            return refused("is empty");
        }
        if path.contains('\\') {
            return refused("has a `\\`; folders are parted by `/`");
        }
        if path.contains(char::is_control) {
            return refused("has a control character");
        }
        if path == "-" || path.starts_with(['@', '~']) || has_scheme(path) {
            return refused("is no path of a file");
        }
        if !Path::new(path).has_root() {
            return Ok(path.to_owned());
        }
        match self.roots.iter().find_map(|root| root.below(path)) {
            Some(below) => Ok(below),
            None => refused("is outside of these folders"),
        }
    }

    fn refused(&self, path: &str, why: &'static str) -> RefusedPath {
        let folders: Vec<String> =
            self.roots.iter().map(|root| format!("`{}`", root.path.display())).collect();
        RefusedPath { path: path.to_owned(), why, folders: folders.join(", ") }
    }
}

impl Root {
    /// The rest of an absolute path that begins with this folder.
    fn below(&self, path: &str) -> Option<String> {
        let path = Path::new(path).has_root().then(|| Path::new(path))?;
        let below =
            path.strip_prefix(&self.given).or_else(|_| path.strip_prefix(&self.path)).ok()?;
        Some(below.to_str()?.to_owned())
    }
}

/// Whether a path begins as a URL or with a drive: `file:`, `https:`, `C:`.
fn has_scheme(path: &str) -> bool {
    let Some((scheme, _)) = path.split_once(':') else { return false };
    !scheme.is_empty()
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'))
}

/// The parts of a relative path; none for the folder itself.
fn parts(path: &str) -> Result<Vec<&str>, &'static str> {
    let mut parts = Vec::new();
    for component in Path::new(path).components() {
        let part = match component {
            Component::CurDir => continue,
            Component::Normal(part) => part.to_str().unwrap_or_default(),
            Component::ParentDir => return Err("goes up (`..`)"),
            Component::RootDir | Component::Prefix(_) => return Err("is outside of these folders"),
        };
        if part.starts_with('.') {
            return Err("is hidden: a part of it begins with `.`");
        }
        if is_device(part) {
            return Err("is the name of a device");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// The path of the parts below a folder; none of them is a symbolic link, a device or a pipe.
fn without_links(folder: &Path, parts: &[&str]) -> Result<PathBuf, &'static str> {
    let mut path = folder.to_owned();
    for part in parts {
        path.push(part);
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                return Err("is a symbolic link, or behind one");
            }
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
                return Err("is a device or a pipe");
            }
            _ => {}
        }
    }
    Ok(path)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |prefix: &&str| {
        stem.strip_prefix(*prefix).is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(numbered)
}

/// Whether a path has a character with a meaning in patterns.
pub(crate) fn has_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[', '{'])
}

impl fmt::Display for RefusedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, why, folders } = self;
        let shown: String = path.chars().take(200).collect();
        write!(
            f,
            "`{}` {why}; only files below the folders that were named at start (--folder) are read and written: \
             {folders}; give a path relative to one of them",
            shown.escape_debug()
        )
    }
}

impl std::error::Error for RefusedPath {}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            None => write!(f, "--folder: `{}` is no folder", self.folder),
            Some(cause) if cause.kind() == io::ErrorKind::NotFound => {
                write!(f, "--folder: there is no folder `{}`", self.folder)
            }
            Some(cause) => write!(f, "--folder: cannot use `{}`: {cause}", self.folder),
        }
    }
}

impl std::error::Error for FolderError {}

#[cfg(test)]
mod tests;
