use super::agree::clue;
use crate::Extract;
use crate::record::{Cell, Field, Schema};
use crate::site::{
    Alternative, ClueKind, Cut, Extent, FieldRule, NodeRule, NodeTarget, Reach, Records, Regions,
    Site,
};
use unhusk_page::Page;

/// The texts right in elements of a name.
fn texts_in(name: &str) -> FieldRule {
    let rules = vec![NodeRule { weight: 1, clues: vec![clue(ClueKind::Path, 1, name)] }];
    let (target, extent, cut) = (NodeTarget::Text, Extent::Trimmed, Cut::default());
    let alternatives = vec![Alternative { target, extent, cut, rules }];
    FieldRule { alternatives, ..FieldRule::default() }
}

/// The records of a page, and the number of warnings. Records have a `b` and an `i`, and begin at `p.item`.
fn read(usual: u32, html: &str) -> (Vec<String>, usize) {
    let begin = vec![NodeRule { weight: 1, clues: vec![clue(ClueKind::Class, 0, "p.item")] }];
    let (others, required, reach, labelled) = (Vec::new(), Vec::new(), Reach::Node, usual);
    let regions = Regions { begin, others, reach, required, labelled, usual, look: None };
    let fields = vec![texts_in("b"), texts_in("i")];
    let site = Site::new(Records::Regions(regions), Vec::new(), fields).expect("rules are sound");
    let fields = ["name", "price"].map(|name| Field { optional: true, ..Field::new(name) });
    let schema = Schema::new(fields.to_vec()).expect("two fields");
    let page = Page::from(html);
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        _ => "-".to_owned(),
    };
    let read = site.extract(&schema, &page);
    let records = read.records.iter().map(|record| record.cells.iter().map(text).collect());
    (records.collect(), read.warnings.len())
}

const RENAMED: &str = "<ul><li><b>Home</b></li><li><b>Sale</b></li><li><b>Help</b></li></ul>\
    <div><p class=x><b>a</b><i>1</i></p><p class=x><b>b</b><i>2</i></p></div>";

#[test]
fn elements_with_all_fields_are_records_if_none_are_where_they_used_to_be() {
    // A warning says so.
    assert_eq!(read(3, RENAMED), (vec!["a1".to_owned(), "b2".to_owned()], 1));
}

#[test]
fn a_wrapper_that_does_not_know_how_many_are_usual_reads_nothing() {
    assert_eq!(read(0, RENAMED), (Vec::new(), 0));
}

#[test]
fn single_values_in_a_menu_are_no_records_and_an_empty_list_is_reported() {
    let menu = "<ul><li><b>Home</b></li><li><b>Sale</b></li><li><b>Help</b></li></ul>";
    assert_eq!(read(3, menu), (Vec::new(), 0));
    // Of ten records all are missing.
    assert_eq!(read(10, menu), (Vec::new(), 1));
}

#[test]
fn enough_records_stay_where_they_are() {
    let other = "<p class=item><b>a</b><i>1</i></p><div><p><b>b</b><i>2</i></p>\
                 <p><b>c</b><i>3</i></p><p><b>d</b><i>4</i></p></div>";
    assert_eq!(read(3, other).0, ["a1"]);
    // One of four is few, and three are clearly better.
    assert_eq!(read(4, other).0, ["b2", "c3", "d4"]);
}
