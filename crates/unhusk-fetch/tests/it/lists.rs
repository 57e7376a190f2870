//! Sitemaps, their indexes, and feeds, from a server.

use crate::server::{Server, not_found, ok, send};
use crate::setup::Setup;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use unhusk_fetch::Reason;

fn sitemap(urls: &[&str]) -> String {
    let url = |url: &&str| format!("<url><loc>{url}</loc></url>");
    format!("<?xml version=\"1.0\"?><urlset>{}</urlset>", urls.iter().map(url).collect::<String>())
}

fn index(urls: &[&str]) -> String {
    let url = |url: &&str| format!("<sitemap><loc>{url}</loc></sitemap>");
    format!("<sitemapindex>{}</sitemapindex>", urls.iter().map(url).collect::<String>())
}

fn server() -> Server {
    Server::start(|seen, stream| {
        let answer = match seen.path.as_str() {
            "/index.xml" => ok(&index(&["/a.xml", "/b.xml.gz", "/missing.xml", "/inner.xml"])),
            "/a.xml" => {
                ok(&sitemap(&["https://a.example/1", "https://a.example/2", "http://127.0.0.2/x"]))
            }
            "/inner.xml" => ok(&index(&["/a.xml"])),
            "/feed" => ok("<feed><entry><link href='items/1'/></entry></feed>"),
            "/page" => ok("<html><body><p>no list</body></html>"),
            "/bomb.xml.gz" | "/b.xml.gz" => {
                let text = if seen.path == "/b.xml.gz" {
                    sitemap(&["https://a.example/3"])
                } else {
                    " ".repeat(4 << 20)
                };
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(text.as_bytes()).unwrap();
                let body = encoder.finish().unwrap();
                let head = format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nContent-Length: {}\r\n\r\n",
                    body.len()
                );
                return send(stream, &[head.as_bytes(), &body].concat());
            }
            _ => not_found(),
        };
        send(stream, answer.as_bytes());
    })
}

#[test]
fn an_index_is_read_with_its_sitemaps() {
    let (server, setup) = (server(), Setup::local());
    let listing = setup.fetcher().sitemap(&server.url("/index.xml"), 1000);
    assert_eq!(
        listing.urls,
        ["https://a.example/1", "https://a.example/2", "http://127.0.0.2/x", "https://a.example/3"]
    );
    let problems: Vec<_> =
        listing.problems.iter().map(|(url, failure)| (url.as_str(), failure.reason)).collect();
    assert_eq!(problems, [("/missing.xml", Reason::Status), ("/inner.xml", Reason::Protocol)]);
    assert!(!listing.is_cut);
}

#[test]
fn only_as_many_urls_as_wanted_are_listed() {
    let (server, setup) = (server(), Setup::local());
    let listing = setup.fetcher().sitemap(&server.url("/index.xml"), 2);
    assert_eq!((listing.urls.len(), listing.is_cut), (2, true));
    assert!(!server.paths().contains(&"/b.xml.gz".into()), "what is not wanted is not read");
}

#[test]
fn feeds_and_what_is_no_list() {
    let (server, mut setup) = (server(), Setup::local());
    let fetcher = setup.fetcher();
    assert_eq!(fetcher.sitemap(&server.url("/feed"), 10).urls, [server.url("/items/1")]);
    let listing = fetcher.sitemap(&server.url("/page"), 10);
    assert_eq!(listing.problems[0].1.reason, Reason::Protocol);
    assert_eq!(fetcher.sitemap("ftp://a.example/", 10).problems[0].1.reason, Reason::BadUrl);
    setup.options.total_timeout = std::time::Duration::from_mins(1);
    setup.options.idle_timeout = std::time::Duration::from_mins(1);
    let listing = setup.fetcher().sitemap(&server.url("/bomb.xml.gz"), 10);
    assert_eq!(listing.problems[0].1.reason, Reason::TooLarge);
}
