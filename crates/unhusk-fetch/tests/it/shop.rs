//! A whole shop: pages of lists, details, redirects, errors; and a file that is read back by two readers.

use crate::server::{Server, not_found, ok, page, redirect};
use crate::setup::Setup;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use unhusk_fetch::warc::{Archive, ArchiveError};
use unhusk_fetch::{Event, FetchOptions, Fetcher, Reason};

fn shop() -> Server {
    Server::texts(|seen| match seen.path.as_str() {
        "/list?page=1" => ok("<a href=/items/1>Mug</a><a href='/list?page=2'>next</a>"),
        "/list?page=2" => ok("<a href=/items/2>Tray</a>"),
        "/items/1" => ok("<h1>Mug</h1><b>12.00</b>"),
        "/items/2" => page("200 OK", "Set-Cookie: session=1\r\nETag: \"a\"\r\n", "<h1>Tray</h1>"),
        "/old" => redirect("items/1"),
        "/far" => page("301 Moved", "Location: /old\r\n", "moved"),
        "/loop" => redirect("/loop"),
        "/nowhere" => page("302 Found", "", ""),
        "/broken" => page("500 Oops", "", "error"),
        "/private" => page("403 No", "", "no"),
        _ => not_found(),
    })
}

#[test]
fn a_shop_is_fetched_into_an_archive() {
    let server = shop();
    let setup = Setup::local();
    let urls = unhusk_fetch::list::arguments(&[
        server.url("/list?page={1..2}"),
        server.url("/items/2#reviews"),
        server.url("/items/2"),
        server.url("/loop"),
        server.url("/nowhere"),
        server.url("/broken"),
        server.url("/private"),
        server.url("/missing"),
        server.url("/far"),
        server.url("/items/1"),
        "no url".into(),
    ])
    .unwrap();
    let (events, summary) = setup.run(&urls);
    assert_eq!((summary.n_urls, summary.n_fetched, summary.n_unchanged), (11, 4, 1), "{events:#?}");
    let failures: Vec<_> = summary.failures.into_iter().collect();
    assert_eq!(failures, [(Reason::BadUrl, 1), (Reason::Status, 3), (Reason::Redirects, 2)]);
    let far = Event::Fetched {
        url: server.url("/far"),
        final_url: server.url("/items/1"),
        status: 200,
        n_bytes: 24,
        is_cut: false,
    };
    assert!(events.contains(&far), "{events:#?}");
    // `/items/1` was fetched already when its turn came: a redirect had led to it.
    assert_eq!(server.paths().iter().filter(|path| *path == "/items/1").count(), 1);
    assert_eq!(server.paths().iter().filter(|path| *path == "/loop").count(), 6);

    let records = setup.records();
    assert_eq!(records[0].field("WARC-Type"), "warcinfo");
    assert!(records[0].text().contains("robots: obey\r\nhttp-header-user-agent: unhusk/"));
    let stored: Vec<_> = setup
        .records_of("response")
        .iter()
        .map(|it| it.field("WARC-Target-URI").to_owned())
        .collect();
    let expected = ["/list?page=1", "/list?page=2", "/items/2", "/far", "/old", "/items/1"];
    assert_eq!(stored, expected.map(|path| server.url(path)));
    let ids: BTreeSet<_> =
        records.iter().map(|record| record.field("WARC-Record-ID").to_owned()).collect();
    assert_eq!(ids.len(), records.len(), "identifiers are different");
    for (response, request) in setup.records_of("response").iter().zip(setup.records_of("request"))
    {
        assert_eq!(request.field("WARC-Concurrent-To"), response.field("WARC-Record-ID"));
        assert_eq!(response.field("WARC-IP-Address"), "127.0.0.1");
        assert_eq!(response.field("WARC-Date").len(), "2026-01-31T12:00:00Z".len());
        assert!(request.text().starts_with("GET /"), "{}", request.text());
    }
}

#[test]
fn a_second_run_fetches_only_what_is_missing() {
    let server = shop();
    let setup = Setup::local();
    setup.run(&[server.url("/items/1"), server.url("/far")]);
    let before = fs::read(setup.path()).unwrap();
    let urls = [server.url("/items/1"), server.url("/far"), server.url("/old")];
    let (events, summary) = setup.run(&urls);
    assert_eq!(summary.n_known, 3, "{events:?}");
    assert_eq!(fs::read(setup.path()).unwrap(), before);
    let (_, summary) = setup.run(&[server.url("/items/1"), server.url("/items/2")]);
    assert_eq!((summary.n_known, summary.n_fetched), (1, 1));
    assert!(fs::read(setup.path()).unwrap().starts_with(&before));
}

