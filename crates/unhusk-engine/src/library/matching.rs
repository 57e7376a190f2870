//! Which wrapper of a library a page is for: by its address, the longest pattern first, then by what is read on it.

use super::LibraryEntry;
use super::pattern::UrlPattern;
use unhusk::Page;

/// The wrapper that a page is for.
#[derive(Debug, Clone, Copy)]
pub struct LibraryMatch<'l> {
    /// The wrapper.
    pub entry: &'l LibraryEntry,
    /// Why it was taken.
    pub why: &'static str,
}

/// Why no wrapper was taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMatch {
    /// No wrapper is for such a page.
    #[error("no wrapper of the library is for this page")]
    None,
    /// Several are; none is guessed.
    #[error("several wrappers of the library are for this page: {}; give them longer patterns", .0.join(", "))]
    Several(Vec<String>),
}

impl<'l> LibraryMatch<'l> {
    /// The wrapper for a page of an address. The pattern that says most decides; among equals, and where no address is
    /// known, the one wrapper that reads records on the page.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(
        entries: &'l [LibraryEntry],
        url: Option<&str>,
        page: Option<&Page>,
    ) -> Result<Self, NoMatch> {
        let (candidates, why): (Vec<&LibraryEntry>, _) = match url {
            Some(url) => (by_address(entries, url), "its pattern fits the address best"),
            None => (entries.iter().collect(), "it alone reads records on the page"),
        };
        if let ([entry], true) = (candidates.as_slice(), url.is_some()) {
            return Ok(Self { entry, why });
        }
        let Some(page) = page else { return Err(unsettled(&candidates)) };
        let reads = |entry: &&LibraryEntry| !entry.wrapper.extract(page).records.is_empty();
        let reading: Vec<&LibraryEntry> = candidates.into_iter().filter(reads).collect();
        match reading.as_slice() {
            [entry] => Ok(Self { entry, why: "it alone reads records on the page" }),
            several => Err(unsettled(several)),
        }
    }
}

/// The wrappers whose patterns fit an address, as far as none says more than the others.
fn by_address<'l>(entries: &'l [LibraryEntry], url: &str) -> Vec<&'l LibraryEntry> {
    let fitting: Vec<(usize, &LibraryEntry)> = entries
        .iter()
        .filter_map(|entry| {
            let pattern = UrlPattern::new(entry.wrapper.applies.url.as_deref()?);
            pattern.matches(url).then(|| (pattern.n_fixed(), entry))
        })
        .collect();
    let longest = fitting.iter().map(|(n_fixed, _)| *n_fixed).max();
    fitting.into_iter().filter(|(n, _)| Some(*n) == longest).map(|(_, entry)| entry).collect()
}

fn unsettled(candidates: &[&LibraryEntry]) -> NoMatch {
    if candidates.is_empty() {
        NoMatch::None
    } else {
        NoMatch::Several(candidates.iter().map(|entry| entry.name.clone()).collect())
    }
}
