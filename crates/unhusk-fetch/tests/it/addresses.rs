//! No connection to an address that is not public, in any spelling or by any name: a listener on this machine accepts
//! none.

use crate::server::{Server, ok, redirect};
use crate::setup::Setup;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::time::Duration;
use unhusk_fetch::Reason;

/// Listens, and records whether somebody connects.
struct Canary {
    listeners: Vec<TcpListener>,
    port: u16,
}

impl Canary {
    fn new() -> Self {
        // All addresses of this machine, IPv6 too where there is any.
        let first = TcpListener::bind("0.0.0.0:0").unwrap();
        let port = first.local_addr().unwrap().port();
        let mut listeners = vec![first];
        listeners.extend(TcpListener::bind(("::1", port)));
        for listener in &listeners {
            listener.set_nonblocking(true).unwrap();
        }
        Self { listeners, port }
    }

    fn n_connections(&self) -> usize {
        let accepted = |listener: &TcpListener| match listener.accept() {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                false
            }
        };
        self.listeners
            .iter()
            .map(|listener| std::iter::from_fn(|| accepted(listener).then_some(())).count())
            .sum()
    }
}

/// Spellings of addresses that must be refused; most of them are this machine.
const HOSTS: &[&str] = &[
    "127.0.0.1",
    "127.0.0.2",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0",
    "0.0",
    "0x0",
    "0x7f.1",
    "0x7f.0.0.1",
    "0x7f.0x0.0x0.0x1",
    "0x7f000001",
    "0X7F000001",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "0177.0.0.01",
    "0177.1",
    "00000177.0.0.1",
    "127.0.0.01",
    "127.0.0.0x1",
    "127.0x1",
    "127.000.000.001",
    "127.0.0.1.",
    "127.1.",
    "%31%32%37.0.0.1",
    "127%2e0%2e0%2e1",
    "\u{FF11}\u{FF12}\u{FF17}.0.0.1",
    "127\u{3002}0\u{3002}0\u{3002}1",
    "\u{2460}\u{2461}\u{2466}.0.0.1",
    "1\u{AD}27.0.0.1",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000::0001]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2002:7f00:0001::1]",
    "[2001:0:7f00:1::]",
    "[2001::1]",
    "[fc00::1]",
    "[fd00::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[100::1]",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.1.254",
    "169.254.169.254",
    "0xa9fea9fe",
    "2852039166",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    // Names
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "localhost.localdomain",
    "private.example",
    "mixed.example",
    "mapped.example",
    "metadata.example",
];

#[test]
fn no_spelling_of_a_private_address_is_connected_to() {
    assert!(HOSTS.len() >= 60);
    let canary = Canary::new();
    let mut setup = Setup::guarded();
    // The port is not the reason for the refusal.
    setup.options.allowed_ports.push(canary.port);
    for (name, addresses) in [
        ("localhost", &["127.0.0.1", "::1"][..]),
        ("localhost.", &["127.0.0.1"]),
        ("a.localhost", &["127.0.0.1"]),
        ("localhost.localdomain", &["127.0.0.1"]),
        ("private.example", &["127.0.0.1"]),
        ("mixed.example", &["10.0.0.1", "127.0.0.1", "fe80::1"]),
        ("mapped.example", &["::ffff:127.0.0.1", "64:ff9b::7f00:1"]),
        ("metadata.example", &["169.254.169.254"]),
    ] {
        setup
            .names
            .insert(name.into(), addresses.iter().map(|text| text.parse().unwrap()).collect());
    }
    for host in HOSTS {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{}/", canary.port);
            for ignores_robots in [false, true] {
                setup.options.ignore_robots = ignores_robots;
                let (reason, detail) = setup.failure(&url).expect(&url);
                // robots.txt is requested first, and refused for the same reason; other spellings are no URLs at all.
                let is_refused = match reason {
                    Reason::BlockedAddress | Reason::BadUrl => true,
                    Reason::Robots => detail.contains("blocked-address"),
                    _ => false,
                };
                assert!(is_refused, "{url}: {reason:?} {detail}");
            }
        }
    }
    assert_eq!(canary.n_connections(), 0);
    assert!(setup.records().is_empty());
}

