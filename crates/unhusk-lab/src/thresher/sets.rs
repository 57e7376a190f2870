//! Classes of the benchmark sets: search results of Estuka, detail pages of SWDE.

use super::class::{Class, LabelledPage, Shape};
use crate::contest::set::{LabelScope, Set};
use crate::contest::site::Site;
use unhusk::Page;

pub(super) const SETS: [Set; 2] = [Set::Estuka, Set::Swde];

/// Makes a class of a site.
pub(super) fn class(set: Set, site: &Site) -> Class {
    let mut pages = Vec::with_capacity(site.n_pages());
    for (number, source) in site.sources.iter().enumerate() {
        let labels = site.labels_of(&[number], LabelScope::All);
        let records = labels["pages"][0]["records"].as_array().cloned().unwrap_or_default();
        pages.push(LabelledPage { page: Page::from_bytes(source), records });
    }
    let (name, shape) = match set {
        Set::Swde => ("detail page", Shape::Page),
        Set::Estuka | Set::Wien => ("search result", Shape::List),
    };
    let fields = site.schema().fields().iter().map(|field| field.name.clone()).collect();
    Class { site: format!("{} {}", set.name(), site.name), name, shape, fields, pages, n_passed: 0 }
}
