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
//!    If most pages show one kind of records ([`lists`]), these are the data, whatever is around them.
//! 3. What is left is aligned page by page ([`align`]), and the records of each set as pages are ([`draft`]); columns
//!    that do not line up are free text, and become one ([`sparse`]).
//! 4. Columns and sets are named by what the page says of them ([`names`]), and the one that holds most of the data
//!    gives the records ([`finish`]).
//! 5. Links and images that differ between records are fields, if they are wanted ([`attributes`]).
//! 6. With labels, columns are theirs: named, dropped, joined or cut ([`bind`](mod@bind)).
//!
//! # Fits / does not fit
//! Pages that one program made from one template. Of pages of several templates, those of the most numerous count
//! ([`mod@clusters`]).
//!
//! # Cost
//! Near-linear in the pages while template texts fix the alignment; between them, columns times texts.
//!
//! # Source
//! Chang, Chen, Chen, Ding, *UWIDE*, 2016. Where it differs, the module says so.

mod active;
mod align;
mod attributes;
mod bind;
mod clusters;
mod corpus;
mod draft;
mod finish;
mod likeness;
mod lists;
mod mixed;
mod names;
mod purpose;
mod regions;
mod rows;
mod running;
mod sets;
mod sparse;
mod stretch;
mod sums;
mod topic;
mod traits;

pub use active::{Trained, train};
pub use bind::{TemplateLearner, bind};

use crate::example::NamedPage;
use crate::provenance_of_pages;
use corpus::LeafCorpus;
use draft::{LevelDraft, draft, draft_alone};
use finish::{Finished, finish};
use lists::{ListRecords, PageLists};
use unhusk_page::Warning;
use unhusk_page::{Page, Span};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::template::internal::leaves::Leaves;
use unhusk_wrapper::template::internal::running::Running;
use unhusk_wrapper::template::{RunningText, Template};

/// How templates are found.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InduceSettings {
    /// Whether columns that were seen on few pages are fields, too.
    pub all_columns: bool,
    /// Whether each page is one record, in which all that repeats nests.
    pub whole_pages: bool,
    /// Whether links and images that differ between records are fields, too.
    pub links: bool,
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

impl Induced {
    /// The template as a wrapper, with a baseline of the pages that it was found on.
    pub fn into_wrapper(self, pages: &[&Page]) -> Wrapper {
        let names: Vec<String> = (1..=pages.len()).map(|number| format!("page {number}")).collect();
        let named = names.iter().zip(pages).map(|(name, &page)| NamedPage { name, page });
        let provenance = provenance_of_pages("template", named);
        let mut wrapper = Wrapper::new(self.schema, self.wrapper.into(), provenance);
        wrapper.record_baseline(pages.iter().copied());
        wrapper
    }
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
    let rows = region.map_or_else(Vec::new, |region| regions::largest_rows(&leaves, &region));
    rows.iter().filter_map(|&row| page.tree().span(leaves.id(row))).collect()
}

/// Finds the sets of records of one page, the likeliest first, none inside another: what a page offers before anything
/// is labelled.
pub fn induce_regions(page: &Page, most: usize) -> Vec<Induced> {
    let settings = InduceSettings::default();
    let mut leaves = all_leaves(&[page], &Running::default());
    let running = running::find(&leaves);
    if !running.is_empty() {
        leaves = all_leaves(&[page], &Running::new(&running));
    }
    let corpus = LeafCorpus::new(&leaves);
    let builder = TemplateBuilder { corpus: &corpus, running, settings: &settings };
    let induced = regions::ranked(&leaves[0]).into_iter().filter_map(|region| {
        let rows = regions::as_set(&leaves, &[(0, regions::largest_rows(&leaves[0], &region))])?;
        builder.build(draft_alone(&corpus, [&rows])).ok()
    });
    induced.take(most).collect()
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
    let corpus = LeafCorpus::new(&leaves);
    let builder = TemplateBuilder { corpus: &corpus, running, settings };
    let induced = match &leaves[..] {
        [alone] => {
            let region = regions::best(alone).ok_or(InduceError::OnePage)?;
            let rows = regions::largest_rows(alone, &region);
            let set = regions::as_set(&leaves, &[(0, rows)]).ok_or(InduceError::OnePage)?;
            builder.build(draft_alone(&corpus, [&set]))
        }
        several => builder.of_several(lists::of_lists(several)),
    }?;
    if settings.links { attributes::add(induced, pages) } else { Ok(induced) }
}

/// Drafts -> what was found.
struct TemplateBuilder<'a, 'b, 'p> {
    corpus: &'a LeafCorpus<'b, 'p>,
    running: Vec<RunningText>,
    settings: &'a InduceSettings,
}

impl TemplateBuilder<'_, '_, '_> {
    /// The template of several pages. If they are lists, their records are the data, whatever is around them: so more
    /// pages never dissolve what one page shows. Lists of different kinds are nested fields of the page.
    fn of_several(&self, listed: PageLists) -> Result<Induced, InduceError> {
        let corpus = self.corpus;
        let PageLists { mut usual, mixed } = listed;
        let is_data = |listed: &&ListRecords| {
            listed.are_many && sets::are_surely_listed(corpus, &listed.rows)
        };
        if let Some(listed) = usual.iter().find(is_data).filter(|_| !self.settings.whole_pages) {
            return self.build(draft_alone(corpus, [&listed.rows]));
        }
        let are_surely_mixed = !mixed.is_empty()
            && mixed.iter().all(|records| sets::are_surely_listed(corpus, records));
        if are_surely_mixed && !self.settings.whole_pages {
            let settings = InduceSettings { whole_pages: true, ..self.settings.clone() };
            let builder =
                TemplateBuilder { settings: &settings, running: self.running.clone(), ..*self };
            return builder.build(draft_alone(corpus, &mixed));
        }
        let likeliest = (!usual.is_empty()).then(|| usual.swap_remove(0).elements);
        let likeliest = likeliest.filter(|listed| !sets::are_pieces_of_text(corpus, listed));
        self.build(draft(corpus, &corpus.whole(), likeliest, 0))
    }

    fn build(&self, level: LevelDraft) -> Result<Induced, InduceError> {
        let LevelDraft { parts, n_unaligned } = level;
        let Finished { parts, fields, records } = finish(self.corpus, parts, self.settings);
        let n_pages = self.corpus.pages.len();
        if fields.is_empty() {
            return Err(if n_pages == 1 { InduceError::OnePage } else { InduceError::Same });
        }
        let too_large = |error: &dyn std::fmt::Display| InduceError::TooLarge(error.to_string());
        let n_pages = u32::try_from(n_pages).unwrap_or(u32::MAX);
        let wrapper = Template::new(parts, self.running.clone(), n_pages, records)
            .map_err(|error| too_large(&error))?;
        let schema = Schema::new(fields).map_err(|error| too_large(&error))?;
        let cut = format!(
            "{n_unaligned} texts stand among so many that they were not compared with those of other pages"
        );
        let warnings = if n_unaligned > 0 { vec![Warning::Note(cut)] } else { Vec::new() };
        Ok(Induced { wrapper, schema, warnings })
    }
}
