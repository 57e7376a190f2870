//! `unhusk extract`.

use crate::program::{Folder, countries_page};
use expect_test::expect;

#[test]
fn records_come_in_the_order_of_the_pages() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "2.html", "1.html"]);
    assert_eq!(run.code, 0);
    expect![[r#"
        {"_page":"2.html","country":"Spain","code":"34"}
        {"_page":"1.html","country":"Congo","code":"242"}
        {"_page":"1.html","country":"Egypt","code":"20"}
    "#]]
    .assert_eq(&run.stdout);
    assert_eq!(run.messages(), "3 records from 2 pages in N ms\n");
}

#[test]
fn any_number_of_jobs_gives_the_same_output() {
    let folder = Folder::with_countries();
    for n in 0..60 {
        folder.write(
            &format!("crawl/{n}.html"),
            countries_page(&[(&format!("C{n}"), &n.to_string())]),
        );
    }
    let alone = folder.run(&["extract", "w.json", "crawl", "-j", "1"]).stdout;
    assert_eq!(alone.lines().count(), 60);
    for jobs in ["2", "8", "100"] {
        assert_eq!(folder.run(&["extract", "w.json", "crawl", "-j", jobs]).stdout, alone);
    }
}

#[test]
fn a_page_comes_from_standard_input() {
    let folder = Folder::with_countries();
    let page = countries_page(&[("Peru", "51")]);
    let run = folder.run_with_input(&["extract", "w.json", "-", "-q"], page);
    assert_eq!(run.stdout, "{\"_page\":\"-\",\"country\":\"Peru\",\"code\":\"51\"}\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn a_wrapper_may_come_from_standard_input_but_not_beside_a_page() {
    let folder = Folder::with_countries();
    let run = folder.run_with_input(&["extract", "-", "2.html", "-q"], folder.read("w.json"));
    assert_eq!(run.stdout, "{\"_page\":\"2.html\",\"country\":\"Spain\",\"code\":\"34\"}\n");
    let run = folder.run_with_input(&["extract", "-", "-"], "");
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: the wrapper and a page cannot both come from standard input\n");
}

#[test]
fn a_page_that_fails_does_not_stop_the_run() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "3.html", "2.html"]);
    assert_eq!(run.stdout, "{\"_page\":\"2.html\",\"country\":\"Spain\",\"code\":\"34\"}\n");
    // Several names differ by one letter; the first in the folder is suggested.
    assert_eq!(
        run.messages(),
        "error: cannot read `3.html`: no such file or folder (did you mean `1.html`?)\n\
         1 record from 2 pages in N ms; 1 page failed\n"
    );
    assert_eq!(run.code, 0, "one of two is not all");
    assert_eq!(
        folder.run(&["extract", "w.json", "3.html", "2.html", "--max-failures", "0"]).code,
        2
    );
    assert_eq!(
        folder.run(&["extract", "w.json", "3.html", "2.html", "--max-failures", "1"]).code,
        0
    );
    assert_eq!(folder.run(&["extract", "w.json", "3.html"]).code, 2, "one of one is all");
}

