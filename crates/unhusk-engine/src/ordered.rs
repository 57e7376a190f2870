//! Parallel work on a stream of items, whose results are delivered in the order of the items, with a bounded queue.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Queued results per thread: enough to even out pages of different sizes.
const WAITING_PER_JOB: usize = 4;

/// Calls `work` on every item, on `n_jobs` threads, and hands the results to `take` in the order of the items, on the
/// calling thread, until `take` breaks. At most `n_jobs` items and `n_jobs * WAITING_PER_JOB` results exist at any
/// time: the next item is taken from the iterator only when a thread is free for it.
///
/// `begin` creates the state that a thread keeps from item to item.
pub fn in_order<T, S, R, B, W, F>(
    mut items: impl Iterator<Item = T> + Send,
    n_jobs: usize,
    begin: B,
    work: W,
    mut take: F,
) where
    R: Send,
    B: Fn() -> S + Sync,
    W: Fn(&mut S, T) -> R + Sync,
    F: FnMut(R) -> ControlFlow<()>,
{
    if n_jobs <= 1 {
        // Without threads, there is no overhead.
        let mut kept = begin();
        let _ = items.try_for_each(|item| take(work(&mut kept, item)));
        return;
    }
    let queue = Queue::new(items, n_jobs * WAITING_PER_JOB);
    thread::scope(|scope| {
        // If the consumer panics, the threads must not wait for it for ever.
        let _stop = StopGuard(&queue);
        for _ in 0..n_jobs {
            scope.spawn(|| {
                let mut kept = begin();
                while let Some((position, item)) = queue.next_job() {
                    // A panic in `work` would leave the consumer waiting: the guard stops the queue.
                    let guard = StopGuard(&queue);
                    let result = work(&mut kept, item);
                    std::mem::forget(guard);
                    queue.deliver(position, result);
                }
            });
        }
        while let Some(result) = queue.next_result() {
            if take(result).is_break() {
                break;
            }
        }
    });
}

struct Queue<I, R> {
    n_waiting: usize,
    /// The items, and the number taken. Locked while the next item is produced, so that the items keep their order.
    items: Mutex<(I, usize)>,
    state: Mutex<QueueState<R>>,
    /// Signals the consumer that the next result is ready, or that there is none.
    is_next_there: Condvar,
    /// Signals the threads that there is room for another result, or that there are no more items.
    has_room: Condvar,
}

struct QueueState<R> {
    /// Jobs that were handed out, or are about to be.
    n_reserved: usize,
    n_taken: usize,
    /// The number of items, once it is known.
    n_items: Option<usize>,
    done: BTreeMap<usize, R>,
    is_stopped: bool,
}

/// Stops the queue when it is dropped.
struct StopGuard<'q, I, R>(&'q Queue<I, R>);

impl<I, R> Drop for StopGuard<'_, I, R> {
    fn drop(&mut self) {
        lock(&self.0.state).is_stopped = true;
        self.0.is_next_there.notify_all();
        self.0.has_room.notify_all();
    }
}

impl<T, I: Iterator<Item = T>, R> Queue<I, R> {
    fn new(items: I, n_waiting: usize) -> Self {
        let state = QueueState {
            n_reserved: 0,
            n_taken: 0,
            n_items: None,
            done: BTreeMap::new(),
            is_stopped: false,
        };
        Self {
            n_waiting,
            items: Mutex::new((items, 0)),
            state: Mutex::new(state),
            is_next_there: Condvar::new(),
            has_room: Condvar::new(),
        }
    }

    /// Returns the next item and its position, after waiting for space in the queue; `None` if no item is left.
    fn next_job(&self) -> Option<(usize, T)> {
        let is_over = |state: &QueueState<R>| state.is_stopped || state.n_items.is_some();
        let must_wait = |state: &mut QueueState<R>| {
            !is_over(state) && state.n_reserved - state.n_taken >= self.n_waiting
        };
        let guard = self.has_room.wait_while(lock(&self.state), must_wait);
        let mut state = guard.unwrap_or_else(PoisonError::into_inner);
        if is_over(&state) {
            return None;
        }
        state.n_reserved += 1;
        drop(state);
        let mut items = lock(&self.items);
        if lock(&self.state).n_items.is_some() {
            return None;
        }
        let position = items.1;
        if let Some(item) = items.0.next() {
            items.1 += 1;
            return Some((position, item));
        }
        lock(&self.state).n_items = Some(position);
        self.is_next_there.notify_all();
        self.has_room.notify_all();
        None
    }

