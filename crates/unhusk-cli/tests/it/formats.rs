//! Formats and output files; formulas in spreadsheets and control characters on terminals.

use crate::postgres_server::Server;
use crate::program::{Folder, countries_page};
use expect_test::expect;

#[test]
fn every_format_says_the_same() {
    let folder = Folder::with_countries();
    let shown = |format: &str| {
        folder.run(&["extract", "w.json", "1.html", "2.html", "-q", "-f", format]).stdout
    };
    expect![[r#"
        [
        {"_page":"1.html","country":"Congo","code":"242"},
        {"_page":"1.html","country":"Egypt","code":"20"},
        {"_page":"2.html","country":"Spain","code":"34"}
        ]
    "#]]
    .assert_eq(&shown("json"));
    expect![[r"
        _page,country,code
        1.html,Congo,242
        1.html,Egypt,20
        2.html,Spain,34
    "]]
    .assert_eq(&shown("csv"));
    expect![[r"
        _page   country  code
        1.html  Congo    242
        1.html  Egypt    20
        2.html  Spain    34
    "]]
    .assert_eq(&shown("table"));
}

#[test]
fn spans_are_places_in_the_source() {
    let folder = Folder::with_countries();
    let page = folder.read("2.html");
    let run = folder.run(&["extract", "w.json", "2.html", "-q", "--spans"]);
    let (country, code) = (page.find("Spain").unwrap(), page.find("34").unwrap());
    let expected = format!(
        "{{\"_page\":\"2.html\",\"country\":{{\"text\":\"Spain\",\"span\":[{},{}]}},\"code\":{{\"text\":\"34\",\"span\":[{},{}]}}}}\n",
        country,
        country + 5,
        code,
        code + 2
    );
    assert_eq!(run.stdout, expected);
}

#[test]
fn the_ending_of_the_file_chooses_the_format() {
    let folder = Folder::with_countries();
    for (name, start) in [
        ("a.csv", "_page,country,code\n"),
        ("a.tsv", "_page\tcountry\tcode\n"),
        ("a.json", "[\n"),
        ("a.jsonl", "{\"_page\""),
        ("a.ndjson", "{\"_page\""),
        ("a.txt", "country  code\n"),
        ("a", "{\"_page\""),
    ] {
        let run = folder.run(&["extract", "w.json", "2.html", "-o", name]);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""));
        assert!(folder.read(name).starts_with(start), "{name}");
    }
    assert_eq!(folder.run(&["extract", "w.json", "2.html", "-o", "a.csv", "-f", "json"]).code, 0);
    assert!(folder.read("a.csv").starts_with("[\n"), "-f has the last word");
}

#[test]
fn an_ending_that_says_no_format_is_refused() {
    let folder = Folder::with_countries();
    for name in ["a.ods", "a.csv.gz", "a.xyz"] {
        let run = folder.run(&["extract", "w.json", "2.html", "-o", name]);
        let ending = name.rsplit('.').next().unwrap();
        let expected = format!(
            "error: `{name}`: `.{ending}` is not the extension of a known format; use .jsonl, .ndjson, .json, .csv, .tsv, \
             .xlsx, .txt (a table), .parquet, .arrow, .arrows, .sqlite, .pgsql, .ttl, .nt, .nq, .jsonld, .ics, .vcf, .rss or .atom, or give the format with -f: \
             jsonl, json, csv, tsv, xlsx, table, parquet, arrow, arrows, sqlite, postgres, turtle, ntriples, nquads, jsonld, ics, vcf, rss, atom\n"
        );
        assert_eq!((run.code, run.stderr), (2, expected));
        assert!(!folder.path().join(name).exists());
        let run = folder.run(&["extract", "w.json", "2.html", "-o", name, "-f", "csv"]);
        assert_eq!(run.code, 0, "-f has the last word: {}", run.stderr);
    }
}

#[test]
fn a_format_that_is_mistyped_is_answered_with_the_nearest() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "2.html", "-f", "jsonll"]);
    assert!(run.stderr.contains("a similar value exists: 'jsonl'"), "{}", run.stderr);
    assert_eq!(
        (run.code, folder.names()),
        (2, vec!["1.html".into(), "2.html".into(), "w.json".into()])
    );
}

#[test]
fn columns_are_written_to_files() {
    let folder = Folder::with_countries();
    for name in ["a.parquet", "b.pq"] {
        let run = folder.run(&["extract", "w.json", "2.html", "-o", name]);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        let written = std::fs::read(folder.path().join(name)).unwrap();
        // The format begins and ends with these four bytes.
        assert!(written.starts_with(b"PAR1") && written.ends_with(b"PAR1"), "{name}");
    }
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "a.arrow"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let written = std::fs::read(folder.path().join("a.arrow")).unwrap();
    assert!(written.starts_with(b"ARROW1") && written.ends_with(b"ARROW1"));
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "a.db"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let written = std::fs::read(folder.path().join("a.db")).unwrap();
    assert!(written.starts_with(b"SQLite format 3\0"));
}

#[test]
fn a_database_needs_a_file_and_is_left_alone_by_a_run_that_fails() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "2.html", "-f", "sqlite"]);
    let expected = "error: `sqlite` is a database, which cannot be written to standard output; give a file: -o \
                    records.sqlite\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, expected));
    let failing = ["extract", "w.json", "missing.html", "-o", "x.sqlite"];
    let run = folder.run(&failing);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`x.sqlite` was not changed"), "{}", run.stderr);
    assert!(!folder.path().join("x.sqlite").exists());
    assert_eq!(folder.run(&["extract", "w.json", "2.html", "-o", "x.sqlite"]).code, 0);
    let before = std::fs::read(folder.path().join("x.sqlite")).unwrap();
    assert_eq!(folder.run(&failing).code, 2);
    assert!(before == std::fs::read(folder.path().join("x.sqlite")).unwrap());
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "w.json", "-f", "sqlite"]);
    assert!(run.stderr.contains("`w.json` is read by this run"), "{}", run.stderr);
    folder.write("text.sqlite", "a table of mine\n".repeat(100));
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "text.sqlite"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`text.sqlite` is not an SQLite database"), "{}", run.stderr);
}

