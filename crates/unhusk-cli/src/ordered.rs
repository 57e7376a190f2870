//! Parallel work whose results are delivered in the order of the items, with a bounded queue.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Queued results per thread: enough to even out pages of different sizes.
const WAITING_PER_JOB: usize = 4;

/// Calls `work` on every item, on `n_jobs` threads, and hands the results to `take` in the order of the items,
/// on the calling thread, until `take` breaks. At most `n_jobs * WAITING_PER_JOB` results exist at any time.
pub(crate) fn in_order<T, R, W, F>(items: &[T], n_jobs: usize, work: W, mut take: F)
where
    T: Sync,
    R: Send,
    W: Fn(&T) -> R + Sync,
    F: FnMut(R) -> ControlFlow<()>,
{
    let n_jobs = n_jobs.clamp(1, items.len().max(1));
    if n_jobs == 1 {
        // Without threads, there is no overhead.
        let _ = items.iter().try_for_each(|item| take(work(item)));
        return;
    }
    let queue = Queue::new(items.len(), n_jobs * WAITING_PER_JOB);
    thread::scope(|scope| {
        for _ in 0..n_jobs {
            scope.spawn(|| {
                while let Some(position) = queue.next_job() {
                    queue.deliver(position, work(&items[position]));
                }
            });
        }
        while let Some(result) = queue.next_result() {
            if take(result).is_break() {
                break;
            }
        }
        queue.stop();
    });
}

struct Queue<R> {
    n_items: usize,
    n_waiting: usize,
    state: Mutex<QueueState<R>>,
    changed: Condvar,
}

struct QueueState<R> {
    n_started: usize,
    n_taken: usize,
    done: BTreeMap<usize, R>,
    is_stopped: bool,
}

impl<R> Queue<R> {
    fn new(n_items: usize, n_waiting: usize) -> Self {
        let state =
            QueueState { n_started: 0, n_taken: 0, done: BTreeMap::new(), is_stopped: false };
        Self { n_items, n_waiting, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Returns the next item to work on, after waiting for space in the queue; `None` if no item is left.
    fn next_job(&self) -> Option<usize> {
        let must_wait = |state: &mut QueueState<R>| {
            let is_over = state.is_stopped || state.n_started == self.n_items;
            !is_over && state.n_started - state.n_taken >= self.n_waiting
        };
        let guard = self.changed.wait_while(self.lock(), must_wait);
        let mut state = guard.unwrap_or_else(PoisonError::into_inner);
        if state.is_stopped || state.n_started == self.n_items {
            return None;
        }
        state.n_started += 1;
        Some(state.n_started - 1)
    }

    fn deliver(&self, position: usize, result: R) {
        self.lock().done.insert(position, result);
        self.changed.notify_all();
    }

    /// Returns the next result in order, after waiting for it; `None` if all were taken.
    fn next_result(&self) -> Option<R> {
        let mut state = self.lock();
        if state.n_taken == self.n_items {
            return None;
        }
        let position = state.n_taken;
        loop {
            if let Some(result) = state.done.remove(&position) {
                state.n_taken += 1;
                drop(state);
                self.changed.notify_all();
                return Some(result);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_threads() {
        let items: Vec<usize> = (0..500).collect();
        for n_jobs in [1, 2, 7] {
            let mut taken = Vec::new();
            in_order(
                &items,
                n_jobs,
                |item| item * 2,
                |result| {
                    taken.push(result);
                    ControlFlow::Continue(())
                },
            );
            let expected: Vec<usize> = items.iter().map(|item| item * 2).collect();
            assert_eq!(taken, expected, "{n_jobs} jobs");
        }
    }

    #[test]
    fn work_stops_when_the_taker_does() {
        let items = [(); 10_000];
        let n_worked = AtomicUsize::new(0);
        let work = |(): &()| n_worked.fetch_add(1, Ordering::SeqCst);
        let mut n_taken = 0;
        in_order(&items, 2, work, |_| {
            n_taken += 1;
            if n_taken == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(n_taken, 3);
        // Three taken, at most two times four waiting, at most two more begun before the stop was seen.
        assert!(n_worked.into_inner() <= 13);
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        in_order(&[(); 0], 4, |()| (), |()| ControlFlow::Continue(()));
    }
}
