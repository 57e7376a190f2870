//! Contextual wrappers on pages of 100 KB: ten fields, in a table whose every text is a value, and on a page
//! where they are ten among thousands. `read` is what a wrapper adds to `parse`.

use divan::Bencher;
use divan::counter::BytesCount;
use std::fmt::Write;
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};
use unhusk::learn::{Settings, find_method};
use unhusk::wrapper::WrapperFile;

fn main() {
    divan::main();
}

const BYTES: usize = 100_000;
const N_FIELDS: usize = 10;

/// A table with ten columns; columns differ in their markup as little as real ones do.
fn table(seed: usize) -> (String, String) {
    let mut html = String::from("<html><body><h1>Prices</h1><table class=list>");
    let mut records = Vec::new();
    while html.len() < BYTES {
        let row = records.len();
        html.push_str("<tr class=row>");
        let mut cells = Vec::new();
        for column in 0..N_FIELDS {
            let value = format!("v{seed}-{row}-{column}");
            match column % 3 {
                0 => write!(html, "<td class=\"cell c{column}\">{value}</td>"),
                1 => write!(html, "<td class=\"cell\" align=right><b>{value}</b></td>"),
                _ => write!(html, "<td><a href=\"/item/{row}/{column}\">{value}</a></td>"),
            }
            .expect("strings can be written");
            cells.push(format!("\"f{column}\": \"{value}\""));
        }
        html.push_str("</tr>\n");
        records.push(format!("{{{}}}", cells.join(", ")));
    }
    (html + "</table></body></html>", records.join(", "))
}

/// Ten labelled values in the middle of articles and menus.
fn detail(seed: usize) -> (String, String) {
    let mut html = String::from("<html><body><div id=menu><ul>");
    let filler = |html: &mut String, to: usize| {
        while html.len() < to {
            let n = html.len();
            write!(html, "<li class=\"item\"><a href=\"/p/{n}\">entry {n}</a> <span>by {n}</span></li>\n")
                .expect("strings can be written");
        }
    };
    filler(&mut html, BYTES / 2);
    html.push_str("</ul></div><div id=main><dl>");
    let mut cells = Vec::new();
    for field in 0..N_FIELDS {
        let value = format!("w{seed}-{field}");
        write!(html, "<dt>Label {field}:</dt><dd>{value}</dd>").expect("strings can be written");
        cells.push(format!("\"f{field}\": \"{value}\""));
    }
    html.push_str("</dl></div><ul>");
    filler(&mut html, BYTES);
    (html + "</ul></body></html>", format!("{{{}}}", cells.join(", ")))
}

type Site = fn(usize) -> (String, String);
const SITES: [(&str, Site); 2] = [("table", table), ("detail", detail)];

fn site(name: &str) -> Site {
    SITES.iter().find(|site| site.0 == name).expect("a site").1
}

fn pages(site: Site, n_pages: usize) -> (Labels, Vec<Page>) {
    let made: Vec<(String, String)> = (0..n_pages).map(site).collect();
    let labelled = (0..).zip(&made).map(|(at, page)| format!(r#"{{"path": "{at}", "records": [{}]}}"#, page.1));
    let labels = labelled.collect::<Vec<_>>().join(", ");
    let labels = format!(r#"{{"unhusk": "labels/1", "pages": [{labels}]}}"#);
    let pages = made.iter().map(|page| Page::from(&*page.0)).collect();
    (Labels::parse("labels.json", &labels).expect("labels"), pages)
}

fn learn(method: &str, labels: &Labels, pages: &[Page]) -> WrapperFile {
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(labels, &numbered, Strictness::Strict).expect("a training set");
    learn_from(method, &set)
}

fn learn_from(method: &str, set: &TrainingSet<'_>) -> WrapperFile {
    let learned = (find_method(method).expect("a method").learn)(set, &Settings::default()).expect("a wrapper");
    WrapperFile::new(set.schema().clone(), learned.wrapper, unhusk::learn::provenance(method, set))
}

#[divan::bench(args = ["table", "detail"])]
fn parse_100_kb(bencher: Bencher, name: &str) {
    let (html, _) = site(name)(0);
    bencher.counter(BytesCount::of_str(&html)).bench(|| {
        let page = Page::from(&*html);
        page.tree().len()
    });
}

#[divan::bench(args = ["table", "detail"])]
fn read_100_kb(bencher: Bencher, name: &str) {
    let (labels, pages) = pages(site(name), 2);
    let wrapper = learn("kl", &labels, &pages);
    let extraction = wrapper.extract(&pages[0]);
    assert!(!extraction.records.is_empty(), "{:?}", extraction.warnings);
    let bytes = pages[0].source().len();
    bencher.counter(BytesCount::new(bytes)).bench(|| wrapper.extract(&pages[0]));
}

#[divan::bench(args = ["table", "detail"])]
fn learn_3_pages_of_100_kb(bencher: Bencher, name: &str) {
    learn_n(bencher, name, 3);
}

#[divan::bench(args = ["table", "detail"])]
fn learn_20_pages_of_100_kb(bencher: Bencher, name: &str) {
    learn_n(bencher, name, 20);
}

fn learn_n(bencher: Bencher, name: &str, n_pages: usize) {
    let (labels, pages) = pages(site(name), n_pages);
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Strict).expect("a training set");
    bencher.bench(|| learn_from("kl", &set));
}
