//! One request at a time for each host, and time between them.

use crate::clock::Clock;
use crate::failure::{Failure, Reason};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Jitter lengthens a delay by up to a twenty-fifth, so that the rate is within 5 % of the configured one and never
/// higher.
const JITTER_PARTS: u32 = 25;
/// A wait is cut into pieces of this length, so that a run can be stopped.
const WAIT_PIECE: Duration = Duration::from_millis(200);

/// Earliest time of the next request to each host.
pub(crate) struct Pace {
    clock: Arc<dyn Clock>,
    delay: Duration,
    stop: Arc<AtomicBool>,
    hosts: Mutex<BTreeMap<String, Arc<Mutex<HostPace>>>>,
}

#[derive(Debug, Default)]
struct HostPace {
    /// No request before this time.
    next: Duration,
    n_requests: u64,
    /// Delay from robots.txt.
    crawl_delay: Duration,
}

impl Pace {
    pub(crate) fn new(clock: Arc<dyn Clock>, delay: Duration, stop: Arc<AtomicBool>) -> Self {
        Self { clock, delay, stop, hosts: Mutex::default() }
    }

    /// Waits for the turn of a host, then makes a request. No other request to the host is made meanwhile.
    pub(crate) fn in_turn<T>(
        &self,
        host: &str,
        request: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let pace = self.host(host);
        let mut pace = lock(&pace);
        self.wait_until(pace.next)?;
        let delay = self.delay.max(pace.crawl_delay);
        pace.next = self.clock.now() + delay + jitter(host, pace.n_requests, delay);
        pace.n_requests += 1;
        request()
    }

    /// Makes the next request to a host wait at least this long from now.
    pub(crate) fn postpone(&self, host: &str, time: Duration) {
        let pace = self.host(host);
        let mut pace = lock(&pace);
        pace.next = pace.next.max(self.clock.now() + time);
    }

    /// Sets the delay from robots.txt.
    pub(crate) fn set_crawl_delay(&self, host: &str, delay: Duration) {
        let pace = self.host(host);
        let mut pace = lock(&pace);
        if delay > self.delay && pace.n_requests > 0 {
            // The request for robots.txt itself was the last one.
            pace.next = pace.next.max(self.clock.now() + delay);
        }
        pace.crawl_delay = pace.crawl_delay.max(delay);
    }

    fn host(&self, host: &str) -> Arc<Mutex<HostPace>> {
        Arc::clone(lock(&self.hosts).entry(host.to_owned()).or_default())
    }

    fn wait_until(&self, time: Duration) -> Result<(), Failure> {
        loop {
            if self.stop.load(Ordering::SeqCst) {
                return Err(Failure::new(Reason::Stopped, "the run was stopped"));
            }
            let left = time.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.wait(left.min(WAIT_PIECE));
        }
    }
}

/// Returns a share of a delay that is equal in every run for the same request.
fn jitter(host: &str, n_requests: u64, delay: Duration) -> Duration {
    // FNV-1a
    let bytes = host.bytes().chain(n_requests.to_le_bytes());
    let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let share = u32::try_from(hash >> 56).unwrap_or_default();
    delay / JITTER_PARTS * share / 256
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
