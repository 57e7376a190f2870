//! How robust a wrapper is: the share of its values that it still reads when its pages change.
//!
//! The pages are changed in all the ways of [`Change`], one at a time, in their source ([`Redesign`]); where every
//! value went is known from the edits, so nothing is searched for and no label is needed. A kind of change that
//! does nothing to a page (classes, where there are none) says nothing of the wrapper and is left out.
//!
//! Not all sites change as these simulations do, and none changes in one way only: the shares compare wrappers and
//! show where one is weak, and are no forecast.

mod redesign;
mod template;

#[cfg(test)]
mod tests;

pub use redesign::{Redesign, Redesigned};

use super::reading::Reading;
use unhusk_page::{Page, Span, Syntax};
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Change, Robustness, Survival};

/// Pages that are changed. Each is changed by a seed of its own, so that chance evens out.
pub const MAX_PAGES: usize = 3;
/// Bytes of source that are changed, all pages together: one change of so many takes some 10 ms.
pub const MAX_BYTES: usize = 512 << 10;

/// Measures how much of what a wrapper reads from pages it still reads when they change.
///
/// The first [`MAX_PAGES`] pages are changed, as far as they have no more than [`MAX_BYTES`] together; what stands
/// on most of all the pages is taken for their template, whose texts may change. `None` if nothing is read from
/// these pages, or nothing in them can be changed.
pub fn robustness(wrapper: &AnyWrapper, schema: &Schema, pages: &[&Page]) -> Option<Robustness> {
    let read = |page| Reading::of(wrapper, schema, page);
    let readings: Vec<(&Page, Reading<'_>)> =
        measured(pages).into_iter().map(|page| (page, read(page))).collect();
    let values = readings.iter().flat_map(|(_, reading)| reading.texts()).collect();
    let mut redesign = Redesign { seed: 0, label_texts: template::texts(pages, &values) };
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

/// The first pages, as far as the limits go.
fn measured<'a>(pages: &[&'a Page]) -> Vec<&'a Page> {
    let mut n_bytes = 0;
    let mut within = |page: &&Page| {
        n_bytes += page.source().len();
        n_bytes <= MAX_BYTES
    };
    let html = pages.iter().copied().filter(|page| page.syntax() == Syntax::Html);
    html.take(MAX_PAGES).take_while(|page| within(page)).collect()
}
