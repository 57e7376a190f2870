//! Pages that are lists: the records of each, if they are of one kind.

use super::corpus::NodeScope;
use super::likeness::longest_increasing;
use super::mixed::of_each_kind;
use super::regions::{self, RowPath, ScoredRegion, as_set, paths_of_rows, scored};
use super::sets::{RecordGroup, RecordSet};
use super::sums::Sums;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, TextLeaf};

/// The share of pages whose records must be of one path, for pages to be lists.
const MIN_PAGES: f64 = 0.6;
/// Records of a list page at least, on average, if they are surely a list.
const MIN_ROWS: usize = 3;
/// Rows of a list page that hold data at least, on average, if most rows do not.
const MIN_WITH_DATA: usize = 2;
/// The share of a list page's characters that its records have at least.
const MIN_LISTED: f64 = 0.3;
/// The share of a page's characters that is on few other pages at least, if there is to be a list.
const MIN_DIFFERING: f64 = 0.1;
/// The share of records that another page has in the same order from which on they are the same.
const ORDERED: f64 = 0.8;
/// How much less than the most a group of elements looks like results at most, to look nearly as much like them.
const NEARLY: f64 = 0.25;
/// The share of pages that a text is on at least, if it is of the template: menus are the same everywhere.
const MIN_RECURS: f64 = 0.6;

/// The records of several pages that are lists.
pub(super) struct ListRecords {
    /// Each record with the texts up to the next one, if there are any.
    pub(super) rows: RecordSet,
    /// Each record as its element alone, for sets inside of a page.
    pub(super) elements: RecordSet,
    /// Whether pages have enough of them: two or three that look alike may be parts of one record.
    pub(super) are_many: bool,
}

/// What several pages list.
pub(super) struct PageLists {
    /// The records that most pages have in common, the likeliest first.
    pub(super) usual: Vec<ListRecords>,
    /// The records of each kind, if most pages have none in common.
    pub(super) mixed: Vec<RecordSet>,
}

/// The records of several pages that may be lists, the likeliest first: of the kind that looks most like results on most
/// pages, on every page that has some.
///
/// What recurs on most pages is no data, so that menus count little. But two pages may show the same list: so the kind
/// that looks most like results on each page alone comes second. In both cases the records of a page are those that it
/// shows alone.
#[expect(clippy::cast_precision_loss, reason = "counts of pages")]
pub(super) fn of_lists(pages: &[Leaves<'_>]) -> PageLists {
    let n_pages_of = n_pages_of_texts(pages);
    let is_data = |leaf: &TextLeaf<'_>| {
        let n = n_pages_of.get(&said(leaf)).copied().unwrap_or(0);
        n < 2 || (n as f64) < MIN_RECURS * pages.len() as f64
    };
    let alone: Vec<Sums<'_, '_>> = pages.iter().map(Sums::new).collect();
    let differing: Vec<Sums<'_, '_>> = alone.iter().map(|sums| sums.of_data(is_data)).collect();
    let share_differing = differing.iter().map(Sums::share_that_is_data).sum::<f64>();
    let shown: Vec<PageRegions> = alone.iter().map(scored).collect();
    let lists = ListPages { pages, differing: &differing, shown: &shown };
    // Of pages that hardly differ, most is the template. Records that come in another order are not.
    if share_differing < MIN_DIFFERING * pages.len() as f64 {
        let listed = lists.of_usual_kind(&alone, &shown);
        let usual = listed.filter(|listed| are_other_records(pages, &listed.elements));
        return PageLists { usual: usual.into_iter().collect(), mixed: Vec::new() };
    }
    let found: Vec<PageRegions> = differing.iter().map(scored).collect();
    let candidates = [lists.of_usual_kind(&differing, &found), lists.of_usual_kind(&alone, &shown)];
    let usual: Vec<ListRecords> = candidates.into_iter().flatten().collect();
    let is_mixed = usual.is_empty();
    let mixed = if is_mixed { of_each_kind(pages, &differing, &shown) } else { Vec::new() };
    PageLists { usual, mixed }
}

/// The best region of each path.
pub(super) type PageRegions = BTreeMap<TextHash, ScoredRegion>;

struct ListPages<'a, 'p> {
    pages: &'a [Leaves<'p>],
    /// The pages, of which what recurs is no data.
    differing: &'a [Sums<'a, 'p>],
    /// What each page shows alone.
    shown: &'a [PageRegions],
}

