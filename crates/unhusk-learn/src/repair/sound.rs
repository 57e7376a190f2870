//! Fields that the old wrapper still reads right, as far as anything tells.

use super::labels::Teaching;
use super::read;
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::verify::{Health, Verdict};

/// The share of a field's known values that are read where nothing is wrong with it.
const MIN_READ: f64 = 0.9;

/// Whether each field is sound: its values look as ever, and those that are known are read. What looks healthy and is
/// known to be something else is no witness for anything.
pub(super) fn fields(
    file: &Wrapper,
    pages: &[(String, &Page)],
    before: &Verdict,
    known: &Teaching,
) -> Vec<bool> {
    let read = read::of_taught(file, pages, known);
    let looks_healthy = before.fields.iter().map(|field| field.health == Health::Healthy);
    looks_healthy.zip(read).map(|(looks, counts)| looks && counts.share() >= MIN_READ).collect()
}
