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
