//! Pages that are made to hurt: learning and reading end within counted limits, whatever the page.

use super::learn_with;
use unhusk::Page;

/// Learns from the page and reads it; what is learnt does not matter, that it ends does.
fn survive(labels: &str, page: &str) {
    let page = Page::from(page);
    match learn_with(labels, &[&page], &[]) {
        Ok(lesson) => drop(lesson.read_page(&page)),
        Err(error) => assert!(error.contains("site"), "{error}"),
    }
}

/// What `piece` makes of each number, one behind the other.
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
