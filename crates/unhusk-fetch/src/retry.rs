//! Time to wait when a server answers 429 or 503.

use crate::exchange::Exchange;
use std::time::{Duration, SystemTime};

/// Longest wait that a server may request; a request with a longer one is not repeated.
pub(crate) const MAX_RETRY_AFTER: Duration = Duration::from_mins(10);
/// First wait without `Retry-After`; it doubles with each try.
const FIRST_BACKOFF: Duration = Duration::from_secs(5);

/// Returns the time to wait before try number `n_tries + 1`; `None` if the answer requests no other try.
pub(crate) fn wait(exchange: &Exchange, n_tries: u32, date: SystemTime) -> Option<Duration> {
    if !matches!(exchange.status, 429 | 503) {
        return None;
    }
    let asked = exchange.header("retry-after").and_then(|value| retry_after(value, date));
    let backoff = FIRST_BACKOFF.saturating_mul(2_u32.saturating_pow(n_tries.saturating_sub(1)));
    Some(asked.unwrap_or(backoff))
}

/// Reads the header `Retry-After`: seconds or a date.
fn retry_after(value: &str, date: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that does not fit is too long a wait in any case.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX / 4)));
    }
    let until = httpdate::parse_http_date(value).ok()?;
    Some(until.duration_since(date).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::retry_after;
    use std::time::{Duration, SystemTime};

    #[test]
    fn seconds_and_dates_are_read() {
        // 784,111,777 s is the date of RFC 9110's example.
        let date = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 - 30);
        let seconds = |value: &str| retry_after(value, date).map(|time| time.as_secs());
        assert_eq!(seconds("120"), Some(120));
        assert_eq!(seconds("0"), Some(0));
        for value in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(seconds(value), Some(30), "{value}");
        }
        assert_eq!(seconds("Sun, 06 Nov 1994 00:00:00 GMT"), Some(0));
        assert!(seconds("99999999999999999999999").is_some_and(|time| time > 1_000_000));
        for value in ["", "-1", "soon", "1.5"] {
            assert_eq!(seconds(value), None, "{value}");
        }
    }
}
