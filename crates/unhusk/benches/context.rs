//! Contextual wrappers on the pages of `pages`. `read` is what a wrapper adds to `parse`.

mod pages;

use divan::Bencher;
use divan::counter::BytesCount;
use pages::{learn, learn_from, pages, site};
use unhusk::Page;
use unhusk::example::{Strictness, TrainingSet};

fn main() {
    divan::main();
}

#[divan::bench(args = ["list", "detail", "table"])]
fn parse_100_kb(bencher: Bencher, name: &str) {
    let (html, _) = site(name)(0);
    bencher.counter(BytesCount::of_str(&html)).bench(|| {
        let page = Page::from(&*html);
        page.tree().len()
    });
}

#[divan::bench(args = ["list", "detail", "table"])]
fn read_100_kb(bencher: Bencher, name: &str) {
    let (labels, pages) = pages(site(name), 2);
    let wrapper = learn("kl", &labels, &pages);
    let extraction = wrapper.extract(&pages[0]);
    assert!(!extraction.records.is_empty(), "{:?}", extraction.warnings);
    let bytes = pages[0].source().len();
    bencher.counter(BytesCount::new(bytes)).bench(|| wrapper.extract(&pages[0]));
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
