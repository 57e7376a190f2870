//! Which pages to learn from: as few as tell all of the template.
//!
//! The largest and the smallest page come first. Pages that do not fit what was found are added, as many as were used
//! before, until all fit: the paper adds one at a time, at random, which takes more rounds for the same pages. Pages are
//! tried until as many are found; if the pages tried give no hope that a few will do, all are added at once: small steps
//! would only take longer.

use super::clusters::clusters;
use super::{InduceError, InduceSettings, Induced, induce};
use crate::page::Page;

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
const FEW: usize = 4;

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
        let (mut misfits, mut n_tried) = (Vec::new(), 0);
        for &at in &rest {
            n_tried += 1;
            misfits.extend((!fits(at)).then_some(at));
            if n_more > 0 && misfits.len() >= n_more {
                break;
            }
        }
        if let Some(induced) = induced.filter(|_| misfits.is_empty() || n_more == 0) {
            misfits.sort_unstable();
            return Ok(Trained { induced, used, misfits, strangers: Vec::new() });
        }
        let is_far = used.len() >= FEW && misfits.len() * used.len() > HOPE * n_tried;
        used.extend(if is_far { rest.into_iter().take(n_left).collect() } else { misfits });
        used.sort_unstable();
    }
}

/// A few pages will do while fewer than this number of misfits, divided by the number of pages used, are among those
/// that were tried: as many as were used are added at a time, which should halve them.
const HOPE: usize = 2;

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
    numbers.sort_by_key(|&number| (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    numbers
}
