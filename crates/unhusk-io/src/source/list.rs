//! Arguments -> the pages they name, in the order of the arguments, sorted within folders and patterns.

use super::name::{FileName, is_page_name};
use super::near::nearest_path;
use super::read::read_small;
use super::{PageOrigin, PageRef, SourceError};
use globset::GlobBuilder;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A list of a million paths of a hundred bytes has its place here.
const MAX_LIST_BYTES: usize = 128 << 20;

/// The pages that `arguments` name: files, folders (searched through, sorted), quoted patterns, `@list.txt`
/// (one argument a line) and `-`. What leads nowhere stands in its place as an error.
///
/// Nothing but names is read here, so a list of a million pages costs their names.
pub fn list<S: AsRef<str>>(arguments: &[S]) -> Vec<Result<PageRef, SourceError>> {
    let mut pages = Vec::new();
    for argument in arguments {
        match argument.as_ref().strip_prefix('@') {
            Some(list) => add_list(list, &mut pages),
            None => add_argument(argument.as_ref(), &mut pages),
        }
    }
    pages
}

/// All pages in the folder of `path`, sorted, sub-folders left out.
pub fn pages_beside(path: &Path) -> Vec<Result<PageRef, SourceError>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found: Vec<_> = walk(shown, 1)
        .filter(|entry| !matches!(entry, Ok(page) if !is_page_name(&page.to_string_lossy())))
        .collect();
    if folder.as_os_str().is_empty() {
        strip_dot(&mut found);
    }
    found.into_iter().map(|entry| entry.map(PageRef::file)).collect()
}

fn add_list(list: &str, pages: &mut Vec<Result<PageRef, SourceError>>) {
    let text = match read_small(list, MAX_LIST_BYTES) {
        Ok(text) => text,
        Err(error) => return pages.push(Err(SourceError::List(Box::new(error)))),
    };
    let n_before = pages.len();
    for line in
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if line.starts_with('@') {
            pages.push(Err(SourceError::NestedList {
                list: list.to_owned(),
                line: line.to_owned(),
            }));
        } else {
            add_argument(line, pages);
        }
    }
    if pages.len() == n_before {
        pages.push(Err(SourceError::EmptyList(list.to_owned())));
    }
}

fn add_argument(argument: &str, pages: &mut Vec<Result<PageRef, SourceError>>) {
    let path = Path::new(argument);
    if argument == "-" {
        let is_again = pages.iter().flatten().any(|page| page.origin == PageOrigin::Stdin);
        pages.push(if is_again { Err(SourceError::StdinTwice) } else { Ok(PageRef::stdin()) });
    } else if let Some(error) = later(argument) {
        pages.push(Err(error));
    } else if path.is_dir() {
        add_folder(argument, pages);
    } else if path.exists() || !is_pattern(argument) {
        pages.push(existing(path));
    } else {
        add_pattern(argument, pages);
    }
}

/// Sources that are named in the manual and not read by this version.
fn later(argument: &str) -> Option<SourceError> {
    let lower = argument.to_ascii_lowercase();
    let (kind, instead) = if lower.starts_with("http://") || lower.starts_with("https://") {
        ("URLs", "download the page first, or pipe it: curl -s URL | unhusk ... -")
    } else if FileName::new(argument).ending == "warc" {
        ("WARC archives", "unpack the pages into a folder and name the folder")
    } else {
        return None;
    };
    Some(SourceError::Later { path: argument.to_owned(), kind, instead })
}

fn existing(path: &Path) -> Result<PageRef, SourceError> {
    match path.metadata() {
        Ok(_) => Ok(PageRef::file(path)),
        Err(cause) => Err(SourceError::Io {
            path: path.to_string_lossy().into_owned(),
            near: nearest_path(path),
            cause,
        }),
    }
}

fn add_folder(folder: &str, pages: &mut Vec<Result<PageRef, SourceError>>) {
    let n_before = pages.len();
    for entry in walk(Path::new(folder), usize::MAX) {
        match entry {
            Ok(path) if !is_page_name(&path.to_string_lossy()) => {}
            found => pages.push(found.map(PageRef::file)),
        }
    }
    if pages.len() == n_before {
        pages.push(Err(SourceError::EmptyFolder(folder.to_owned())));
    }
}

/// Whether the argument has a character that means something in a pattern.
fn is_pattern(argument: &str) -> bool {
    argument.contains(['*', '?', '[', '{'])
}

fn add_pattern(pattern: &str, pages: &mut Vec<Result<PageRef, SourceError>>) {
    let glob = match GlobBuilder::new(pattern).literal_separator(true).build() {
        Ok(glob) => glob.compile_matcher(),
        Err(error) => {
            let why = error.kind().to_string();
            return pages.push(Err(SourceError::BadPattern { pattern: pattern.to_owned(), why }));
        }
    };
    let n_before = pages.len();
    let fixed = fixed_folder(pattern);
    let root = if fixed.as_os_str().is_empty() { PathBuf::from(".") } else { fixed.clone() };
    let max_depth = if pattern.contains("**") { usize::MAX } else { n_open_parts(pattern, &fixed) };
    let mut found: Vec<_> = walk(&root, max_depth).collect();
    if fixed.as_os_str().is_empty() {
        strip_dot(&mut found);
    }
    for entry in found {
        match entry {
            Ok(path) if !glob.is_match(&path) => {}
            found => pages.push(found.map(PageRef::file)),
        }
    }
    if pages.len() == n_before {
        pages.push(Err(SourceError::NoMatch(pattern.to_owned())));
    }
}

/// The folders before the first part that is a pattern: where the search begins.
fn fixed_folder(pattern: &str) -> PathBuf {
    let open = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    match pattern[..open].rfind('/') {
        Some(0) => PathBuf::from("/"),
        Some(slash) => PathBuf::from(&pattern[..slash]),
        None => PathBuf::new(),
    }
}

/// How many levels below `fixed` a pattern without `**` can reach. `{a/b,c}` may count too many, which only
/// looks at more names.
fn n_open_parts(pattern: &str, fixed: &Path) -> usize {
    let n_parts = |text: &str| text.split('/').filter(|part| !part.is_empty()).count();
    n_parts(pattern) - n_parts(&fixed.to_string_lossy())
}

/// The files below `folder` in the order of their names. Hidden files and folders are left out, links followed.
fn walk(folder: &Path, max_depth: usize) -> impl Iterator<Item = Result<PathBuf, SourceError>> {
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .max_depth(max_depth)
        .into_iter()
        .filter_entry(move |entry| entry.depth() == 0 || !hidden(entry.file_name()))
        .filter_map(|entry| match entry {
            Ok(entry) => entry.file_type().is_file().then(|| Ok(entry.into_path())),
            Err(error) => Some(Err(walk_error(error))),
        })
}

fn walk_error(error: walkdir::Error) -> SourceError {
    let path = error.path().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    SourceError::Io { path, near: None, cause: error.into() }
}

/// `./a.html` -> `a.html` where the person wrote no folder.
fn strip_dot(found: &mut [Result<PathBuf, SourceError>]) {
    for path in found.iter_mut().flatten() {
        if let Ok(bare) = path.strip_prefix(".") {
            *path = bare.to_owned();
        }
    }
}
