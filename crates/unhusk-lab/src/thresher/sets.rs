//! Classes of the benchmark sets: search results of Estuka, detail pages of SWDE.

use super::class::{LabelledPage, PageShape, RecordClass};
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use unhusk::Page;

pub(super) const SETS: [BenchmarkSet; 2] = [BenchmarkSet::Estuka, BenchmarkSet::Swde];

/// Makes a class of a site.
pub(super) fn class(set: BenchmarkSet, site: &BenchmarkSite) -> RecordClass {
    let mut pages = Vec::with_capacity(site.n_pages());
    for (number, source) in site.sources.iter().enumerate() {
        let labels = site.labels_of(&[number], LabelScope::All);
        let records = labels["pages"][0]["records"].as_array().cloned().unwrap_or_default();
        pages.push(LabelledPage { page: Page::from_bytes(source), records });
    }
    let (name, shape) = match set {
        BenchmarkSet::Swde | BenchmarkSet::Recipes => ("detail page", PageShape::Page),
        BenchmarkSet::Estuka
        | BenchmarkSet::EstukaRecords
        | BenchmarkSet::Aql
        | BenchmarkSet::Wien => ("search result", PageShape::List),
    };
    let fields = site.schema().fields().iter().map(|field| field.name.clone()).collect();
    RecordClass {
        site: format!("{} {}", set.name(), site.name),
        name,
        shape,
        fields,
        pages,
        n_passed: 0,
    }
}
