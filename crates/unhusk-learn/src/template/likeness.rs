//! How much records have in common. A record is seen as the sorted list of the places of its texts, each once.

use std::collections::BTreeMap;

/// The share of records that have what most of them have.
const MOST: f64 = 0.6;

/// Sorts a list, each entry once.
pub(super) fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// How many entries two lists have in common.
pub(super) fn n_common<T: Ord>(a: &[T], b: &[T]) -> usize {
    a.iter().filter(|entry| b.binary_search(entry).is_ok()).count()
}

/// What two lists have in common, as a share of all that they have.
#[expect(clippy::cast_precision_loss, reason = "counts of places")]
pub(super) fn likeness<T: Ord>(a: &[T], b: &[T]) -> f64 {
    let n_common = n_common(a, b);
    let n_all = a.len() + b.len() - n_common;
    n_common as f64 / n_all.max(1) as f64
}

/// What most lists have.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
pub(super) fn frequent<T: Ord + Copy>(all: &[Vec<T>]) -> Vec<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for entry in all.iter().flatten() {
        *counts.entry(*entry).or_default() += 1;
    }
    let is_frequent = |n: usize| n as f64 >= MOST * all.len() as f64;
    counts.into_iter().filter(|count| is_frequent(count.1)).map(|count| count.0).collect()
}

/// How much lists have of what most of them have, on average.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
pub(super) fn regularity<T: Ord + Copy>(all: &[Vec<T>]) -> f64 {
    let frequent = frequent(all);
    all.iter().map(|one| likeness(one, &frequent)).sum::<f64>() / all.len().max(1) as f64
}

/// The length of the longest increasing part of some numbers.
pub(super) fn longest_increasing(numbers: &[usize]) -> usize {
    let mut lasts: Vec<usize> = Vec::new();
    for &number in numbers {
        let len = lasts.partition_point(|&last| last < number);
        if len == lasts.len() {
            lasts.push(number);
        } else {
            lasts[len] = number;
        }
    }
    lasts.len()
}
