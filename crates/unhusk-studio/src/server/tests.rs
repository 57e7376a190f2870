//! Attacks on the server: requests as sent by other hosts, origins and programs, on real sockets.

use super::Server;
use crate::studio::{Studio, StudioOptions};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use unhusk::page::PageOptions;
use unhusk_io::source::PageRef;

/// A running studio.
struct Running {
    port: u16,
    token: String,
}

fn start(folder: &Path) -> Running {
    let page = folder.join("1.html");
    std::fs::write(&page, "<ul><li><b>Mug</b> <i>12</i><li><b>Cup</b> <i>9</i></ul>")
        .expect("a page");
    let options = StudioOptions {
        folder: folder.join("task"),
        pages: vec![PageRef::file(page)],
        page: PageOptions::default(),
        wrapper: None,
    };
    let studio = Arc::new(Studio::open(options).expect("a new task"));
    let (send, receive) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let server = Server::bind(studio, 0).await.expect("a free port");
            send.send(server.address().expect("an address")).expect("the test waits");
            server.run(std::future::pending()).await.expect("it listens");
        });
    });
    let address = receive.recv_timeout(Duration::from_secs(20)).expect("the server starts");
    let (host, token) = address
        .strip_prefix("http://127.0.0.1:")
        .and_then(|rest| rest.split_once("/#token="))
        .expect("an address");
    Running { port: host.parse().expect("a port"), token: token.to_owned() }
}

impl Running {
    /// The status of the answer to a request, and the whole answer.
    fn send(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut answer = Vec::new();
        // A connection that is reset after its answer is as good as one that is closed.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn get(&self, path: &str, headers: &str) -> u16 {
        self.send(&format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")).0
    }

    fn own_headers(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n", self.port, self.token)
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, String) {
        self.send(&format!("POST {path} HTTP/1.1\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()))
    }
}

#[test]
fn the_app_is_answered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let studio = start(folder.path());
    let own = studio.own_headers();
    assert_eq!(studio.get("/api/task", &own), 200);
    assert_eq!(studio.get("/", &format!("Host: localhost:{}\r\n", studio.port)), 200);
    let same = format!(
        "{own}Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n",
        studio.port
    );
    let (status, answer) =
        studio.post("/api/act", &same, r#"{"act":"click","page":0,"place":{"node":6}}"#);
    assert_eq!(status, 200, "{answer}");
}

#[test]
fn other_hosts_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let studio = start(folder.path());
    let port = studio.port;
    let token = format!("Authorization: Bearer {}\r\n", studio.token);
    let names = [
        "",
        "evil.example",
        "127.0.0.1",
        "localhost",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "0.0.0.0",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1.",
        "localhost.localdomain",
        "a@127.0.0.1",
        "127.0.0.1@evil.example",
        "127.0.0.2",
        "192.168.0.1",
        "xn--localhost",
    ];
    let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
    hosts.retain(|host| {
        *host != format!("127.0.0.1:{port}") && *host != format!("localhost:{port}")
    });
    hosts.extend(names.iter().map(|name| (*name).to_owned()));
    hosts.extend([
        format!("127.0.0.1:{}", port.wrapping_add(1)),
        format!("127.0.0.1:0{port}"),
        format!("127.0.0.1:{port},evil.example"),
        format!("127.0.0.1:{port} ") + "x",
    ]);
    assert!(hosts.len() >= 40);
    for host in hosts {
        for path in ["/", "/api/task"] {
            let status = studio.get(path, &format!("Host: {host}\r\n{token}"));
            assert!(status == 403 || status == 400, "host {host:?} got {status} for {path}");
        }
    }
    let status = studio.get("/api/task", &token);
    assert!(status == 403 || status == 400, "no host got {status}");
    let twice = format!("Host: evil.example\r\nHost: 127.0.0.1:{port}\r\n{token}");
    assert_ne!(studio.get("/api/task", &twice), 200);
}

#[test]
fn requests_without_the_token_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let studio = start(folder.path());
    let host = format!("Host: 127.0.0.1:{}\r\n", studio.port);
    let token = &studio.token;
    let wrong = [
        String::new(),
        "Authorization: Bearer \r\n".to_owned(),
        format!("Authorization: Bearer {}\r\n", "0".repeat(32)),
        format!("Authorization: Bearer {}\r\n", &token[..31]),
        format!("Authorization: Bearer {token}0\r\n"),
        format!("Authorization: Basic {token}\r\n"),
        format!("Authorization: {token}\r\n"),
        format!("Cookie: token={token}\r\n"),
        format!("Authorization: Bearer x\r\nAuthorization: Bearer {token}\r\n"),
    ];
    for headers in wrong {
        for path in ["/api/task", "/api/page/0", "/api/events", "/api/hello"] {
            assert_eq!(studio.get(path, &format!("{host}{headers}")), 403, "{path} {headers}");
        }
    }
    assert_eq!(studio.get(&format!("/api/task?token={token}"), &host), 403);
}

#[test]
fn other_sites_and_forms_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let studio = start(folder.path());
    let own = studio.own_headers();
    let body = r#"{"act":"undo"}"#;
    let json = "Content-Type: application/json\r\n";
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1", "file://", ""]
    {
        let headers = format!("{own}{json}Origin: {origin}\r\n");
        assert_eq!(studio.post("/api/act", &headers, body).0, 403, "origin {origin:?}");
    }
    for site in ["cross-site", "same-site", "nonsense"] {
        assert_eq!(
            studio.get("/api/task", &format!("{own}Sec-Fetch-Site: {site}\r\n")),
            403,
            "{site}"
        );
    }
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
    ] {
        let headers = format!("{own}Content-Type: {kind}\r\n");
        assert_eq!(studio.post("/api/act", &headers, body).0, 403, "{kind}");
    }
    assert_eq!(studio.post("/api/act", &own, body).0, 403, "no content type");
    for method in ["TRACE", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "PROPFIND"] {
        let (status, _) =
            studio.send(&format!("{method} /api/task HTTP/1.1\r\n{own}Connection: close\r\n\r\n"));
        assert!(status == 403 || status == 400 || status == 405, "{method} got {status}");
    }
    let (_, answer) =
        studio.send(&format!("GET /api/task HTTP/1.1\r\n{own}Connection: close\r\n\r\n"));
    let lower = answer.to_lowercase();
    assert!(!lower.contains("access-control-allow"), "no other origin may read");
    assert!(!lower.contains("set-cookie"));
    assert!(lower.contains("x-content-type-options: nosniff"));
}

