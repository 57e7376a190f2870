//! Polite requests: in turn for each host, repeated on request of the server, and only where robots.txt allows.

use crate::clock::Clock;
use crate::event::Wait;
use crate::exchange::{Ask, Client, Exchange};
use crate::failure::{Failure, Reason};
use crate::lookup::Lookup;
use crate::options::FetchOptions;
use crate::pace::Pace;
use crate::retry::{self, MAX_RETRY_AFTER};
use crate::robots::{MAX_ROBOTS_BYTES, Robots};
use crate::target_url::Target;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time after which robots.txt is read again (RFC 9309, 2.4).
const ROBOTS_MAX_AGE: Duration = Duration::from_hours(24);
/// Redirects of robots.txt that are followed (RFC 9309, 2.3.1.2).
const MAX_ROBOTS_REDIRECTS: usize = 5;

/// Makes requests politely; shared by all threads.
pub(crate) struct Polite {
    pub(crate) options: Arc<FetchOptions>,
    pub(crate) clock: Arc<dyn Clock>,
    client: Client,
    pace: Pace,
    robots: Mutex<BTreeMap<String, Arc<Mutex<Option<KnownRobots>>>>>,
    /// Waits that were not reported yet.
    waits: Mutex<Vec<Wait>>,
}

/// The robots.txt of an origin.
#[derive(Debug, Clone)]
struct KnownRobots {
    /// The rules, or the reason why they could not be read: nothing is allowed then.
    rules: Result<Arc<Robots>, String>,
    read_at: Duration,
}

impl Polite {
    pub(crate) fn new(
        options: Arc<FetchOptions>,
        clock: Arc<dyn Clock>,
        lookup: Arc<dyn Lookup>,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let client = Client::new(Arc::clone(&options), lookup);
        let pace = Pace::new(Arc::clone(&clock), options.delay, stop);
        Self { options, clock, client, pace, robots: Mutex::default(), waits: Mutex::default() }
    }

    /// Makes a request if robots.txt allows it.
    pub(crate) fn get(&self, target: &Target, ask: &Ask) -> Result<Exchange, Failure> {
        self.check_robots(target)?;
        self.get_repeatedly(target, ask)
    }

    /// Makes a request, and repeats it while the server answers 429 or 503.
    fn get_repeatedly(&self, target: &Target, ask: &Ask) -> Result<Exchange, Failure> {
        let host = target.host();
        for n_tries in 1.. {
            let exchange = self.pace.in_turn(host, || self.client.get(target, ask))?;
            let Some(wait) = retry::wait(&exchange, n_tries, self.clock.date()) else {
                return Ok(exchange);
            };
            // The other pages of the host wait as well.
            self.pace.postpone(host, wait.min(MAX_RETRY_AFTER));
            if n_tries >= self.options.max_tries || wait > MAX_RETRY_AFTER {
                return Ok(exchange);
            }
            self.waits().push(Wait { host: host.to_owned(), time: wait });
        }
        Err(Failure::new(Reason::Status, "no try was allowed"))
    }

    /// Returns the waits that began since the last call.
    pub(crate) fn take_waits(&self) -> Vec<Wait> {
        std::mem::take(&mut *self.waits())
    }

    fn waits(&self) -> MutexGuard<'_, Vec<Wait>> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if robots.txt forbids the URL.
    fn check_robots(&self, target: &Target) -> Result<(), Failure> {
        if self.options.ignore_robots {
            return Ok(());
        }
        match self.robots(target)?.rules {
            Ok(rules) if rules.allows(target.path_and_query()) => Ok(()),
            Ok(_) => Err(Failure::new(
                Reason::Robots,
                format!("{} forbids it", target.robots().as_str()),
            )),
            Err(why) => Err(Failure::new(
                Reason::Robots,
                format!(
                    "{} could not be read, which forbids all pages: {why}",
                    target.robots().as_str()
                ),
            )),
        }
    }

    /// Returns the rules of an origin; reads them if they are not known or too old.
    fn robots(&self, target: &Target) -> Result<KnownRobots, Failure> {
        let slot = {
            let mut all = self.robots.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(target.origin()).or_default())
        };
        // Other threads wait here until the file is read. The lock of a host is taken inside of this one, never around it.
        let mut known = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        if let Some(known) = &*known
            && now.saturating_sub(known.read_at) < ROBOTS_MAX_AGE
        {
            return Ok(known.clone());
        }
        let rules = match self.read_robots(target) {
            Err(failure) if failure.reason == Reason::Stopped => return Err(failure),
            Err(failure) => Err(failure.to_string()),
            Ok(rules) => {
                self.pace.set_crawl_delay(target.host(), rules.crawl_delay().unwrap_or_default());
                Ok(Arc::new(rules))
            }
        };
        Ok(known.insert(KnownRobots { rules, read_at: now }).clone())
    }

    /// Reads a robots.txt file: one that does not exist allows everything, one that cannot be read nothing.
    fn read_robots(&self, target: &Target) -> Result<Robots, Failure> {
        let ask = Ask { max_bytes: MAX_ROBOTS_BYTES as u64, wants_body: true, ..Ask::default() };
        let mut at = target.robots();
        for _ in 0..=MAX_ROBOTS_REDIRECTS {
            let exchange = self.get_repeatedly(&at, &ask)?;
            match exchange.status {
                200..=299 => {
                    return Ok(Robots::parse(&exchange.body, self.options.product_token()));
                }
                300..=399 => match exchange.header("location") {
                    Some(location) => at = at.join(location, &self.options)?,
                    None => return Ok(Robots::allow_all()),
                },
                // A rate limit does not mean that there is no file.
                429 | 500.. => return Err(status(&exchange)),
                _ => return Ok(Robots::allow_all()),
            }
        }
        // Like a file that does not exist (RFC 9309, 2.3.1.2).
        Ok(Robots::allow_all())
    }
}

/// Returns the failure for an answer that is no page.
pub(crate) fn status(exchange: &Exchange) -> Failure {
    let status = exchange.status;
    let detail = match (status, exchange.header("retry-after")) {
        (429 | 503, Some(later)) => {
            format!("the server answered {status} and asks to come back later ({later})")
        }
        (429, None) => {
            "the server answered 429: too many requests; try a longer --delay".to_owned()
        }
        _ => format!("the server answered {status}"),
    };
    Failure::new(Reason::Status, detail)
}
