//! Patterns end to end: pages made to hurt, saved files, and search results of real sites from one labelled record.

#![expect(clippy::print_stderr, reason = "what is skipped is told")]

use proptest::prelude::*;
use std::path::Path;
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};
use unhusk::learn::{Settings, find_method};
use unhusk::record::{Cell, Schema};
use unhusk::wrapper::{AnyWrapper, Wrapper};

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
    let learned = (method.learn)(&set, &Settings::default()).map_err(|error| error.to_string())?;
    Ok((learned.schema(&set), learned.wrapper))
}

/// Learns from the page and reads it; what is learnt does not matter, that it ends does.
fn survive(labels: &str, source: &str) {
    let page = Page::from(source);
    if let Ok((schema, wrapper)) = learn(&[(&page, labels)]) {
        let _ = wrapper.extract(&schema, &page);
    }
}

#[test]
fn long_deep_and_wide_pages_end() {
    let rows: String = (0..5_000).map(|n| format!("<li><a>item {n}</a> <b>{n}</b></li>")).collect();
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
    let cells = |row: usize| -> String { (0..60).map(|n| format!("<td>{row}.{n}</td>")).collect() };
    let rows: String = (0..200).map(|row| format!("<tr>{}</tr>", cells(row))).collect();
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

/// How many of the records of the second page of an Estuka site are read whole, of how many, and how many are read,
/// when the first record of the first page is known.
fn read_second_page(site: &str) -> Option<(usize, usize, usize)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/estuka").join(site);
    let Ok(text) = std::fs::read_to_string(folder.join("labels.json")) else {
        eprintln!("skipped: there is no {}", folder.display());
        return None;
    };
    let json: serde_json::Value = serde_json::from_str(&text).expect("labels are JSON");
    let page = |at: usize| {
        let path = folder.join(json["pages"][at]["path"].as_str().expect("a path"));
        Page::from_bytes(&std::fs::read(path).expect("the page is there"))
    };
    let (first, second) = (page(0), page(1));
    let labels = format!(r#""complete": false, "records": [{}]"#, json["pages"][0]["records"][0]);
    let (schema, wrapper) = learn(&[(&first, &labels)]).expect("it fits");
    let read = wrapper.extract(&schema, &second).records;
    let told = json["pages"][1]["records"].as_array().expect("records");
    let is_same = |told: &serde_json::Value, cells: &[Cell<'_>]| {
        schema.fields().iter().zip(cells).all(|(field, cell)| {
            match (told[&field.name].as_str(), cell) {
                (Some(told), Cell::One(value)) => {
                    unhusk::page::squeeze(told) == unhusk::page::squeeze(&value.text)
                }
                (told, cell) => told.is_none() && *cell == Cell::Absent,
            }
        })
    };
    let n_right = told.iter().zip(&read).filter(|(told, read)| is_same(told, &read.cells)).count();
    Some((n_right, told.len(), read.len()))
}

#[test]
fn one_search_result_of_a_real_site_is_enough() {
    for site in ["kids-and-teens-y8.com", "sports-skysports.com", "health-psychologytoday.com"] {
        let Some((n_right, n_told, n_read)) = read_second_page(site) else { return };
        assert_eq!((n_right, n_read), (n_told, n_told), "{site}");
    }
}
