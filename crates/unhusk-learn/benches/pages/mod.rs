//! Labelled pages of the sites of `sites`, and the measurements of benches on them.

pub(crate) mod sites;

use divan::Bencher;
use divan::counter::BytesCount;
use sites::{PageMaker, site};
use unhusk_learn::example::{Labels, Strictness, TrainingSet};
use unhusk_learn::{Settings, find_method};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;

/// Labelled pages of a site.
pub(crate) fn pages(site: PageMaker, n_pages: usize) -> (Labels, Vec<Page>) {
    let made: Vec<(String, String)> = (0..n_pages).map(site).collect();
    let labelled = (0..)
        .zip(&made)
        .map(|(at, page)| format!(r#"{{"path": "{at}", "records": [{}]}}"#, page.1));
    let labels = labelled.collect::<Vec<_>>().join(", ");
    let labels = format!(r#"{{"unhusk": "labels/1", "pages": [{labels}]}}"#);
    let pages = made.iter().map(|page| Page::from(&*page.0)).collect();
    (Labels::parse("labels.json", &labels).expect("labels"), pages)
}

/// Returns the wrapper that a method learns from pages.
pub(crate) fn learn(method: &str, labels: &Labels, pages: &[Page]) -> Wrapper {
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(labels, &numbered, Strictness::Strict).expect("a training set");
    learn_from(method, &set)
}

/// Returns the wrapper that a method learns from a training set.
pub(crate) fn learn_from(method: &str, set: &TrainingSet<'_>) -> Wrapper {
    let learned =
        find_method(method).expect("a method").learn(set, &Settings::default()).expect("a wrapper");
    Wrapper::new(set.schema().clone(), learned.wrapper, unhusk_learn::provenance(method, set))
}

/// Measures the time to parse a page.
pub(crate) fn bench_parse(bencher: Bencher<'_, '_>, name: &str) {
    let (html, _) = site(name)(0);
    bencher.counter(BytesCount::of_str(&html)).bench(|| {
        let page = Page::from(&*html);
        page.tree().len()
    });
}

/// Measures the time to read a parsed page.
pub(crate) fn bench_read(bencher: Bencher<'_, '_>, method: &str, name: &str) {
    let (labels, pages) = pages(site(name), 2);
    let wrapper = learn(method, &labels, &pages);
    let extraction = wrapper.extract(&pages[0]);
    assert!(!extraction.records.is_empty(), "{:?}", extraction.warnings);
    let bytes = pages[0].source().len();
    bencher.counter(BytesCount::new(bytes)).bench(|| wrapper.extract(&pages[0]));
}
