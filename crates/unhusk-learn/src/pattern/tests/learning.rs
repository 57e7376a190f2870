//! Lists, learnt from few labels.

use crate::example::{Labels, Strictness, TrainingSet};
use crate::pattern::PatternLearner;
use crate::{Learn, LearnError, LearnedRule};
use unhusk_page::Page;
use unhusk_wrapper::Extract;
use unhusk_wrapper::pattern::TreePattern;
use unhusk_wrapper::record::{Cell, Schema};

/// Learns from pages and their labels, each the fields of a page in `labels/1`.
pub(super) fn learn(
    pages: &[(&str, &str)],
) -> Result<(Schema, LearnedRule<TreePattern>), LearnError> {
    let of_page =
        |(at, (_, labels)): (usize, &(&str, &str))| format!("{{\"path\": \"p{at}\", {labels}}}");
    let of_pages: Vec<String> = pages.iter().enumerate().map(of_page).collect();
    let json = format!("{{\"unhusk\": \"labels/1\", \"pages\": [{}]}}", of_pages.join(","));
    let labels = Labels::parse("labels.json", &json).expect("labels");
    let pages: Vec<Page> = pages.iter().map(|(source, _)| Page::from(*source)).collect();
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Strict).expect("a training set");
    let learned = PatternLearner::default().learn(&set)?;
    Ok((set.schema().clone(), learned))
}

/// What is read: fields of a record joined by `+`.
pub(super) fn read(schema: &Schema, pattern: &TreePattern, source: &str) -> Vec<String> {
    let page = Page::from(source);
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        Cell::Many(values) => values.iter().map(|value| &*value.text).collect::<Vec<_>>().join("/"),
        _ => "-".to_owned(),
    };
    let records = pattern.extract(schema, &page).records;
    records
        .iter()
        .map(|record| record.cells.iter().map(text).collect::<Vec<_>>().join("+"))
        .collect()
}

pub(super) fn check(pages: &[(&str, &str)], test: &str, expected: &[&str]) {
    let (schema, learned) = learn(pages).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read(&schema, &learned.wrapper, test), expected);
}

const TALKS: &str = "<ul class=menu><li><a href=/>Home</a><li><a href=/x>About</a></ul><ul class=talks>\
    <li><a href=/1>Trees</a> by <b>Ann</b>, <i>May 1</i><li><a href=/2>Woods</a> by <b>Bob</b>, <i>May 2</i>\
    <li><a href=/3>Leaves</a> by <b>Cid</b>, <i>June 3</i></ul>";

#[test]
fn one_record_is_enough_where_it_has_neighbours() {
    let labels =
        r#""complete": false, "records": [{"name": "Trees", "who": "Ann", "when": "May 1"}]"#;
    let next = "<ul class=menu><li><a>Home</a></ul><ul class=talks><li><a href=/7>Roots</a> by <b>Eve</b>, <i>July 4</i></ul>";
    check(&[(TALKS, labels)], TALKS, &["Trees+Ann+May 1", "Woods+Bob+May 2", "Leaves+Cid+June 3"]);
    check(&[(TALKS, labels)], next, &["Roots+Eve+July 4"]);
}

#[test]
fn an_element_that_is_a_value_may_hold_anything() {
    let page = "<ul><li><b>read</b> <i>int</i><li><b>skip</b> <i>long</i></ul>";
    let labels = r#""complete": false, "records": [{"name": "read", "type": "int"}]"#;
    let next = "<ul><li><b>name</b> <i><a href=/s>String</a></i><li><b>all</b> <i>Set&lt;<a>T</a>></i></ul>";
    check(&[(page, labels)], next, &["name+String", "all+Set<T>"]);
}

