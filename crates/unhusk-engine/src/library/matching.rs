//! Choice of the wrapper for a page: by its address, the longest pattern first, then by the records read on it.

use super::pattern::UrlPattern;
use unhusk::Page;
use unhusk::wrapper::Wrapper;

/// A wrapper that may suit a page.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'w> {
    /// Its name.
    pub name: &'w str,
    /// The wrapper.
    pub wrapper: &'w Wrapper,
}

/// The wrapper of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Its position among the candidates.
    pub at: usize,
    /// The reason for the choice.
    pub why: &'static str,
}

/// Reason why no wrapper was chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMatch {
    /// No wrapper suits the page.
    #[error("no wrapper of the library is for this page")]
    None,
    /// Several wrappers suit the page; none is guessed.
    #[error("several wrappers of the library are for this page: {}; give them longer patterns", .0.join(", "))]
    Several(Vec<String>),
}

impl Match {
    /// Returns the wrapper for a page at an address. The pattern that fixes most characters decides; among equals, and
    /// without an address, the only wrapper that reads records on the page.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(
        candidates: &[Candidate<'_>],
        url: Option<&str>,
        page: Option<&Page>,
    ) -> Result<Self, NoMatch> {
        let fitting: Vec<usize> = match url {
            Some(url) => by_address(candidates, url),
            None => (0..candidates.len()).collect(),
        };
        if let (&[at], true) = (fitting.as_slice(), url.is_some()) {
            return Ok(Self { at, why: "its pattern fits the address best" });
        }
        let unsettled = |several: &[usize]| match several {
            [] => NoMatch::None,
            several => {
                NoMatch::Several(several.iter().map(|&at| candidates[at].name.to_owned()).collect())
            }
        };
        let Some(page) = page else { return Err(unsettled(&fitting)) };
        let reads = |at: &usize| !candidates[*at].wrapper.extract(page).records.is_empty();
        let reading: Vec<usize> = fitting.into_iter().filter(reads).collect();
        match reading.as_slice() {
            &[at] => Ok(Self { at, why: "it alone reads records on the page" }),
            several => Err(unsettled(several)),
        }
    }
}

/// Returns the candidates with the longest of the patterns that match an address.
fn by_address(candidates: &[Candidate<'_>], url: &str) -> Vec<usize> {
    let fitting: Vec<(usize, usize)> = candidates
        .iter()
        .enumerate()
        .filter_map(|(at, candidate)| {
            let pattern = UrlPattern::new(candidate.wrapper.applies.url.as_deref()?);
            pattern.matches(url).then(|| (pattern.n_fixed(), at))
        })
        .collect();
    let longest = fitting.iter().map(|(n_fixed, _)| *n_fixed).max();
    fitting.into_iter().filter(|(n_fixed, _)| Some(*n_fixed) == longest).map(|(_, at)| at).collect()
}
