//! Pages of one site that list records of different kinds: each kind is a set of its own.

use super::lists::{PageRegions, PageRows, best_rows, usual_kind};
use super::regions::{as_set, best_of};
use super::sets::RecordSet;
use super::sums::Sums;
use unhusk_wrapper::template::internal::leaves::Leaves;

/// Records of a page at least, if it is surely a list.
const MIN_ROWS: usize = 5;
/// The share of what differs on a page that its records have at least.
const MIN_LISTED: f64 = 0.5;
/// Kinds of lists at most: pages that have nothing in common are no lists.
const MAX_KINDS: usize = 3;

/// The records of each kind, if every page is surely a list by itself; none otherwise.
pub(super) fn of_each_kind(
    pages: &[Leaves<'_>],
    differing: &[Sums<'_, '_>],
    shown: &[PageRegions],
) -> Vec<RecordSet> {
    let mut left: Vec<usize> = (0..pages.len()).collect();
    let mut kinds = Vec::new();
    while !left.is_empty() && kinds.len() < MAX_KINDS {
        let of_left = left.iter().map(|&page| (&pages[page], &shown[page]));
        let Some((kind, _)) = usual_kind(of_left) else { break };
        let rows_of = |page: usize| {
            let best = best_of(shown[page].values().cloned())?;
            let only = PageRegions::from([(kind.path, best)]);
            Some((page, best_rows(&pages[page], &only, kind)?))
        };
        let rows: Vec<PageRows> = left.iter().filter_map(|&page| rows_of(page)).collect();
        if rows.is_empty() {
            break;
        }
        left.retain(|page| rows.iter().all(|(other, _)| other != page));
        kinds.extend(as_set(pages, &rows));
    }
    let is_list = |kind: &RecordSet| {
        kind.groups.iter().all(|group| {
            let listed = differing[group.scope].share_of_data(&group.rows);
            group.rows.len() >= MIN_ROWS && listed >= MIN_LISTED
        })
    };
    let are_lists = left.is_empty() && kinds.iter().all(is_list);
    if are_lists { kinds } else { Vec::new() }
}