#[test]
fn large_headers_and_bad_bodies_are_refused_and_the_server_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let studio = start(folder.path());
    let own = studio.own_headers();
    let large = format!("X-Large: {}\r\n", "x".repeat(64 << 10));
    assert_ne!(studio.get("/api/task", &format!("{own}{large}")), 200);
    let json = format!("{own}Content-Type: application/json\r\n");
    for body in [
        "",
        "{",
        "[]",
        r#"{"act":"nonsense"}"#,
        r#"{"act":"click"}"#,
        r#"{"act":"click","place":{"node":-1}}"#,
        r#"{"act":"click","place":{"node":99999999}}"#,
        r#"{"act":"goto","step":999}"#,
    ] {
        let (status, answer) = studio.post("/api/act", &json, body);
        assert!((400..500).contains(&status), "{body} got {status}: {answer}");
    }
    for path in
        ["/api/page/9", "/api/page/x", "/js/../Cargo.toml", "/js/%2e%2e%2fCargo.toml", "/nonsense"]
    {
        let status = studio.get(path, &own);
        assert!((400..500).contains(&status), "{path} got {status}");
    }
    assert_eq!(studio.get("/api/task", &own), 200);
}

#[test]
fn a_second_window_watches_until_it_takes_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let studio = start(folder.path());
    let json = format!("{}Content-Type: application/json\r\n", studio.own_headers());
    let first = format!("{json}X-Unhusk-Window: one\r\n");
    let second = format!("{json}X-Unhusk-Window: two\r\n");
    let act = r#"{"act":"task-rename","name":"shop"}"#;
    assert_eq!(studio.post("/api/act", &first, act).0, 200);
    let (status, answer) = studio.post("/api/act", &second, act);
    assert_eq!(status, 409);
    assert!(answer.contains("take over"), "{answer}");
    assert_eq!(studio.post("/api/act", &second, r#"{"act":"take-over"}"#).0, 200);
    assert_eq!(studio.post("/api/act", &second, act).0, 200);
    assert_eq!(studio.post("/api/act", &first, act).0, 409);
}
