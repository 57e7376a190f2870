//! Text labels with several places.

use super::super::*;
use super::{ROWS, read, set};
use crate::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget};
use unhusk_page::{Page, Span};

/// A label with every place of a text.
fn text(source: &str, text: &str) -> LabelCell {
    let place = |(start, found): (usize, &str)| Place {
        span: Span::new(start, start + found.len()),
        target: PlaceTarget::Range,
    };
    let candidates = source.match_indices(text).map(place).collect();
    LabelCell::One(Label { candidates, text: Some(text.to_owned()) })
}

fn example<'p>(page: &'p Page, records: &[&[&str]]) -> Example<'p> {
    let cells = |record: &&[&str]| record.iter().map(|value| text(page.source(), value)).collect();
    Example {
        name: "page".to_owned(),
        page,
        complete: true,
        records: records.iter().map(|record| LabelledRecord { cells: cells(record) }).collect(),
        negatives: Vec::new(),
    }
}

/// Checks that both learners read the records and report the places they chose.
fn check(fields: &[&str], source: &str, records: &[&[&str]], expected: &[&[&str]]) {
    let page = Page::from(source);
    let set = set(fields, vec![example(&page, records)]);
    let lr = LrLearner::default().learn(&set).expect("lr fits");
    assert_eq!(read(lr.wrapper, &set, &page), expected);
    let hlrt = HlrtLearner::default().learn(&set).expect("hlrt fits");
    assert_eq!(read(hlrt.wrapper, &set, &page), expected);
    let cells = set.examples()[0].records.iter().flat_map(|record| &record.cells);
    let several =
        cells.filter(|cell| matches!(cell, LabelCell::One(label) if label.candidates.len() > 1));
    assert_eq!(hlrt.disambiguated.len(), several.count());
    for disambiguated in &hlrt.disambiguated {
        let value = records[disambiguated.record][disambiguated.field[0]];
        assert_eq!(page.slice(disambiguated.place.span), Some(value));
    }
}

#[test]
fn common_texts_get_the_places_that_one_wrapper_explains() {
    // `20` and `34` also occur inside other numbers, `Spain` in the heading.
    let source = format!("<H1>Codes 2034, Spain to Congo</H1>\n{ROWS}<HR>20 34 1920");
    let records: [&[&str]; 4] =
        [&["Congo", "242"], &["Egypt", "20"], &["Belize", "501"], &["Spain", "34"]];
    check(&["country", "code"], &source, &records, &records);
}

#[test]
fn values_that_repeat_in_every_record_go_to_their_own() {
    let source = "OK is good<tr><td>a<td>OK<td>1</tr><tr><td>b<td>OK<td>11</tr><tr><td>c<td>OK<td>1</tr><hr>";
    let records: [&[&str]; 3] = [&["a", "OK", "1"], &["b", "OK", "11"], &["c", "OK", "1"]];
    check(&["name", "state", "n"], source, &records, &records);
}

#[test]
fn values_that_are_also_listed_elsewhere_go_to_the_records() {
    let source = "<ul><li>ann</li><li>bob</li><li>cid</li></ul><p><b>ann</b> 31;</p><p><b>bob</b> 52;</p><p><b>cid</b> 17;</p><hr>";
    let records: [&[&str]; 3] = [&["ann", "31"], &["bob", "52"], &["cid", "17"]];
    check(&["name", "age"], source, &records, &records);
}

#[test]
fn records_and_columns_may_be_labelled_in_another_order_than_on_the_page() {
    let source = "<p><b>ann</b> 31;</p><p><b>bob</b> 131;</p><p><b>cid</b> 17;</p><hr>";
    let labelled: [&[&str]; 3] = [&["17", "cid"], &["31", "ann"], &["131", "bob"]];
    let expected: [&[&str]; 3] = [&["31", "ann"], &["131", "bob"], &["17", "cid"]];
    check(&["age", "name"], source, &labelled, &expected);
}

#[test]
fn places_on_word_borders_win_where_both_fit() {
    // The digits inside `x1x` also have common neighbours, and come first.
    let source = "x1x x2x x3x <i>1</i> <i>2</i> <i>3</i> end";
    check(&["n"], source, &[&["1"], &["2"], &["3"]], &[&["1"], &["2"], &["3"]]);
}

#[test]
fn a_choice_that_fits_one_page_only_is_not_taken() {
    // The first page has two lists with the values; the second page has only one.
    let (first, second) = (
        Page::from("<b>a</b><b>b</b>!<i>a</i><i>b</i>."),
        Page::from("<b>x</b>!<i>c</i><i>d</i>."),
    );
    let examples = vec![example(&first, &[&["a"], &["b"]]), example(&second, &[&["c"], &["d"]])];
    let set = set(&["n"], examples);
    let learned = LrLearner::default().learn(&set).expect("fits");
    assert_eq!(read(learned.wrapper, &set, &first), [["a"], ["b"]]);
}
