//! Matches that were worked out by hand.

use super::pattern;
use crate::Extract;
use crate::pattern::is_dashes;
use crate::record::{Cell, Field, Schema};
use std::fmt::Write;
use unhusk_page::{Page, Span};

/// The texts of all records: fields joined by `+`, those that are missing as `-`.
fn read(notation: &str, source: &str, many: &[usize]) -> Vec<String> {
    let pattern = pattern(notation);
    let field = |at: usize| {
        let mut field = Field::new(format!("f{at}"));
        field.many = many.contains(&at);
        field
    };
    let schema =
        Schema::new((0..pattern.fields().len()).map(field).collect()).expect("names differ");
    let page = Page::from(source);
    let extraction = pattern.extract(&schema, &page);
    assert_eq!(extraction.warnings, []);
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        Cell::Many(values) => values.iter().map(|value| &*value.text).collect::<Vec<_>>().join("/"),
        _ => "-".to_owned(),
    };
    let record = |cells: &[Cell<'_>]| cells.iter().map(text).collect::<Vec<_>>().join("+");
    extraction.records.iter().map(|record_| record(&record_.cells)).collect()
}

const BY: &str = "li(a(#),'by',b(#))";

#[test]
fn the_pattern_of_two_items_matches_both() {
    let page = "<ul><li><a>Alpha</a> by <b>Ann</b><li><a>Beta</a> by <b>Bob</b></ul>";
    assert_eq!(read(BY, page, &[]), ["Alpha+Ann", "Beta+Bob"]);
}

#[test]
fn what_stands_between_the_parts_does_not_matter() {
    assert_eq!(read(BY, "<li><img><a>Alpha</a> by <b>Ann</b>tail", &[]), ["Alpha+Ann"]);
}

#[test]
fn the_order_of_siblings_is_kept() {
    assert_eq!(read(BY, "<li><b>Ann</b> by <a>Alpha</a>", &[]), [""; 0]);
}

#[test]
fn every_part_needs_a_node() {
    assert_eq!(read(BY, "<li><a>Alpha</a> by Ann", &[]), [""; 0]);
    assert_eq!(read(BY, "<li><a>Alpha</a> from <b>Ann</b>", &[]), [""; 0]);
}

#[test]
fn an_optional_part_may_be_missing() {
    let page = "<p><b>s</b><br><a>t</a><br>now<p><a>u</a><br>later";
    assert_eq!(read("p(b(#)?,a(#),br,#)", page, &[]), ["s+t+now", "-+u+later"]);
}

#[test]
fn a_wildcard_needs_a_node() {
    let page = "<div><i></i><p>x</p></div><div><p>y</p></div>";
    assert_eq!(read("div(*,p(#))", page, &[]), ["x"]);
    assert_eq!(read("div(*?,p(#))", page, &[]), ["x", "y"]);
}

#[test]
fn a_list_gives_one_value_for_each_node() {
    let page = "<td>Links: <a>x</a>, <a>y</a>, <a>z</a></td>";
    assert_eq!(read("td('Links:',a+(#))", &format!("<table><tr>{page}</table>"), &[0]), ["x/y/z"]);
}

#[test]
fn of_several_ways_the_first_is_taken() {
    assert_eq!(read("p(b(#))", "<p><b>1</b><b>2</b>", &[]), ["1"]);
}

#[test]
fn of_several_ways_the_one_that_says_most_is_taken() {
    // The price is the one in its class, although another precedes it.
    let page = "<div><p><b>1</b></p><p class=price><b>2</b></p></div>";
    assert_eq!(read("div(p(b(#)),p.price(i)?)", page, &[]), ["1"]);
    assert_eq!(read("div(p?,p.price(b(#)))", page, &[]), ["2"]);
}

#[test]
fn a_match_that_holds_several_others_gives_way() {
    let page = "<div><div><b>1</b></div><div><b>2</b></div><b>3</b></div>";
    assert_eq!(read("div(b(#))", page, &[]), ["1", "2"]);
}

#[test]
fn thirty_wildcards_on_thousands_of_children_take_no_time() {
    let slots: String = (0..30).map(|_| "*,b(#),").collect();
    let mut page = String::from("<div>");
    for child in 0..3000 {
        write!(page, "<i>{child}</i><b>{child}</b>").expect("strings can be written");
    }
    let records = read(&format!("div({slots}hr)"), &page, &[]);
    assert_eq!(records, [""; 0], "there is no hr at the end");
    let records = read(&format!("div({})", slots.trim_end_matches(',')), &page, &[]);
    // Each wildcard takes the `i` before its `b`.
    let expected: Vec<String> = (0..30).map(|child| child.to_string()).collect();
    assert_eq!(records, [expected.join("+")]);
}

#[test]
fn what_shows_no_text_is_no_dashes() {
    let page = Page::from("<img src=a.png> &mdash;");
    assert!(!is_dashes(&page, Span::new(0, 15)));
    assert!(is_dashes(&page, Span::new(16, 23)));
}