#[test]
fn what_a_label_excludes_makes_the_pattern_stricter() {
    let row = |class: &str, name: &str| format!("<li class='{class}'><b>{name}</b> <i>$1</i></li>");
    let rows = |of: &[(&str, &str)]| -> String {
        format!("<ul>{}</ul>", of.iter().map(|(class, name)| row(class, name)).collect::<String>())
    };
    let page =
        rows(&[("row hit", "Mug"), ("row ad", "Win"), ("row hit", "Cup"), ("row ad", "Buy")]);
    let labels = r#""complete": false, "records": [{"name": "Mug"}]"#;
    // Without a word against them, advertisements look like records.
    check(&[(&page, labels)], &page, &["Mug", "Win", "Cup", "Buy"]);
    let labels = format!(r#"{labels}, "not": [{{"name": "Win"}}]"#);
    check(&[(&page, &labels)], &page, &["Mug", "Cup"]);
    let next = rows(&[("row ad", "Act"), ("row hit", "Pot"), ("row hit new", "Pan")]);
    check(&[(&page, &labels)], &next, &["Pot", "Pan"]);
}

#[test]
fn attributes_are_values_too() {
    let labels = r#""complete": false, "records": [{"name": "Trees", "link": "/1"}]"#;
    check(&[(TALKS, labels)], TALKS, &["Trees+/1", "Woods+/2", "Leaves+/3"]);
}

#[test]
fn an_element_is_a_value_whatever_is_marked_in_it() {
    let page = "<div><p><a>one <b>tree</b></a><p><a><b>tree</b> two</a><p><a>no more</a></div>";
    let labels = r#""complete": false, "records": [{"name": "one tree"}]"#;
    check(&[(page, labels)], page, &["one tree", "tree two", "no more"]);
    // The value is all of `b`, and of `a`; only `a` is there in every record.
    let page = "<div><p><a><b>tree</b></a><p><a><b>tree</b> two</a><p><a>no more</a></div>";
    let labels = r#""complete": false, "records": [{"name": {"text": "tree", "at": 0}}]"#;
    check(&[(page, labels)], page, &["tree", "tree two", "no more"]);
}

#[test]
fn a_value_that_some_neighbours_lack_may_be_missing() {
    let page = "<div><p class=r><a>x</a><i>1</i><u>u</u><p class=r><a>y</a><u>u</u><p class=r><a>z</a><i>3</i><u>v</u></div>";
    let labels = r#""complete": false, "records": [{"name": "x", "n": "1"}]"#;
    check(&[(page, labels)], page, &["x+1", "y+-", "z+3"]);
}

#[test]
fn a_value_that_only_a_later_example_has_is_learnt_too() {
    let page = "<div><p class=r><a>x</a><u>u</u><p class=r><a>y</a><i>2</i><u>v</u><p class=r><a>z</a><i>3</i><u>u</u></div>";
    let labels =
        r#""complete": false, "records": [{"name": "x", "n": null}, {"name": "y", "n": "2"}]"#;
    check(&[(page, labels)], page, &["x+-", "y+2", "z+3"]);
}

#[test]
fn lists_give_one_value_for_each_node() {
    let page = "<div><p class=r><b>x</b><a>1</a><a>2</a><p class=r><b>y</b><a>3</a><p class=r><b>z</b><a>4</a><a>5</a><a>6</a></div>";
    let labels = r#""complete": false, "records": [{"name": "x", "n": ["1", "2"]}]"#;
    check(&[(page, labels)], page, &["x+1/2", "y+3", "z+4/5/6"]);
}

#[test]
fn a_part_of_a_text_is_cut_out() {
    let page = "<div><p><b>x</b> (1 of 9)<p><b>y</b> (2 of 8)</div>";
    let labels = r#""complete": false, "records": [{"name": "x", "n": "1"}]"#;
    check(&[(page, labels)], page, &["x+1", "y+2"]);
}

#[test]
fn what_is_no_record_makes_the_pattern_stricter() {
    // All records are known, so what stands in the menu is none.
    let page = "<ul id=menu><li><a>Home</a></ul><ul id=talks><li><a>Trees</a><li><a>Woods</a></ul>";
    let labels = r#""records": [{"name": "Trees"}, {"name": "Woods"}]"#;
    check(&[(page, labels)], page, &["Trees", "Woods"]);
    let other =
        "<ul id=menu><li><a>Start</a><li><a>Help</a></ul><ul id=talks><li><a>Roots</a></ul>";
    check(&[(page, labels)], other, &["Roots"]);
}

#[test]
fn examples_may_be_on_several_pages() {
    let one = "<h1>May</h1><div><p class=talk><a>Trees</a><i>1</i></div>";
    let two = "<h1>June</h1><div><p class=talk><b>!</b><a>Woods</a><i>2</i></div>";
    let labels = |name: &str, n: &str| {
        format!(r#""complete": false, "records": [{{"name": "{name}", "n": "{n}"}}]"#)
    };
    let (first, second) = (labels("Trees", "1"), labels("Woods", "2"));
    let test = "<h1>July</h1><div><p class=talk><a>Roots</a><i>3</i><p class=talk><u>?</u><a>Bark</a><i>4</i></div>";
    check(&[(one, &first), (two, &second)], test, &["Roots+3", "Bark+4"]);
}

#[test]
fn an_example_more_or_less_is_as_if_it_had_always_been_so() {
    let page =
        |name: &str, class: &str| format!("<div><p><a class={class}>{name}</a><i>1</i></div>");
    let sources = [page("Trees", "x"), page("Woods", "x"), page("Roots", "y")];
    let pages: Vec<Page> = sources.iter().map(|source| Page::from(&**source)).collect();
    let of_page = |(at, name): (usize, &&str)| {
        format!(r#"{{"path": "p{at}", "complete": false, "records": [{{"name": "{name}"}}]}}"#)
    };
    let of_pages: Vec<String> =
        ["Trees", "Woods", "Roots"].iter().enumerate().map(of_page).collect();
    let set = |numbers: &[usize]| {
        let json = format!(r#"{{"unhusk": "labels/1", "pages": [{}]}}"#, of_pages.join(","));
        let labels = Labels::parse("labels.json", &json).expect("labels");
        let numbered: Vec<(usize, &Page)> = numbers.iter().map(|&at| (at, &pages[at])).collect();
        TrainingSet::new(&labels, &numbered, Strictness::Strict).expect("a training set")
    };
    let learnt =
        |set: &TrainingSet<'_>| PatternLearner::default().learn(set).expect("it fits").wrapper;
    let (two, three) = (set(&[0, 1]), set(&[0, 1, 2]));
    let lost = three.select(&[0, 1]).expect("two of three");
    assert_eq!(learnt(&lost), learnt(&two));
    assert_ne!(learnt(&three), learnt(&two), "the third says something");
}

#[test]
fn a_record_that_is_no_subtree_is_told_with_what_covers_it() {
    let page = "<dl><dt>Ann<dd>1<dt>Bob<dd>2<dt>Cid<dd>3</dl>";
    let labels =
        r#""records": [{"a": "Ann", "b": "1"}, {"a": "Bob", "b": "2"}, {"a": "Cid", "b": "3"}]"#;
    let error = learn(&[(page, labels)]).expect_err("not one subtree").to_string();
    let says = "`pattern` cannot express these labels: record 1 of p0 is not one subtree: the smallest element that \
        covers its values, `<dl>` at bytes 0-45, holds those of others, too; `site` can read records that are runs of \
        siblings";
    assert_eq!(error, says);
}

#[test]
fn two_examples_without_anything_in_common_are_told() {
    let (one, two) = ("<main><p><a>x</a></p></main>", "<main><td><ul><li><b>y</b></ul></main>");
    let labels = |name: &str| format!(r#""complete": false, "records": [{{"name": "{name}"}}]"#);
    let error = learn(&[(one, &labels("x")), (two, &labels("y"))]).expect_err("nothing in common");
    let said = error.to_string();
    assert!(
        said.contains(
            "two examples have nothing in common, not even the tag of their roots: p0 bytes"
        ),
        "{said}"
    );
}
