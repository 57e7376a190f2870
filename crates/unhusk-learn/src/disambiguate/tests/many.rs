//! Pages on which the product of all alternatives is astronomically large.

use super::{cells, column, disambiguated, sighted};
use crate::example::corroborate::Reliability::{Perfect, Unsound};
use crate::example::corroborate::{Array, RecognizedColumn};
use unhusk_page::{Page, Span};

const N_ROWS: usize = 30;

fn page() -> Page {
    let row = |row: usize| {
        format!(
            "<tr><td>n{row:02}</td><td>name {row:02} of it</td><td>maker {row:02} ltd</td><td>size {row:02} cm</td></tr>\n"
        )
    };
    let rows: String = (0..N_ROWS).map(row).collect();
    Page::from(format!("<table>{rows}</table>").as_str())
}

/// The texts of a field, and in each row three parts of each text that are not values.
fn ambiguous(page: &Page, text: impl Fn(usize) -> String) -> RecognizedColumn {
    let values: Vec<String> = (0..N_ROWS).map(text).collect();
    let mut places: Vec<Span> = Vec::new();
    for value in &values {
        let at = page.source().find(value.as_str()).expect("it is there");
        let end = at + value.len();
        places.extend(
            [(at, end), (at + 1, end), (at, end - 2), (at + 2, end - 1)]
                .map(|(a, b)| Span::new(a, b)),
        );
    }
    RecognizedColumn::new(Unsound, places)
}

#[test]
fn thirty_rows_with_three_unsound_recognizers_are_resolved() {
    let page = page();
    let numbers: Vec<String> = (0..N_ROWS).map(|row| format!("n{row:02}")).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let columns = vec![
        column(&page, Perfect, &numbers),
        ambiguous(&page, |row| format!("name {row:02} of it")),
        ambiguous(&page, |row| format!("maker {row:02} ltd")),
        ambiguous(&page, |row| format!("size {row:02} cm")),
    ];
    assert_eq!(Array::new(&columns, &[0, 1, 2, 3]).n_labels(), u128::MAX, "4^90 and more");
    let disambiguated =
        disambiguated(&["number", "name", "maker", "size"], &[sighted(&page, columns)]);
    for (row, found) in cells(&disambiguated, 0, &page).into_iter().enumerate() {
        let texts: Vec<String> = found.into_iter().map(|(text, _)| text).collect();
        let expected = [
            format!("n{row:02}"),
            format!("name {row:02} of it"),
            format!("maker {row:02} ltd"),
            format!("size {row:02} cm"),
        ];
        assert_eq!(texts, expected);
    }
}
