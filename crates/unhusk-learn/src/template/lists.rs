//! Pages that are lists: the records of each, if they are of one kind.

use super::corpus::NodeScope;
use super::regions::{self, ScoredRegion, as_set, scored};
use super::sets::{RecordGroup, RecordSet};
use super::traits::Sums;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, TextLeaf};

/// The share of pages whose records must be of one path, for pages to be lists.
const MIN_PAGES: f64 = 0.6;
/// Records of a list page at least, on average, if they are surely a list.
const MIN_ROWS: usize = 3;
/// The share of a list page's characters that its records have at least.
const MIN_LISTED: f64 = 0.3;
/// The share of a page's characters that is on few other pages at least, if there is to be a list.
const MIN_DIFFERING: f64 = 0.1;
/// The share of pages that a text is on at least, if it is of the template: menus are the same everywhere.
const MIN_RECURS: f64 = 0.6;

/// The records of several pages that are lists.
pub(super) struct ListRecords {
    /// Each record as large as it can be.
    pub(super) rows: RecordSet,
    /// Each record as the element that was found, for sets inside of a page.
    pub(super) elements: RecordSet,
    /// Whether pages have enough of them: two or three that look alike may be parts of one record.
    pub(super) are_many: bool,
}

/// The records of several pages that may be lists, the likeliest first: of the kind that looks most like results on most
/// pages, on every page that has some.
///
/// What recurs on most pages is no data, so that menus count little. But two pages may show the same list: so the kind
/// that looks most like results on each page alone comes second. In both cases the records of a page are those that it
/// shows alone.
#[expect(clippy::cast_precision_loss, reason = "counts of pages")]
pub(super) fn of_lists(pages: &[Leaves<'_>]) -> Vec<ListRecords> {
    let n_pages_of = n_pages_of_texts(pages);
    let is_data = |leaf: &TextLeaf<'_>| {
        let n = n_pages_of.get(&said(leaf)).copied().unwrap_or(0);
        n < 2 || (n as f64) < MIN_RECURS * pages.len() as f64
    };
    let alone: Vec<Sums<'_, '_>> = pages.iter().map(|leaves| Sums::new(leaves, |_| true)).collect();
    let differing: Vec<Sums<'_, '_>> =
        pages.iter().map(|leaves| Sums::new(leaves, is_data)).collect();
    let share_differing = differing.iter().map(Sums::share_that_is_data).sum::<f64>();
    // Of pages that hardly differ, nothing is known to be a list: most of them is the template.
    if share_differing < MIN_DIFFERING * pages.len() as f64 {
        return Vec::new();
    }
    let shown: Vec<PageRegions> = alone.iter().map(scored).collect();
    let found: Vec<PageRegions> = differing.iter().map(scored).collect();
    let lists = ListPages { pages, shown: &shown };
    let candidates = [lists.of_usual_kind(&differing, &found), lists.of_usual_kind(&alone, &shown)];
    candidates.into_iter().flatten().collect()
}

/// The best region of each path.
type PageRegions = BTreeMap<TextHash, ScoredRegion>;

struct ListPages<'a, 'p> {
    pages: &'a [Leaves<'p>],
    /// What each page shows alone.
    shown: &'a [PageRegions],
}

impl ListPages<'_, '_> {
    /// The records of the kind that is the best on most pages, if they are most of the pages. Few records may not look like
    /// a list on a page, and are taken as well: how many a page has says nothing about the others.
    #[expect(clippy::cast_precision_loss, reason = "counts of pages")]
    fn of_usual_kind(&self, sums: &[Sums<'_, '_>], found: &[PageRegions]) -> Option<ListRecords> {
        let (kind, n_best) = usual_kind(found)?;
        if n_best < 2 || (n_best as f64) < MIN_PAGES * self.pages.len() as f64 {
            return None;
        }
        let region = |page: usize| {
            found[page].get(&kind).map(|region| self.shown[page].get(&kind).unwrap_or(region))
        };
        let of_kind: Vec<(usize, &ScoredRegion)> =
            (0..self.pages.len()).filter_map(|page| Some((page, region(page)?))).collect();
        let n_rows: usize = of_kind.iter().map(|(_, region)| region.rows.len()).sum();
        let rows = as_set(self.pages, &of_kind)?;
        let cover = |group: &RecordGroup| sums[group.scope].share_of_data(&group.rows);
        let cover = rows.groups.iter().map(cover).sum::<f64>() / of_kind.len() as f64;
        if cover < MIN_LISTED {
            return None;
        }
        let are_many = n_rows >= MIN_ROWS * of_kind.len();
        let short: Vec<(usize, ScoredRegion)> = (0..self.pages.len())
            .filter(|page| of_kind.iter().all(|(other, _)| other != page))
            .filter_map(|page| Some((page, regions::of_path(&self.pages[page], kind)?)))
            .collect();
        let mut all = of_kind;
        all.extend(short.iter().map(|(page, region)| (*page, region)));
        all.sort_by_key(|(page, _)| *page);
        let rows = if short.is_empty() { rows } else { as_set(self.pages, &all)? };
        Some(ListRecords { rows, elements: elements(self.pages, &all)?, are_many })
    }
}

/// Regions as one set, each record as the element that was found.
fn elements(pages: &[Leaves<'_>], regions: &[(usize, &ScoredRegion)]) -> Option<RecordSet> {
    let (first_page, first) = regions.first()?;
    let row = pages[*first_page].written_path(*first.rows.first()?);
    let group = |(page, region): &(usize, &ScoredRegion)| {
        let leaves = &pages[*page];
        let row = |&node: &LeafNode| NodeScope { page: *page, first: node, end: leaves.end(node) };
        RecordGroup { scope: *page, rows: region.rows.iter().map(row).collect() }
    };
    Some(RecordSet { row, run: false, groups: regions.iter().map(group).collect() })
}

/// The path of what looks most like results on most pages, and the number of these pages.
fn usual_kind(found: &[PageRegions]) -> Option<(TextHash, usize)> {
    let mut n_pages: BTreeMap<TextHash, usize> = BTreeMap::new();
    for regions in found {
        let best = regions.iter().max_by(|a, b| a.1.score.total_cmp(&b.1.score));
        if let Some((path, _)) = best {
            *n_pages.entry(*path).or_default() += 1;
        }
    }
    n_pages.into_iter().max_by_key(|(_, n)| *n)
}

/// On how many pages each text is.
fn n_pages_of_texts(pages: &[Leaves<'_>]) -> FxHashMap<TextHash, usize> {
    let mut n_pages: FxHashMap<TextHash, usize> = FxHashMap::default();
    for leaves in pages {
        let mut texts: Vec<TextHash> = leaves.all().iter().map(said).collect();
        texts.sort_unstable();
        texts.dedup();
        for text in texts {
            *n_pages.entry(text).or_default() += 1;
        }
    }
    n_pages
}

/// A text with its path.
fn said(leaf: &TextLeaf<'_>) -> TextHash {
    let mut print = leaf.path;
    print.write("\n");
    print.write(&leaf.text);
    print
}
