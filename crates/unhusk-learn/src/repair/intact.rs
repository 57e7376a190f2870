//! Finds the fields that the old wrapper still reads correctly, as far as is known.

use super::agreement;
use super::labels::TrainingLabels;
use crate::example::NamedPage;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::verify::{Health, Verdict};

/// The share of an intact field's known values that are read.
const MIN_READ: f64 = 0.9;

/// Whether each field is intact: its values look healthy, and its known values are read. A field that only looks
/// healthy must not be used as evidence.
pub(super) fn fields(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    before: &Verdict,
    known: &TrainingLabels,
) -> Vec<bool> {
    let read = agreement::with_labels(file, pages, known);
    let looks_healthy = before.fields.iter().map(|field| field.health == Health::Healthy);
    looks_healthy.zip(read).map(|(looks, counts)| looks && counts.share() >= MIN_READ).collect()
}
