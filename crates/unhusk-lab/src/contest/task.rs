//! A task: the input of a contestant.

use super::set::LabelScope;
use super::site::BenchmarkSite;
use serde_json::Value;

/// Labels of some pages, and pages to read.
pub(crate) struct Task<'s> {
    pub(crate) site: &'s BenchmarkSite,
    /// The labels, `labels/1`.
    pub(crate) labels: Value,
    /// The labelled pages, in the order of the labels.
    pub(crate) labelled: Vec<&'s [u8]>,
    /// Pages of the site without labels.
    pub(crate) unlabelled: Vec<&'s [u8]>,
    /// The pages to read; [`Task::test`] has their numbers on the site.
    pub(crate) to_read: Vec<&'s [u8]>,
    pub(crate) test: Vec<usize>,
}

/// Assignment of the pages of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) train: Vec<usize>,
    pub(crate) unlabelled: Vec<usize>,
    pub(crate) test: Vec<usize>,
}

impl<'s> Task<'s> {
    pub(crate) fn new(site: &'s BenchmarkSite, split: &Split, scope: LabelScope) -> Self {
        let sources = |numbers: &[usize]| {
            numbers.iter().map(|number| site.sources[*number].as_slice()).collect()
        };
        Self {
            site,
            labels: site.labels_of(&split.train, scope),
            labelled: sources(&split.train),
            unlabelled: sources(&split.unlabelled),
            to_read: sources(&split.test),
            test: split.test.clone(),
        }
    }
}

impl Split {
    /// Takes the first pages of `order` to learn from. Excludes `n_reserved` pages at its end from the test and gives
    /// `n_unlabelled` of these without labels; a site too small for that gives its test pages. A site learnt from all
    /// its pages is tested on all of them.
    pub(crate) fn new(
        order: &[usize],
        n_train: usize,
        n_unlabelled: usize,
        n_reserved: usize,
    ) -> Self {
        let (train, rest) = order.split_at(n_train.min(order.len()));
        let mut train = train.to_vec();
        train.sort_unstable();
        if rest.is_empty() {
            return Self { test: train.clone(), train, unlabelled: Vec::new() };
        }
        let (test, reserved) = if rest.len() > n_reserved {
            rest.split_at(rest.len() - n_reserved)
        } else {
            (rest, rest)
        };
        let sorted = |numbers: &[usize]| {
            let mut numbers = numbers.to_vec();
            numbers.sort_unstable();
            numbers
        };
        let shown = &reserved[..n_unlabelled.min(reserved.len())];
        Self { train, unlabelled: sorted(shown), test: sorted(test) }
    }
}

#[cfg(test)]
mod tests {
    use super::Split;

    #[test]
    fn pages_without_labels_are_not_test_pages_where_there_are_enough() {
        let split = Split::new(&[4, 2, 0, 1, 3], 1, 2, 2);
        assert_eq!(split, Split { train: vec![4], unlabelled: vec![1, 3], test: vec![0, 2] });
    }

    #[test]
    fn the_test_pages_do_not_depend_on_how_many_are_shown() {
        let [none, two] = [0, 2].map(|shown| Split::new(&[0, 1, 2, 3, 4, 5], 2, shown, 2));
        assert_eq!((none.test, none.unlabelled), (vec![2, 3], vec![]));
        assert_eq!((two.test, two.unlabelled), (vec![2, 3], vec![4, 5]));
    }

    #[test]
    fn a_small_site_shows_its_test_pages() {
        let split = Split::new(&[0, 1, 2], 1, 10, 10);
        assert_eq!(split, Split { train: vec![0], unlabelled: vec![1, 2], test: vec![1, 2] });
    }

    #[test]
    fn a_site_learnt_from_all_pages_is_tested_on_them() {
        let split = Split::new(&[1, 0], 2, 10, 10);
        assert_eq!(split, Split { train: vec![0, 1], unlabelled: vec![], test: vec![0, 1] });
    }
}
