//! Contents of a request: its own User-Agent, and no data from another site.

use crate::server::{Server, ok, page};
use crate::setup::Setup;

#[test]
fn cookies_credentials_and_referrers_are_never_sent() {
    let other = Server::texts(|_| ok("other"));
    let port = other.address.port();
    let server = Server::texts(move |seen| match seen.path.as_str() {
        "/robots.txt" => page("200 OK", "Set-Cookie: robots=1\r\n", ""),
        "/1" => page(
            "200 OK",
            "Set-Cookie: session=secret; Path=/\r\nWWW-Authenticate: Basic\r\n",
            "page",
        ),
        "/2" => page(
            "302 Found",
            &format!("Set-Cookie: a=b\r\nLocation: http://other.example:{port}/x\r\n"),
            "",
        ),
        "/3" => page("302 Found", "Set-Cookie: c=d\r\nLocation: /4\r\n", ""),
        "/5" => page("401 Who", "WWW-Authenticate: Basic realm=\"x\"\r\n", ""),
        _ => ok("page"),
    });
    let mut setup = Setup::local();
    setup.name("other.example", true);
    setup.options.contact = Some("ann@a.example".into());
    setup.run(&["/1", "/2", "/3", "/5", "/6"].map(|path| server.url(path)));
    let seen = [server.seen(), other.seen()].concat();
    assert_eq!(seen.len(), 9);
    for request in &seen {
        let mut names: Vec<&str> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"], "{}", request.path);
        let expected = concat!("unhusk/", env!("CARGO_PKG_VERSION"), " (+ann@a.example)");
        assert_eq!(request.header("user-agent"), Some(expected));
    }
    for record in setup.records_of("request") {
        let text = record.text().to_ascii_lowercase();
        for secret in ["cookie", "authorization", "referer", "secret"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}
