//! What becomes one, and what stays apart, on pages small enough to see why.

use super::common_path;
use super::weigh::heavy;
use crate::template::{InduceSettings, Induced, induce};
use std::fmt::Write;
use unhusk_page::Page;
use unhusk_wrapper::record::Cell;
use unhusk_wrapper::{Explain, Extract};

/// A product with a name and a price, and what is said of it.
fn product(name: &str, about: &str) -> Page {
    let price = name.len();
    Page::from(&*format!(
        "<body><h1 class=name>{name}</h1><p class=price>${price}</p><h2>About it</h2>\
         <div class=about>{about}</div>\
         <address>All prices with tax</address></body>"
    ))
}

fn found(pages: &[Page]) -> Induced {
    let pages: Vec<&Page> = pages.iter().collect();
    induce(&pages, &InduceSettings { all_columns: true, whole_pages: true, links: false })
        .expect("there is data")
}

fn names(induced: &Induced) -> Vec<&str> {
    induced.schema.fields().iter().map(|field| field.name.as_str()).collect()
}

/// The values of a page by their fields' names, and the source of each; panics if the page does not fit.
fn values(induced: &Induced, page: &Page) -> Vec<(String, String)> {
    assert_eq!(induced.wrapper.misfit(page), None);
    let records = induced.wrapper.extract(&induced.schema, page).records;
    let value = |cell: &Cell<'_>| match cell {
        Cell::One(value) => {
            let source = page.slice(value.span).expect("it stands on the page");
            (value.text.to_string(), source.to_owned())
        }
        _ => (String::new(), String::new()),
    };
    records[0].cells.iter().map(value).collect()
}

/// Texts of eight products with paragraphs, lists and marks in any order. No text is on two pages; lists are on three
/// pages, and paragraphs and marks on most, but before, between and behind each other: the texts do not line up.
const ABOUT: [(&str, &str); 8] = [
    ("Lamp", "<p>Steel</p><ul><li>Bright</li><li>Warm</li></ul><p>Made in Rome</p>"),
    ("Table", "<b>New</b><p>Oak</p><p>for two</p><p>or three</p>"),
    ("Rug", "<ul><li>Red</li><li>Round</li><li>Soft</li></ul><b>Woven</b>"),
    ("Teacup", "<p>China</p><b>Holds tea</b><p>and milk</p>"),
    ("Blanket", "<b>Last one</b><ul><li>Wool</li><li>Wide</li></ul><p>From Wales</p>"),
    ("Jar", "<p>Glass</p><b>Old</b><p>but good</p><b>Square</b>"),
    ("Clock", "<h4>Loud</h4><p>Brass</p><b>Ticks</b>"),
    ("Vase", "<b>Tall</b><h4>Thin</h4>"),
];

#[test]
fn text_whose_parts_come_in_any_order_is_one_value() {
    let pages = ABOUT.map(|(name, about)| product(name, about));
    let induced = found(&pages);
    assert_eq!(names(&induced), ["name", "price", "about"]);
    let rug = values(&induced, &pages[2]);
    assert_eq!(rug[0].0, "Rug");
    // From the first text to the last, with all that is between.
    let source = "Red</li><li>Round</li><li>Soft</li></ul><b>Woven";
    assert_eq!(rug[2].1, source);
    let lines = induced.wrapper.explain_with(induced.schema.fields());
    let told = "  free text, which is `about`, anywhere in html/body/div, seen 8 times";
    assert!(lines.iter().any(|line| line == told), "{lines:?}");
}

#[test]
fn text_in_an_order_that_was_not_seen_fits() {
    let induced = found(&ABOUT.map(|(name, about)| product(name, about)));
    let other =
        product("Chair", "<h3>Sit</h3><i>well</i><p>on <tt>this</tt></p><ul><li>Beech</li></ul>");
    let values = values(&induced, &other);
    assert_eq!(values[2].1, "Sit</h3><i>well</i><p>on <tt>this</tt></p><ul><li>Beech");
}

/// A book with rows that have captions; those of which it has no value are left out.
fn book(title: &str, rows: &[(&str, &str)]) -> Page {
    let mut table = String::new();
    for (caption, value) in rows {
        write!(table, "<tr><td>{caption}</td><td>{value}</td></tr>").expect("strings take all");
    }
    product(title, &format!("<table>{table}</table>"))
}

