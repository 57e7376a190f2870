//! Patterns end to end: hostile pages, wide records, and rules of any page that are saved and loaded.

use proptest::prelude::*;
use unhusk_learn::example::{Labels, Strictness, TrainingSet};
use unhusk_learn::{Settings, find_method};
use unhusk_page::Page;
use unhusk_wrapper::record::{Cell, Schema};
use unhusk_wrapper::{AnyWrapper, Extract};

/// Learns from pages with their `labels/1` objects, `path` excepted.
fn learn(pages: &[(&Page, &str)]) -> Result<(Schema, AnyWrapper), String> {
    let of_page =
        |(at, (_, labels)): (usize, &(&Page, &str))| format!("{{\"path\": \"{at}\", {labels}}}");
    let of_pages: Vec<String> = pages.iter().enumerate().map(of_page).collect();
    let json = format!("{{\"unhusk\": \"labels/1\", \"pages\": [{}]}}", of_pages.join(","));
    let labels = Labels::parse("labels.json", &json).map_err(|error| error.to_string())?;
    let numbered: Vec<(usize, &Page)> = pages.iter().map(|(page, _)| *page).enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Lenient)
        .map_err(|error| error.to_string())?;
    let method = find_method("pattern").expect("it is in the catalogue");
    let learned = method.learn(&set, &Settings::default()).map_err(|error| error.to_string())?;
    Ok((learned.schema(&set), learned.wrapper))
}

/// Learns from the page and reads it; any result will do, as long as both end.
fn survive(labels: &str, source: &str) {
    let page = Page::from(source);
    if let Ok((schema, wrapper)) = learn(&[(&page, labels)]) {
        let _ = wrapper.extract(&schema, &page);
    }
}

#[test]
fn long_deep_and_wide_pages_end() {
    let row = |n: usize| format!("<li><a>item {n}</a> <b>{n}</b></li>");
    let rows = (0..5_000).map(row).collect::<Vec<String>>().concat();
    let first = r#""complete": false, "records": [{"name": "item 7", "n": "7"}]"#;
    survive(first, &format!("<ul>{rows}</ul>"));
    survive(r#""records": [{"name": "item 7"}]"#, &format!("<ul>{rows}</ul>"));
    let deep =
        format!("{}<b>item 7</b><i>7</i>{}", "<div><p>".repeat(3_000), "</div>".repeat(3_000));
    survive(first, &deep);
    survive(r#""records": [{"name": "item 7", "n": "7"}]"#, &deep);
    survive(first, &"<div><b>item 7</b><i>7</i>".repeat(400));
}

#[test]
fn a_record_with_sixty_values_is_read() {
    let cell = |row: usize, n: usize| format!("<td>{row}.{n}</td>");
    let cells = |row: usize| (0..60).map(|n| cell(row, n)).collect::<Vec<String>>().concat();
    let rows: Vec<String> = (0..200).map(|row| format!("<tr>{}</tr>", cells(row))).collect();
    let rows = rows.concat();
    let page = Page::from(&*format!("<table>{rows}</table>"));
    let values: Vec<String> = (0..60).map(|n| format!("\"f{n}\": \"0.{n}\"")).collect();
    let labels = format!(r#""complete": false, "records": [{{{}}}]"#, values.join(","));
    let (schema, wrapper) = learn(&[(&page, &labels)]).expect("it fits");
    let records = wrapper.extract(&schema, &page).records;
    assert_eq!(records.len(), 200);
    for (row, record) in records.iter().enumerate() {
        for (n, cell) in record.cells.iter().enumerate() {
            let Cell::One(value) = cell else { panic!("{row}.{n} is missing") };
            assert_eq!(value.text, format!("{row}.{n}"));
        }
    }
}

fn pages() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![Just("x ".to_owned()), Just("y".to_owned()), Just("<br>".to_owned())];
    let node = leaf.prop_recursive(4, 32, 5, |inner| {
        let tag = prop_oneof![
            Just("div"),
            Just("p"),
            Just("a"),
            Just("li class=c"),
            Just("table"),
            Just("td")
        ];
        (tag, prop::collection::vec(inner, 0..5)).prop_map(|(tag, below)| {
            format!("<{tag}>{}</{}>", below.concat(), tag.split(' ').next().unwrap_or(tag))
        })
    });
    prop::collection::vec(node, 1..5).prop_map(|nodes| nodes.concat())
}

proptest! {
    #[test]
    fn what_is_learnt_of_any_page_is_the_same_again_after_saving(
        source in pages(), other in pages(), complete: bool,
    ) {
        let (page, other) = (Page::from(&*source), Page::from(&*other));
        let labels = format!(r#""complete": {complete}, "records": [{{"a": "x", "b": "y"}}]"#);
        if let Ok((schema, wrapper)) = learn(&[(&page, &labels)]) {
            let json = serde_json::to_string(&wrapper).expect("it can be saved");
            let loaded: AnyWrapper = serde_json::from_str(&json).expect("it can be loaded");
            prop_assert_eq!(&loaded, &wrapper);
            prop_assert_eq!(loaded.extract(&schema, &other), wrapper.extract(&schema, &other));
            let again = learn(&[(&page, &labels)]).expect("it was learnt before");
            prop_assert_eq!(&again.1, &wrapper);
        }
    }
}
