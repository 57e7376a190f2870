//! The cure: values that are known, or that can be recognized, become labels of the changed pages, and the wrapper is
//! learnt again from them.
//!
//! 1. [`known`]: records of the profile (and records that a person gives) are looked for on the pages. A page that has
//!    all values of a record, one of which few other pages have, is labelled with it.
//! 2. [`sound`]: fields that look as ever and whose known values are read are left alone.
//! 3. [`places`]: sound fields keep their values as labels; for the others, places that
//!    look alike on the pages are compared with the profile, and one that looks like the field and no other does is
//!    taken.
//! 4. [`relearn`]: `auto` learns from the labels, and from the other pages without labels.
//! 5. [`accept`]: the new wrapper must read what is known, find on pages that it was not taught what is known of them,
//!    look as the profile says, and leave alone what is healthy. Otherwise nothing is proposed, and what is missing is
//!    told. A wrapper that never read one of its fields is beyond repair: nothing tells what to look for.

mod accept;
mod changes;
mod known;
mod labels;
mod places;
mod read;
mod relearn;
mod sound;

#[cfg(test)]
mod tests;

pub use known::KnownRecords;

use accept::Ground;
use labels::Teaching;
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::verify::{Health, Verdict, VerifyError, Watch};

/// What came of an attempt to repair.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Outcome {
    /// The wrapper reads these pages as ever.
    Healthy(Box<Verdict>),
    /// A wrapper that is good enough.
    Mended(Box<Mended>),
    /// No repair is good enough: why, and what would help.
    Not(Vec<String>),
}

/// A repair that is good enough.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Mended {
    /// The new wrapper, with a profile of its own.
    pub file: Wrapper,
    /// What changed in the pages, field by field.
    pub changes: Vec<String>,
    /// What speaks for the repair.
    pub evidence: Vec<String>,
    /// What is thought of the pages when the new wrapper reads them.
    pub verdict: Verdict,
}

/// Pages that are looked at.
pub const MAX_PAGES: usize = 40;

/// Tries to repair a wrapper on changed pages, given with their names; `given` are records that are known to stand on
/// the pages, beside those of the profile.
///
/// # Errors
/// If the file tells nothing of healthy pages, or of those of another wrapper.
pub fn repair(
    file: &Wrapper,
    pages: &[(String, &Page)],
    given: &[KnownRecords],
) -> Result<Outcome, VerifyError> {
    let mut watch = Watch::new(file)?;
    let pages = &pages[..pages.len().min(MAX_PAGES)];
    for (_, page) in pages {
        watch.add(page);
    }
    let before = watch.verdict();
    let is_healthy = before.health == Health::Healthy;
    let healthy = file.profile.as_ref().ok_or(VerifyError::NoProfile)?;
    if let Some(reason) = beyond_repair(file, healthy) {
        let not = Outcome::Not(vec![reason]);
        return Ok(if is_healthy { Outcome::Healthy(Box::new(before)) } else { not });
    }
    let known = known::find(file, healthy, pages, given);
    // Values that are known and read otherwise say more than how values look.
    let sound = sound::fields(file, pages, &before, &known);
    if sound.iter().all(|is_sound| *is_sound) {
        return Ok(Outcome::Healthy(Box::new(before)));
    }
    let ground = |teaching| Ground { old: file, healthy, pages, sound: &sound, teaching };
    let mut reasons = Vec::new();
    for teaching in &attempts(file, healthy, pages, &sound, known) {
        match relearn::relearn(file, pages, teaching)
            .and_then(|learnt| accept::accept(ground(teaching), &learnt))
        {
            Ok(mut mended) => {
                mended.changes = changes::told(healthy, &mended.file, watch.profile());
                return Ok(Outcome::Mended(Box::new(mended)));
            }
            Err(reason) => reasons.push(reason),
        }
    }
    if is_healthy {
        return Ok(Outcome::Healthy(Box::new(doubted(before, &sound))));
    }
    if reasons.is_empty() {
        reasons.push(NOTHING_KNOWN.to_owned());
    }
    reasons.dedup();
    Ok(Outcome::Not(reasons))
}

const NOTHING_KNOWN: &str = "none of the known records stands on these pages, and no field is left to go by; add pages \
                             that the wrapper was learnt on, as they are now, or give records that stand on them: \
                             `--known RECORDS.jsonl`";

/// Why a wrapper cannot be repaired on any pages.
fn beyond_repair(file: &Wrapper, healthy: &Profile) -> Option<String> {
    if !file.schema.is_flat() {
        let reason = "fields nest, and nested records are not found again by themselves; label a changed page and learn \
                      again";
        return Some(reason.to_owned());
    }
    let field = healthy.fields.iter().find(|field| field.filled == 0)?;
    Some(format!(
        "field `{}` was not read on the healthy pages either: nothing tells what it looks like; label a changed page and \
         learn again",
        field.name
    ))
}

/// What may be learnt from, the surest first: known values leave nothing to be guessed.
fn attempts(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[(String, &Page)],
    sound: &[bool],
    known: Teaching,
) -> Vec<Teaching> {
    let with_places = places::add(file, healthy, pages, sound, &known);
    let mut attempts = vec![known];
    if attempts[0] != with_places {
        attempts.push(with_places);
    }
    attempts.retain(|teaching| teaching.n_labelled() > 0);
    attempts
}

/// The verdict on pages that look healthy, with a note on fields whose known values are not read.
fn doubted(mut verdict: Verdict, sound: &[bool]) -> Verdict {
    let fields = verdict.fields.iter().zip(sound).filter(|(_, is_sound)| !**is_sound);
    let names: Vec<String> = fields.map(|(field, _)| format!("`{}`", field.name)).collect();
    verdict.notes.push(format!(
        "known values of {} stand on these pages and are read otherwise; no repair was good enough",
        names.join(", ")
    ));
    verdict
}
