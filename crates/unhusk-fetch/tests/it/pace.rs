//! Times between requests, on a clock that does not wait.

use crate::clock::{FakeClock, START};
use crate::server::{Server, not_found, ok, page};
use crate::setup::Setup;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use unhusk_fetch::clock::Clock;
use unhusk_fetch::warc::Archive;
use unhusk_fetch::{Event, Observer, Reason, Wait};

/// Starts a server that records the times of requests.
fn timed(
    clock: &Arc<FakeClock>,
    answer: impl Fn(&str) -> String + Send + Sync + 'static,
) -> (Server, Arc<Mutex<Vec<f64>>>) {
    let (clock, times) = (Arc::clone(clock), Arc::new(Mutex::new(Vec::new())));
    let log = Arc::clone(&times);
    let server = Server::texts(move |seen| {
        log.lock().unwrap().push(clock.now().as_secs_f64());
        answer(&seen.path)
    });
    (server, times)
}

fn gaps(times: &Mutex<Vec<f64>>) -> Vec<f64> {
    times.lock().unwrap().windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn the_rate_is_the_one_asked_for() {
    for seconds in [1.0, 0.25, 7.5] {
        let mut setup = Setup::local();
        setup.options.delay = Duration::from_secs_f64(seconds);
        let (server, times) = timed(&setup.clock, |_| ok("page"));
        let urls: Vec<String> = (0..40).map(|at| server.url(&format!("/{at}"))).collect();
        setup.run(&urls);
        let gaps = gaps(&times);
        // Includes the request for robots.txt.
        assert_eq!(gaps.len(), 40);
        for gap in &gaps {
            assert!(*gap >= seconds && *gap <= seconds * 1.05, "{gap} for {seconds}");
        }
        let different: BTreeSet<u64> = gaps.iter().map(|gap| gap.to_bits()).collect();
        assert!(different.len() > 10, "there is some jitter");
    }
}

#[test]
fn the_jitter_is_the_same_in_every_run() {
    let run = || {
        let mut setup = Setup::local();
        setup.name("shop.example", true);
        let (server, times) = timed(&setup.clock, |_| ok("page"));
        let port = server.address.port();
        let urls: Vec<String> =
            (0..5).map(|at| format!("http://shop.example:{port}/{at}")).collect();
        setup.run(&urls);
        times.lock().unwrap().clone()
    };
    assert_eq!(run(), run());
}

#[test]
fn robots_may_ask_for_more_time() {
    let mut setup = Setup::local();
    setup.options.delay = Duration::from_secs(2);
    let delayed = |path: &str| match path {
        "/robots.txt" => ok("User-agent: *\nCrawl-delay: 10\n"),
        _ => ok("page"),
    };
    let (server, times) = timed(&setup.clock, delayed);
    setup.run(&[server.url("/1"), server.url("/2"), server.url("/3")]);
    assert!(gaps(&times).iter().all(|gap| (10.0..10.5).contains(gap)), "{:?}", gaps(&times));
}

/// Keeps the waits of a run.
#[derive(Default)]
struct Waits(Vec<Wait>);

impl Observer for Waits {
    fn event(&mut self, _: &Event, _: usize, _: usize) {}

    fn waiting(&mut self, wait: &Wait) {
        self.0.push(wait.clone());
    }
}

#[test]
fn a_server_that_asks_to_wait_is_waited_for() {
    // 40 s after the start of the clock.
    assert_eq!(START, 1_769_860_800);
    for (later, expected) in [
        ("Retry-After: 30\r\n", 30.0..31.1),
        ("Retry-After: Sat, 31 Jan 2026 12:00:40 GMT\r\n", 38.0..40.1),
        ("", 5.0..6.1),
    ] {
        let setup = Setup::local();
        let n_asked = AtomicUsize::new(0);
        let (server, times) = timed(&setup.clock, move |path| match path {
            "/robots.txt" => not_found(),
            "/1" if n_asked.fetch_add(1, Ordering::SeqCst) == 0 => page("429 Slow down", later, ""),
            _ => ok("page"),
        });
        let mut waits = Waits::default();
        let mut archive = Archive::open(&setup.path()).unwrap();
        let urls = [server.url("/1"), server.url("/2")];
        let summary = setup.fetcher().run(&urls, &mut archive, &mut waits).unwrap();
        assert_eq!(summary.n_fetched, 2);
        assert_eq!(server.paths(), ["/robots.txt", "/1", "/1", "/2"]);
        let [wait] = &waits.0[..] else { panic!("one wait is reported: {:?}", waits.0) };
        assert_eq!(wait.host, "127.0.0.1");
        assert!((5.0..40.1).contains(&wait.time.as_secs_f64()), "{wait:?}");
        assert!(expected.contains(&gaps(&times)[1]), "{later}: {:?}", gaps(&times));
    }
}

#[test]
fn three_tries_are_enough() {
    let setup = Setup::local();
    let (server, times) = timed(&setup.clock, |path| match path {
        "/robots.txt" => not_found(),
        "/busy" => page("503 Busy", "", ""),
        "/much-later" => page("429 No", "Retry-After: 86400\r\n", ""),
        _ => ok("page"),
    });
    assert_eq!(setup.reason(&server.url("/busy")), Some(Reason::Status));
    assert_eq!(server.paths(), ["/robots.txt", "/busy", "/busy", "/busy"]);
    let gaps = gaps(&times);
    assert!((5.0..6.1).contains(&gaps[1]) && (10.0..11.1).contains(&gaps[2]), "{gaps:?}");
    // A server that requests a wait of a day is asked once.
    let (reason, detail) = setup.failure(&server.url("/much-later")).unwrap();
    assert!(reason == Reason::Status && detail.contains("86400"), "{detail}");
    assert_eq!(server.paths().iter().filter(|path| *path == "/much-later").count(), 1);
}

#[test]
fn a_host_is_asked_once_at_a_time_and_hosts_at_the_same_time() {
    let busy: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let most = Arc::new(AtomicUsize::new(0));
    let (open, all) = (Arc::clone(&busy), Arc::clone(&most));
    let server = Server::texts(move |seen| {
        let host = seen.header("host").unwrap().to_owned();
        {
            let mut open = open.lock().unwrap();
            let n_open = open.entry(host.clone()).or_default();
            assert_eq!(*n_open, 0, "one request at a time for {host}");
            *n_open += 1;
            all.fetch_max(open.values().sum(), Ordering::SeqCst);
        }
        std::thread::sleep(Duration::from_millis(30));
        *open.lock().unwrap().get_mut(&host).unwrap() -= 1;
        ok("page")
    });
    let mut setup = Setup::local();
    setup.options.delay = Duration::ZERO;
    setup.options.max_hosts = 3;
    let mut urls = Vec::new();
    for host in ["a.example", "b.example", "c.example", "d.example", "e.example"] {
        setup.name(host, true);
        urls.extend((0..4).map(|at| format!("http://{host}:{}/{at}", server.address.port())));
    }
    let (events, summary) = setup.run(&urls);
    assert_eq!(summary.n_fetched, 20, "{events:?}");
    assert!(matches!(most.load(Ordering::SeqCst), 2..=3), "{most:?}");
    let of_host = |host: &str| -> Vec<String> {
        let url = |event: &Event| match event {
            Event::Fetched { url, .. } => url.clone(),
            _ => String::new(),
        };
        events.iter().map(url).filter(|url| url.contains(host)).collect()
    };
    assert_eq!(of_host("b.example"), urls[4..8], "the pages of a host in order");
}

/// Stops after the first page.
struct Stopper(usize);

impl unhusk_fetch::Observer for Stopper {
    fn event(&mut self, _: &Event, _: usize, _: usize) {
        self.0 += 1;
    }

    fn is_stopped(&self) -> bool {
        self.0 > 0
    }
}

#[test]
fn a_run_can_be_stopped() {
    let setup = Setup::local();
    let server = Server::texts(|_| {
        std::thread::sleep(Duration::from_millis(50));
        ok("page")
    });
    let urls: Vec<String> = (0..100).map(|at| server.url(&format!("/{at}"))).collect();
    let mut archive = unhusk_fetch::warc::Archive::open(&setup.path()).unwrap();
    let mut stopper = Stopper(0);
    let summary = setup.fetcher().run(&urls, &mut archive, &mut stopper).unwrap();
    assert!(summary.is_stopped && summary.n_fetched < 10 && summary.n_failed() == 0, "{summary:?}");
}
