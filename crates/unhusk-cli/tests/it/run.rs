//! `unhusk run`, `unhusk like`, `unhusk eval`.

use crate::learn::{LABELS, labelled};
use crate::program::{Folder, countries_page};
use expect_test::expect;
use std::path::Path;

#[test]
fn the_tour_reads_all_pages_of_the_example() {
    let folder = Folder::new();
    let labels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/countries/labels.json");
    let run = folder.run(&["run", labels.to_str().unwrap(), "-f", "table"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows: Vec<Vec<&str>> = run
        .stdout
        .lines()
        .map(|line| {
            line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).skip(1).collect()
        })
        .collect();
    // Copied by hand from the pages, in their order.
    let expected = [
        ["country", "code"],
        ["Congo", "242"],
        ["Egypt", "20"],
        ["Belize", "501"],
        ["Spain", "34"],
        ["France", "33"],
        ["Kenya", "254"],
        ["Peru", "51"],
        ["Japan", "81"],
        ["Norway", "47"],
        ["Fiji", "679"],
        ["India", "91"],
        ["Cuba", "53"],
        ["Côte d'Ivoire", "225"],
        ["São Tomé & Príncipe", "239"],
        ["Iceland", "354"],
        ["Samoa", "685"],
        ["Tonga", "676"],
        ["Brazil", "55"],
        ["Mexico", "52"],
        ["Ghana", "233"],
        ["Morocco", "212"],
    ];
    assert_eq!(rows, expected);
}

#[test]
fn pages_beside_the_labelled_ones_are_read_and_named_pages_instead() {
    let folder = labelled();
    folder.write("3.html", countries_page(&[("Peru", "51")]));
    folder.write("sub/4.html", countries_page(&[("Cuba", "53")]));
    let pages = |run: crate::program::Run| -> Vec<String> {
        run.stdout.lines().map(|line| line.split('"').nth(3).unwrap().to_owned()).collect()
    };
    let beside = folder.run(&["run", "labels.json", "-m", "hlrt"]);
    assert_eq!(beside.code, 0, "{}", beside.stderr);
    // The labelled pages are read, but used with their labels only.
    assert!(beside.stderr.starts_with("using 1 page without labels\n"), "{}", beside.stderr);
    assert_eq!(pages(beside), ["1.html", "1.html", "2.html", "3.html"]);
    assert_eq!(pages(folder.run(&["run", "labels.json", "sub", "-m", "hlrt"])), ["sub/4.html"]);
}

#[test]
fn a_page_that_is_learnt_from_and_read_is_warned_of_once() {
    let folder = labelled();
    let labels =
        LABELS.replace(r#""path": "1.html","#, r#""path": "1.html", "encoding": "klingon","#);
    folder.write(
        "labels.json",
        labels.replace(r#""path": "2.html","#, r#""path": "2.html", "encoding": "klingon","#),
    );
    let run = folder.run(&["run", "labels.json", "-m", "hlrt"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stderr.matches("1.html: ").count(), 1, "{}", run.stderr);
    assert_eq!(run.stderr.matches("klingon").count(), 2, "one warning a page: {}", run.stderr);
}

#[test]
fn a_run_that_learns_nothing_reads_nothing() {
    let folder = labelled();
    folder.write("out.csv", "old");
    let run = folder.run(&["run", "labels.json", "-m", "lr", "-o", "out.csv"]);
    assert_eq!((run.code, run.stdout.as_str(), folder.read("out.csv").as_str()), (1, "", "old"));
    let run = folder.run(&["run", "label.json"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: cannot read `label.json`: no such file or folder (did you mean `labels.json`?)\n"
    );
}

/// A page with a list and nothing else, for which one example suffices.
fn shop() -> Folder {
    let folder = Folder::new();
    folder.write("shop.html", "<ul>\n<li><b>Blue mug</b> <i>$12.00</i>\n<li><b>Red cup</b> <i>$7.50</i>\n<li><b>Tray</b> <i>$30.00</i>\n</ul>\n");
    folder
}

#[test]
fn things_like_this_are_shown_with_the_next_step() {
    let folder = shop();
    let run = folder.run(&["like", "shop.html", "name=Blue mug", "price=$12.00", "-f", "table"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    expect![[r"
        name      price
        Blue mug  $12.00
        Red cup   $7.50
        Tray      $30.00
    "]]
    .assert_eq(&run.stdout);
    let next = "next: unhusk like shop.html 'name=Blue mug' 'price=$12.00' --save wrapper.json    # save the wrapper\n";
    assert!(run.stderr.ends_with(next), "{}", run.stderr);
}

#[test]
fn a_wrapper_from_the_command_line_can_be_kept() {
    let folder = shop();
    let run = folder.run(&["like", "shop.html", "Blue mug", "$12.00", "--save", "mug.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.ends_with("next: unhusk extract mug.json shop.html\n"), "{}", run.stderr);
    let again = folder.run(&["extract", "mug.json", "shop.html", "-q"]);
    assert_eq!(again.stdout, run.stdout);
}

#[test]
fn several_records_may_be_typed_in() {
    let folder = shop();
    let values = [
        "like",
        "shop.html",
        "Blue mug",
        "$12.00",
        "Tray",
        "$30.00",
        "--fields",
        "name,price",
        "-q",
    ];
    let run = folder.run(&values);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 3), "{}", run.stderr);
    let run = folder.run(&["like", "shop.html", "a", "b", "c", "--fields", "name,price"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (2, "error: 3 values do not fill records of 2 fields\n")
    );
}

#[test]
fn a_rule_that_finds_nothing_new_asks_for_one_more_record() {
    let folder = Folder::new();
    // The surroundings of `Tray` and its price occur nowhere else.
    folder.write("odd.html", "<p>Tray: $30</p><div>Mug = $12</div><h1>Cup / $7</h1>\n");
    let one = folder.run(&["like", "odd.html", "Tray", "$30"]);
    assert_eq!((one.code, one.stdout.lines().count()), (0, 1), "{}", one.stderr);
    let help = "help: only the record given was found; if the page has more records, give a second record (`--fields`";
    assert!(one.stderr.contains(help), "{}", one.stderr);
    let two = folder.run(&["like", "odd.html", "Tray", "$30", "Mug", "$12", "--fields", "a,b"]);
    assert_eq!((two.code, two.stdout.lines().count()), (0, 2), "{}", two.stderr);
    let help = "help: only the records given were found; if the page has more records, give one more record, or label";
    assert!(two.stderr.contains(help), "{}", two.stderr);
}

#[test]
fn every_value_has_a_column_of_its_own() {
    let folder = shop();
    let like = |fields| folder.run(&["like", "shop.html", "Tray", "$30.00", "--fields", fields]);
    let run = like("name,name");
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (2, "error: --fields: the field `name` is named twice\n")
    );
    let run = like("name, price");
    let last = r#"{"_page":"shop.html","name":"Tray","price":"$30.00"}"#;
    assert_eq!(run.stdout.lines().last(), Some(last), "spaces are no part of names");
}

#[test]
fn a_value_or_a_page_that_is_not_there_is_a_failure() {
    let folder = shop();
    let run = folder.run(&["like", "shop.html", "Green mug"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.starts_with("error: ") && run.stderr.contains("\"Green mug\""),
        "{}",
        run.stderr
    );
    let run = folder.run(&["like", "shop.htm", "Tray"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: cannot read `shop.htm`: no such file or folder (did you mean `shop.html`?)\n"
    );
    let page = folder.read("shop.html");
    let run = folder.run_with_input(&["like", "-", "Tray", "-q"], page);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 3), "{}", run.stderr);
}

#[test]
fn methods_are_scored_on_pages_they_have_not_seen() {
    let folder = labelled();
    folder.write("3.html", countries_page(&[("Peru", "51"), ("Cuba", "53")]));
    let third = r#"}, { "path": "3.html", "records": [ {"country": "Peru", "code": "51"}, {"country": "Cuba", "code": "53"} ] } ] }"#;
    let labels = LABELS.strip_suffix("} ] }").unwrap().to_owned() + third;
    folder.write("labels.json", labels);
    let run = folder.run(&["eval", "labels.json", "-m", "lr,hlrt", "--trials", "3"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows: Vec<Vec<&str>> =
        run.stdout.lines().map(|line| line.split_whitespace().take(7).collect()).collect();
    assert_eq!(rows[0][..6], ["method", "fits", "precision", "recall", "F1", "pages"]);
    // LR cannot distinguish the heading from a country: there is no wrapper, so nothing is extracted.
    assert_eq!(rows[1], ["lr", "0/3", "-", "0.000", "0.000", "0/3", rows[1][6]]);
    assert_eq!(rows[2], ["hlrt", "3/3", "1.000", "1.000", "1.000", "3/3", rows[2][6]]);
    let code =
        |arguments: &[&str]| folder.run(&[&["eval", "labels.json"], arguments].concat()).code;
    assert_eq!(code(&["-m", "lr", "--min-f1", "0.5"]), 1);
    assert_eq!(code(&["-m", "lr,hlrt", "--min-f1", "1"]), 0, "one of them is good enough");
    assert_eq!(code(&["--min-f1", "2"]), 2);
}

#[test]
fn evaluation_answers_programs_and_does_not_depend_on_chance() {
    let folder = labelled();
    let json = |seed: &str| {
        let run = folder.run(&[
            "eval",
            "labels.json",
            "-m",
            "hlrt",
            "--train",
            "1",
            "--seed",
            seed,
            "-f",
            "json",
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let mut report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        for list in ["sites", "methods"] {
            report[list][0]["learn_ms"].take();
            report[list][0]["pages_per_second"].take();
        }
        report
    };
    let report = json("7");
    assert_eq!(report["methods"][0]["trials"], 5);
    assert_eq!(report["sites"][0]["labels"], "labels.json");
    assert_eq!(report, json("7"));
}

#[test]
fn a_method_that_fits_nowhere_says_why_if_asked_and_has_read_nothing_right() {
    let folder = labelled();
    folder.write("none.html", countries_page(&[]));
    folder.write("2.html", countries_page(&[("Spain", "34"), ("Peru", "51")]));
    let labels = LABELS.strip_suffix("] } ] }").unwrap().to_owned();
    let more =
        r#", {"country": "Peru", "code": "51"} ] }, { "path": "none.html", "records": [] } ] }"#;
    folder.write("labels.json", labels + more);
    let eval = ["eval", "labels.json", "-m", "lr", "-f", "json"];
    let run = folder.run(&eval);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let lr = &report["methods"][0];
    assert_eq!((&lr["fits"], &lr["pages_right"]), (&0.into(), &0.into()), "{lr}");
    assert_eq!((&lr["precision"], &lr["f1"]), (&serde_json::Value::Null, &0.0.into()), "{lr}");
    let run = folder.run(&[&eval[..], &["-v"]].concat());
    let why = "`labels.json`: `lr` fits in no trial\n  no `lr` wrapper fits these labels\n    --> field `country`\n";
    assert!(run.stderr.starts_with(why), "{}", run.stderr);
}

#[test]
fn trials_that_learn_from_fewer_pages_than_asked_say_so() {
    let folder = labelled();
    let eval = ["eval", "labels.json", "-m", "hlrt", "-f", "json", "--train"];
    let run = folder.run(&[&eval[..], &["5"]].concat());
    let warning = "warning: `labels.json` labels 2 pages: each trial learns from 1, not from 5\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, warning));
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["train"], &report["sites"][0]["train"]), (&5.into(), &1.into()));
    assert_eq!(folder.run(&[&eval[..], &["1"]].concat()).stderr, "");
}

#[test]
fn one_labelled_page_cannot_be_evaluated() {
    let folder = labelled();
    folder.write("one.json", r#"{"unhusk": "labels/1", "pages": [{"path": "2.html", "records": [{"country": "Spain"}]}]}"#);
    let run = folder.run(&["eval", "one.json"]);
    assert_eq!(run.code, 2);
    let message = "error: `one.json` labels 1 page; at least two are required, to learn from one and score on another: label one more page, or score a saved wrapper on this one with `-w W.json`\n";
    assert_eq!(run.stderr, message);
}

#[test]
fn an_unknown_extension_is_reported_before_learning() {
    let folder = Folder::with_countries();
    folder.write(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "2.html", "records": [{"country": "Spain", "code": "34"}]}]}"#,
    );
    let run = folder.run(&["run", "labels.json", "-o", "out.cvs"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.starts_with("error: `out.cvs`: `.cvs` is not the extension"),
        "{}",
        run.stderr
    );
}
