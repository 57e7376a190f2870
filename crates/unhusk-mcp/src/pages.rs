//! Pages and wrappers that a model names.

use crate::error::ToolError;
use crate::folders::has_pattern;
use crate::session::Session;
use std::path::PathBuf;
use unhusk::Page;
use unhusk::page::PageOptions;
use unhusk::wrapper::Wrapper;
use unhusk_engine::{Inputs, Listed};
use unhusk_io::source::{
    ArchiveOptions, PageOrigin, PageRef, kept, list_without_links, read_small,
};

/// Bytes of pages in archives that are kept in memory for tools that need all pages at once.
const MAX_KEPT: u64 = 256 << 20;
/// Bytes of a sample of pages, at which it ends; the sample stays in memory.
const MAX_SAMPLED: usize = 64 << 20;

/// Returns the pages that names mean: files, folders, patterns. A name without a page yields an error in its place.
pub(crate) fn listed(session: &Session, names: &[String]) -> Result<Vec<Listed>, ToolError> {
    if names.is_empty() {
        return Err(ToolError::new("no pages are named; give files, folders or patterns"));
    }
    let mut pages = Vec::new();
    for name in names {
        let inside = session.folders.inside(name)?;
        let argument = if has_pattern(name) && !inside.exists() {
            session.folders.pattern(name)?
        } else {
            inside.to_string_lossy().into_owned()
        };
        pages.extend(
            list_without_links(&argument).pages.into_iter().map(|page| shown(session, page)),
        );
    }
    Ok(pages)
}

/// Returns the pages that names mean, those in archives too, which are kept in memory.
pub(crate) fn at_hand(session: &Session, names: &[String]) -> Result<Vec<Listed>, ToolError> {
    let inputs = Inputs::new(listed(session, names)?, ArchiveOptions::default());
    let go_on = |_: &_| !session.is_cancelled();
    Ok(kept(inputs.take_while(go_on).map(|page| page.listed), MAX_KEPT))
}

/// The files among listed pages.
pub(crate) fn files(listed: &[Listed]) -> impl Iterator<Item = &PathBuf> {
    listed.iter().flatten().filter_map(|page| match &page.origin {
        PageOrigin::File(path) => Some(path),
        _ => None,
    })
}

/// Reads one page.
pub(crate) fn read(session: &Session, name: &str) -> Result<NamedRead, ToolError> {
    let page = shown(session, Ok(PageRef::file(session.folders.inside(name)?)))?;
    read_listed(&page)
}

/// A page with its name and warnings.
pub(crate) struct NamedRead {
    pub(crate) name: String,
    pub(crate) page: Page,
    pub(crate) warnings: Vec<String>,
}

fn read_listed(page: &PageRef) -> Result<NamedRead, ToolError> {
    let read = page.read(&PageOptions::default())?;
    let warnings = read.warnings().map(|warning| format!("{}: {warning}", page.name)).collect();
    Ok(NamedRead { name: page.name.clone(), page: read.page, warnings })
}

/// Some of the listed pages, spread over the list, with the errors of those that cannot be read.
pub(crate) fn sample(
    session: &Session,
    listed: &[Listed],
    most: usize,
) -> Result<(Vec<NamedRead>, Vec<String>), ToolError> {
    let (mut pages, mut errors, mut n_bytes) = (Vec::new(), Vec::new(), 0);
    let n_chosen = listed.len().min(most);
    for position in (0..n_chosen).map(|number| number * listed.len() / n_chosen) {
        session.go_on()?;
        match &listed[position] {
            Err(error) => errors.push(error.to_string()),
            Ok(page) => match read_listed(page) {
                Ok(read) => {
                    n_bytes += read.page.source().len();
                    pages.push(read);
                }
                Err(error) => errors.push(error.into_message()),
            },
        }
        if n_bytes >= MAX_SAMPLED {
            break;
        }
    }
    Ok((pages, errors))
}

/// Loads a wrapper file; returns it with its path.
pub(crate) fn wrapper(session: &Session, name: &str) -> Result<(Wrapper, PathBuf), ToolError> {
    let path = session.folders.inside(name)?;
    let text = read_small(&path.to_string_lossy(), Wrapper::MAX_BYTES)?;
    let about = |error| ToolError::from(error).about(format!("wrapper `{name}`"));
    Ok((Wrapper::from_json(&text).map_err(about)?, path))
}

/// Replaces the name of a page by the one that the client can use.
fn shown(session: &Session, page: Listed) -> Listed {
    page.map(|mut page| {
        if let PageOrigin::File(path) = &page.origin {
            page.name = session.folders.shown(path);
        }
        page
    })
}
