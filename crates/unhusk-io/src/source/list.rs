//! Arguments -> pages, in the order of the arguments, sorted within folders and patterns.

use super::near::nearest_path;
use super::read::read_small;
use super::sniff::{FoundFile, classify};
use super::{PageOrigin, PageRef, SourceError};
use globset::GlobBuilder;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Largest list: a million paths of a hundred bytes fit.
const MAX_LIST_BYTES: usize = 128 << 20;

/// The pages of all arguments, and the files in folders that were left out.
#[derive(Debug, Default)]
pub struct Listing {
    /// The pages. An argument without a page yields an error in its place.
    pub pages: Vec<Result<PageRef, SourceError>>,
    /// Files in folders with an unknown extension that do not begin like pages.
    pub skipped: Vec<String>,
    /// Tables in folders, which are read only when they are named themselves.
    pub tables: Vec<String>,
    links: Links,
}

/// Treatment of symbolic links in folders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Links {
    #[default]
    Follow,
    Refuse,
}

/// Returns the pages of `arguments`: files, folders (searched through, sorted), quoted patterns, `@list.txt` (one
/// argument a line) and `-`. An argument without a page yields an error in its place.
pub fn list<S: AsRef<str>>(arguments: &[S]) -> Vec<Result<PageRef, SourceError>> {
    list_all(arguments).pages
}

/// Like [`list`], with the files in folders that were left out.
///
/// Only names are read here, so a list of a million pages costs their names; of files in folders with an unknown
/// extension, the first bytes are read.
pub fn list_all<S: AsRef<str>>(arguments: &[S]) -> Listing {
    let mut listing = Listing::default();
    for argument in arguments {
        match argument.as_ref().strip_prefix('@') {
            Some(list) => add_list(list, &mut listing),
            None => add_argument(argument.as_ref(), &mut listing),
        }
    }
    listing
}

/// Returns the pages of one argument (a file, a folder or a pattern), for callers that may read below one folder alone:
/// a symbolic link in a folder is not followed, and yields an error in its place.
pub fn list_without_links(argument: &str) -> Listing {
    let mut listing = Listing { links: Links::Refuse, ..Listing::default() };
    add_argument(argument, &mut listing);
    listing
}

/// Returns all pages in the folder of `path`, sorted, without sub-folders and archives.
pub fn pages_beside(path: &Path) -> Vec<Result<PageRef, SourceError>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found: Vec<_> = walk(shown, 1, Links::Follow).collect();
    if folder.as_os_str().is_empty() {
        strip_dot(&mut found);
    }
    let mut listing = Listing::default();
    for entry in found {
        listing.add_found(folder, entry);
    }
    listing.pages.retain(|page| page.as_ref().map_or(true, |page| !page.is_archive_name()));
    listing.pages
}

impl Listing {
    /// Adds a file that was found in a folder, if it is a page.
    fn add_found(&mut self, folder: &Path, entry: Result<PathBuf, SourceError>) {
        let page = match entry {
            Ok(path) => PageRef::below(folder, path),
            Err(error) => return self.pages.push(Err(error)),
        };
        match classify(&page) {
            FoundFile::Page | FoundFile::Archive => self.pages.push(Ok(page)),
            FoundFile::Unknown => self.skipped.push(page.name),
            FoundFile::Table => self.tables.push(page.name),
            FoundFile::Other => {}
        }
    }
}

fn add_list(list: &str, listing: &mut Listing) {
    let text = match read_small(list, MAX_LIST_BYTES) {
        Ok(text) => text,
        Err(error) => return listing.pages.push(Err(SourceError::List(Box::new(error)))),
    };
    let n_before = listing.pages.len();
    for line in
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if line.starts_with('@') {
            listing.pages.push(Err(SourceError::NestedList {
                list: list.to_owned(),
                line: line.to_owned(),
            }));
        } else {
            add_argument(line, listing);
        }
    }
    if listing.pages.len() == n_before {
        listing.pages.push(Err(SourceError::EmptyList(list.to_owned())));
    }
}

fn add_argument(argument: &str, listing: &mut Listing) {
    let path = Path::new(argument);
    let (pages, links) = (&mut listing.pages, listing.links);
    if argument == "-" {
        let is_again = pages.iter().flatten().any(|page| page.origin == PageOrigin::Stdin);
        pages.push(if is_again { Err(SourceError::StdinTwice) } else { Ok(PageRef::stdin()) });
    } else if is_url(argument) {
        pages.push(Err(SourceError::Url(argument.to_owned())));
    } else if path.is_dir() {
        add_folder(argument, listing);
    } else if path.exists() || !is_pattern(argument) {
        pages.push(existing(path));
    } else {
        add_pattern(argument, links, pages);
    }
}

