//! Small pages whose right answer is obvious.

use super::{atlas, cells, column, disambiguated, sighted};
use crate::disambiguate::CellStatus::{Certain, Chosen, Filled};
use crate::disambiguate::DisambiguatedPage;
use crate::example::corroborate::Reliability::{Incomplete, Perfect, Unreliable, Unsound};
use unhusk_wrapper::Extract;
use unhusk_wrapper::record::Cell;

const ROWS: [(&str, &str, &str); 4] = [
    ("Congo", "242", "Kinshasa"),
    ("Egypt", "20", "Cairo"),
    ("Spain", "34", "Madrid"),
    ("Belize", "501", "Belmopan"),
];
const CODES: [&str; 4] = ["242", "20", "34", "501"];
const NAMES: [&str; 3] = ["country", "code", "capital"];

#[test]
fn of_several_places_the_one_that_stands_like_the_others_is_taken() {
    let page = atlas(&ROWS);
    // `Cai` and `adrid` share no delimiters with the certain places.
    let capitals = ["Kinshasa", "Cairo", "Cai", "Madrid", "adrid", "Belmopan"];
    let columns = vec![
        column(&page, Perfect, &["Congo", "Egypt", "Spain", "Belize"]),
        column(&page, Perfect, &CODES),
        column(&page, Unsound, &capitals),
    ];
    let disambiguated = disambiguated(&NAMES, &[sighted(&page, columns)]);
    let found: Vec<_> =
        cells(&disambiguated, 0, &page).into_iter().map(|row| row[2].clone()).collect();
    let expected =
        [("Kinshasa", Certain), ("Cairo", Chosen), ("Madrid", Chosen), ("Belmopan", Certain)];
    assert_eq!(found, expected.map(|(text, how)| (text.to_owned(), how)));
    assert_eq!(disambiguated.order, [0, 1, 2]);
}

#[test]
fn what_recognizers_missed_is_filled_in_by_the_wrapper() {
    let page = atlas(&ROWS);
    let columns = vec![
        column(&page, Incomplete, &["Egypt", "Belize"]),
        column(&page, Perfect, &CODES),
        column(&page, Incomplete, &["Kinshasa", "Cairo", "Belmopan"]),
    ];
    let disambiguated = disambiguated(&NAMES, &[sighted(&page, columns)]);
    let found = cells(&disambiguated, 0, &page);
    let cell = |text: &str, how| (text.to_owned(), how);
    assert_eq!(found[0], [cell("Congo", Filled), cell("242", Certain), cell("Kinshasa", Certain)]);
    assert_eq!(found[2], [cell("Spain", Filled), cell("34", Certain), cell("Madrid", Filled)]);
    assert_eq!((disambiguated.n_cells(Certain), disambiguated.n_cells(Filled)), (9, 3));
}

#[test]
fn an_order_that_no_wrapper_explains_gives_way() {
    let page = atlas(&ROWS);
    // Without the first country, countries could also be behind the capitals, in the previous row.
    let columns = vec![
        column(&page, Perfect, &CODES),
        column(&page, Incomplete, &["Egypt", "Spain", "Belize"]),
        column(&page, Perfect, &["Kinshasa", "Cairo", "Madrid", "Belmopan"]),
    ];
    let disambiguated = disambiguated(&["code", "country", "capital"], &[sighted(&page, columns)]);
    assert_eq!(disambiguated.n_orders, 2);
    assert_eq!(disambiguated.order, [1, 0, 2]);
    assert_eq!(cells(&disambiguated, 0, &page)[0][1], ("Congo".to_owned(), Filled));
}

#[test]
fn the_wrapper_reads_pages_that_nobody_labelled() {
    let page = atlas(&ROWS);
    let columns = vec![
        column(&page, Incomplete, &["Congo", "Egypt", "Belize"]),
        column(&page, Perfect, &CODES),
        column(&page, Unsound, &["Kinshasa", "shasa", "Cairo", "Madrid", "Belmopan"]),
    ];
    let disambiguated = disambiguated(&NAMES, &[sighted(&page, columns)]);
    let learned = disambiguated.learned.expect("the page is a table");
    let other = atlas(&[("Peru", "51", "Lima"), ("Chad", "235", "N'Djamena")]);
    let records = learned.wrapper.extract(&disambiguated.schema, &other).records;
    let texts: Vec<Vec<&str>> = records
        .iter()
        .map(|record| {
            record.cells.iter().flat_map(Cell::values).map(|value| &*value.text).collect()
        })
        .collect();
    assert_eq!(texts, [["Peru", "51", "Lima"], ["Chad", "235", "N'Djamena"]]);
}

#[test]
fn an_unreliable_recognizer_helps_where_it_is_like_itself() {
    let page = atlas(&ROWS);
    let columns = vec![
        column(&page, Perfect, &["Congo", "Egypt", "Spain", "Belize"]),
        column(&page, Perfect, &CODES),
        column(&page, Unreliable, &["Kinshasa", "Cairo", "adri", "Belmopan"]),
    ];
    let disambiguated = disambiguated(&NAMES, &[sighted(&page, columns)]);
    let found: Vec<_> =
        cells(&disambiguated, 0, &page).into_iter().map(|row| row[2].0.clone()).collect();
    assert_eq!([&found[0], &found[1], &found[3]], ["Kinshasa", "Cairo", "Belmopan"]);
    assert_ne!(found[2], "adri");
}

#[test]
fn a_page_that_contradicts_the_others_is_left_out() {
    let (good, bad) = (atlas(&ROWS), atlas(&ROWS[..2]));
    let of_good = vec![
        column(&good, Perfect, &["Congo", "Egypt", "Spain", "Belize"]),
        column(&good, Perfect, &CODES),
    ];
    let of_bad = vec![column(&bad, Perfect, &["Congo"]), column(&bad, Perfect, &CODES)];
    let disambiguated =
        disambiguated(&["country", "code"], &[sighted(&bad, of_bad), sighted(&good, of_good)]);
    assert!(
        matches!(&disambiguated.pages[0], DisambiguatedPage::LeftOut(error) if error.is_contradiction())
    );
    assert_eq!(cells(&disambiguated, 1, &good).len(), 4);
}