#[test]
fn optional_rows_with_captions_stay_columns() {
    // Each caption is on three or four of seven pages, and so is its value.
    let pages = [
        book("Emma", &[("Pages", "474"), ("Printer", "Roworth")]),
        book("Dracula", &[("Pages", "390"), ("Setting", "Whitby")]),
        book("Ulysses", &[("Printer", "Darantiere"), ("Setting", "Dublin")]),
        book("Walden", &[("Pages", "352"), ("Printer", "Houghton"), ("Setting", "Concord")]),
        book("Middlemarch", &[("Setting", "Midlands")]),
        book("Candide", &[("Printer", "Cramer")]),
        book("Hamlet", &[("Pages", "66")]),
    ];
    let induced = found(&pages);
    assert_eq!(names(&induced), ["name", "price", "pages", "printer", "setting"]);
    let texts: Vec<String> =
        values(&induced, &pages[2]).into_iter().skip(2).map(|value| value.0).collect();
    assert_eq!(texts, ["", "Darantiere", "Dublin"]);
}

#[test]
fn optional_values_each_at_a_path_of_its_own_stay_columns() {
    let pages = [
        product("Emma", "<i>A novel</i><em>Murray</em>"),
        product("Dracula", "<u>Stoker</u>"),
        product("Ulysses", "<em>Shakespeare and Company</em><u>Joyce</u>"),
        product("Walden", "<i>Or life in the woods</i><u>Thoreau</u>"),
        product("Middlemarch", "<i>A study of provincial life</i>"),
        product("Candide", "<em>Cramer</em>"),
    ];
    let induced = found(&pages);
    assert_eq!(induced.schema.fields().len(), 5, "{:?}", names(&induced));
    let texts: Vec<String> = values(&induced, &pages[2]).into_iter().map(|value| value.0).collect();
    assert_eq!(texts[2..], ["", "Shakespeare and Company", "Joyce"]);
}

#[test]
fn text_of_twenty_thousand_pieces_is_one_value_too() {
    let long = |page: usize, n: usize| {
        let (mut about, mut seed) = (String::new(), page + 1);
        for at in 0..n {
            seed = seed * 1_103_515_245 % 2_147_483_647;
            let tag = ["p", "b", "h3", "i"][seed / 7 % 4];
            write!(about, "<{tag}>w{page}x{at}</{tag}>").expect("strings take all");
        }
        about
    };
    let pages: Vec<Page> = [20_000, 300, 70, 40, 1, 9]
        .into_iter()
        .zip(0..)
        .map(|(n, page)| product(&"x".repeat(page + 1), &long(page, n)))
        .collect();
    let induced = found(&pages);
    assert_eq!(names(&induced), ["name", "price", "about"]);
    let whole = &values(&induced, &pages[0])[2].1;
    assert!(whole.starts_with("w0x0<") && whole.ends_with(">w0x19999"));
}

#[test]
fn a_stretch_begins_and_ends_with_weight_and_goes_over_nothing_that_lines_up() {
    let heavy = |weights: &[i64]| {
        let weights: Vec<Option<i64>> =
            weights.iter().map(|&weight| (weight != 0).then_some(weight)).collect();
        heavy(&weights)
    };
    assert_eq!(heavy(&[2, 3, -1, 4, -2, 0, 1]), [0..4, 6..7]);
    assert_eq!(heavy(&[-5, 1, 0, 1, -3, 2]), [1..2, 3..4, 5..6]);
    assert!(heavy(&[-1, -2]).is_empty());
    assert!(heavy(&[]).is_empty());
}

#[test]
fn paths_have_in_common_what_they_begin_with() {
    let common = |paths: &[&str]| common_path(paths.iter().copied());
    assert_eq!(common(&["html/body/div/p", "html/body/div/ul/li"]), "html/body/div");
    assert_eq!(common(&["html/body/p", "html/body/pre"]), "html/body");
    assert_eq!(common(&["html/body/p"]), "html/body/p");
    assert_eq!(common(&[]), "");
}