/// The test above can fail: the listener sees a fetcher that may connect.
#[test]
fn a_host_that_is_allowed_is_connected_to() {
    let canary = Canary::new();
    let mut setup = Setup::local();
    // It never answers.
    setup.options.idle_timeout = Duration::from_millis(300);
    setup.name("private.example", true);
    assert_eq!(setup.reason(&format!("http://127.0.0.1:{}/", canary.port)), Some(Reason::Robots));
    assert_eq!(
        setup.reason(&format!("http://private.example:{}/", canary.port)),
        Some(Reason::Robots)
    );
    assert_eq!(canary.n_connections(), 2);
}

#[test]
fn redirects_to_private_hosts_are_not_followed() {
    let canary = Canary::new();
    let port = canary.port;
    let server = Server::texts(move |seen| match seen.path.as_str() {
        "/robots.txt" => ok(""),
        "/chain" => redirect("/chain/2"),
        "/chain/2" => redirect(&format!("http://private.example:{port}/")),
        path => redirect(&path[1..].replace("PORT", &port.to_string())),
    });
    // The server's own address is allowed under its name alone.
    let mut setup = Setup::guarded();
    setup.name("shop.example", true);
    setup.name("private.example", false);
    setup.options.allowed_ports.push(port);
    let own = format!("http://shop.example:{}", server.address.port());
    for location in [
        "http://127.0.0.1:PORT/",
        "//127.0.0.1:PORT/",
        "http:\\\\127.0.0.1:PORT/",
        "http://127.1:PORT/",
        "http://0x7f.1:PORT/",
        "http://[::1]:PORT/",
        "http://[::ffff:127.0.0.1]:PORT/",
        "http://169.254.169.254/latest/meta-data/",
    ] {
        let reason = setup.reason(&format!("{own}/{location}"));
        assert_eq!(reason, Some(Reason::BlockedAddress), "{location}");
    }
    for (location, expected) in [
        ("file:///etc/passwd", Reason::BadUrl),
        ("ftp://127.0.0.1/", Reason::BadUrl),
        ("javascript:alert(1)", Reason::BadUrl),
        ("http://ann:secret@shop.example/", Reason::BadUrl),
        ("http://public.example:22/", Reason::BlockedPort),
    ] {
        assert_eq!(setup.reason(&format!("{own}/{location}")), Some(expected), "{location}");
    }
    let (reason, detail) = setup.failure(&format!("{own}/chain")).unwrap();
    assert!(reason == Reason::Robots && detail.contains("blocked-address"), "{detail}");
    setup.options.ignore_robots = true;
    assert_eq!(setup.reason(&format!("{own}/chain")), Some(Reason::BlockedAddress));
    assert_eq!(canary.n_connections(), 0);
}

#[test]
fn redirects_of_robots_and_sitemaps_are_checked_too() {
    let canary = Canary::new();
    let port = canary.port;
    let server = Server::texts(move |seen| match seen.path.as_str() {
        "/robots.txt" => redirect(&format!("http://127.0.0.1:{port}/robots.txt")),
        _ => redirect(&format!("http://127.0.0.1:{port}/")),
    });
    let mut setup = Setup::guarded();
    setup.name("shop.example", true);
    setup.options.allowed_ports.push(port);
    let own = format!("http://shop.example:{}/", server.address.port());
    assert_eq!(setup.reason(&own), Some(Reason::Robots));
    setup.options.ignore_robots = true;
    let listing = setup.fetcher().sitemap(&own, 10);
    assert_eq!(listing.problems[0].1.reason, Reason::BlockedAddress);
    assert_eq!(canary.n_connections(), 0);
}
