//! Sorting that is quick to compile: one copy of the algorithm for all types and keys.
//!
//! `slice::sort_by_key` is compiled again for every closure, in about ten kilobytes of machine code; such copies were a
//! fifth of the learners. Here positions are sorted through a function pointer, then the items are moved. That is slower
//! per comparison: lists that are sorted once per node or per candidate stay with the methods of slices.

use std::cmp::Ordering;

/// Sorts by a comparison; equal items keep their order.
pub fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order =
        sorted_positions(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    arrange(&mut order, &mut |one, other| items.swap(one, other));
}

/// Sorts by a key; equal items keep their order.
pub fn by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts by a key that is made once per item; equal items keep their order.
pub fn by_cached_key<T, K: Ord>(items: &mut [T], key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = items.iter().map(key).collect();
    let mut order = sorted_positions(items.len(), &mut |one, other| keys[one].cmp(&keys[other]));
    arrange(&mut order, &mut |one, other| items.swap(one, other));
}

/// Sorts in ascending order.
pub fn ascending<T: Ord>(items: &mut [T]) {
    by(items, T::cmp);
}

/// The positions of the items in sorted order; none where there is nothing to sort.
fn sorted_positions(n: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    if n < 2 {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Moves the items so that position `i` gets the item at `order[i]`, cycle by cycle. `order` is used up.
fn arrange(order: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut to = start;
        loop {
            let from = std::mem::replace(&mut order[to], to);
            if from == start {
                break;
            }
            swap(to, from);
            to = from;
        }
    }
}

#[cfg(test)]
mod tests;
