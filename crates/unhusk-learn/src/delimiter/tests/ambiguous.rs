//! Text labels whose texts occur in many places of the page.

use super::super::*;
use super::read;
use crate::example::{Labels, Strictness, TrainingSet};
use proptest::prelude::*;
use proptest::sample::Index;
use std::fmt::Write as _;
use unhusk_page::Page;

/// Labels by text, as a user gives them.
fn labelled<'p>(
    page: &'p Page,
    fields: &[&str],
    records: &[Vec<String>],
    complete: bool,
) -> TrainingSet<'p> {
    let record = |values: &Vec<String>| {
        let cells: Vec<String> =
            fields.iter().zip(values).map(|(name, value)| format!("{name:?}: {value:?}")).collect();
        format!("{{{}}}", cells.join(", "))
    };
    let records: Vec<String> = records.iter().map(record).collect();
    let json = format!(
        r#"{{"unhusk": "labels/1", "pages": [{{"path": "p.html", "complete": {complete}, "records": [{}]}}]}}"#,
        records.join(", ")
    );
    let labels = Labels::parse("labels.json", &json).expect("labels");
    TrainingSet::new(&labels, &[(0, page)], Strictness::Strict).expect("all on the page")
}

fn table(rows: &[Vec<String>]) -> String {
    let mut source = "<table>\n".to_owned();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        writeln!(source, "<tr>{}</tr>", cells.concat()).expect("a string");
    }
    source + "</table>\n"
}

/// Row `i` of a table whose columns count modulo 10, 7 and 3.
fn digits(i: usize) -> Vec<String> {
    [10, 7, 3].map(|modulus| (i % modulus).to_string()).to_vec()
}

fn texts(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|text| (*text).to_owned()).collect()).collect()
}

#[test]
fn two_rows_of_a_table_of_digits_are_enough() {
    let rows: Vec<Vec<String>> = (0..20).map(digits).collect();
    let page = Page::from(table(&rows).as_str());
    for labels in [[0, 1], [1, 0], [3, 4], [12, 7], [19, 2]] {
        let records = labels.map(digits);
        let set = labelled(&page, &["a", "b", "c"], &records, false);
        let lr = LrLearner::default().learn(&set).expect("lr fits");
        assert_eq!(read(lr.wrapper, &set, &page), rows, "{labels:?}");
        let hlrt = HlrtLearner::default().learn(&set).expect("hlrt fits");
        assert_eq!(read(hlrt.wrapper, &set, &page), rows, "{labels:?}");
    }
}

#[test]
fn records_with_equal_texts_may_be_labelled_in_any_order() {
    let page = Page::from("<li>x</li><li>y</li><li>x</li><hr>");
    for order in [["x", "y", "x"], ["y", "x", "x"], ["x", "x", "y"]] {
        let set =
            labelled(&page, &["n"], &texts(&order.each_ref().map(std::slice::from_ref)), true);
        let lr = LrLearner::default().learn(&set).expect("lr fits");
        assert_eq!(read(lr.wrapper, &set, &page), [["x"], ["y"], ["x"]], "{order:?}");
    }
}

#[test]
fn a_text_that_is_labelled_twice_but_occurs_once_is_reported() {
    let page = Page::from("<p>Mug <b>$12.00</b></p>");
    let set = labelled(&page, &["p"], &texts(&[&["$12.00"], &["$12.00"]]), true);
    assert_eq!(
        LrLearner::default().learn(&set).expect_err("one place").to_string(),
        "`lr` cannot express these labels: the text \"$12.00\" is labelled 2 times on p.html but occurs there only once"
    );
}

#[test]
fn a_search_that_was_cut_does_not_blame_the_labels() {
    // For no choice of places do the values have a common right delimiter.
    let mut source = String::new();
    for i in 0..400 {
        let c = char::from_u32(0x4e00 + i).expect("a character");
        write!(source, "{c}1{c}{c}2{c}{c}3{c}").expect("a string");
    }
    let page = Page::from(source.as_str());
    let set = labelled(&page, &["a", "b"], &texts(&[&["1", "2"], &["2", "3"]]), true);
    assert_eq!(
        LrLearner::default().learn(&set).expect_err("nothing fits").to_string(),
        "gave up on `lr` after 64 choices of places for texts that occur on the page more than once; \
         label some of them by `span`, `xpath` or `at`"
    );
}

proptest! {
    /// Rows of few distinct texts, so that equal cells and equal rows are common.
    #[test]
    fn the_order_of_the_labels_does_not_matter(
        rows in prop::collection::vec(prop::collection::vec("[0-3a-c]{1,2}", 2), 1..8),
        swaps in prop::collection::vec(any::<(Index, Index)>(), 8),
        complete: bool,
    ) {
        let page = Page::from((table(&rows) + "<hr>").as_str());
        let mut shuffled = rows.clone();
        for (a, b) in &swaps {
            shuffled.swap(a.index(rows.len()), b.index(rows.len()));
        }
        let learn = |records: &[Vec<String>]| {
            let set = labelled(&page, &["a", "b"], records, complete);
            let learned = LrLearner::default().learn(&set).expect("a table has an lr wrapper");
            prop_assert_eq!(read(learned.wrapper.clone(), &set, &page), rows.clone());
            Ok(learned.wrapper)
        };
        prop_assert_eq!(learn(&rows)?, learn(&shuffled)?);
    }
}
