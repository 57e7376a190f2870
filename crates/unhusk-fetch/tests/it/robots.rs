//! Meaning of the answers for robots.txt.

use crate::server::{Server, ok, page, redirect};
use crate::setup::Setup;
use std::time::Duration;
use unhusk_fetch::Reason;
use unhusk_fetch::clock::Clock;

fn server(robots: impl Fn() -> String + Send + Sync + 'static) -> Server {
    Server::texts(move |seen| match seen.path.as_str() {
        "/robots.txt" => robots(),
        path if path.starts_with("/moved/") => {
            let n_left: usize = path["/moved/".len()..].parse().unwrap();
            match n_left {
                0 => ok("User-agent: *\nDisallow: /no\n"),
                _ => redirect(&format!("/moved/{}", n_left - 1)),
            }
        }
        _ => ok("page"),
    })
}

#[test]
fn rules_are_obeyed_for_our_own_name() {
    let file = "User-agent: *\nDisallow: /\n\nUser-agent: Unhusk\nDisallow: /no\nAllow: /no/but\n";
    let server = server(|| ok(file));
    let setup = Setup::local();
    let (_, summary) =
        setup.run(&["/yes", "/no", "/no/way", "/no/but/yes"].map(|path| server.url(path)));
    assert_eq!(summary.n_fetched, 2);
    assert_eq!(summary.failures[&Reason::Robots], 2);
    assert_eq!(server.paths(), ["/robots.txt", "/yes", "/no/but/yes"], "the file is read once");
}

#[test]
fn rules_hold_behind_redirects() {
    let server = Server::texts(|seen| match seen.path.as_str() {
        "/robots.txt" => ok("User-agent: *\nDisallow: /no\n"),
        _ => redirect("/no"),
    });
    let setup = Setup::local();
    assert_eq!(setup.reason(&server.url("/yes")), Some(Reason::Robots));
    assert_eq!(server.paths(), ["/robots.txt", "/yes"]);
}

#[test]
fn a_file_that_does_not_exist_allows_everything() {
    for status in ["404 Not Found", "403 No", "410 Gone", "400 Bad", "401 Who"] {
        let server = server(move || page(status, "", ""));
        assert_eq!(Setup::local().reason(&server.url("/no")), None, "{status}");
    }
}

#[test]
fn a_file_that_cannot_be_read_forbids_everything() {
    for status in ["500 Oops", "502 Bad", "503 Busy", "429 Slow"] {
        let server = server(move || page(status, "Retry-After: 1\r\n", ""));
        assert_eq!(Setup::local().reason(&server.url("/yes")), Some(Reason::Robots), "{status}");
        assert!(!server.paths().contains(&"/yes".into()));
    }
    let server = server(String::new);
    let (reason, detail) = Setup::local().failure(&server.url("/yes")).unwrap();
    assert!(reason == Reason::Robots && detail.contains("connection"), "{detail}");
}

#[test]
fn five_redirects_are_followed() {
    for (n_redirects, expected) in [(1, Some(Reason::Robots)), (5, Some(Reason::Robots)), (6, None)]
    {
        let server = server(move || redirect(&format!("/moved/{}", n_redirects - 1)));
        assert_eq!(Setup::local().reason(&server.url("/no")), expected, "{n_redirects}");
    }
}

#[test]
fn the_file_is_read_again_after_a_day() {
    let server = server(|| ok("User-agent: *\nDisallow: /no\n"));
    let setup = Setup::local();
    let fetcher = setup.fetcher();
    for (path, hours) in [("/1", 0), ("/2", 23), ("/3", 2)] {
        setup.clock.wait(Duration::from_secs(hours * 3600));
        let mut archive = unhusk_fetch::warc::Archive::open(&setup.path()).unwrap();
        fetcher.run(&[server.url(path)], &mut archive, &mut |_: &unhusk_fetch::Event| {}).unwrap();
    }
    assert_eq!(server.paths(), ["/robots.txt", "/1", "/2", "/robots.txt", "/3"]);
}

#[test]
fn half_a_megabyte_is_read() {
    let rules = format!("{}User-agent: *\nDisallow: /no\n", "# padding\n".repeat(51_500));
    assert!(rules.len() > 500 << 10 && rules.len() < 512 << 10);
    let long = format!("{rules}{}", "# padding\n".repeat(50_000));
    let server = server(move || ok(&long));
    let setup = Setup::local();
    assert_eq!(setup.reason(&server.url("/no")), Some(Reason::Robots));
    assert_eq!(setup.reason(&server.url("/yes")), None);
}

#[test]
fn owners_may_ignore_the_file() {
    let server = server(|| ok("User-agent: *\nDisallow: /\n"));
    let mut setup = Setup::local();
    setup.options.ignore_robots = true;
    assert_eq!(setup.reason(&server.url("/no")), None);
    assert_eq!(server.paths(), ["/no"]);
    assert!(setup.records()[0].text().contains("robots: ignore\r\n"));
}
