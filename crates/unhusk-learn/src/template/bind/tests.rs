//! Labels on pages of a template. Expected values are what the labels say of other pages.

use super::{TemplateLearner, bind};
use crate::example::{Labels, Strictness, TrainingSet};
use crate::template::{InduceSettings, induce};
use crate::{Learn, LearnError, LearnedRule};
use unhusk_page::Page;
use unhusk_wrapper::Extract;
use unhusk_wrapper::record::{Cell, Schema};
use unhusk_wrapper::template::Template;

fn made(source: &str) -> Page {
    Page::from(source)
}

fn book(title: &str, who: &str, price: &str) -> Page {
    made(&format!(
        "<h1>{title}</h1><p>by <b>{who}</b></p><table><tr><td>Price<td>{price}<tr><td>Stock<td>{}</table>",
        title.len()
    ))
}

fn list(rows: &[(&str, &str)]) -> Page {
    let row = |(name, price): &(&str, &str)| format!("<li><b>{name}</b> <i>{price}</i></li>");
    made(&format!("<h1>All</h1><ul>{}</ul><p>End</p>", rows.iter().map(row).collect::<String>()))
}

/// A training set of the labels of the first pages, each the fields of a page in `labels/1`; the other pages have none.
fn set<'p>(pages: &'p [Page], labels: &[&str]) -> TrainingSet<'p> {
    let of_page = |(at, labels): (usize, &&str)| format!("{{\"path\": \"p{at}\", {labels}}}");
    let of_pages: Vec<String> = labels.iter().enumerate().map(of_page).collect();
    let json = format!("{{\"unhusk\": \"labels/1\", \"pages\": [{}]}}", of_pages.join(","));
    let parsed = Labels::parse("labels.json", &json).expect("labels");
    let numbered: Vec<(usize, &Page)> = pages.iter().take(labels.len()).enumerate().collect();
    TrainingSet::new(&parsed, &numbered, Strictness::Strict)
        .expect("a training set")
        .with_unlabelled(&pages[labels.len()..])
}

fn read(schema: &Schema, learned: &LearnedRule<Template>, page: &Page) -> Vec<String> {
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        Cell::Many(values) => values.iter().map(|value| &*value.text).collect::<Vec<_>>().join("/"),
        _ => "-".to_owned(),
    };
    let records = learned.wrapper.extract(schema, page).records;
    let line = |cells: &[Cell<'_>]| cells.iter().map(text).collect::<Vec<_>>().join("+");
    records.iter().map(|record| line(&record.cells)).collect()
}

#[test]
fn labels_name_the_columns_of_pages_and_drop_the_others() {
    let pages = [book("Trees", "Ann", "$1.00"), book("Woods", "Bob", "$2.50")];
    let set = set(&pages, &[r#""records": [{"cost": "$1.00", "title": "Trees"}]"#]);
    let learned = TemplateLearner::default().learn(&set).expect("a template");
    let other = book("Leaves", "Cid", "$7.25");
    assert_eq!(read(set.schema(), &learned, &other), ["$7.25+Leaves"]);
}

#[test]
fn a_label_cuts_a_column() {
    let pages = [book("Trees", "Ann", "1.00 EUR"), book("Woods", "Bob", "2.50 USD")];
    let labels = [
        r#""records": [{"amount": "1.00", "currency": "EUR"}]"#,
        r#""records": [{"amount": "2.50", "currency": "USD"}]"#,
    ];
    let set = set(&pages, &labels);
    let learned = TemplateLearner::default().learn(&set).expect("a template");
    let other = book("Leaves", "Cid", "7.25 GBP");
    assert_eq!(read(set.schema(), &learned, &other), ["7.25+GBP"]);
}

#[test]
fn a_label_over_several_columns_joins_them() {
    let page =
        |a: &str, b: &str| made(&format!("<h1>Who</h1><p><b>{a}</b> <i>{b}</i></p><p>End</p>"));
    let pages = [page("Ann", "Lee"), page("Bob", "Ray")];
    let set = set(&pages, &[r#""records": [{"name": "Ann Lee"}]"#]);
    let learned = TemplateLearner::default().learn(&set).expect("a template");
    assert_eq!(read(set.schema(), &learned, &page("Cid", "Fox")), ["Cid Fox"]);
}

#[test]
fn records_are_those_of_the_set_that_the_labels_stand_in() {
    let pages = [
        list(&[("Mug", "$3"), ("Cup", "$4"), ("Pot", "$9")]),
        list(&[("Jar", "$1"), ("Can", "$2"), ("Tin", "$8"), ("Box", "$7")]),
    ];
    let labels = r#""complete": false, "records": [{"what": "Cup", "price": "$4"}]"#;
    let set = set(&pages, &[labels]);
    let learned = TemplateLearner::default().learn(&set).expect("a template");
    let other = list(&[("Pan", "$5"), ("Lid", "$6")]);
    assert_eq!(read(set.schema(), &learned, &other), ["Pan+$5", "Lid+$6"]);
}

#[test]
fn a_field_of_lists_takes_all_records_of_a_set() {
    let pages = [
        list(&[("Mug", "$3"), ("Cup", "$4"), ("Pot", "$9")]),
        list(&[("Jar", "$1"), ("Can", "$2"), ("Tin", "$8"), ("Box", "$7")]),
    ];
    let set = set(&pages, &[r#""records": [{"names": ["Mug", "Cup", "Pot"]}]"#]);
    let learned = TemplateLearner::default().learn(&set).expect("a template");
    let other = list(&[("Pan", "$5"), ("Lid", "$6")]);
    assert_eq!(read(set.schema(), &learned, &other), ["Pan/Lid"]);
}

#[test]
fn a_template_that_was_found_before_takes_labels() {
    let pages = [book("Trees", "Ann", "$1.00"), book("Woods", "Bob", "$2.50")];
    let found = induce(&[&pages[0], &pages[1]], &InduceSettings::default()).expect("a template");
    let set = set(&pages, &[r#""records": [{"author": "Ann"}]"#]);
    let learned = bind(&found.wrapper, &set).expect("a column");
    assert_eq!(read(set.schema(), &learned, &book("Leaves", "Cid", "$7")), ["Cid"]);
}

#[test]
fn a_value_that_is_no_text_has_no_column() {
    let page =
        |link: &str, name: &str| made(&format!("<h1>A</h1><p><a href={link}>{name}</a></p>"));
    let pages = [page("/x1", "One"), page("/x2", "Two")];
    let set = set(&pages, &[r#""records": [{"link": "/x1"}]"#]);
    let error = TemplateLearner::default().learn(&set).expect_err("no column");
    assert!(matches!(error, LearnError::NoFit { .. }), "{error}");
    assert!(error.to_string().contains("attributes"), "{error}");
}
