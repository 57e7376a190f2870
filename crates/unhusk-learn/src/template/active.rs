//! Which pages to learn from: as few as tell all of the template.
//!
//! The largest and the smallest page come first. Pages that do not fit what was found are added, as many as were used
//! before, and as many others, until all fit: the paper adds one at a time, at random, which takes more rounds for the
//! same pages. Of lists, a page fits if all records that it shows by itself are read. Pages are tried until enough are
//! found; if the pages tried give no hope that a few will do, all are added at once: small steps would only take longer.

use super::clusters::clusters;
use super::{InduceError, InduceSettings, Induced, find_records, induce};
use unhusk_page::Page;
use unhusk_wrapper::Extract;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::record::{Cell, Record};
use unhusk_wrapper::template::TemplatePart;

/// What was found, and on which pages.
#[derive(Debug, Clone)]
pub struct Trained {
    /// What was found.
    pub induced: Induced,
    /// The pages that it was found on, by their positions.
    pub used: Vec<usize>,
    /// The pages that do not fit, by their positions.
    pub misfits: Vec<usize>,
    /// The pages that look as if another template had made them, by their positions.
    pub strangers: Vec<usize>,
}

/// Finds the template of pages from as few of them as will do, and from so many at most. Of pages of several templates
/// those of one count, the most numerous.
///
/// # Errors
/// If nothing on the pages is data.
pub fn train(
    pages: &[&Page],
    settings: &InduceSettings,
    most: usize,
) -> Result<Trained, InduceError> {
    let clusters = clusters(pages);
    match clusters.split_first() {
        Some((own, others)) if own.len() > 1 && !others.is_empty() => {
            let chosen: Vec<&Page> = own.iter().map(|&at| pages[at]).collect();
            let trained = train_alike(&chosen, settings, most)?;
            let back = |at: &usize| own[*at];
            let mut strangers = others.concat();
            strangers.sort_unstable();
            let (used, misfits) = (&trained.used, &trained.misfits);
            let (used, misfits) =
                (used.iter().map(back).collect(), misfits.iter().map(back).collect());
            Ok(Trained { used, misfits, strangers, ..trained })
        }
        _ => train_alike(pages, settings, most),
    }
}

/// Pages after which it is known whether a few will do.
const FEW: usize = 6;

fn train_alike(
    pages: &[&Page],
    settings: &InduceSettings,
    most: usize,
) -> Result<Trained, InduceError> {
    let most = most.clamp(2, pages.len().max(2));
    let mut used = ends(pages);
    loop {
        let chosen: Vec<&Page> = used.iter().map(|&at| pages[at]).collect();
        let induced = match induce(&chosen, settings) {
            // Two pages may be the same while others differ.
            Err(InduceError::Same) if used.len() < pages.len().min(most) => None,
            induced => Some(induced?),
        };
        let rest = scattered((0..pages.len()).filter(|at| !used.contains(at)).collect());
        let n_left = most.saturating_sub(used.len());
        let n_more = used.len().min(n_left);
        let fits = |at: usize| induced.as_ref().is_some_and(|found| found.wrapper.fits(pages[at]));
        let is_known = |at: usize| {
            fits(at)
                && induced
                    .as_ref()
                    .is_some_and(|found| reads_what_it_shows(found, pages[at], settings))
        };
        let (mut misfits, mut n_tried) = (Vec::new(), 0);
        for &at in &rest {
            n_tried += 1;
            misfits.extend((!is_known(at)).then_some(at));
            if n_more > 0 && misfits.len() >= n_more {
                break;
            }
        }
        if let Some(induced) = induced.filter(|_| misfits.is_empty() || n_more == 0) {
            misfits.retain(|at| !induced.wrapper.fits(pages[*at]));
            misfits.sort_unstable();
            return Ok(Trained { induced, used, misfits, strangers: Vec::new() });
        }
        let is_far = used.len() >= FEW && misfits.len() * used.len() > HOPE * n_tried;
        let others = rest.iter().copied().filter(|at| !misfits.contains(at));
        // Misfits alone would tell a template of rare pages.
        let n_others = if is_far { n_left } else { n_more }.min(n_left - misfits.len());
        let more: Vec<usize> = misfits.iter().copied().chain(others.take(n_others)).collect();
        used.extend(more);
        used.sort_unstable();
    }
}

/// Whether all records that a list page shows by itself are read, with as many values. A template of whole pages says of
/// each text whether it fits; one of lists passes over what it does not know.
fn reads_what_it_shows(found: &Induced, page: &Page, settings: &InduceSettings) -> bool {
    if !found.wrapper.parts().iter().all(|part| matches!(part, TemplatePart::Set(_))) {
        return true;
    }
    let n_read = found.wrapper.extract(&found.schema, page).records.len();
    let n_shown = find_records(page).len();
    10 * n_read.abs_diff(n_shown) <= n_shown && loses_no_value(found, page, settings)
}

/// Whether a template reads as many values of a page as that of the page alone does.
fn loses_no_value(found: &Induced, page: &Page, settings: &InduceSettings) -> bool {
    let Ok(alone) = induce(&[page], settings) else { return true };
    let (n_read, n_shown) = (n_values(found, page), n_values(&alone, page));
    100 * n_read >= 98 * n_shown
}

/// The number of values of a page, nested ones too.
fn n_values(induced: &Induced, page: &Page) -> usize {
    let records = induced.wrapper.extract(&induced.schema, page).records;
    let mut waiting: Vec<&Record<'_>> = records.iter().collect();
    let mut n_values = 0;
    while let Some(record) = waiting.pop() {
        for cell in &record.cells {
            n_values += cell.values().len();
            if let Cell::Nested(inner) = cell {
                waiting.extend(inner);
            }
        }
    }
    n_values
}

/// There is hope that a few pages will do if the share of misfits among the pages tried is at most this number divided by
/// that of the pages used: half of them after six pages, a sixth after eighteen.
const HOPE: usize = 3;

/// The largest and the smallest page.
fn ends(pages: &[&Page]) -> Vec<usize> {
    let size = |at: &usize| pages[*at].source().len();
    let largest = (0..pages.len()).rev().max_by_key(size);
    let smallest = (0..pages.len()).filter(|at| Some(*at) != largest).min_by_key(size);
    let mut ends: Vec<usize> = largest.into_iter().chain(smallest).collect();
    ends.sort_unstable();
    ends
}

/// Numbers in an order in which every beginning is spread evenly over all (multiples of the golden ratio).
fn scattered(mut numbers: Vec<usize>) -> Vec<usize> {
    sort::by_key(&mut numbers, |&number| (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    numbers
}
