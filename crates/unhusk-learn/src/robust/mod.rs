//! Robustness of a wrapper: the share of its values that it still reads after its pages change.
//!
//! Each kind of [`Change`] is applied alone to the source of the pages ([`Redesign`]). The edits determine where
//! every value moves, so no search and no labels are needed. A kind of change that leaves a page as it is (classes,
//! on a page without classes) is not counted.
//!
//! Sites change in other ways than these simulations, and in several ways at once: the shares compare wrappers and
//! show their weak points; they are not a forecast.

mod redesign;
mod template;

#[cfg(test)]
mod tests;

pub use redesign::{Redesign, Redesigned};

use super::reading::Reading;
use unhusk_page::{Page, Span, Syntax};
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Change, Robustness, Survival};

/// Number of pages that are changed. Each has its own seed, to average over random choices.
pub const MAX_PAGES: usize = 3;
/// Limit on the source of all changed pages together, in bytes: one change of this much takes some 10 ms.
pub const MAX_BYTES: usize = 512 << 10;

/// Measures the share of a wrapper's values that the wrapper still reads after its pages change.
///
/// Changes the first [`MAX_PAGES`] pages, up to [`MAX_BYTES`] together. Texts on most of `pages` are taken as the
/// template, whose wording may change. Returns `None` if the wrapper reads nothing from these pages or nothing in
/// them can change.
pub fn robustness(wrapper: &AnyWrapper, schema: &Schema, pages: &[&Page]) -> Option<Robustness> {
    let read = |page| Reading::of(wrapper, schema, page);
    let readings: Vec<(&Page, Reading<'_>)> =
        measured(pages).into_iter().map(|page| (page, read(page))).collect();
    let values = readings.iter().flat_map(|(_, reading)| reading.texts()).collect();
    let mut redesign = Redesign { seed: 0, template_texts: template::texts(pages, &values) };
    let mut changes = Vec::new();
    for change in Change::ALL {
        let mut survival = Survival { change, values: 0, kept: 0 };
        for (seed, (page, before)) in (1..).zip(&readings) {
            redesign.seed = seed;
            let places: Vec<Span> = before.places().collect();
            let redesigned = redesign.apply(page, &places, &[change]);
            if redesigned.source() == page.source() {
                continue;
            }
            let page = Page::from(redesigned.source());
            let n_kept =
                before.n_kept(&Reading::of(wrapper, schema, &page), |span| redesigned.place(span));
            survival.values += before.len();
            survival.kept += n_kept;
        }
        if survival.values > 0 {
            changes.push(survival);
        }
    }
    let n_read = readings.iter().filter(|(_, reading)| reading.len() > 0).count();
    (!changes.is_empty()).then_some(Robustness { pages: n_read, changes })
}

/// Returns the first HTML pages within the limits.
fn measured<'a>(pages: &[&'a Page]) -> Vec<&'a Page> {
    let mut n_bytes = 0;
    let mut within = |page: &&Page| {
        n_bytes += page.source().len();
        n_bytes <= MAX_BYTES
    };
    let html = pages.iter().copied().filter(|page| page.syntax() == Syntax::Html);
    html.take(MAX_PAGES).take_while(|page| within(page)).collect()
}
