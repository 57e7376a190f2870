//! Law: what one page of a template shows as records, more pages of it neither dissolve, nor reorder, nor split.

use std::fmt::Write;
use unhusk_learn::template::{InduceSettings, Induced, induce, train};
use unhusk_page::Page;
use unhusk_wrapper::Extract;
use unhusk_wrapper::record::{Cell, Record};

/// Numbers of records on ten pages: lists differ in length by up to sixty times.
const LENGTHS: [[usize; 10]; 3] = [
    [4, 5, 7, 4, 12, 6, 9, 5, 8, 10],
    [104, 104, 104, 104, 104, 104, 104, 104, 104, 104],
    [5, 300, 20, 8, 120, 60, 5, 40, 11, 7],
];
/// Numbers of pages that are learnt from together.
const N_PAGES: [usize; 4] = [2, 3, 5, 10];
/// How records are written.
const LAYOUTS: [fn(&Thing) -> String; 4] = [
    |thing| {
        let Thing { name, about, price } = thing;
        format!("<li><a href='/{name}'>{name}</a> <p>{about}</p><i>{price}</i></li>")
    },
    |thing| {
        let Thing { name, about, price } = thing;
        format!("<tr><td><a href='/{name}'>{name}</a></td><td>{about}</td><td>{price}</td></tr>")
    },
    |thing| {
        let Thing { name, about, price } = thing;
        format!("<div class=hit><h3><a href='/{name}'>{name}</a></h3>{about} <b>{price}</b></div>")
    },
    |thing| {
        let Thing { name, about, price } = thing;
        format!("<dt><a href='/{name}'>{name}</a></dt><dd>{about} <b>{price}</b></dd>")
    },
];

struct Thing {
    name: String,
    about: String,
    price: String,
}

/// Pseudo-random numbers (Knuth's MMIX).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn thing(&mut self) -> Thing {
        const KINDS: [&str; 5] = ["lamp", "desk", "chair", "rug", "clock"];
        const WORDS: [&str; 6] = ["fine", "large", "used", "new", "solid", "light"];
        let kind = KINDS[usize::try_from(self.below(5)).expect("small")];
        let name = format!("{kind} {}", self.below(100_000));
        let mut about = format!("A {kind} for your home");
        for _ in 0..self.below(6) {
            about.push_str(", ");
            about.push_str(WORDS[usize::try_from(self.below(6)).expect("small")]);
        }
        Thing { name, about, price: format!("${}.{:02}", self.below(900), self.below(100)) }
    }
}

fn page(numbers: &mut Numbers, layout: usize, n_records: usize) -> Page {
    let mut records = String::new();
    for _ in 0..n_records {
        let thing = numbers.thing();
        write!(records, "{}", LAYOUTS[layout](&thing)).expect("strings take all");
    }
    let around = ["ul", "table", "div", "dl"][layout];
    Page::from(&*format!(
        "<body><p><a href=/>Home</a> <a href=/new>New</a> <a href=/help>Help</a></p>\
         <h1>Page {}</h1><{around}>{records}</{around}>\
         <p><a href=/terms>Terms</a> <a href=/jobs>Jobs</a></p></body>",
        numbers.below(1000)
    ))
}

/// Where each record begins.
fn begins(induced: &Induced, page: &Page) -> Vec<u32> {
    let extraction = induced.wrapper.extract(&induced.schema, page);
    let begin = |record: &Record<'_>| {
        record.cells.iter().flat_map(Cell::values).map(|value| value.span.start).min()
    };
    extraction.records.iter().filter_map(begin).collect()
}

fn check(layout: usize, lengths: &[usize; 10]) {
    let mut numbers = Numbers(7 + layout as u64);
    let pages: Vec<Page> = lengths.iter().map(|&n| page(&mut numbers, layout, n)).collect();
    let pages: Vec<&Page> = pages.iter().collect();
    let settings = InduceSettings::default();
    let alone =
        |page: &&Page| begins(&induce(&[*page], &settings).expect("there are records"), page);
    let shown: Vec<Vec<u32>> = pages.iter().map(alone).collect();
    let n_shown: Vec<usize> = shown.iter().map(Vec::len).collect();
    assert_eq!(n_shown, lengths, "layout {layout}, alone");
    for n_pages in N_PAGES {
        let trained = train(&pages[..n_pages], &settings, 100).expect("there are records");
        for (at, page) in pages[..n_pages].iter().enumerate() {
            let together = begins(&trained.induced, page);
            assert_eq!(together, shown[at], "layout {layout}, page {at} of {n_pages}");
        }
    }
}

#[test]
fn more_pages_keep_the_records_of_a_list() {
    (0..LAYOUTS.len()).for_each(|layout| check(layout, &LENGTHS[0]));
}

