//! Pages that one template made: those that have most of their paths in common, with some other page of theirs.
//!
//! Pages of one template form a chain of likeness however much their optional parts differ; on all 67 sites at hand,
//! any threshold from 0.3 to 0.6 keeps the pages of a site together.

use unhusk_page::Page;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::internal::leaves::{Leaves, NO_NODE};
use unhusk_wrapper::template::internal::running::{Running, print};

/// Paths of a page that are compared, so that any two pages take a bounded time; no page at hand has as many.
const MAX_PATHS: usize = 1000;
/// The share of paths that two pages of one template have in common at least.
const ALIKE: f64 = 0.5;

/// Pages by their positions, those of one template together; the most numerous first.
pub(super) fn clusters(pages: &[&Page]) -> Vec<Vec<usize>> {
    let paths: Vec<Vec<TextHash>> = pages.iter().map(|page| paths(page)).collect();
    let mut cluster_of: Vec<usize> = (0..pages.len()).collect();
    for at in 0..pages.len() {
        for other in 0..at {
            let (mine, theirs) = (cluster_of[at], cluster_of[other]);
            if mine != theirs && likeness(&paths[at], &paths[other]) >= ALIKE {
                let (from, to) = (mine.max(theirs), mine.min(theirs));
                for cluster in cluster_of.iter_mut().filter(|cluster| **cluster == from) {
                    *cluster = to;
                }
            }
        }
    }
    let mut clusters: Vec<Vec<usize>> = vec![Vec::new(); pages.len()];
    for (page, cluster) in cluster_of.into_iter().enumerate() {
        clusters[cluster].push(page);
    }
    clusters.retain(|cluster| !cluster.is_empty());
    sort::by_key(&mut clusters, |cluster| std::cmp::Reverse(cluster.len()));
    clusters
}

/// The paths of texts, with the classes of the elements around them, sorted.
fn paths(page: &Page) -> Vec<TextHash> {
    let leaves = Leaves::new(page, &Running::default());
    let class = |parent| if parent == NO_NODE { "" } else { leaves.class(parent) };
    let path = |leaf: &unhusk_wrapper::template::internal::leaves::TextLeaf<'_>| {
        print(leaf.path, class(leaves.parent(leaf.node)))
    };
    let mut paths: Vec<TextHash> = leaves.all().iter().map(path).collect();
    paths.sort_unstable();
    paths.dedup();
    paths.truncate(MAX_PATHS);
    paths
}

/// The share of paths that two pages have in common (Dice).
#[expect(clippy::cast_precision_loss, reason = "counts of paths")]
fn likeness(a: &[TextHash], b: &[TextHash]) -> f64 {
    let (mut n_common, mut in_b) = (0, b.iter().peekable());
    for path in a {
        while in_b.next_if(|other| *other < path).is_some() {}
        n_common += usize::from(in_b.next_if_eq(&path).is_some());
    }
    2.0 * n_common as f64 / (a.len() + b.len()).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::clusters;
    use unhusk_page::Page;

    #[test]
    fn pages_of_two_templates_are_told_apart() {
        let book = |n: u32| {
            format!("<h1>Book {n}</h1><table><tr><td>Price<td>{n}</table><p>By <b>Ann {n}</b>")
        };
        let list =
            |n: u32| format!("<ul><li><a>Item {n}</a> <i>{n}</i></ul><div><span>Next</span></div>");
        let error = "<center>Not found</center>".to_owned();
        let pages = [list(1), book(1), book(2), error, book(3), list(2)];
        let pages: Vec<Page> = pages.iter().map(|page| Page::from(page.as_str())).collect();
        let pages: Vec<&Page> = pages.iter().collect();
        assert_eq!(clusters(&pages), [vec![1, 2, 4], vec![0, 5], vec![3]]);
    }

    #[test]
    fn optional_parts_do_not_tell_pages_apart() {
        let page = |parts: &[&str]| {
            let part = |name: &&str| format!("<div><h2 class={name}>{name}</h2></div>");
            Page::from(parts.iter().map(part).collect::<String>().as_str())
        };
        // The first two have a third in common, but both have two thirds with the last.
        let pages = [page(&["a", "b", "c"]), page(&["c", "d", "e"]), page(&["b", "c", "d"])];
        assert_eq!(clusters(&pages.iter().collect::<Vec<_>>()), [vec![0, 1, 2]]);
    }
}
