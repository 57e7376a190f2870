//! Lists that a page shows twice.

use super::pattern;
use crate::Extract;
use crate::record::{Field, Schema};
use unhusk_page::Page;

/// The texts of the links `a` in list items, and the number of warnings about the page.
fn read(source: &str) -> (Vec<String>, usize) {
    let page = Page::from(source);
    let schema = Schema::new(vec![Field::new("name")]).expect("a schema");
    let extraction = pattern("li(a(#))").extract(&schema, &page);
    let names = extraction.records.iter().flat_map(|record| &record.cells[0].values()[..1]);
    (names.map(|value| value.text.to_string()).collect(), extraction.warnings.len())
}

const FIRST: &str = "<li><a href=1>one</a></li>";
const SECOND: &str = "<li><a href=2>two</a></li>";
const THIRD: &str = "<li><a href=3>three</a></li>";

#[test]
fn a_list_in_two_tabs_is_read_where_it_is_longest() {
    let source = format!("<ul>{SECOND}{FIRST}</ul><ol>{FIRST}{SECOND}{THIRD}</ol>");
    assert_eq!(read(&source), (vec!["one".into(), "two".into(), "three".into()], 1));
}

#[test]
fn of_equal_lists_the_first_is_read() {
    let source = format!("<ul>{FIRST}{SECOND}</ul><p>x<ul>{FIRST}{SECOND}</ul>");
    assert_eq!(read(&source), (vec!["one".into(), "two".into()], 1));
}

#[test]
fn lists_that_share_some_things_are_two() {
    let source = format!("<ul>{FIRST}{SECOND}</ul><ul>{FIRST}{THIRD}</ul>");
    let names = ["one", "two", "one", "three"].map(String::from).to_vec();
    assert_eq!(read(&source), (names, 0));
}

#[test]
fn things_that_repeat_in_one_list_are_several() {
    let source = format!("<ul>{FIRST}{FIRST}{SECOND}</ul>");
    assert_eq!(read(&source).0, ["one", "one", "two"]);
    // A list with one occurrence of an item does not contain one with two.
    let source = format!("<ul>{FIRST}{FIRST}</ul><ul>{FIRST}{SECOND}{THIRD}</ul>");
    assert_eq!(read(&source).0.len(), 5);
}

#[test]
fn things_with_other_links_or_none_are_others() {
    let other = "<li><a href=9>two</a></li>";
    let source = format!("<ul>{FIRST}{SECOND}</ul><ul>{FIRST}{other}{THIRD}</ul>");
    assert_eq!(read(&source).0.len(), 5);
    let sizes = "<li><a>S</a></li><li><a>M</a></li>";
    let source = format!("<ul>{sizes}</ul><ul>{sizes}<li><a>L</a></li></ul>");
    assert_eq!(read(&source).0, ["S", "M", "S", "M", "L"]);
}
