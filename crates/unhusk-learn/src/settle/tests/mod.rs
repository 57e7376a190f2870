mod chains;
mod errors;
mod levels;
mod many;
mod worked;

use super::{How, SettledPage, Settlement, Sighted, settle};
use crate::Settings;
use crate::example::corroborate::{Column, Reliability};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Field, Schema};

/// A page of countries, their codes and capitals.
fn atlas(rows: &[(&str, &str, &str)]) -> Page {
    let row = |(country, code, capital): &(&str, &str, &str)| {
        format!("<li><b>{country}</b> <i>{code}</i> <u>{capital}</u></li>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    Page::from(format!("<h1>Atlas</h1><ul>\n{rows}</ul><p>The end</p>").as_str())
}

fn schema(names: &[&str]) -> Schema {
    Schema::new(names.iter().map(|name| Field::new(*name)).collect()).expect("the names differ")
}

/// All places of some texts; the surrounding text distinguishes texts that contain each other.
fn places(page: &Page, texts: &[&str]) -> Vec<Span> {
    let found = |text: &&str| -> Vec<Span> {
        let places = page.source().match_indices(*text);
        places.map(|(at, text)| Span::new(at, at + text.len())).collect()
    };
    texts.iter().flat_map(found).collect()
}

fn column(page: &Page, reliability: Reliability, texts: &[&str]) -> Column {
    Column::new(reliability, places(page, texts))
}

fn sighted(page: &Page, columns: Vec<Column>) -> Sighted<'_> {
    Sighted { name: "1.html".to_owned(), page, columns }
}

/// The source of each cell of a page, and how its place was determined.
fn cells(settled: &Settlement, number: usize, page: &Page) -> Vec<Vec<(String, How)>> {
    let SettledPage::Records(records) = &settled.pages[number] else { return Vec::new() };
    let text = |place: Option<Span>| place.and_then(|place| page.slice(place)).unwrap_or("?");
    let cell = |cell: &super::SettledCell| (text(cell.place).to_owned(), cell.how);
    records.iter().map(|record| record.iter().map(cell).collect()).collect()
}

fn settled(names: &[&str], pages: &[Sighted<'_>]) -> Settlement {
    settle(&schema(names), pages, &Settings::default()).expect("the pages are consistent")
}