#[test]
fn more_pages_keep_the_rows_of_tables_of_one_length() {
    (0..LAYOUTS.len()).for_each(|layout| check(layout, &LENGTHS[1]));
}

#[test]
fn more_pages_keep_the_records_of_lists_of_any_length() {
    (0..LAYOUTS.len()).for_each(|layout| check(layout, &LENGTHS[2]));
}

/// A page with a list of these records, in this order.
fn page_of(title: &str, items: impl Iterator<Item = String>) -> Page {
    let list: String = items.collect();
    Page::from(&*format!(
        "<body><p><a href=/>Home</a> <a href=/new>New</a> <a href=/help>Help</a></p>\
         <h1>{title}</h1><div>{list}</div><p><a href=/terms>Terms</a> <a href=/jobs>Jobs</a></p></body>"
    ))
}

/// Where each record of a page begins, those nested in it too, in the order of the page.
fn all_begins(induced: &Induced, page: &Page) -> Vec<u32> {
    let extraction = induced.wrapper.extract(&induced.schema, page);
    let nested = |record: &Record<'_>| -> Vec<u32> {
        let inner = record.cells.iter().filter_map(|cell| match cell {
            Cell::Nested(records) => Some(records),
            _ => None,
        });
        let begin = |record: &Record<'_>| {
            record.cells.iter().flat_map(Cell::values).map(|value| value.span.start).min()
        };
        inner.flatten().filter_map(begin).collect()
    };
    let mut all: Vec<u32> = extraction.records.iter().flat_map(nested).collect();
    all.sort_unstable();
    all
}

#[test]
fn a_list_in_another_order_stays_one() {
    let mut numbers = Numbers(21);
    let records: Vec<String> = (0..30).map(|_| LAYOUTS[2](&numbers.thing())).collect();
    let pages = [
        page_of("Things by name", records.iter().cloned()),
        page_of("Things by price", records.iter().rev().cloned()),
        page_of("Things by date", records[15..].iter().chain(&records[..15]).cloned()),
    ];
    let pages: Vec<&Page> = pages.iter().collect();
    for n_pages in 1..=pages.len() {
        let induced = induce(&pages[..n_pages], &InduceSettings::default()).expect("records");
        let n_read: Vec<usize> = pages.iter().map(|page| begins(&induced, page).len()).collect();
        assert_eq!(n_read, [30; 3], "from {n_pages} pages");
    }
}

#[test]
fn records_with_an_element_more_on_some_pages_are_the_same_list() {
    let mut numbers = Numbers(23);
    let mut page = |wrapper: [&str; 2]| {
        let item = |thing: &Thing| {
            let Thing { name, about, price } = thing;
            format!(
                "<section>{}<h3><a href='/{name}'>{name}</a></h3>{about} <b>{price}</b>{}</section>",
                wrapper[0], wrapper[1]
            )
        };
        let items: Vec<String> = (0..12).map(|_| item(&numbers.thing())).collect();
        page_of("Things", items.into_iter())
    };
    let pages = [page(["", ""]), page(["<div class=hit>", "</div>"])];
    let pages: Vec<&Page> = pages.iter().collect();
    let induced = induce(&pages, &InduceSettings::default()).expect("records");
    assert_eq!(pages.iter().map(|page| begins(&induced, page).len()).collect::<Vec<_>>(), [12, 12]);
}

#[test]
fn lists_of_two_kinds_are_both_kept() {
    let mut numbers = Numbers(25);
    let mut page = |layout: usize, n: usize| page(&mut numbers, layout, n);
    let pages = [page(0, 20), page(2, 30)];
    let pages: Vec<&Page> = pages.iter().collect();
    let settings = InduceSettings::default();
    let induced = induce(&pages, &settings).expect("records");
    for page in pages {
        let alone = begins(&induce(&[page], &settings).expect("records"), page);
        assert_eq!(all_begins(&induced, page), alone);
    }
}

#[test]
fn a_field_of_one_page_stays_one() {
    let item = |n: usize, is_scarce: bool| {
        let more = if is_scarce { format!("<i>{} left</i>", n + 3) } else { String::new() };
        format!(
            "<section><h3><a href='/{n}'>Thing {n}</a></h3><p>A fine thing, number {n}</p>{more}</section>"
        )
    };
    // Three in ten records of the first page have a third value, and three in fifty of all.
    let page = |at: usize| {
        let items = (10 * at..10 * at + 10).map(|n| item(n, at == 0 && n % 4 == 0));
        page_of("Things", items)
    };
    let pages: Vec<Page> = (0..5).map(page).collect();
    let pages: Vec<&Page> = pages.iter().collect();
    let n_fields = |pages: &[&Page]| {
        induce(pages, &InduceSettings::default()).expect("records").schema.fields().len()
    };
    assert_eq!((n_fields(&pages[..1]), n_fields(&pages)), (3, 3));
}
