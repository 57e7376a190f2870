//! TEMPLATE: what the pages of a site have in common, found without labels.
//!
//! # What it learns
//! A [`Template`]: which texts follow each other on a page, which of them are always the same, which differ and so are
//! data, which may be left out, and which come in sets of records, in sets of sets too.
//!
//! # How
//! 1. A page is the list of its texts, each with the names of the elements around it ([`corpus`]); a text in which
//!    words are marked or linked here and there is one ([`mod@running`]).
//! 2. Siblings that repeat are sets, unless the template tells them apart ([`sets`], [`rows`]); on a page alone the
//!    group that looks most like results is ([`regions`]).
//! 3. What is left is aligned page by page ([`align`]), and the records of each set as pages are ([`draft`]).
//! 4. Columns and sets are named by what the page says of them ([`names`]), and the one that holds most of the data
//!    gives the records ([`finish`]).
//! 5. With labels, columns are theirs: named, dropped, joined or cut ([`bind`](mod@bind)).
//!
//! # Fits / does not fit
//! Pages that one program made from one template. Of pages of several templates, those of the most numerous count
//! ([`mod@clusters`]).
//!
//! # Cost
//! Near-linear in the pages while template texts settle the alignment; between them, columns times texts.
//!
//! # Source
//! Chang, Chen, Chen, Ding, *UWIDE*, 2016. Where it differs, the module says so.

mod active;
mod align;
mod bind;
mod clusters;
mod corpus;
mod draft;
mod finish;
mod likeness;
mod names;
mod regions;
mod rows;
mod running;
mod sets;
mod stretch;

pub use active::{Trained, train};
pub use bind::{TemplateLearner, bind};

use crate::Warning;
use crate::page::{Page, Span};
use crate::record::Schema;
use crate::wrapper::template::Template;
use crate::wrapper::template::leaves::Leaves;
use crate::wrapper::template::running::Running;
use corpus::Corpus;
use draft::{Level, draft, draft_alone};
use finish::{Finished, MIN_SHARE, finish};
use regions::Listed;

/// How templates are found.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InduceSettings {
    /// Whether columns that were seen on few pages are fields, too.
    pub all_columns: bool,
    /// Whether each page is one record, in which all that repeats nests.
    pub whole_pages: bool,
}

/// What was found on some pages.
#[derive(Debug, Clone)]
pub struct Induced {
    /// The template.
    pub wrapper: Template,
    /// The fields of its records.
    pub schema: Schema,
    /// What the user should hear of.
    pub warnings: Vec<Warning>,
}

/// Why pages have no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InduceError {
    /// There is no page, or none with a text.
    #[error("there is no text on these pages")]
    Empty,
    /// All pages say the same.
    #[error(
        "the pages do not differ, so that nothing on them is data; give pages with other contents"
    )]
    Same,
    /// There is one page without records.
    #[error(
        "no records repeat on this page; with a second page of the same site, what differs is the data"
    )]
    OnePage,
    /// The template is too large.
    #[error("the pages have too little in common for one template: {0}")]
    TooLarge(String),
}

fn all_leaves<'p>(pages: &[&'p Page], running: &Running) -> Vec<Leaves<'p>> {
    pages.iter().map(|page| Leaves::new(page, running)).collect()
}

/// Where the records of a page are, if it has any: the elements that look most like results.
pub fn find_records(page: &Page) -> Vec<Span> {
    let leaves = Leaves::new(page, &Running::default());
    let region = regions::best(&leaves);
    let rows = region.iter().flat_map(|region| &region.rows);
    rows.filter_map(|&row| page.tree().span(leaves.id(row))).collect()
}

/// What several pages are made of, some of which may be lists. Where records are the data but other texts stand between
/// them, no order of sets and texts is that of all pages: then records are all that is known.
fn draft_several(corpus: &Corpus<'_, '_>, listed: Option<Listed>) -> Level {
    match listed {
        Some(listed) if listed.is_scattered(corpus.pages) => {
            let is_data = listed.cover >= MIN_SHARE && sets::are_listed(corpus, &listed.rows);
            if is_data {
                draft_alone(corpus, listed.rows)
            } else {
                draft(corpus, &corpus.whole(), None, 0)
            }
        }
        listed => draft(corpus, &corpus.whole(), listed.map(|listed| listed.rows), 0),
    }
}

/// Finds the template of pages.
///
/// # Errors
/// If nothing on the pages is data.
pub fn induce(pages: &[&Page], settings: &InduceSettings) -> Result<Induced, InduceError> {
    let mut leaves = all_leaves(pages, &Running::default());
    let running = running::find(&leaves);
    if !running.is_empty() {
        leaves = all_leaves(pages, &Running::new(&running));
    }
    if leaves.iter().all(|leaves| leaves.all().is_empty()) {
        return Err(InduceError::Empty);
    }
    let corpus = Corpus::new(&leaves);
    let Level { parts, n_unaligned } = match &leaves[..] {
        [alone] => {
            let region = regions::best(alone).ok_or(InduceError::OnePage)?;
            let rows = regions::as_rows(alone, &region).ok_or(InduceError::OnePage)?;
            draft_alone(&corpus, rows)
        }
        several => draft_several(&corpus, regions::of_lists(several)),
    };
    let Finished { parts, fields, records } = finish(&corpus, parts, settings);
    if fields.is_empty() {
        return Err(if pages.len() == 1 { InduceError::OnePage } else { InduceError::Same });
    }
    let too_large = |error: &dyn std::fmt::Display| InduceError::TooLarge(error.to_string());
    let n_pages = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    let wrapper =
        Template::new(parts, running, n_pages, records).map_err(|error| too_large(&error))?;
    let schema = Schema::new(fields).map_err(|error| too_large(&error))?;
    let cut = format!(
        "{n_unaligned} texts stand among so many that they were not compared with those of other pages"
    );
    let warnings = if n_unaligned > 0 { vec![Warning::Note(cut)] } else { Vec::new() };
    Ok(Induced { wrapper, schema, warnings })
}
