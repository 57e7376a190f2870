//! Site wrappers on the pages of `pages`. `read` is what a wrapper adds to `parse`.

mod pages;

use divan::Bencher;
use divan::counter::BytesCount;
use pages::{learn, pages, site};
use unhusk::Page;

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
    let wrapper = learn("site", &labels, &pages);
    let extraction = wrapper.extract(&pages[0]);
    assert!(!extraction.records.is_empty(), "{:?}", extraction.warnings);
    let bytes = pages[0].source().len();
    bencher.counter(BytesCount::new(bytes)).bench(|| wrapper.extract(&pages[0]));
}
