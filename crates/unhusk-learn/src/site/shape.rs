//! The shape of regions: records of one list have the same elements around their texts.

use super::look_alikes::class;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::site::internal::{NodeRange, PageIndex};

/// Number of elements around a text that make its path.
const N_AROUND: usize = 3;
/// Most texts of a region that are considered.
const MAX_LEAVES: usize = 400;

/// The shape of a region: the paths of its texts, without and with the class of the innermost element, each once, sorted.
/// Paths may begin outside of a small region: links of a list have other elements around them than those of a menu.
pub(super) fn shape(index: &PageIndex<'_>, region: NodeRange) -> Vec<TextHash> {
    let mut paths: Vec<TextHash> = Vec::new();
    for leaf in index.leaves_of(region).take(MAX_LEAVES) {
        let mut path = TextHash::default();
        let mut innermost = None;
        for above in index.ancestors(index.whole(), index.leaf(leaf)).take(N_AROUND) {
            innermost = innermost.or_else(|| class(index, above));
            path.write(index.tag(above));
            path.write("<");
        }
        paths.push(path);
        path.write(innermost.unwrap_or_default());
        paths.push(path);
    }
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// The size of the intersection of two sorted sets over that of the union.
#[expect(clippy::cast_precision_loss, reason = "counts of paths")]
pub(super) fn overlap(a: &[TextHash], b: &[TextHash]) -> f64 {
    let n_common = a.iter().filter(|path| b.binary_search(path).is_ok()).count();
    let n_all = a.len() + b.len() - n_common;
    if n_all == 0 { 1.0 } else { n_common as f64 / n_all as f64 }
}
