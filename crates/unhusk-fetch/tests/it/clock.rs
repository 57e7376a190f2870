//! A clock that does not wait.

use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use unhusk_fetch::clock::Clock;

/// The date at which the clock starts: 2026-01-31 12:00:00.
pub(crate) const START: u64 = 1_769_860_800;

#[derive(Debug, Default)]
pub(crate) struct FakeClock(Mutex<Duration>);

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }

    fn wait(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }

    fn date(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(START) + self.now()
    }
}
