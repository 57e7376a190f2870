mod chains;
mod errors;
mod levels;
mod many;
mod worked;

use super::{CellStatus, DisambiguatedPage, Disambiguation, Sighted, disambiguate};
use crate::Settings;
use crate::example::corroborate::{RecognizedColumn, Reliability};
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

fn column(page: &Page, reliability: Reliability, texts: &[&str]) -> RecognizedColumn {
    RecognizedColumn::new(reliability, places(page, texts))
}

fn sighted(page: &Page, columns: Vec<RecognizedColumn>) -> Sighted<'_> {
    Sighted { name: "1.html".to_owned(), page, columns }
}

/// The source of each cell of a page, and how its place was determined.
fn cells(
    disambiguated: &Disambiguation,
    number: usize,
    page: &Page,
) -> Vec<Vec<(String, CellStatus)>> {
    let DisambiguatedPage::Records(records) = &disambiguated.pages[number] else {
        return Vec::new();
    };
    let text = |place: Option<Span>| place.and_then(|place| page.slice(place)).unwrap_or("?");
    let cell = |cell: &super::DisambiguatedCell| (text(cell.place).to_owned(), cell.how);
    records.iter().map(|record| record.iter().map(cell).collect()).collect()
}

fn disambiguated(names: &[&str], pages: &[Sighted<'_>]) -> Disambiguation {
    disambiguate(&schema(names), pages, &Settings::default()).expect("the pages are consistent")
}
