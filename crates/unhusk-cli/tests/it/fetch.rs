//! `unhusk fetch`: the program around the fetcher, which is tested in its own crate.

use crate::program::Folder;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

/// Serves a shop of two pages and a sitemap on a free port; returns its address.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let own = address.clone();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let first = lines.next().unwrap_or_default();
            // The answer waits for the end of the request.
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let (status, body) = match first.split(' ').nth(1).unwrap_or_default() {
                "/robots.txt" => (200, "User-agent: *\nDisallow: /private\n".to_owned()),
                "/1" => (200, "<p>one</p>".to_owned()),
                "/2" => (200, "<p>two</p>".to_owned()),
                "/sitemap.xml" => {
                    let url = |path: u8| format!("<url><loc>{own}/{path}</loc></url>");
                    (200, format!("<urlset>{}{}</urlset>", url(1), url(2)))
                }
                _ => (404, "no".to_owned()),
            };
            let head = format!("HTTP/1.1 {status} x\r\nContent-Length: {}\r\n\r\n", body.len());
            drop(stream.write_all(format!("{head}{body}").as_bytes()));
        }
    });
    address
}

const FLAGS: &[&str] = &[
    "-o",
    "site.warc",
    "--delay",
    "0",
    "--allow-private",
    "127.0.0.1",
    "--contact",
    "a@b.example",
];

fn fetch(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let run = folder.run(&[&["fetch"], arguments, FLAGS].concat());
    assert_eq!(run.stdout, "");
    // Times differ from run to run.
    let lines = run.stderr.lines().map(|line| match line.split_once(" in ") {
        Some((before, after)) if after.contains(" s") => {
            format!("{before} in T s{}", after.split_once(" s").map_or("", |(_, rest)| rest))
        }
        _ => line.to_owned(),
    });
    (run.code, lines.map(|line| line + "\n").collect())
}

#[test]
fn pages_are_fetched_once_and_failures_are_listed() {
    let (folder, shop) = (Folder::new(), serve());
    let urls = [
        format!("{shop}/{{1..2}}"),
        format!("{shop}/3"),
        format!("{shop}/private/x"),
        "http://10.0.0.1/".into(),
    ];
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let (code, messages) = fetch(&folder, &urls);
    assert_eq!(code, 0, "{messages}");
    assert!(
        messages.ends_with("\n2 pages fetched to site.warc, 3 failed (blocked-address 1, robots 1, status 1) in T s\n"),
        "{messages}"
    );
    assert!(
        messages.contains(&format!("warning: {shop}/3: status: the server answered 404\n")),
        "{messages}"
    );
    assert!(
        messages.contains("10.0.0.1 is a private address; --allow-private 10.0.0.1 permits it"),
        "{messages}"
    );
    let archive = folder.read("site.warc");
    assert!(archive.contains("<p>one</p>") && archive.contains("<p>two</p>"));
    let (code, messages) = fetch(&folder, &[&format!("{shop}/1")]);
    assert_eq!(
        (code, messages.as_str()),
        (0, "0 pages fetched to site.warc, 1 already there in T s\n")
    );
    let (code, messages) = fetch(&folder, &[&format!("{shop}/private"), "--ignore-robots"]);
    assert_eq!(code, 1, "{messages}");
    assert!(
        messages.ends_with("1 failed (status 1) in T s; robots.txt was ignored\n"),
        "{messages}"
    );
}

#[test]
fn lists_and_sitemaps_name_pages() {
    let (folder, shop) = (Folder::new(), serve());
    let sitemap = format!("{shop}/sitemap.xml");
    let (code, messages) = fetch(&folder, &["--sitemap", &sitemap, "--max", "1"]);
    assert_eq!(
        (code, messages.as_str()),
        (
            0,
            "note: there are more URLs; the first 1 are fetched\n1 page fetched to site.warc in T s\n"
        )
    );
    folder.write("urls.txt", format!("# pages\n{shop}/1\n{shop}/2\n"));
    let (code, messages) = fetch(&folder, &["@urls.txt"]);
    assert_eq!(
        (code, messages.as_str()),
        (0, "1 page fetched to site.warc, 1 already there in T s\n")
    );
}

#[test]
fn what_cannot_be_used_is_a_failure() {
    let folder = Folder::new();
    for (arguments, message) in [
        (
            &["fetch", "http://a.example/", "-o", "page.html"][..],
            "the name must end with .warc.gz or .warc",
        ),
        (&["fetch", "@missing.txt", "-o", "a.warc"], "cannot read the list `missing.txt`"),
        (&["fetch", "-o", "a.warc"], "required"),
        (&["fetch", "http://a.example/"], "required"),
        (
            &["fetch", "http://a.example/", "-o", "a.warc", "--delay", "soon"],
            "seconds from 0 to 3600",
        ),
        (
            &["fetch", "http://a.example/", "-o", "a.warc", "--user-agent", "1"],
            "must begin with a name of letters",
        ),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    }
    folder.write("a.warc", "<html>");
    let run = folder.run(&["fetch", "http://10.0.0.1/", "-o", "a.warc"]);
    assert!(run.code == 2 && run.stderr.contains("not a whole WARC file"), "{}", run.stderr);
    assert_eq!(folder.read("a.warc"), "<html>");
    let run = folder.run(&["fetch", "http://10.0.0.1/", "-o", "b.warc"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(folder.names(), ["a.warc"], "nothing fetched, nothing written");
}
