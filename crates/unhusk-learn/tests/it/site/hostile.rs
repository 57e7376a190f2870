//! Hostile pages: learning and reading end within counted limits on any page.

use super::{learn_with, note};
use expect_test::expect;
use unhusk_page::Page;

/// Learns from the page and reads it; any result will do, as long as both end.
fn survive(labels: &str, page: &str) {
    let page = Page::from(page);
    match learn_with(labels, &[&page], &[]) {
        Ok(lesson) => drop(lesson.read_page(&page)),
        Err(error) => assert!(error.contains("site"), "{error}"),
    }
}

/// Concatenates the texts that `piece` returns for each number.
fn repeated(numbers: std::ops::Range<u32>, piece: impl Fn(u32) -> String) -> String {
    numbers.map(piece).collect()
}

#[test]
fn ten_thousand_equal_siblings() {
    let items = repeated(0..10_000, |n| format!("<li>item {n}</li>"));
    let page = format!("<ul>{items}</ul>");
    survive(
        r#"{"path": "1", "complete": false, "records": [{"name": "item 7"}, {"name": "item 9000"}]}"#,
        &page,
    );
    survive(r#"{"path": "1", "records": [{"name": "item 9000"}]}"#, &page);
    let flat = repeated(0..10_000, |n| format!("word {n}<br>"));
    survive(
        r#"{"path": "1", "complete": false, "records": [{"name": "word 7"}, {"name": "word 9000"}]}"#,
        &flat,
    );
}

#[test]
fn deep_pages() {
    for depth in [500, 5_000] {
        let page = format!(
            "{}<b>Ann</b><i>12</i>{}<p>Bob</p>",
            "<div><span>x</span>".repeat(depth),
            "</div>".repeat(depth)
        );
        survive(r#"{"path": "1", "records": [{"name": "Ann", "age": "12"}]}"#, &page);
        survive(
            r#"{"path": "1", "complete": false, "records": [{"name": "Ann"}, {"name": "Bob"}]}"#,
            &page,
        );
    }
}

#[test]
fn a_hundred_thousand_texts() {
    let page = repeated(0..100_000, |n| format!("<b>{n}</b>"));
    survive(r#"{"path": "1", "records": [{"n": "70000"}]}"#, &page);
}

#[test]
fn five_thousand_places_for_each_label() {
    let page = "<p><b>yes</b> <i>no</i></p>".repeat(5_000);
    survive(r#"{"path": "1", "records": [{"a": "yes", "b": "no"}]}"#, &page);
    survive(
        r#"{"path": "1", "complete": false, "records": [{"a": "yes", "b": "no"}, {"a": "yes", "b": "no"}]}"#,
        &page,
    );
}

#[test]
fn pages_without_anything() {
    survive(r#"{"path": "1", "records": [{"a": "x"}]}"#, "x");
    survive(r#"{"path": "1", "records": [{"a": "x"}, {"a": "x"}]}"#, "x x");
}

/// Returns the reported limits that learning reached, whether it finds anything or not.
fn cuts(labels: &str, page: &str) -> String {
    let page = Page::from(page);
    let told = match learn_with(labels, &[&page], &[]) {
        Ok(lesson) => lesson.learned.warnings.iter().map(note).map(str::to_owned).collect(),
        Err(error) => vec![error],
    };
    let is_cut = |told: &&String| told.contains("the search ended");
    told.iter()
        .filter(is_cut)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join("\n")
        .replace("; ", ";\n")
}

/// Ten thousand elements that are all the same.
fn equal_siblings() -> String {
    format!("<ul>{}</ul>", "<li>yes</li>".repeat(10_000))
}

#[test]
fn one_of_ten_thousand_equal_siblings_is_told() {
    let page = equal_siblings();
    let alone = r#"{"path": "1", "records": [{"a": "yes"}]}"#;
    expect![[r"
        field `a`: the search ended at its limit of 40 places of one label;
        the best so far was taken;
        a span instead of a text would say which place is meant"]]
    .assert_eq(&cuts(alone, &page));
    let few = r#"{"path": "1", "complete": false, "records": [{"a": "yes"}, {"a": "yes"}]}"#;
    expect![[r"
        where records are: the search ended at its limit of 300 places of one label;
        the best so far was taken;
        a span instead of a text would say which place is meant"]]
    .assert_eq(&cuts(few, &page));
}

#[test]
fn records_that_may_reach_far_up_are_told() {
    let labels =
        r#"{"path": "1", "records": [{"name": "Ann", "age": "12"}, {"name": "Bob", "age": "7"}]}"#;
    let rows = "<p><b>Ann</b><i>12</i></p><p><b>Bob</b><i>7</i></p>";
    expect![[r"
        where records are: the search ended at its limit of 60 elements around a value;
        the best so far was taken"]]
    .assert_eq(&cuts(labels, &format!("{}{rows}", "<div>".repeat(400))));
    expect![[r""]].assert_eq(&cuts(labels, &format!("{}{rows}", "<div>".repeat(40))));
    // One far down, one at the top: nothing that is found reads both.
    let apart = format!(
        "{}<b>Ann</b><i>12</i>{}<p>Bob</p><p>7</p>",
        "<div><span>x</span>".repeat(500),
        "</div>".repeat(500)
    );
    expect![[r"
        `site` cannot express these labels: no clues tell the labelled values from the rest of their pages;
        the search ended at its limit of 60 elements around a value"]].assert_eq(&cuts(labels, &apart));
}

#[test]
fn more_classes_than_are_looked_at_are_told() {
    // Forty places, each in elements with 48 classes that no other place has.
    let element = |n: u32, level: u32| {
        let classes = repeated(0..12, |token| format!("p{n}x{level}x{token} "));
        format!("<div class='{classes}'>")
    };
    let page = repeated(0..40, |n| {
        format!("{}yes{}", repeated(0..4, |level| element(n, level)), "</div>".repeat(4))
    });
    expect![[r"
        field `a`: the search ended at its limit of 1500 clues;
        the best so far was taken"]]
    .assert_eq(&cuts(r#"{"path": "1", "records": [{"a": "yes"}]}"#, &page));
}

#[test]
fn what_is_looked_at_in_full_is_not_told() {
    let items = repeated(0..10_000, |n| format!("<li>item {n}</li>"));
    let page = format!("<ul>{items}</ul>");
    for labels in [
        r#"{"path": "1", "records": [{"name": "item 9000"}]}"#,
        r#"{"path": "1", "complete": false, "records": [{"name": "item 7"}, {"name": "item 9000"}]}"#,
    ] {
        assert_eq!(cuts(labels, &page), "");
    }
    // The label gives the place, so the number of places does not matter.
    let page = equal_siblings();
    let at = page.match_indices("yes").nth(9_000).expect("a place").0;
    let labels =
        format!(r#"{{"path": "1", "records": [{{"a": {{"span": [{at}, {}]}}}}]}}"#, at + 3);
    assert_eq!(cuts(&labels, &page), "");
    let page = "<h1>Ann</h1><p>Age: <b>12</b></p><p>Town: <b>Rome</b></p>";
    let labels = r#"{"path": "1", "records": [{"name": "Ann", "age": "12", "town": "Rome"}]}"#;
    assert_eq!(cuts(labels, page), "");
}
