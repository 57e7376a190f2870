//! Pages of which only the first records are labelled: the others of the list are found.

use super::learn;
use proptest::prelude::*;
use unhusk_page::Page;

/// Labels of the first records of a page, which is declared to have others.
fn first(records: &[&str]) -> String {
    format!(r#"{{"path": "1", "complete": false, "records": [{}]}}"#, records.join(", "))
}

#[test]
fn one_record_deep_in_a_page_gives_the_list() {
    // There are more elements around the record than alignments are tried: the outermost are no better.
    let wrap = |list: &str| {
        let around = "<div>".repeat(20);
        format!("<h1>Shop</h1>{around}<ul>{list}</ul>{}", "</div>".repeat(20))
    };
    let page = wrap("<li><b>Mug</b><i>12</i><li><b>Cup</b><i>9</i><li><b>Pot</b><i>30</i>");
    let lesson = learn(&first(&[r#"{"name": "Mug", "price": "12"}"#]), &[&Page::from(&*page)]);
    assert_eq!(lesson.read(&page), "Mug | 12\nCup | 9\nPot | 30");
    assert_eq!(lesson.read(&wrap("<li><b>Fork</b><i>2</i>")), "Fork | 2");
}

#[test]
fn a_menu_with_the_same_tags_is_not_the_list() {
    let page = "<div><ul class=menu><li><a>Home</a><li><a>Help</a><li><a>Terms</a></ul></div>\
                <div><ul class=list><li><a>Mug</a><i>12</i><li><a>Cup</a><i>9</i></ul></div>";
    let lesson = learn(&first(&[r#"{"name": "Mug", "price": "12"}"#]), &[&Page::from(page)]);
    assert_eq!(lesson.read(page), "Mug | 12\nCup | 9");
}

#[test]
fn records_without_an_optional_part_belong_to_the_list() {
    // The labelled record has a brand, which the others lack: a field that is not there is absent.
    let page =
        "<ul><li><b>Mug</b><i>12</i><u>Acme</u><li><b>Cup</b><i>9</i><li><b>Pot</b><i>30</i></ul>";
    let labels = first(&[r#"{"name": "Mug", "price": "12", "brand": "Acme"}"#]);
    let lesson = learn(&labels, &[&Page::from(page)]);
    assert_eq!(lesson.read(page), "Mug | 12 | Acme\nCup | 9 | -\nPot | 30 | -");
}

#[test]
fn a_list_in_rows_is_one_list() {
    let page = "<table><tr><td><b>Mug</b> <i>12</i><td><b>Cup</b> <i>9</i>\
                <tr><td><b>Pot</b> <i>30</i><td><b>Fork</b> <i>2</i></table>";
    let lesson = learn(&first(&[r#"{"name": "Mug", "price": "12"}"#]), &[&Page::from(page)]);
    assert_eq!(lesson.read(page), "Mug | 12\nCup | 9\nPot | 30\nFork | 2");
}

#[test]
fn the_longer_of_two_lists_with_the_record_is_taken() {
    // A tab with a choice of the records, then one with all of them; readers see the second.
    let item = |name: &str, price: u32| format!("<p><b>{name}</b><i>{price}</i></p>");
    let some: String = [("Mug", 12), ("Cup", 9)].iter().map(|&(n, p)| item(n, p)).collect();
    let all = format!("{some}{}{}", item("Pot", 30), item("Fork", 2));
    let page =
        format!("<div class=all><div>{some}</div></div><div class=goods><div>{all}</div></div>");
    let lesson = learn(&first(&[r#"{"name": "Mug", "price": "12"}"#]), &[&Page::from(&*page)]);
    assert_eq!(lesson.read(&page), "Mug | 12\nCup | 9\nPot | 30\nFork | 2");
}

/// A list page: how it is written, and whether each record has a note.
#[derive(Debug, Clone)]
struct ListPage {
    markup: usize,
    with_note: Vec<bool>,
}

impl ListPage {
    fn html(&self) -> String {
        let record = |(at, with_note): (usize, &bool)| {
            let note = if *with_note { format!("<small>note {at}</small>") } else { String::new() };
            let (name, price) = (name(at), price(at));
            match self.markup {
                0 => format!("<li><b>{name}</b><i>{price}</i>{note}</li>"),
                1 => format!(
                    "<div class=card><h3><a>{name}</a></h3><p>Price: <i>{price}</i></p>{note}</div>"
                ),
                _ => format!("<tr><td>{name}</td><td>{price}</td><td>{note}</td></tr>"),
            }
        };
        let records: String = self.with_note.iter().enumerate().map(record).collect();
        let menu = "<ul><li><a>Home</a></li><li><a>Help</a></li></ul>";
        match self.markup {
            0 => format!("{menu}<div><ul>{records}</ul></div><p>Terms</p>"),
            1 => format!("{menu}<main>{records}</main><p>Terms</p>"),
            _ => format!("{menu}<table>{records}</table><p>Terms</p>"),
        }
    }

    /// Returns the records read after the first `n` were labelled.
    fn read_after(&self, n: usize) -> Vec<String> {
        let label = |at| format!(r#"{{"name": "{}", "price": "{}"}}"#, name(at), price(at));
        let labels: Vec<String> = (0..n).map(label).collect();
        let labels = first(&labels.iter().map(String::as_str).collect::<Vec<_>>());
        let html = self.html();
        let read = learn(&labels, &[&Page::from(&*html)]).read(&html);
        read.lines().map(str::to_owned).collect()
    }
}

fn name(at: usize) -> String {
    format!("Product {}", char::from(b'A' + u8::try_from(at).expect("few records")))
}

fn price(at: usize) -> usize {
    101 + 13 * at
}

fn list_page() -> impl Strategy<Value = ListPage> {
    (0..3_usize, prop::collection::vec(any::<bool>(), 3..9))
        .prop_map(|(markup, with_note)| ListPage { markup, with_note })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn one_more_labelled_record_loses_none(page in list_page(), n in 1..3_usize) {
        let (before, after) = (page.read_after(n), page.read_after(n + 1));
        for at in 0..page.with_note.len() {
            let record = format!("{} | {}", name(at), price(at));
            prop_assert!(after.contains(&record) || !before.contains(&record), "{record} is lost: {after:?}");
        }
    }

    #[test]
    fn one_labelled_record_gives_the_list(page in list_page()) {
        let records = 0..page.with_note.len();
        let all: Vec<String> = records.map(|at| format!("{} | {}", name(at), price(at))).collect();
        prop_assert_eq!(page.read_after(1), all);
    }
}