#[test]
fn pages_without_records_are_the_answer_no() {
    let folder = Folder::with_countries();
    folder.write("none.html", "<P><HR>");
    let run = folder.run(&["extract", "w.json", "none.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(
        run.messages().ends_with("0 records from 1 page in N ms; 1 page without records\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_empty_file_and_a_binary_file_are_warned_of() {
    let folder = Folder::with_countries();
    folder.write("empty.html", "");
    folder.write("image.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0");
    let run = folder.run(&["extract", "w.json", "empty.html", "image.html", "2.html"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("warning: empty.html: the file is empty\n"), "{}", run.stderr);
    let binary = "warning: image.html: this looks like a binary file, not like a page\n";
    assert!(run.stderr.contains(binary), "{}", run.stderr);
}

#[test]
fn a_page_beyond_the_limit_is_cut_with_a_warning() {
    let folder = Folder::with_countries();
    let size = countries_page(&[("Congo", "242")]).find("Congo").unwrap();
    let limit = (size + "Congo</B> <I>242</I>".len()).to_string();
    let run = folder.run(&["extract", "w.json", "1.html", "--max-page-bytes", &limit]);
    assert_eq!(run.stdout, "{\"_page\":\"1.html\",\"country\":\"Congo\",\"code\":\"242\"}\n");
    let warning = format!("warning: 1.html: cut at the limit of {limit} bytes (byte {limit})\n");
    assert!(run.stderr.contains(&warning), "{}", run.stderr);
}

#[test]
fn a_gigabyte_is_not_read_whole() {
    let folder = Folder::with_countries();
    // A sparse file takes no space on the disk.
    std::fs::File::create(folder.path().join("huge.html")).unwrap().set_len(1 << 30).unwrap();
    let run = folder.run(&["extract", "w.json", "huge.html", "--max-page-bytes", "1M"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("cut at the limit of 1048576 bytes"), "{}", run.stderr);
}

#[test]
fn packed_pages_are_unpacked_and_bombs_are_not() {
    use std::io::Write;
    let folder = Folder::with_countries();
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    folder.write("spain.html.gz", gzip(countries_page(&[("Spain", "34")]).as_bytes()));
    folder.write("bomb.html.gz", gzip(&vec![b' '; 4 << 20]));
    let run = folder.run(&["extract", "w.json", "*.gz"]);
    assert_eq!(run.stdout, "{\"_page\":\"spain.html.gz\",\"country\":\"Spain\",\"code\":\"34\"}\n");
    assert!(run.stderr.contains("error: stopped unpacking `bomb.html.gz`"), "{}", run.stderr);
}

#[test]
fn another_encoding_is_detected_given_or_warned_of() {
    let folder = Folder::with_countries();
    let page = countries_page(&[("Cote", "225")]);
    let latin: Vec<u8> =
        page.replace("Cote", "C\u{1}te").bytes().map(|b| if b == 1 { 0xF4 } else { b }).collect();
    folder.write("latin.html", latin);
    let run = folder.run(&["extract", "w.json", "latin.html", "-q"]);
    assert_eq!(run.stdout, "{\"_page\":\"latin.html\",\"country\":\"Côte\",\"code\":\"225\"}\n");
    // Byte F4 is U+03C4 in windows-1253 (Greek).
    let run = folder.run(&["extract", "w.json", "latin.html", "-q", "--encoding", "windows-1253"]);
    assert_eq!(run.stdout, "{\"_page\":\"latin.html\",\"country\":\"Cτte\",\"code\":\"225\"}\n");
    let run = folder.run(&["extract", "w.json", "latin.html", "--encoding", "latin-one"]);
    assert!(run.stderr.contains("\"latin-one\" is no encoding that we know"), "{}", run.stderr);
    // As UTF-8, the byte is replaced, and that is reported.
    let run = folder.run(&["extract", "w.json", "latin.html", "--encoding", "utf-8"]);
    assert!(
        run.stdout.contains("C\u{fffd}te") && run.stderr.contains("replaced by U+FFFD"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_names_no_page_is_not_counted_as_one() {
    let folder = Folder::with_countries();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    folder.write("empty.txt", "# nothing yet\n\n");
    for (argument, message) in [
        ("empty", "no pages in the folder `empty`: "),
        ("@empty.txt", "the list `empty.txt` is empty: it names no pages"),
        ("@no.txt", "the list of pages: cannot read `no.txt`: no such file or folder"),
        ("x*.html", "no file matches `x*.html`"),
        ("[.html", "`[.html` is not a pattern for file names: "),
    ] {
        let run = folder.run(&["extract", "w.json", argument]);
        let messages = run.messages();
        assert!(run.code == 2 && messages.starts_with(&format!("error: {message}")), "{messages}");
        let summary = "\n0 records from 0 pages in N ms; 1 argument names no page\n";
        assert!(messages.ends_with(summary), "{messages}");
        let run = folder.run(&["extract", "w.json", argument, "2.html"]);
        let summary = "\n1 record from 1 page in N ms; 1 argument names no page\n";
        assert!(run.code == 0 && run.messages().ends_with(summary), "{}", run.messages());
        let run = folder.run(&["extract", "w.json", argument, "2.html", "--max-failures", "0"]);
        assert_eq!(run.code, 2);
    }
}

/// Four rules match the price on the site of the wrapper. On a page of another site one rule matches, and the record
/// that is extracted must cause a warning.
#[test]
fn a_wrapper_that_reads_pages_of_another_site_is_warned_of() {
    let folder = Folder::new();
    folder.write(
        "w.json",
        r#"{"unhusk": "wrapper/1", "class": "site", "schema": {"fields": [{"name": "price"}]},
        "program": {"records": "page", "landmarks": ["price"], "fields": [{"ways": [{"target": "text", "rules": [
          {"weight": 900, "clues": [{"what": "class", "says": "b.price"}]},
          {"weight": 900, "clues": [{"what": "text-before", "at": 1, "says": "price"}]},
          {"weight": 900, "clues": [{"what": "path", "at": 2, "says": "b<p"}]},
          {"weight": 900, "clues": [{"what": "whole-path", "says": "b<p<body<html<"}]}]}]}]}}"#,
    );
    folder.write("own.html", "<p>Price: <b class=price>$1</b></p>");
    folder.write("other.html", "<div><p><b>Home</b> news <b>Shop</b></p></div>");
    let own = folder.run(&["extract", "w.json", "own.html", "-f", "jsonl"]);
    assert_eq!(own.stdout, "{\"_page\":\"own.html\",\"price\":\"$1\"}\n");
    assert!(!own.stderr.contains("warning"), "{}", own.stderr);
    let other = folder.run(&["extract", "w.json", "other.html", "-f", "jsonl"]);
    assert_eq!(other.stdout, "{\"_page\":\"other.html\",\"price\":\"Home\"}\n");
    let warning = "warning: field `price`: 1 of 1 value has low confidence; the wrapper may not be for these pages\n";
    assert!(other.stderr.contains(warning), "{}", other.stderr);
}

#[test]
fn tables_of_pages_are_read_from_standard_input() {
    let folder = Folder::with_countries();
    let page = countries_page(&[("Congo", "242")]).replace('\n', " ");
    let json = format!("{{\"doc\": {page:?}, \"url\": \"https://a.example/1\"}}\n");
    let record = "{\"_page\":\"https://a.example/1\",\"country\":\"Congo\",\"code\":\"242\"}\n";
    for (separator, input) in [
        ("JSON Lines", json.clone()),
        ("commas", format!("url,doc\nhttps://a.example/1,{page}\n")),
        ("tabs", format!("url\tdoc\nhttps://a.example/1\t{page}\n")),
    ] {
        let run = folder.run_with_input(
            &["extract", "w.json", "-", "--html-column", "doc", "-f", "jsonl", "-q"],
            input,
        );
        assert_eq!((run.code, run.stdout.as_str()), (0, record), "{separator}: {}", run.stderr);
    }
    // JSON Lines need no option: no page begins so.
    let run = folder.run_with_input(
        &["extract", "w.json", "-", "-f", "jsonl", "-q"],
        json.replace("doc", "html"),
    );
    assert_eq!(run.stdout, record, "{}", run.stderr);
    let run = folder.run_with_input(&["extract", "w.json", "-"], b"PAR1\0\0");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("read from a file whose name ends in .parquet"), "{}", run.stderr);
    let run = folder.run_with_input(
        &["extract", "w.json", "-", "--html-column", "doc", "--url-column", "link"],
        json,
    );
    assert!(run.stderr.contains("name the one that has the URLs"), "{}", run.stderr);
}

#[test]
fn tables_in_folders_are_named_not_read() {
    let folder = Folder::with_countries();
    folder.write("crawl/1.html", folder.read("1.html"));
    folder.write("crawl/pages.jsonl", "{\"html\": \"<p>\"}\n");
    folder.write("crawl/pages.parquet", "PAR1");
    let run = folder.run(&["extract", "w.json", "crawl", "-f", "csv"]);
    let note = "note: skipped 2 tables in folders: crawl/pages.jsonl, crawl/pages.parquet; \
                name them to read pages from them";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 3, "a header and two countries");
}