#[test]
fn postgres_takes_a_run_as_a_whole() {
    let Some(server) = Server::start() else { return };
    let folder = Folder::with_countries();
    let address = server.address();
    let run = folder.run(&["extract", "w.json", "2.html", "-o", &address]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let n_records =
        folder.run(&["extract", "w.json", "2.html", "-f", "jsonl"]).stdout.lines().count();
    let count = "SELECT count(*) FROM records";
    assert_eq!(server.query(count), n_records.to_string());
    // A run that fails leaves the database as it was.
    let run = folder.run(&["extract", "w.json", "missing.html", "-o", &address]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`postgresql:///postgres` was not changed"), "{}", run.stderr);
    assert_eq!(server.query("SELECT count(*) FROM _runs"), "1");
    // The same as a script.
    let script = folder.run(&["extract", "w.json", "2.html", "-f", "postgres"]);
    assert_eq!(script.code, 0, "{}", script.stderr);
    assert!(server.run(script.stdout.as_bytes()).status.success());
    assert_eq!(server.query(count), n_records.to_string());
    assert_eq!(server.query("SELECT count(*) FROM _runs"), "2");
    // So does one that finds nothing.
    folder.write("2.html", "<p>down for a night</p>");
    let run = folder.run(&["extract", "w.json", "2.html", "-o", &address]);
    assert!(run.stderr.contains("was not replaced, because no record was found"), "{}", run.stderr);
    assert_eq!(server.query(count), n_records.to_string());
    folder.write("2.html", countries_page(&[("Spain", "34")]));
    server.query("DROP TABLE records CASCADE; CREATE TABLE records (mine text)");
    let run = folder.run(&["extract", "w.json", "2.html", "-o", &address]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`psql`") && run.stderr.contains("not changed"), "{}", run.stderr);
    assert_eq!(server.query("SELECT count(*) FROM _runs"), "2");
}

#[test]
fn a_database_of_postgres_takes_no_other_format() {
    let folder = Folder::with_countries();
    let run = folder.run(&[
        "extract",
        "w.json",
        "2.html",
        "-f",
        "csv",
        "-o",
        "postgresql://me:secret@host/db",
    ]);
    assert_eq!(run.code, 2);
    let expected =
        "error: a database takes no format `csv`; leave out -f, or give a file with -o\n";
    assert_eq!(run.stderr, expected);
}

#[test]
fn a_spreadsheet_runs_nothing_that_a_page_wrote() {
    let folder = Folder::with_countries();
    let rows = [("=HYPERLINK(1)", "-4"), ("@SUM(A1)", "-4+A1"), ("+44 \"20\"", "+44")];
    folder.write("evil.html", countries_page(&rows));
    let run = folder.run(&["extract", "w.json", "evil.html", "-q", "-f", "csv"]);
    expect![[r#"
        _page,country,code
        evil.html,'=HYPERLINK(1),-4
        evil.html,'@SUM(A1),'-4+A1
        evil.html,"'+44 ""20""",+44
    "#]]
    .assert_eq(&run.stdout);
    let raw = folder.run(&["extract", "w.json", "evil.html", "-q", "-f", "csv", "--csv-raw"]);
    assert!(raw.stdout.contains("evil.html,=HYPERLINK(1),-4\n"), "{}", raw.stdout);
}

#[test]
fn a_file_is_replaced_when_the_new_one_is_whole_and_not_before() {
    let folder = Folder::with_countries();
    folder.write("out.csv", "old");
    let failing = ["extract", "w.json", "missing.html", "-o", "out.csv"];
    let run = folder.run(&failing);
    assert_eq!((run.code, folder.read("out.csv").as_str()), (2, "old"));
    assert!(run.stderr.contains("warning: `out.csv` was not written\n"), "{}", run.stderr);
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "out.csv"]);
    assert_eq!(
        (run.code, folder.read("out.csv").as_str()),
        (0, "_page,country,code\n2.html,Spain,34\n")
    );
    assert_eq!(
        folder.names(),
        ["1.html", "2.html", "out.csv", "w.json"],
        "no temporary file is left"
    );
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_before_any_work() {
    let folder = Folder::with_countries();
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "no/out.csv"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: cannot write `no/out.csv`: its folder does not exist\n");
    folder.write("dir/x", "");
    let run = folder.run(&["extract", "w.json", "2.html", "-o", "dir"]);
    assert_eq!(run.stderr, "error: cannot write `dir`: it is a folder\n");
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_file_is_written_through_and_never_replaced() {
    use std::io::Write;
    let folder = Folder::with_countries();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/stderr", "link"] {
        let path = folder.path().join("shared.txt");
        let mut shared = std::fs::File::create(&path).unwrap();
        drop(std::fs::remove_file(folder.path().join("link")));
        std::os::unix::fs::symlink("/dev/stdout", folder.path().join("link")).unwrap();
        shared.write_all(b"before\n").unwrap();
        let mut command = folder.command(&["extract", "w.json", "2.html", "-q", "-o", name]);
        let (out, err) = (shared.try_clone().unwrap(), shared.try_clone().unwrap());
        assert!(command.stdout(out).stderr(err).status().unwrap().success());
        shared.write_all(b"after\n").unwrap();
        let record = r#"{"_page":"2.html","country":"Spain","code":"34"}"#;
        let expected = format!("before\n{record}\nafter\n");
        assert_eq!(folder.read("shared.txt"), expected, "{name}");
    }
    assert!(folder.path().join("link").is_symlink());
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = crate::learn::labelled();
    folder.write("list.txt", "1.html\n");
    for (arguments, input) in [
        (&["extract", "w.json", "1.html", "-o", "w.json"][..], "w.json"),
        (&["extract", "w.json", "1.html", "-o", "./1.html"], "1.html"),
        (&["extract", "w.json", "@list.txt", "-f", "csv", "-o", "list.txt"], "@list.txt"),
        (&["run", "labels.json", "-o", "labels.json"], "labels.json"),
        (&["learn", "./labels.json", "-o", "labels.json"], "./labels.json"),
        (&["like", "1.html", "Congo", "-f", "csv", "-o", "1.html"], "1.html"),
        (&["like", "1.html", "Congo", "--save", "1.html"], "1.html"),
    ] {
        let path = input.trim_start_matches('@');
        let before = folder.read(path);
        let run = folder.run(arguments);
        let message = format!("error: `{input}` is read by this run; write to another file\n");
        assert_eq!((run.code, run.stderr), (2, message), "{arguments:?}");
        assert_eq!(folder.read(path), before);
    }
}
