//! Pages that are lists: the records of each, if they are of one kind.

use super::corpus::NodeScope;
use super::regions::{ScoredRegion, best_of};
use super::sets::{RecordGroup, RecordSet};
use super::traits::Sums;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, TextLeaf};

/// The share of pages whose records must be of one path, for pages to be lists.
const MIN_PAGES: f64 = 0.6;
/// The share of a list page's characters that its records have at least.
const MIN_LISTED: f64 = 0.3;
/// The share of pages that a text is on at least, if it is of the template: menus are the same everywhere.
const MIN_RECURS: f64 = 0.6;

/// The records of several pages that are lists.
pub(super) struct ListRecords {
    pub(super) rows: RecordSet,
    /// The share of the pages' characters, on average.
    pub(super) cover: f64,
}

impl ListRecords {
    /// Whether other texts stand between records, on most pages.
    pub(super) fn is_scattered(&self, pages: &[Leaves<'_>]) -> bool {
        let has_gap = |group: &&RecordGroup| {
            let leaves = &pages[group.rows[0].page];
            let is_gap =
                |two: &[NodeScope]| leaves.before(two[0].end) < leaves.before(two[1].first);
            group.rows.windows(2).any(is_gap)
        };
        2 * self.rows.groups.iter().filter(has_gap).count() > self.rows.groups.len()
    }
}

/// The records of several pages that are lists: what looks most like results on each, if that is of one kind.
#[expect(clippy::cast_precision_loss, reason = "counts of pages and records")]
pub(super) fn of_lists(pages: &[Leaves<'_>]) -> Option<ListRecords> {
    let n_pages_of = n_pages_of_texts(pages);
    let is_data = |leaf: &TextLeaf<'_>| {
        let n = n_pages_of.get(&said(leaf)).copied().unwrap_or(0);
        n < 2 || (n as f64) < MIN_RECURS * pages.len() as f64
    };
    let found: Vec<Option<ScoredRegion>> =
        pages.iter().map(|leaves| best_of(&Sums::new(leaves, is_data))).collect();
    let path = |page: usize| {
        let region: &ScoredRegion = found[page].as_ref()?;
        Some(pages[page].path(*region.rows.first()?))
    };
    let mut n_pages: BTreeMap<TextHash, usize> = BTreeMap::new();
    for path in (0..pages.len()).filter_map(path) {
        *n_pages.entry(path).or_default() += 1;
    }
    let (&usual, &n) = n_pages.iter().max_by_key(|(_, n)| **n)?;
    if n < 2 || (n as f64) < MIN_PAGES * pages.len() as f64 {
        return None;
    }
    let of_usual = (0..pages.len()).filter(|page| path(*page) == Some(usual));
    let regions: Vec<(usize, &ScoredRegion)> =
        of_usual.filter_map(|page| Some((page, found[page].as_ref()?))).collect();
    let cover = regions.iter().map(|(_, region)| region.cover).sum::<f64>() / n as f64;
    if cover < MIN_LISTED {
        return None;
    }
    let scope =
        |page: usize, &node: &LeafNode| NodeScope { page, first: node, end: pages[page].end(node) };
    let group = |(page, region): &(usize, &ScoredRegion)| {
        let rows = region.rows.iter().map(|row| scope(*page, row)).collect();
        RecordGroup { scope: *page, rows }
    };
    let row = pages[regions[0].0].written_path(*regions[0].1.rows.first()?);
    let rows = RecordSet { row, run: false, groups: regions.iter().map(group).collect() };
    Some(ListRecords { rows, cover })
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
