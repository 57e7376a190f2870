//! Learning from hard pages: where the simpler class does not fit, the first guesses fail, or everything repeats.
//!
//! `cargo bench -p unhusk-learn --bench delimiter_hard`

mod hard_pages;

use divan::{Bencher, black_box};
use hard_pages::{HardPageKind, KINDS, Made};
use unhusk_learn::example::TrainingSet;
use unhusk_learn::{Settings, find_method};
use unhusk_page::Page;
use unhusk_wrapper::record::{Field, Schema};

fn main() {
    divan::main();
}

/// Every kind of page with every class that fits it, as `class: kind`.
fn cases() -> impl Iterator<Item = String> {
    KINDS.iter().flat_map(|kind| kind.classes.iter().map(|class| format!("{class}: {}", kind.name)))
}

#[divan::bench(args = cases(), sample_count = 5)]
fn ten_pages_of_100_kilobytes(bencher: Bencher<'_, '_>, case: &str) {
    learns(bencher, case, 100_000);
}

#[divan::bench(args = cases(), sample_count = 5)]
fn ten_pages_of_200_kilobytes(bencher: Bencher<'_, '_>, case: &str) {
    learns(bencher, case, 200_000);
}

fn learns(bencher: Bencher<'_, '_>, case: &str, n_bytes: usize) {
    let (class, name) = case.split_once(": ").expect("a class and a kind");
    let kind = KINDS.iter().find(|kind| kind.name == name).expect("a kind");
    let made: Vec<Made> = (0..10).map(|seed| (kind.make)(n_bytes, seed)).collect();
    let pages: Vec<Page> = made.iter().map(|made| Page::from(made.source.as_str())).collect();
    let examples = pages.iter().zip(&made).map(|(page, made)| made.example(page)).collect();
    let set =
        TrainingSet::from_examples(schema(kind), examples).expect("the examples are well made");
    let method = find_method(class).expect("a method");
    bencher.bench_local(|| {
        method.learn(black_box(&set), &Settings::default()).expect("the class fits the pages")
    });
}

fn schema(kind: &HardPageKind) -> Schema {
    let fields = (1..=kind.n_fields).map(|number| Field::new(format!("a{number}")));
    Schema::new(fields.collect()).expect("usable names")
}