    fn deliver(&self, position: usize, result: R) {
        let mut state = lock(&self.state);
        state.done.insert(position, result);
        let is_next = position == state.n_taken;
        drop(state);
        // Only the result that is next in order wakes the consumer.
        if is_next {
            self.is_next_there.notify_one();
        }
    }

    /// Returns the next result in order, after waiting for it; `None` if all were taken.
    fn next_result(&self) -> Option<R> {
        let mut state = lock(&self.state);
        let position = state.n_taken;
        loop {
            if let Some(result) = state.done.remove(&position) {
                state.n_taken += 1;
                drop(state);
                self.has_room.notify_one();
                return Some(result);
            }
            if state.is_stopped || state.n_items == Some(position) {
                return None;
            }
            state = self.is_next_there.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_threads() {
        for n_jobs in [1, 2, 7] {
            let mut taken = Vec::new();
            let work = |(): &mut (), item: usize| item * 2;
            in_order(
                0..500,
                n_jobs,
                || (),
                work,
                |result| {
                    taken.push(result);
                    ControlFlow::Continue(())
                },
            );
            let expected: Vec<usize> = (0..500).map(|item| item * 2).collect();
            assert_eq!(taken, expected, "{n_jobs} jobs");
        }
    }

    #[test]
    fn work_stops_when_the_taker_does() {
        let n_worked = AtomicUsize::new(0);
        let work = |(): &mut (), _: usize| n_worked.fetch_add(1, Ordering::SeqCst);
        let mut n_taken = 0;
        in_order(
            0..10_000,
            2,
            || (),
            work,
            |_| {
                n_taken += 1;
                if n_taken == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(n_taken, 3);
        // Three taken, at most two times four waiting, at most two more begun before the stop took effect.
        assert!(n_worked.into_inner() <= 13);
    }

    #[test]
    fn items_are_made_only_when_they_are_needed() {
        let n_made = AtomicUsize::new(0);
        let n_taken = AtomicUsize::new(0);
        let most_ahead = AtomicUsize::new(0);
        let items = (0..1000).inspect(|_| {
            let n_ahead =
                n_made.fetch_add(1, Ordering::SeqCst) + 1 - n_taken.load(Ordering::SeqCst);
            most_ahead.fetch_max(n_ahead, Ordering::SeqCst);
        });
        in_order(
            items,
            3,
            || (),
            |(), item: i32| item,
            |_| {
                n_taken.fetch_add(1, Ordering::SeqCst);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(n_made.into_inner(), 1000);
        // Three threads with four results each; a result is counted as taken with a short delay.
        assert!(most_ahead.into_inner() <= 13);
    }

    #[test]
    fn a_thread_keeps_what_it_made_from_item_to_item() {
        let n_begun = AtomicUsize::new(0);
        let begin = || {
            n_begun.fetch_add(1, Ordering::SeqCst);
            0_usize
        };
        let mut n_items = 0;
        let work = |kept: &mut usize, _: usize| {
            *kept += 1;
            *kept
        };
        in_order(0..100, 4, begin, work, |_| {
            n_items += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(n_items, 100);
        assert!(n_begun.into_inner() <= 4);
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        in_order(std::iter::empty::<()>(), 4, || (), |(), ()| (), |()| ControlFlow::Continue(()));
    }

    #[test]
    fn a_panic_ends_the_run_and_does_not_hang_it() {
        for n_jobs in [1, 3] {
            let work = |(): &mut (), item: usize| assert_ne!(item, 50);
            let run = || in_order(0..100, n_jobs, || (), work, |()| ControlFlow::Continue(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        }
    }
}
