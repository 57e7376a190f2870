//! Work distributed over the cores, with results in the order of the items.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Applies `work` to every item, on as many threads as there are cores.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let n_threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                while let Some(item_idx) = claim(&next, items.len()) {
                    let result = work(&items[item_idx]);
                    *slots[item_idx].lock().expect("no other thread has this slot") = Some(result);
                }
            });
        }
    });
    let filled = "every item was worked on, or its thread has panicked before";
    slots.into_iter().map(|slot| slot.into_inner().ok().flatten().expect(filled)).collect()
}

fn claim(next: &AtomicUsize, count: usize) -> Option<usize> {
    let claimed = next.fetch_add(1, Ordering::Relaxed);
    (claimed < count).then_some(claimed)
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        let doubled: Vec<u32> = items.iter().map(|item| item * 2).collect();
        assert_eq!(super::map(&items, |item| item * 2), doubled);
        assert!(super::map(&[], |item: &u32| *item).is_empty());
    }
}