#[test]
fn a_run_that_was_killed_leaves_a_file_that_can_be_used() {
    let server = shop();
    let setup = Setup::local();
    setup.run(&[server.url("/items/1"), server.url("/items/2")]);
    let whole = fs::read(setup.path()).unwrap();
    let n_records = setup.records().len();
    // At every place of a kill, complete records stay and the rest is cut off.
    for n_bytes in (1..whole.len()).step_by(7) {
        fs::write(setup.path(), &whole[..n_bytes]).unwrap();
        let archive = Archive::open(&setup.path()).unwrap();
        let n_left = fs::metadata(setup.path()).unwrap().len();
        assert_eq!(n_left + archive.n_torn_bytes(), n_bytes as u64);
        drop(archive);
        let left = setup.records();
        assert!(left.len() < n_records && whole.starts_with(&fs::read(setup.path()).unwrap()));
    }
    fs::write(setup.path(), &whole[..whole.len() / 2]).unwrap();
    let (_, summary) = setup.run(&[server.url("/items/1"), server.url("/items/2")]);
    assert_eq!(summary.n_failed(), 0);
    assert_eq!(summary.n_known + summary.n_fetched, 2);
}

#[test]
fn other_files_are_not_written_to() {
    let setup = Setup::local();
    let folder = setup.path().with_file_name("other");
    fs::create_dir(&folder).unwrap();
    for (name, content) in
        [("a.warc", "<html>a page</html>\n"), ("b.warc", "W"), ("c.warc", "text without end")]
    {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        match Archive::open(&path) {
            Err(ArchiveError::NotWarc { .. }) => {
                assert_eq!(fs::read_to_string(&path).unwrap(), content);
            }
            // The file may end within the first version line.
            Ok(archive) => assert_eq!((name, archive.n_urls()), ("b.warc", 0)),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(matches!(Archive::open(&folder.join("page.html")), Err(ArchiveError::Name(_))));
    assert!(matches!(Archive::open(&folder.join("none/a.warc")).map(drop), Ok(())));
    // Damage before the end is not cut off.
    let record = "WARC/1.1\r\nWARC-Type: x\r\nContent-Length: 1\r\n\r\nx\r\n\r\n";
    let damaged = folder.join("d.warc");
    fs::write(&damaged, format!("{record}{}{record}", record.replace("Length: 1", "Length: 2")))
        .unwrap();
    let error = Archive::open(&damaged).unwrap_err();
    assert!(error.to_string().contains(&format!("at byte {}:", record.len())), "{error}");
    let _first = Archive::open(&folder.join("b.warc")).unwrap();
    assert!(matches!(Archive::open(&folder.join("b.warc")), Err(ArchiveError::Busy(_))));
}

#[test]
fn files_without_compression_are_written_too() {
    let server = shop();
    let setup = Setup::local();
    let path = setup.path().with_file_name("site.warc");
    let urls = [server.url("/items/1")];
    let mut ignore = |_: &Event| {};
    setup.fetcher().run(&urls, &mut Archive::open(&path).unwrap(), &mut ignore).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("WARC/1.1\r\n").count(), 3);
    let mut archive = Archive::open(&path).unwrap();
    assert_eq!(archive.stored(&urls[0]).unwrap().status, 200);
    let summary = setup.fetcher().run(&urls, &mut archive, &mut ignore).unwrap();
    assert_eq!(summary.n_known, 1);
}

#[test]
fn a_run_without_pages_leaves_no_file() {
    let setup = Setup::local();
    setup.run(&["http://127.0.0.2/".into()]);
    assert!(!setup.path().exists());
}

#[test]
fn options_that_would_break_requests_are_refused() {
    for (user_agent, contact) in [
        ("", ""),
        ("1bot", ""),
        ("bot\r\nX: y", ""),
        ("bot", "a\nb"),
        ("bot", "a)b"),
        ("b\u{F6}t", ""),
    ] {
        let options = FetchOptions {
            user_agent: user_agent.into(),
            contact: Some(contact.into()),
            ..FetchOptions::default()
        };
        assert!(Fetcher::new(options).is_err(), "{user_agent:?} {contact:?}");
    }
}

/// `FastWARC` is a reader of its own; `UNHUSK_PYTHON` names a Python that has it.
#[test]
#[expect(clippy::print_stderr, reason = "says what was not tested")]
fn another_program_reads_the_archive() {
    let Some(python) = std::env::var_os("UNHUSK_PYTHON") else {
        eprintln!("notice: not read with FastWARC, since UNHUSK_PYTHON is not set");
        return;
    };
    if !Command::new(&python)
        .args(["-c", "import fastwarc"])
        .status()
        .is_ok_and(|status| status.success())
    {
        eprintln!(
            "notice: not read with FastWARC, since the Python of UNHUSK_PYTHON does not have it"
        );
        return;
    }
    let server = shop();
    let setup = Setup::local();
    setup.run(&[server.url("/items/2"), server.url("/far")]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/read_warc.py");
    let output = Command::new(python).arg(script).arg(setup.path()).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<String> =
        printed.lines().map(|line| line.replace(&server.url(""), "")).collect();
    assert_eq!(
        lines,
        [
            "warcinfo None None True None",
            "response /items/2 200 True <h1>Tray</h1>",
            "request /items/2 None True ",
            "response /far 301 True moved",
            "request /far None True ",
            "response /old 302 True ",
            "request /old None True ",
            "response /items/1 200 True <h1>Mug</h1><b>12.00</b>",
            "request /items/1 None True ",
        ]
    );
}
