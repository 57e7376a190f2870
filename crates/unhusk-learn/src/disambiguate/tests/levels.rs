//! Nested records on a small page.

use super::{places, schema};
use crate::Settings;
use crate::disambiguate::{
    CellStatus, DisambiguateError, LevelDisambiguation, Sighted, disambiguate_levels,
};
use crate::example::corroborate::RecognizedColumn;
use crate::example::corroborate::Reliability;
use crate::example::corroborate::Reliability::{Incomplete, Perfect, Unsound};
use unhusk_page::Page;
use unhusk_wrapper::record::{Field, Schema};

/// Shops with their offers and prices.
const PAGE: &str = "<h1>Shops</h1>\n<h2>Acme</h2>\n<p>mug <i>12</i></p>\n<p>tray <i>7</i></p>\n<p>jug <i>21</i></p>\n\
    <h2>Initech</h2>\n<p>lamp <i>80</i></p>\n<p>desk <i>300</i></p>\n<p>rug <i>70</i></p>\n<h2>Void</h2>\n<hr>end";

fn shops() -> Schema {
    let offers = Field::nested("offers", vec![Field::new("item"), Field::new("price")]);
    Schema::new(vec![Field::new("shop"), offers]).expect("the names differ")
}

fn disambiguate(
    columns: [(Reliability, &[&str]); 3],
) -> Result<(Page, LevelDisambiguation), DisambiguateError> {
    let page = Page::from(PAGE);
    let columns = columns.map(|(kind, texts)| RecognizedColumn::new(kind, places(&page, texts)));
    let sighted = Sighted { name: "1.html".to_owned(), page: &page, columns: columns.to_vec() };
    let disambiguated = disambiguate_levels(&shops(), &[sighted], &Settings::default())?;
    Ok((page, disambiguated))
}

#[test]
fn what_was_missed_is_filled_in_and_what_is_wrong_is_left_out() {
    let (page, disambiguated) = disambiguate([
        (Incomplete, &["Acme", "Void"]),
        (Perfect, &["mug", "tray", "jug", "lamp", "desk", "rug"]),
        // Neither the `7` of `70` nor `end` is a price.
        (Unsound, &["12", "7", "21", "80", "300", "70", "end"]),
    ])
    .expect("the page is consistent");
    let read: Vec<(usize, &str)> = disambiguated.pages[0]
        .iter()
        .map(|value| (value.level, page.slice(value.place).expect("on the page")))
        .collect();
    let expected = [
        (0, "Acme"),
        (1, "mug"),
        (2, "12"),
        (1, "tray"),
        (2, "7"),
        (1, "jug"),
        (2, "21"),
        (0, "Initech"),
        (1, "lamp"),
        (2, "80"),
        (1, "desk"),
        (2, "300"),
        (1, "rug"),
        (2, "70"),
        (0, "Void"),
    ];
    assert_eq!(read, expected);
    let filled: Vec<_> =
        disambiguated.pages[0].iter().filter(|value| value.how == CellStatus::Filled).collect();
    assert_eq!(filled.len(), 1, "Initech");
    assert!(disambiguated.learned.is_some());
}

#[test]
fn levels_need_a_perfect_recognizer_too() {
    let error = disambiguate([(Incomplete, &["Acme"]), (Unsound, &["mug"]), (Unsound, &["12"])]);
    let message = error.expect_err("none is perfect").to_string();
    assert!(message.starts_with("1.html: no recognizer is declared `perfect`"), "{message}");
}

#[test]
fn fields_that_are_no_levels_are_told() {
    let page = Page::from(PAGE);
    let column = RecognizedColumn::new(Perfect, places(&page, &["mug"]));
    let sighted = Sighted { name: "1.html".to_owned(), page: &page, columns: vec![column] };
    let error = disambiguate_levels(&schema(&["a", "b"]), &[sighted], &Settings::default());
    let message = error.expect_err("there are two fields").to_string();
    assert!(message.contains("1 columns were given for 2 levels"), "{message}");
}
