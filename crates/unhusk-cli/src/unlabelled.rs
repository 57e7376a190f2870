//! Unlabelled pages for the learner: a sample of the listed pages, which represents the pages of the site.

use crate::output::{Reporter, count};
use crate::training::Labelled;
use std::path::Path;
use unhusk::example::PageLabels;
use unhusk::page::{Page, PageOptions};
use unhusk_io::source::{PageOrigin, PageRef};

/// Size of the sample. More than ten unlabelled pages improve results little (`docs/results/fewshot.md`).
const MAX_PAGES: usize = 20;
/// Limit on the bytes of the sample, which stays in memory while learning.
const MAX_BYTES: usize = 32 << 20;

/// Reads some of the listed pages, spread evenly over the list, without labelled ones and without standard input, which
/// can be read only once. Skips unreadable pages; they are reported when all pages are read.
pub(crate) fn read_sample<'a>(
    listed: impl IntoIterator<Item = &'a PageRef>,
    labelled: &Labelled,
    options: &PageOptions,
    reporter: &Reporter,
) -> Vec<Page> {
    let known: Vec<_> = labelled.labels.pages().iter().map(PageLabels::location).collect();
    let is_known = |path: &Path| known.iter().any(|known| known.as_path() == path);
    let others: Vec<&PageRef> = listed
        .into_iter()
        .filter(|page| matches!(&page.origin, PageOrigin::File(path) if !is_known(path)))
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
        reporter.summary(&summary(pages.len(), others.len()));
    }
    pages
}

fn summary(n_pages: usize, n_listed: usize) -> String {
    if n_pages == n_listed {
        format!("using {} without labels", count(n_pages, "page"))
    } else {
        format!("using {n_pages} of {} without labels", count(n_listed, "page"))
    }
}

/// Returns at most `max` of the numbers below `count`, evenly spread, starting with 0.
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
