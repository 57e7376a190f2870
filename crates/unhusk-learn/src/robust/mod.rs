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

use super::learner::readings::PageReading;
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
    let read =
        |at: usize| Before { page: pages[at], reading: Reading::of(wrapper, schema, pages[at]) };
    let before: Vec<Before<'_>> = measured(pages).into_iter().map(read).collect();
    survival(wrapper, schema, pages, &before)
}

/// Measures the same where it is known what the wrapper reads from the pages.
pub(crate) fn robustness_as_read(
    wrapper: &AnyWrapper,
    schema: &Schema,
    readings: &[&PageReading<'_>],
) -> Option<Robustness> {
    let pages: Vec<&Page> = readings.iter().map(|reading| reading.page).collect();
    let known = |at: usize| {
        let records = readings[at].records.iter().cloned();
        Before { page: pages[at], reading: Reading::of_records(schema, records) }
    };
    let before: Vec<Before<'_>> = measured(&pages).into_iter().map(known).collect();
    survival(wrapper, schema, &pages, &before)
}

/// A page before it changes, and what is read from it.
struct Before<'p> {
    page: &'p Page,
    reading: Reading<'p>,
}

/// What is still read from changed copies of some of the pages.
fn survival(
    wrapper: &AnyWrapper,
    schema: &Schema,
    pages: &[&Page],
    readings: &[Before<'_>],
) -> Option<Robustness> {
    let values = readings.iter().flat_map(|before| before.reading.texts()).collect();
    let mut redesign = Redesign { seed: 0, label_texts: template::texts(pages, &values) };
    let mut changes = Vec::new();
    for change in Change::ALL {
        let mut survival = Survival { change, values: 0, kept: 0 };
        for (seed, Before { page, reading: before }) in (1..).zip(readings) {
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
    let n_read = readings.iter().filter(|before| before.reading.len() > 0).count();
    (!changes.is_empty()).then_some(Robustness { pages: n_read, changes })
}

/// Positions of the first pages, as far as the limits go.
fn measured(pages: &[&Page]) -> Vec<usize> {
    let mut n_bytes = 0;
    let mut within = |at: &usize| {
        n_bytes += pages[*at].source().len();
        n_bytes <= MAX_BYTES
    };
    let html = (0..pages.len()).filter(|at| pages[*at].syntax() == Syntax::Html);
    html.take(MAX_PAGES).take_while(|at| within(at)).collect()
}
