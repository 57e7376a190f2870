//! `unhusk follow`, on pages at hand.

use crate::program::Folder;
use expect_test::expect;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A shop in a folder: three list pages, nine detail pages, labels and wrappers for both.
fn shop() -> Folder {
    let folder = Folder::new();
    for page in 0..3 {
        let item = |id| format!("<li><a href=\"item/{id}.html\"><b>thing {id}</b></a></li>");
        let items = [page * 3, page * 3 + 1, page * 3 + 2].map(item).concat();
        let next = if page < 2 {
            format!("<a href=\"list{}.html\">Next</a>", page + 1)
        } else {
            String::new()
        };
        folder.write(
            &format!("site/list{page}.html"),
            format!("<h1>Shop</h1><ul>{items}</ul>{next}"),
        );
    }
    for id in 0..9 {
        let page = format!("<h1>thing {id}</h1><p class=price>${id}.50</p>");
        folder.write(&format!("site/item/{id}.html"), page);
    }
    folder.write(
        "list-labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "site/list0.html", "records": [
            {"name": "thing 0", "link": "item/0.html"}, {"name": "thing 1", "link": "item/1.html"},
            {"name": "thing 2", "link": "item/2.html"}]}]}"#,
    );
    folder.write(
        "item-labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "site/item/3.html", "records": [{"price": "$3.50"}]}]}"#,
    );
    for name in ["list", "item"] {
        let labels = format!("{name}-labels.json");
        let run = folder.run(&["learn", &labels, "-o", &format!("{name}.json"), "-q"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    folder
}

const START: [&str; 4] =
    ["--start", "https://example.org/site/list0.html", "--base-url", "https://example.org/"];

#[test]
fn a_list_is_read_to_its_end_and_joined() {
    let folder = shop();
    let mut args = vec!["follow", "list.json", "site", "--detail", "item.json", "-f", "csv"];
    args.extend(START);
    let run = folder.run(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let first: String = run.stdout.split_inclusive('\n').take(3).collect();
    expect![[r"
        _page,name,link,price
        https://example.org/site/list0.html,thing 0,https://example.org/site/item/0.html,$0.50
        https://example.org/site/list0.html,thing 1,https://example.org/site/item/1.html,$1.50
    "]]
    .assert_eq(&first);
    assert_eq!(run.stdout.lines().count(), 10);
    assert_eq!(run.messages(), "9 records from 3 list pages and 9 detail pages in N ms\n");
}

#[test]
fn columns_of_list_and_detail_are_chosen_and_renamed() {
    let folder = shop();
    let mut args = vec!["follow", "list.json", "site", "--detail", "item.json", "-f", "csv"];
    args.extend(START);
    args.extend(["--fields", "price=cost,name"]);
    let run = folder.run(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let first: Vec<&str> = run.stdout.lines().take(2).collect();
    assert_eq!(first, ["cost,name", "$0.50,thing 0"]);
}

/// Serves the pages of a folder; one of the details is behind a redirect. Counts the requests for pages.
fn serve(folder: &Folder) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (root, n_requests) = (folder.path().to_owned(), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&n_requests);
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let first = lines.next().unwrap_or_default();
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let path =
                first.split(' ').nth(1).unwrap_or_default().trim_start_matches('/').to_owned();
            let answer = if path == "robots.txt" {
                "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n".to_owned()
            } else if path == "site/item/5.html" {
                "HTTP/1.1 301 x\r\nLocation: /site/item/moved-5.html\r\nContent-Length: 0\r\n\r\n"
                    .to_owned()
            } else {
                counted.fetch_add(1, Ordering::SeqCst);
                let file = root.join(path.replace("moved-", ""));
                let body = std::fs::read_to_string(file).unwrap_or_default();
                let length = body.len();
                format!(
                    "HTTP/1.1 200 x\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{body}"
                )
            };
            drop(stream.write_all(answer.as_bytes()));
        }
    });
    (address, n_requests)
}

#[test]
fn a_list_is_fetched_once_and_read_again_from_the_archive() {
    let folder = shop();
    let (address, n_requests) = serve(&folder);
    let start = format!("{address}/site/list0.html");
    let args = [
        "follow",
        "list.json",
        "--detail",
        "item.json",
        "--start",
        &start,
        "--archive",
        "site.warc.gz",
        "--delay",
        "0",
        "--allow-private",
        "127.0.0.1",
        "-f",
        "csv",
    ];
    let first = folder.run(&args);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert_eq!(first.stdout.lines().count(), 10, "{}", first.stdout);
    assert!(first.stdout.contains("thing 5,"), "{}", first.stdout);
    assert!(
        first.stdout.lines().all(|line| line.ends_with(".50") || line.starts_with("_page")),
        "{}",
        first.stdout
    );
    assert_eq!(n_requests.load(Ordering::SeqCst), 12);
    let again = folder.run(&args);
    assert_eq!(again.stdout, first.stdout, "{}", again.stderr);
    assert_eq!(n_requests.load(Ordering::SeqCst), 12, "nothing is fetched twice");
    // Equal results from the archive alone, without a network.
    let offline = folder.run(&[
        "follow",
        "list.json",
        "--detail",
        "item.json",
        "--start",
        &start,
        "site.warc.gz",
        "-f",
        "csv",
        "-q",
    ]);
    assert_eq!(offline.stdout.lines().count(), 10, "{}", offline.stdout);
}

#[test]
fn what_is_missing_is_told() {
    let folder = shop();
    std::fs::remove_file(folder.path().join("site/item/4.html")).unwrap();
    std::fs::remove_file(folder.path().join("site/list2.html")).unwrap();
    let mut args = vec!["follow", "list.json", "site", "--detail", "item.json", "-f", "csv"];
    args.extend(START);
    let run = folder.run(&args);
    assert_eq!(run.code, 0);
    let lost = "https://example.org/site/item/4.html";
    assert!(run.stdout.contains(&format!("thing 4,{lost},\n")), "{}", run.stdout);
    assert!(
        run.stderr.contains(&format!("`{lost}` is not among the pages at hand")),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("error: `https://example.org/site/list2.html` is not"),
        "{}",
        run.stderr
    );
}

#[test]
fn limits_and_mistakes_are_told() {
    let folder = shop();
    let mut args = vec!["follow", "list.json", "site", "--max-pages", "1", "-q", "-f", "csv"];
    args.extend(START);
    assert_eq!(folder.run(&args).stdout.lines().count(), 4);
    let run = folder.run(&["follow", "list.json", "site", "--start", "https://example.org/"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("none of the 12 pages has an address; give --base-url"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["follow", "list.json", "site", "--start", "x", "--next", "nxt"]);
    assert_eq!(run.stderr, "error: --next: the wrapper `list.json` has no field `nxt`\n");
}