impl ListPages<'_, '_> {
    /// The records of the kind that is the best on most pages, if they are most of the pages. Few records may not look like
    /// a list on a page, and are taken as well: how many a page has says nothing about the others.
    #[expect(clippy::cast_precision_loss, reason = "counts of pages")]
    fn of_usual_kind(&self, sums: &[Sums<'_, '_>], found: &[PageRegions]) -> Option<ListRecords> {
        let (kind, n_best) = usual_kind(self.pages.iter().zip(found))?;
        if n_best < 2 || (n_best as f64) < MIN_PAGES * self.pages.len() as f64 {
            return None;
        }
        let rows_of = |page: usize| {
            let rows = best_rows(&self.pages[page], &found[page], kind)?;
            Some((page, best_rows(&self.pages[page], &self.shown[page], kind).unwrap_or(rows)))
        };
        let of_kind: Vec<PageRows> = (0..self.pages.len()).filter_map(rows_of).collect();
        let n_rows: usize = of_kind.iter().map(|(_, rows)| rows.len()).sum();
        let rows = as_set(self.pages, &of_kind)?;
        let cover = |group: &RecordGroup| sums[group.scope].share_of_data(&group.rows);
        let cover = rows.groups.iter().map(cover).sum::<f64>() / of_kind.len() as f64;
        if cover < MIN_LISTED || self.are_parts_of_template(&of_kind) {
            return None;
        }
        let are_many = n_rows >= MIN_ROWS * of_kind.len();
        let short: Vec<PageRows> = (0..self.pages.len())
            .filter(|page| of_kind.iter().all(|(other, _)| other != page))
            .filter_map(|page| {
                Some((page, regions::siblings_of_path(&self.pages[page], kind.path)?))
            })
            .collect();
        let mut all = of_kind;
        let are_all = short.is_empty();
        all.extend(short);
        all.sort_by_key(|(page, _)| *page);
        let rows = if are_all { rows } else { as_set(self.pages, &all)? };
        Some(ListRecords { rows, elements: elements(self.pages, &all)?, are_many })
    }

    /// Whether a row or two hold data, and most are neither data nor links: rows that hold data make a list. If none does,
    /// pages show the same list.
    fn are_parts_of_template(&self, rows: &[PageRows]) -> bool {
        let (mut n_rows, mut n_with_data, mut n_fixed) = (0, 0, 0);
        for (page, rows) in rows {
            let sums = &self.differing[*page];
            n_rows += rows.len();
            for &row in rows {
                let has_data = sums.n_data_chars(row) > 0;
                n_with_data += usize::from(has_data);
                n_fixed += usize::from(!has_data && !sums.has_link(row));
            }
        }
        let is_seldom = n_with_data > 0 && n_with_data < MIN_WITH_DATA * rows.len();
        is_seldom && 2 * n_with_data < n_rows && 3 * n_fixed >= n_rows
    }
}

/// The rows of a page.
pub(super) type PageRows = (usize, Vec<LeafNode>);

/// Whether most pages show other records than the next one, or show them in another order: menus are the same.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
fn are_other_records(pages: &[Leaves<'_>], records: &RecordSet) -> bool {
    let said = |row: &NodeScope| {
        let leaves = &pages[row.page];
        let texts = &leaves.all()[leaves.before(row.first)..leaves.before(row.end)];
        texts.iter().fold(TextHash::default(), |mut print, leaf| {
            print.write("\n");
            print.write(&leaf.text);
            print
        })
    };
    let said_by: Vec<Vec<TextHash>> =
        records.groups.iter().map(|group| group.rows.iter().map(said).collect()).collect();
    let is_other = |two: &&[Vec<TextHash>]| {
        let places: FxHashMap<TextHash, usize> = two[0].iter().copied().zip(0..).collect();
        let there: Vec<usize> = two[1].iter().filter_map(|row| places.get(row).copied()).collect();
        (longest_increasing(&there) as f64) < ORDERED * two[0].len() as f64
    };
    let n_other = said_by.windows(2).filter(is_other).count();
    2 * n_other > said_by.len().saturating_sub(1)
}

/// Rows as one set, each record as its element alone.
fn elements(pages: &[Leaves<'_>], rows: &[PageRows]) -> Option<RecordSet> {
    let (first_page, first) = rows.first()?;
    let row = pages[*first_page].written_path(*first.first()?);
    let group = |(page, nodes): &PageRows| {
        let leaves = &pages[*page];
        let row = |&node: &LeafNode| NodeScope { page: *page, first: node, end: leaves.end(node) };
        RecordGroup { scope: *page, rows: nodes.iter().map(row).collect() }
    };
    Some(RecordSet { row, run: false, groups: rows.iter().map(group).collect() })
}

/// The path of what looks most like results on most pages, and the number of these pages; what looks nearly as much like
/// results counts, too. Rows may be found deeper on one page than on another: of paths that are on as many pages, that
/// of the largest rows.
pub(super) fn usual_kind<'a, 'p: 'a>(
    pages: impl Iterator<Item = (&'a Leaves<'p>, &'a PageRegions)>,
) -> Option<(RowPath, usize)> {
    let mut n_pages: BTreeMap<RowPath, usize> = BTreeMap::new();
    for (leaves, regions) in pages {
        let most = regions.values().map(|region| region.score).fold(f64::NEG_INFINITY, f64::max);
        let nearly = regions.values().filter(|region| region.score >= most - NEARLY);
        let paths: BTreeSet<RowPath> =
            nearly.flat_map(|region| paths_of_rows(leaves, region)).collect();
        for path in paths {
            *n_pages.entry(path).or_default() += 1;
        }
    }
    // The first of several.
    n_pages.into_iter().rev().max_by_key(|(_, n)| *n)
}

/// Of the regions of a page whose rows have a path, or may be as large as elements of it, the rows of the best.
pub(super) fn best_rows(
    leaves: &Leaves<'_>,
    regions: &PageRegions,
    kind: RowPath,
) -> Option<Vec<LeafNode>> {
    let of_kind = regions.values().filter_map(|region| {
        regions::rows_of_path(leaves, region, kind).map(|rows| (region.score, rows))
    });
    of_kind.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, rows)| rows)
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
