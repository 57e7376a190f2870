//! Robustness of a wrapper: the share of its values that it still reads after its pages change.
//!
//! Each kind of [`PageChange`] is applied alone to the source of the pages ([`Redesign`]). The edits determine where
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

use super::extracted_values::ExtractedValues;
use crate::readings::PageReading;
use unhusk_page::{Page, Span, Syntax};
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, PageChange, Robustness, Survival};

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
    let read = |at: usize| Before {
        page: pages[at],
        reading: ExtractedValues::of(wrapper, schema, pages[at]),
    };
    let before: Vec<Before<'_>> = measured(pages).into_iter().map(read).collect();
    survival(wrapper, schema, pages, &before)
}

/// Measures the robustness from the known readings of the pages, without reading them again.
pub(crate) fn robustness_as_read(
    wrapper: &AnyWrapper,
    schema: &Schema,
    readings: &[&PageReading<'_>],
) -> Option<Robustness> {
    let pages: Vec<&Page> = readings.iter().map(|reading| reading.page).collect();
    let known = |at: usize| {
        let records = readings[at].records.iter().cloned();
        Before { page: pages[at], reading: ExtractedValues::of_records(schema, records) }
    };
    let before: Vec<Before<'_>> = measured(&pages).into_iter().map(known).collect();
    survival(wrapper, schema, &pages, &before)
}

/// A page before it changes, with the values read from it.
struct Before<'p> {
    page: &'p Page,
    reading: ExtractedValues<'p>,
}

/// Measures the survival of the values in changed copies of the pages; `None` if no change applies to a page with
/// values.
fn survival(
    wrapper: &AnyWrapper,
    schema: &Schema,
    pages: &[&Page],
    readings: &[Before<'_>],
) -> Option<Robustness> {
    let values = readings.iter().flat_map(|before| before.reading.texts()).collect();
    let mut redesign = Redesign { seed: 0, template_texts: template::texts(pages, &values) };
    let mut changes = Vec::new();
    for change in PageChange::ALL {
        let mut survival = Survival { change, values: 0, kept: 0 };
        for (seed, Before { page, reading: before }) in (1..).zip(readings) {
            redesign.seed = seed;
            let places: Vec<Span> = before.places().collect();
            let redesigned = redesign.apply(page, &places, &[change]);
            if redesigned.source() == page.source() {
                continue;
            }
            let page = Page::from(redesigned.source());
            let n_kept = before.n_kept(&ExtractedValues::of(wrapper, schema, &page), |span| {
                redesigned.place(span)
            });
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
