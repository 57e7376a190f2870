//! Delimiter wrappers: reading against one search for one delimiter, and learning against page size.
//!
//! `cargo bench -p unhusk-learn --bench delimiter`

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use memchr::memmem;
use unhusk_learn::example::{
    Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet,
};
use unhusk_learn::{Settings, find_method};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Field, Schema};
use unhusk_wrapper::{AnyWrapper, Extract};

fn main() {
    divan::main();
}

const FIELDS: [&str; 4] = ["name", "price", "shop", "stars"];

/// A page of about `n_bytes` with a record every `distance` bytes, and the places of its values.
fn page(seed: usize, n_bytes: usize, distance: usize) -> (String, Vec<Vec<Span>>) {
    let mut source =
        format!("<html><head><title>Shop {seed}</title></head><body><h1>Results</h1><p>\n");
    let mut records = Vec::new();
    let mut at = seed;
    while source.len() + distance < n_bytes {
        source += "<tr class=\"item\"><td><b>";
        let mut record = Vec::new();
        let values = [
            format!("Item {at}"),
            format!("{}.99", at % 89),
            format!("Shop {}", at % 7),
            format!("{}", at % 5),
        ];
        let lefts =
            ["", "</b></td><td class=\"price\">$", "</td><td><a href=\"#\">", "</a></td><td>"];
        for (left, value) in lefts.iter().zip(values) {
            source += left;
            record.push(Span::new(source.len(), source.len() + value.len()));
            source += &value;
        }
        source += "</td></tr>\n";
        let end = records.len() * distance + distance;
        while source.len() < end.min(n_bytes) {
            source += "<p class=\"note\">Free delivery on orders over 50, and 30 days to send things back.</p>\n";
        }
        records.push(record);
        at += 1;
    }
    source += "</table><hr><a href=\"#\">Next</a> <b>About</b></body></html>";
    (source, records)
}

fn schema() -> Schema {
    Schema::new(FIELDS.map(Field::new).to_vec()).expect("usable names")
}

fn example<'p>(page: &'p Page, records: &[Vec<Span>]) -> Example<'p> {
    let cell = |&span: &Span| {
        let place = Place { span, target: PlaceTarget::Range };
        LabelCell::One(Label { candidates: vec![place], text: None })
    };
    let record = |record: &Vec<Span>| LabelledRecord { cells: record.iter().map(cell).collect() };
    Example {
        name: "page".to_owned(),
        page,
        complete: true,
        records: records.iter().map(record).collect(),
        negatives: Vec::new(),
    }
}

fn learn(class: &str, pages: &[(Page, Vec<Vec<Span>>)]) -> AnyWrapper {
    let examples = pages.iter().map(|(page, records)| example(page, records)).collect();
    let set = TrainingSet::from_examples(schema(), examples).expect("made to fit");
    let method = find_method(class).expect("a method");
    method.learn(&set, &Settings::default()).expect("the pages are alike").wrapper
}

fn pages(n: usize, n_bytes: usize, distance: usize) -> Vec<(Page, Vec<Vec<Span>>)> {
    let page = |seed| {
        let (source, records) = page(seed, n_bytes, distance);
        (Page::from(source.as_str()), records)
    };
    (0..n).map(page).collect()
}

const MEGABYTE: usize = 1 << 20;
/// One record every 140 bytes, or every 64 kB.
const DISTANCES: [usize; 2] = [140, 1 << 16];

#[divan::bench(args = DISTANCES)]
fn one_memmem_scan(bencher: Bencher<'_, '_>, distance: usize) {
    let (source, _) = page(1, MEGABYTE, distance);
    let finder = memmem::Finder::new("<tr class=\"item\"><td><b>");
    bencher
        .counter(BytesCount::of_str(&source))
        .bench_local(|| finder.find_iter(black_box(source.as_bytes())).count());
}

#[divan::bench(args = DISTANCES)]
fn reads_lr(bencher: Bencher<'_, '_>, distance: usize) {
    reads(bencher, "lr", distance);
}

#[divan::bench(args = DISTANCES)]
fn reads_hlrt(bencher: Bencher<'_, '_>, distance: usize) {
    reads(bencher, "hlrt", distance);
}

fn reads(bencher: Bencher<'_, '_>, class: &str, distance: usize) {
    let pages = pages(1, MEGABYTE, distance);
    let (wrapper, schema) = (learn(class, &pages), schema());
    bencher
        .counter(BytesCount::of_str(pages[0].0.source()))
        .bench_local(|| wrapper.extract(black_box(&schema), &pages[0].0).records.len());
}

#[divan::bench(args = [50, 100, 200], sample_count = 10)]
fn learns_lr_from_ten_pages_of_kilobytes(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let pages = pages(10, kilobytes << 10, 1000);
    bencher.bench_local(|| learn("lr", black_box(&pages)));
}

#[divan::bench(args = [50, 100, 200], sample_count = 10)]
fn learns_hlrt_from_ten_pages_of_kilobytes(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let pages = pages(10, kilobytes << 10, 1000);
    bencher.bench_local(|| learn("hlrt", black_box(&pages)));
}
