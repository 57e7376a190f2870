//! Clock of the fetcher, so that tests need not wait.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// A clock that can be waited on.
pub trait Clock: Send + Sync {
    /// Time since an arbitrary start; it never goes back.
    fn now(&self) -> Duration;
    /// Waits.
    fn wait(&self, time: Duration);
    /// The date.
    fn date(&self) -> SystemTime;
}

/// The clock of the system.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn wait(&self, time: Duration) {
        thread::sleep(time);
    }

    fn date(&self) -> SystemTime {
        SystemTime::now()
    }
}
