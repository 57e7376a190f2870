//! Error messages name fields.

use super::{atlas, column, schema, sighted};
use crate::Settings;
use crate::disambiguate::{DisambiguateError, disambiguate};
use crate::example::corroborate::RecognizedColumn;
use crate::example::corroborate::Reliability::{Incomplete, Perfect, Unsound};
use unhusk_page::Page;

fn error(names: &[&str], page: &Page, columns: Vec<RecognizedColumn>) -> DisambiguateError {
    disambiguate(&schema(names), &[sighted(page, columns)], &Settings::default())
        .expect_err("the recognizers contradict each other")
}

fn page() -> Page {
    atlas(&[("Congo", "242", "Kinshasa"), ("Egypt", "20", "Cairo")])
}

#[test]
fn perfect_recognizers_that_count_differently_contradict_each_other() {
    let page = page();
    let columns = vec![column(&page, Perfect, &["Congo"]), column(&page, Perfect, &["242", "20"])];
    let error = error(&["country", "code"], &page, columns);
    assert!(matches!(error, DisambiguateError::NoPage { contradict: true, .. }));
    let message = error.to_string();
    let beginning = "1.html: `country` was recognized 1 times and `code` 2 times, ";
    assert!(message.starts_with(beginning), "{message}");
}

#[test]
fn without_an_order_the_answer_is_no() {
    let page = page();
    let columns = vec![column(&page, Perfect, &["242", "20"]), column(&page, Unsound, &["Cai"])];
    let error = error(&["code", "capital"], &page, columns);
    assert!(matches!(error, DisambiguateError::NoPage { contradict: false, .. }));
    assert!(error.to_string().contains("no order of the fields `code`, `capital`"), "{error}");
}

#[test]
fn pages_without_records_are_told() {
    let page = page();
    let columns = vec![column(&page, Perfect, &[]), column(&page, Incomplete, &[])];
    let error = error(&["code", "capital"], &page, columns);
    assert_eq!(error, DisambiguateError::NoRecord { field: "code".to_owned() });
}
