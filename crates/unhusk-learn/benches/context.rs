//! Contextual wrappers on the pages of `pages`. `read` is the cost of a wrapper on top of `parse`.

mod pages;

use divan::Bencher;
use pages::sites::site;
use pages::{bench_parse, bench_read, learn_from, pages};
use unhusk_learn::example::{Strictness, TrainingSet};
use unhusk_page::Page;

fn main() {
    divan::main();
}

#[divan::bench(args = ["list", "detail", "table"])]
fn parse_100_kb(bencher: Bencher, name: &str) {
    bench_parse(bencher, name);
}

#[divan::bench(args = ["list", "detail", "table"])]
fn read_100_kb(bencher: Bencher, name: &str) {
    bench_read(bencher, "kl", name);
}

#[divan::bench(args = ["list", "detail", "table"])]
fn learn_3_pages_of_100_kb(bencher: Bencher, name: &str) {
    learn_n(bencher, name, 3);
}

#[divan::bench(args = ["list", "detail", "table"])]
fn learn_20_pages_of_100_kb(bencher: Bencher, name: &str) {
    learn_n(bencher, name, 20);
}

fn learn_n(bencher: Bencher, name: &str, n_pages: usize) {
    let (labels, pages) = pages(site(name), n_pages);
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Strict).expect("a training set");
    bencher.bench(|| learn_from("kl", &set));
}
