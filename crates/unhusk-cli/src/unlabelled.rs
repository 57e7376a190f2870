//! Listed pages -> the few of them that the learner sees, without labels: they show what the labelled pages
//! have in common with the rest of the site.

use crate::extraction::Listed;
use crate::output::{Reporter, count};
use crate::training::Labelled;
use std::path::Path;
use unhusk::example::PageLabels;
use unhusk::page::{Page, PageOptions};
use unhusk_io::source::{Origin, PageRef};

/// Pages that are looked at: with ten, most of what pages without labels can teach has been learnt
/// (`docs/results/fewshot.md`).
const MAX_PAGES: usize = 20;
/// Beyond so many bytes of source, no further page is looked at: pages stay in memory while learning.
const MAX_BYTES: usize = 32 << 20;

/// Reads some of the listed pages, spread evenly over the list; labelled ones are left out, and standard input,
/// which can be read only once. A page that cannot be read is passed over: whoever reads them all will say so.
pub(crate) fn read_sample(
    listed: &[Listed],
    labelled: &Labelled,
    options: &PageOptions,
    reporter: &Reporter,
) -> Vec<Page> {
    let known: Vec<_> = labelled.labels.pages().iter().map(PageLabels::location).collect();
    let is_known = |path: &Path| known.iter().any(|known| known.as_path() == path);
    let others: Vec<&PageRef> = listed
        .iter()
        .flatten()
        .filter(|page| matches!(&page.origin, Origin::File(path) if !is_known(path)))
        .collect();
    let (mut pages, mut n_bytes) = (Vec::new(), 0);
    for position in spread(others.len(), MAX_PAGES) {
        let Ok(read) = others[position].read(options) else { continue };
        n_bytes += read.page.source().len();
        pages.push(read.page);
        if n_bytes >= MAX_BYTES {
            break;
        }
    }
    if !pages.is_empty() {
        reporter.summary(&told(pages.len(), others.len()));
    }
    pages
}

fn told(n_pages: usize, n_listed: usize) -> String {
    if n_pages == n_listed {
        format!("looked at {} without labels", count(n_pages, "page"))
    } else {
        format!("looked at {n_pages} of {} without labels", count(n_listed, "page"))
    }
}

/// At most `max` of the numbers below `count`, evenly spread, the first among them.
pub(crate) fn spread(count: usize, max: usize) -> impl Iterator<Item = usize> {
    let n_chosen = count.min(max);
    (0..n_chosen).map(move |position| position * count / n_chosen)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_few_are_spread_over_all() {
        assert_eq!(spread(10, 4).collect::<Vec<_>>(), [0, 2, 5, 7]);
        assert_eq!(spread(3, 4).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(spread(0, 4).count(), 0);
    }
}
