//! `unhusk watch`.

use crate::program::{Folder, countries_page};

/// A folder with a wrapper that has a baseline.
fn watched() -> Folder {
    let folder = Folder::with_countries();
    let pages =
        ["verify", "w.json", "1.html", "2.html", "--record-baseline", "-o", "shop.json", "-q"];
    assert_eq!(folder.run(&pages).code, 0);
    folder
}

#[test]
fn runs_are_compared_and_reported() {
    let folder = watched();
    let watch = |pages: &str| {
        folder.run(&[
            "watch",
            "shop.json",
            pages,
            "--report",
            "r.html",
            "--report",
            "r.md",
            "--report",
            "r.json",
            "-o",
            "all.csv",
        ])
    };
    for _ in 0..2 {
        let run = watch("1.html");
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.ends_with("healthy: 1 wrapper\n"), "{}", run.stderr);
    }
    assert_eq!(folder.read("shop.watch.jsonl").lines().count(), 2);
    assert_eq!(folder.read("all.csv").lines().count(), 3);
    folder.write("3.html", countries_page(&[]));
    folder.write("4.html", countries_page(&[("Peru", "51")]));
    let list = "3.html\n4.html\n3.html\n";
    folder.write("list.txt", list);
    let run = watch("@list.txt");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.ends_with("odd: shop of 1 wrapper\n"), "{}", run.stderr);
    assert!(run.stderr.contains("less than half"), "{}", run.stderr);
    let mut warnings: Vec<&str> =
        run.stderr.lines().filter_map(|line| line.split_once("field `")).map(|two| two.1).collect();
    warnings.sort_unstable();
    assert!(warnings.windows(2).all(|two| two[0] != two[1]), "said twice: {}", run.stderr);
    assert!(folder.read("r.md").contains("## shop: odd"), "{}", folder.read("r.md"));
    assert!(folder.read("r.html").contains("<svg"));
    let json: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    assert_eq!(json["wrappers"][0]["runs"].as_array().unwrap().len(), 3);
}

#[test]
fn columns_are_chosen() {
    let folder = watched();
    let run = folder.run(&["watch", "shop.json", "1.html", "--fields", "code", "-f", "csv"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.lines().next(), Some("code"));
}

#[test]
fn mistakes_are_answered_before_the_work_begins() {
    let folder = watched();
    let run = folder.run(&["watch", "shop.json", "1.html", "--report", "r.pdf"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (2, "error: `r.pdf`: a report ends in .md, .html or .json\n")
    );
    folder.write("h.jsonl", "no history\n");
    let run = folder.run(&["watch", "shop.json", "1.html", "--history", "h.jsonl"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("line 1 of `h.jsonl` is not a run"), "{}", run.stderr);
    folder.write("notes.txt", "a line without an end");
    let run = folder.run(&["watch", "shop.json", "1.html", "--history", "notes.txt"]);
    assert_eq!((run.code, folder.read("notes.txt").as_str()), (2, "a line without an end"));
}
