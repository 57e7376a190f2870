//! `unhusk verify` and `unhusk repair`.

use crate::program::Folder;
use std::path::Path;

const GOODS: [(&str, &str, &str); 6] = [
    ("Blue mug", "Abel and Sons", "$12.50"),
    ("Red kettle", "Bright Works", "$13.50"),
    ("Green plate", "Cole Pottery", "$14.50"),
    ("Old spoon", "Dunn Brothers", "$15.50"),
    ("Small bowl", "Earth Ware", "$16.50"),
    ("Tall glass", "Fire House", "$17.50"),
];

/// A shop of six pages, learnt from the first three.
fn shop() -> Folder {
    let folder = Folder::new();
    let mut labels = Vec::new();
    for (number, (title, maker, price)) in GOODS.iter().enumerate() {
        let page = format!(
            "<html><body><div class=head>The shop</div><h1 class=title>{title}</h1><table><tr><th>Maker:</th>\
             <td class=maker>{maker}</td></tr><tr><th>Price:</th><td class=price>{price}</td></tr></table>\
             <p>All prices include taxes</p></body></html>"
        );
        folder.write(&format!("{number}.html"), page);
        let rebuilt = format!(
            "<html><body><section><nav>Welcome to our store</nav><article><em>{title}</em><ul><li><i>{price}</i> is \
             what it costs</li><li>made by <b>{maker}</b></li></ul></article></section></body></html>"
        );
        folder.write(&format!("new{number}.html"), rebuilt);
        if number < 3 {
            labels.push(format!(
                r#"{{"path":"{number}.html","records":[{{"title":"{title}","maker":"{maker}","price":"{price}"}}]}}"#
            ));
        }
    }
    folder.write(
        "labels.json",
        format!(
            r#"{{"unhusk":"labels/1","fields":["title","maker","price"],"pages":[{}]}}"#,
            labels.join(",")
        ),
    );
    let run = folder.run(&["learn", "labels.json", "-q", "-o", "shop.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

#[test]
fn healthy_pages_end_with_0_and_changed_ones_with_1() {
    let folder = shop();
    let run = folder.run(&["verify", "shop.json", "3.html", "4.html", "5.html"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("healthy: 3 records on 3 pages"), "{}", run.stderr);
    let run = folder.run(&["verify", "shop.json", "new3.html", "new4.html", "new5.html"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("DRIFT"), "{}", run.stdout);
}

/// The records are still read, but nothing that was learnt about the place of prices holds any more.
#[test]
fn values_that_only_their_look_finds_are_drift_and_can_be_repaired() {
    let folder = Folder::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop/list/1.html");
    let old = std::fs::read_to_string(example).unwrap();
    folder.write("old.html", &old);
    let new = [
        ("<h2>", "<div class=card><h3 class=caption>"),
        ("</h2>", "</h3></div>"),
        ("<b class=\"price\">", "<span class=amount>"),
        ("</b>", "</span>"),
        ("<ul", "<section"),
        ("</ul>", "</section>"),
        ("<li", "<article"),
        ("</li>", "</article>"),
    ];
    folder.write("new.html", new.iter().fold(old, |page, (from, to)| page.replace(from, to)));
    let like = ["like", "old.html", "name=Blue mug", "price=€12.00", "--save", "w.json"];
    assert_eq!(folder.run(&like).code, 0);
    let run = folder.run(&["verify", "w.json", "new.html"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let found = "the rules of price read next to nothing on the only page; values were found by how they look";
    assert!(run.stdout.contains(found), "{}", run.stdout);
    assert_eq!(folder.run(&["extract", "w.json", "new.html", "--check"]).code, 1);
    let run = folder.run(&["repair", "w.json", "new.html", "-o", "mended.json"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(folder.run(&["verify", "mended.json", "new.html"]).code, 0);
    let run = folder.run(&["extract", "mended.json", "new.html", "-f", "csv", "-q"]);
    for row in ["Blue mug,€12.00", "Red cup,€7.50", "Tea pot,€34.00", "Soup bowl,€9.00"] {
        assert!(run.stdout.contains(row), "{}", run.stdout);
    }
}

#[test]
fn programs_get_json() {
    let folder = shop();
    let run = folder.run(&["verify", "shop.json", "new3.html", "new4.html", "-f", "json", "-q"]);
    let verdict: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &verdict["health"]), (1, &"drift".into()));
    assert_eq!((&verdict["pages"], &verdict["fields"][0]["name"]), (&2.into(), &"title".into()));
}

#[test]
fn any_number_of_threads_gives_the_same_verdict() {
    let folder = shop();
    let pages = ["new3.html", "nowhere.html", "new4.html", "new5.html"];
    let with = |jobs: &str| {
        let mut arguments = vec!["verify", "shop.json", "-j", jobs];
        arguments.extend(pages);
        folder.run(&arguments)
    };
    let (one, three) = (with("1"), with("3"));
    assert_eq!((one.code, &one.stdout, &one.stderr), (1, &three.stdout, &three.stderr));
    assert_eq!(three.code, 1);
}

#[test]
fn one_page_is_told_as_one() {
    let folder = shop();
    folder.write("error.html", "<h1>Sorry</h1>");
    let run = folder.run(&["verify", "shop.json", "error.html"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("maker is missing on the only page, was 0 %"), "{}", run.stdout);
}

#[test]
fn a_baseline_is_recorded_in_another_file() {
    let folder = shop();
    let before = folder.read("shop.json");
    let run = folder.run(&[
        "verify",
        "shop.json",
        "3.html",
        "4.html",
        "--record-baseline",
        "-o",
        "more.json",
        "-q",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let more: serde_json::Value = serde_json::from_str(&folder.read("more.json")).unwrap();
    assert_eq!(more["profile"]["pages"], 5);
    assert_eq!(folder.read("shop.json"), before);
    // The old name of the flag is an alias.
    let run = folder.run(&["verify", "shop.json", "3.html", "--bless", "-o", "shop.json"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("`shop.json` is read by this run; write to another file"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_wrapper_without_profile_or_with_that_of_another_fails_with_a_sentence() {
    let folder = shop();
    let text = folder.read("shop.json");
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    file["profile"]["fields"][0]["name"] = "name".into();
    folder.write("other.json", file.to_string());
    let run = folder.run(&["verify", "other.json", "3.html"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the profile is of another wrapper"), "{}", run.stderr);
    file["profile"] = serde_json::Value::Null;
    folder.write("none.json", file.to_string());
    for verb in ["verify", "repair"] {
        let run = folder.run(&[verb, "none.json", "3.html"]);
        assert_eq!(run.code, 2);
        assert!(
            run.stderr.contains("the wrapper has no profile of healthy pages"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(folder.run(&["extract", "none.json", "3.html", "-q"]).code, 0);
}

#[test]
fn pages_that_are_not_there_fail() {
    let folder = shop();
    for verb in ["verify", "repair"] {
        assert_eq!(folder.run(&[verb, "shop.json", "nowhere.html"]).code, 2);
        assert_eq!(folder.run(&[verb, "nowhere.json", "3.html"]).code, 2);
    }
}

#[test]
fn a_repair_reads_the_changed_pages_and_leaves_the_old_wrapper_alone() {
    let folder = shop();
    let before = folder.read("shop.json");
    let changed: Vec<String> = (0..6).map(|number| format!("new{number}.html")).collect();
    let mut arguments = vec!["repair", "shop.json", "-o", "mended.json"];
    arguments.extend(changed.iter().map(String::as_str));
    let run = folder.run(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("field maker: was "), "{}", run.stderr);
    assert_eq!(folder.read("shop.json"), before);
    let run = folder.run(&["extract", "mended.json", "new5.html", "-q"]);
    assert_eq!(
        run.stdout,
        "{\"_page\":\"new5.html\",\"title\":\"Tall glass\",\"maker\":\"Fire House\",\"price\":\"$17.50\"}\n"
    );
}

#[test]
fn what_cannot_be_repaired_says_why() {
    let folder = shop();
    folder.write("error.html", "<html><body><h1>503</h1><p>Come back later</p></body></html>");
    let run = folder.run(&["repair", "shop.json", "error.html", "-o", "mended.json"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    assert!(run.stderr.contains("error: no repair is good enough"), "{}", run.stderr);
    assert!(
        run.stderr.contains("why: none of the known records is on these pages"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_wrapper_without_a_profile_is_told_how_to_get_one() {
    let folder = Folder::with_countries();
    let run = folder.run(&["verify", "w.json", "1.html"]);
    assert_eq!(run.code, 2);
    let help = "`unhusk verify W.json PAGES --record-baseline -o W2.json`\n";
    assert!(run.stderr.ends_with(help), "{}", run.stderr);
}

/// The shop after a redesign in which the makers are gone.
fn without_makers(folder: &Folder) -> Vec<String> {
    let name = |number: usize| format!("part{number}.html");
    for (number, (title, _, price)) in GOODS.iter().enumerate() {
        let page = format!(
            "<html><body><section><nav>Welcome to our store</nav><article><em>{title}</em><ul><li><i>{price}</i> is \
             what it costs</li></ul></article></section></body></html>"
        );
        folder.write(&name(number), page);
    }
    (0..GOODS.len()).map(name).collect()
}

fn repair(folder: &Folder, pages: &[String], flags: &[&str]) -> crate::program::Run {
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    folder.run(&[&["repair", "shop.json", "-o", "mended.json"], flags, &pages].concat())
}

#[test]
fn a_field_that_cannot_be_mended_does_not_block_the_others() {
    let folder = shop();
    let pages = without_makers(&folder);
    let whole = repair(&folder, &pages, &[]);
    assert_eq!(whole.code, 1, "{}", whole.stderr);
    let run = repair(&folder, &pages, &["--partial"]);
    // The wrapper is written, but the exit code still reports that it is not repaired.
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("field maker: left as it was: "), "{}", run.stderr);
    assert!(
        run.stderr.contains(
            "field title: nothing -> \"Blue mug\" (part0.html), 6 of 6 pages changed; sure\n"
        ),
        "{}",
        run.stderr
    );
    let end = "repaired in part on 6 pages; 1 field left as before\n";
    assert!(run.stderr.ends_with(end), "{}", run.stderr);
    let read = folder.run(&["extract", "mended.json", "part5.html", "-q"]);
    assert_eq!(
        read.stdout,
        "{\"_page\":\"part5.html\",\"title\":\"Tall glass\",\"maker\":null,\"price\":\"$17.50\"}\n"
    );
    // Fields that were left are still compared with their baseline.
    let verdict = folder.run(&["verify", "mended.json", "part3.html", "part4.html"]);
    assert_eq!(verdict.code, 1, "{}", verdict.stdout);
    assert!(verdict.stdout.contains("maker  DRIFT"), "{}", verdict.stdout);
}

#[test]
fn a_repair_shows_old_values_beside_new_ones() {
    let folder = shop();
    let pages: Vec<String> = (0..6).map(|number| format!("new{number}.html")).collect();
    let run = repair(&folder, &pages, &["--partial"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Only one text of each page looks like a price, on old and new pages.
    assert!(run.stderr.contains("field price: read as before\n"), "{}", run.stderr);
    for value in ["Blue mug", "Abel and Sons"] {
        let shown = format!("-> {value:?} (new0.html)");
        assert!(run.stderr.contains(&shown), "{value}: {}", run.stderr);
    }
    assert!(run.stderr.ends_with("repaired on 6 pages\n"), "{}", run.stderr);
}

#[test]
fn known_records_that_are_on_no_page_are_named() {
    let folder = shop();
    folder.write(
        "known.jsonl",
        "{\"title\": \"Old spoon\", \"maker\": \"Dunn Brothers\", \"price\": \"$15.50\"}\n\
         {\"title\": \"Lost lid\", \"maker\": \"Nobody\", \"price\": \"$1.50\"}\n",
    );
    let pages: Vec<String> = (0..6).map(|number| format!("new{number}.html")).collect();
    let run = repair(&folder, &pages, &["--known", "known.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let warning = "warning: known 1 record, beginning with \"Lost lid\": on none of these pages, so not used\n";
    assert!(run.stderr.starts_with(warning), "{}", run.stderr);
    assert!(!run.stderr.contains("Old spoon\": on none"), "{}", run.stderr);
}

#[test]
fn what_the_user_knows_is_not_overruled_by_healthy_looks() {
    let folder = shop();
    // The page reads as before, and the user knows another maker, which the page has elsewhere.
    folder.write(
        "odd.html",
        folder.read("3.html").replace("</body>", "<p>really by Xavier Yount</p></body>"),
    );
    folder.write("known.jsonl", "{\"_page\": \"odd.html\", \"maker\": \"Xavier Yount\"}\n");
    let run = repair(&folder, &["odd.html".to_owned()], &["--known", "known.jsonl"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    // It is proposed, and nothing is written.
    assert!(
        run.stderr.contains("field maker: \"Dunn Brothers\" -> \"Xavier Yount\" (odd.html)"),
        "{}",
        run.stderr
    );
    assert!(!folder.path().join("mended.json").exists());
}

#[test]
fn a_repair_does_not_call_healthy_what_verify_does_not() {
    let folder = Folder::new();
    for page in 0..30 {
        let phone = match page % 10 {
            9 => "View all 7 locations".to_owned(),
            _ => format!("(212) 555-{}", 1000 + page),
        };
        folder.write(
            &format!("web/{page:02}.html"),
            format!("<h1>Shop {page}</h1><p class=phone>{phone}</p><p class=street>{page} Main Street</p>"),
        );
    }
    let page = |page: usize| {
        format!(
            r#"{{"path": "web/{page:02}.html", "records": [{{"phone": "(212) 555-{}", "street": "{page} Main Street"}}]}}"#,
            1000 + page
        )
    };
    let pages: Vec<String> = (0..3).map(page).collect();
    folder.write(
        "labels.json",
        format!(r#"{{"unhusk": "labels/1", "pages": [{}]}}"#, pages.join(",")),
    );
    assert_eq!(folder.run(&["learn", "labels.json", "-o", "w.json"]).code, 0);
    let verified = folder.run(&["verify", "w.json", "web"]);
    assert_eq!(verified.code, 1, "{}", verified.stdout);
    let repaired = folder.run(&["repair", "w.json", "web", "-o", "w2.json"]);
    assert_eq!(repaired.code, 1, "{}", repaired.stderr);
    assert!(!repaired.stderr.contains("nothing to repair"), "{}", repaired.stderr);
    let why = "why: field `phone`: 3 values are unlike the others: \"View all 7 locations\" (web/09.html)";
    assert!(repaired.stderr.contains(why), "{}", repaired.stderr);
    assert!(!folder.names().contains(&"w2.json".to_owned()), "{}", repaired.stderr);
}