fn is_url(argument: &str) -> bool {
    let lower = argument.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

fn existing(path: &Path) -> Result<PageRef, SourceError> {
    match (path.metadata(), of_lossy_name(path)) {
        (Ok(_), _) => Ok(PageRef::file(path)),
        (Err(_), Some(path)) => Ok(PageRef::file(path)),
        (Err(cause), None) => Err(SourceError::Io {
            path: path.to_string_lossy().into_owned(),
            near: nearest_path(path),
            cause,
        }),
    }
}

/// Returns the file whose name is not UTF-8 and is shown as this path; `None` unless there is exactly one. Arguments
/// are text, in which U+FFFD replaces invalid bytes.
fn of_lossy_name(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str().filter(|name| name.contains('\u{fffd}'))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = folder.unwrap_or(Path::new(".")).read_dir().ok()?;
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    let mut matching = names.filter(|found| found.to_string_lossy() == name);
    match (matching.next(), matching.next()) {
        (Some(found), None) => Some(path.with_file_name(found)),
        _ => None,
    }
}

fn add_folder(folder: &str, listing: &mut Listing) {
    let n_before = listing.pages.len();
    let (mut n_files, mut first) = (0, None);
    for entry in walk(Path::new(folder), usize::MAX, listing.links) {
        n_files += 1;
        if first.is_none() {
            first = entry.as_ref().ok().map(|path| path.to_string_lossy().into_owned());
        }
        listing.add_found(Path::new(folder), entry);
    }
    if listing.pages.len() == n_before {
        let folder = folder.to_owned();
        listing.pages.push(Err(SourceError::EmptyFolder { folder, n_files, first }));
    }
}

/// Whether the argument has a character with a meaning in patterns.
fn is_pattern(argument: &str) -> bool {
    argument.contains(['*', '?', '[', '{'])
}

fn add_pattern(pattern: &str, links: Links, pages: &mut Vec<Result<PageRef, SourceError>>) {
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
    let mut found: Vec<_> = walk(&root, max_depth, links).collect();
    if fixed.as_os_str().is_empty() {
        strip_dot(&mut found);
    }
    for entry in found {
        match entry {
            Ok(path) if !glob.is_match(&path) => {}
            // A link further up in the tree could lead to matches.
            Err(SourceError::Link(path)) if max_depth == 1 && !glob.is_match(&path) => {}
            found => pages.push(found.map(|path| PageRef::below(&fixed, path))),
        }
    }
    if pages.len() == n_before {
        pages.push(Err(SourceError::NoMatch(pattern.to_owned())));
    }
}

/// Returns the folders before the first part that is a pattern, in which the search begins.
fn fixed_folder(pattern: &str) -> PathBuf {
    let open = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    match pattern[..open].rfind('/') {
        Some(0) => PathBuf::from("/"),
        Some(slash) => PathBuf::from(&pattern[..slash]),
        None => PathBuf::new(),
    }
}

/// Returns the number of levels below `fixed` that a pattern without `**` can match. `{a/b,c}` may count too many,
/// which only reads more names.
fn n_open_parts(pattern: &str, fixed: &Path) -> usize {
    let n_parts = |text: &str| text.split('/').filter(|part| !part.is_empty()).count();
    n_parts(pattern) - n_parts(&fixed.to_string_lossy())
}

/// Returns the files below `folder` in the order of their names. Hidden files and folders are left out.
fn walk(
    folder: &Path,
    max_depth: usize,
    links: Links,
) -> impl Iterator<Item = Result<PathBuf, SourceError>> {
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    WalkDir::new(folder)
        .follow_links(links == Links::Follow)
        .sort_by_file_name()
        .max_depth(max_depth)
        .into_iter()
        .filter_entry(move |entry| entry.depth() == 0 || !hidden(entry.file_name()))
        .filter_map(move |entry| match entry {
            Ok(entry) if entry.depth() > 0 && links == Links::Refuse && entry.path_is_symlink() => {
                Some(Err(SourceError::Link(entry.path().to_string_lossy().into_owned())))
            }
            Ok(entry) => entry.file_type().is_file().then(|| Ok(entry.into_path())),
            Err(error) => Some(Err(walk_error(error))),
        })
}

fn walk_error(error: walkdir::Error) -> SourceError {
    let path = error.path().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    SourceError::Io { path, near: None, cause: error.into() }
}

/// Removes the leading `./`, for arguments without a folder: `./a.html` -> `a.html`.
fn strip_dot(found: &mut [Result<PathBuf, SourceError>]) {
    for path in found.iter_mut().flatten() {
        if let Ok(bare) = path.strip_prefix(".") {
            *path = bare.to_owned();
        }
    }
}
