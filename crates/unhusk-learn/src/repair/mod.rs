//! Repair: labels changed pages with values that are known or can be recognized, and learns the wrapper again.
//!
//! 1. [`known`] looks for the records of the profile, and for records that the user gave, on the pages. A page that has
//!    all values of a record, one of which few other pages have, is labelled with it.
//! 2. [`intact`]: fields that look healthy and whose known values are read are intact and left alone.
//! 3. [`places`]: intact fields keep their values as labels. For the other fields, places that look alike on the pages
//!    are compared with the profile; a group of places is chosen if it is the only one that looks like the field.
//! 4. [`relearn`]: `auto` learns from the labels, and from the other pages without labels.
//! 5. [`accept`]: the new wrapper must read the known values, find held-out values, match the profile, and read intact
//!    fields as before. Otherwise the repair is refused with the reasons. A wrapper that never read one of its fields
//!    cannot be repaired: nothing is known about the values of this field.
//! 6. [`partial`]: [`repair_partial`] leaves out one field after the other that is at fault, and mends the rest.

mod accept;
mod changes;
mod known;
mod known_json;
mod labels;
mod places;
mod agreement;
mod relearn;
mod intact;
mod partial;
mod reason;
mod comparison;
mod matching;
mod propose;

#[cfg(test)]
mod tests;

pub use comparison::{FieldComparison, ReadExample, compare_fields};
pub use known::{KnownRecords, known_page};
pub use known_json::KnownRecordError;
pub use partial::repair_partial;
pub use propose::{FieldProposal, ProposedRepair};
pub use reason::RefusalReason;

use crate::example::NamedPage;
use accept::RepairContext;
use labels::TrainingLabels;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::summary::RunObserver;
use unhusk_wrapper::verify::{
    FieldVerdict, Health, PageObservation, Verdict, Verifier, VerifyError,
};

/// The result of a repair.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RepairOutcome {
    /// No repair is needed: the wrapper reads these pages correctly.
    Healthy(Box<Verdict>),
    /// A new wrapper, which passed all tests.
    Repaired(Box<RepairedWrapper>),
    /// A new wrapper that is not sure in every field: for a person to accept or reject, field by field.
    Proposed(Box<ProposedRepair>),
    /// No wrapper passed all tests: the reasons, and what would help.
    Refused(Vec<RefusalReason>),
}

/// A wrapper that was learnt again and passed all tests.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RepairedWrapper {
    /// The new wrapper, with a new profile.
    pub file: Wrapper,
    /// What changed in the pages, field by field.
    pub changes: Vec<String>,
    /// The tests that the new wrapper passed.
    pub evidence: Vec<String>,
    /// The verdict on what the new wrapper reads on the pages.
    pub verdict: Verdict,
    /// The fields that were not mended, each with its reason; none unless [`repair_partial`] was called.
    pub left: Vec<RefusalReason>,
}

/// The number of pages that a repair uses; it ignores the others.
pub const MAX_PAGES: usize = 40;

/// Tries to repair a wrapper on changed pages, given with their names; `given` are records that are known to be on the
/// pages, in addition to those of the profile.
///
/// # Errors
/// If the file has no profile, an empty profile, or the profile of another wrapper.
pub fn repair(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    given: &[KnownRecords],
) -> Result<RepairOutcome, VerifyError> {
    let mut verifier = Verifier::new(file)?;
    let mut observer = RunObserver::new(file);
    let pages = &pages[..pages.len().min(MAX_PAGES)];
    for NamedPage { name, page } in pages {
        let found = file.extract_with_confidence(page);
        observer.add(name, &found.records);
        let observation = PageObservation::of_extraction(file, page, &found);
        verifier.add_observation(observation.clone());
        observer.add_observation(observation);
    }
    // As for `verify`, a field with several values of another kind is not healthy.
    let before = observer.verdict().ok_or(VerifyError::NoProfile)?;
    let odd = fields_with_odd_values(&before, &verifier.verdict());
    let is_healthy = before.health == Health::Healthy;
    let healthy = file.profile.as_ref().ok_or(VerifyError::NoProfile)?;
    if let Some(reason) = unrepairable(file, healthy) {
        let not = RepairOutcome::Refused(vec![reason]);
        return Ok(if is_healthy { RepairOutcome::Healthy(Box::new(before)) } else { not });
    }
    let known = known::find(file, Some(healthy), pages, given);
    let given_alone = known::find(file, None, pages, given);
    // Known values that are read wrongly are stronger evidence than how values look.
    let intact = intact::fields(file, pages, &before, &known);
    if intact.iter().all(|is_intact| *is_intact) {
        return Ok(RepairOutcome::Healthy(Box::new(before)));
    }
    let known_values = known.clone();
    let mut reasons = Vec::new();
    let matched = propose::matched(file, healthy, pages, &before, &known);
    let mut attempts = attempts(file, healthy, pages, &intact, known);
    if let Some(matched) = matched.as_ref().filter(|_| pages.len() >= propose::MIN_PAGES)
        && matched.fields.iter().all(FieldProposal::is_sure)
    {
        attempts.push(matched.training.clone());
    }
    for training in &attempts {
        let is_known = *training == known_values;
        let context =
            RepairContext { old: file, healthy, pages, intact: &intact, training, is_known };
        match relearn::relearn(file, pages, training)
            .and_then(|learnt| accept::accept(context, &learnt))
        {
            Ok(mut repaired) => {
                repaired.changes = changes::describe(healthy, &repaired.file, verifier.profile());
                return Ok(RepairOutcome::Repaired(Box::new(repaired)));
            }
            Err(reason) => reasons.push(reason),
        }
    }
    // What the user knows is not overruled by how values look.
    if is_healthy && intact::fields(file, pages, &before, &given_alone).iter().all(|one| *one) {
        return Ok(RepairOutcome::Healthy(Box::new(doubted(before, &intact))));
    }
    // What could be proposed reads the same values.
    if !odd.is_empty() {
        return Ok(RepairOutcome::Refused(odd));
    }
    if reasons.is_empty() {
        reasons.push(NOTHING_KNOWN.into());
    }
    reasons.dedup();
    let proposed = matched.and_then(|matched| propose::propose(file, pages, &matched, &reasons));
    Ok(match proposed {
        Some(proposed) => RepairOutcome::Proposed(Box::new(proposed)),
        None => RepairOutcome::Refused(reasons),
    })
}

const NOTHING_KNOWN: &str = "none of the known records is on these pages, and no field is left to go by; add pages that \
                             the wrapper was learnt on, as they are now, or give records that are on them: `--known \
                             RECORDS.jsonl`";

/// The fields that have values of another kind, if nothing else is wrong with any field; each with the first such value.
fn fields_with_odd_values(before: &Verdict, without_kinds: &Verdict) -> Vec<RefusalReason> {
    if without_kinds.health != Health::Healthy {
        return Vec::new();
    }
    let fields = before.fields.iter().filter(|field| field.health == Health::Drift);
    let reason = |field: &FieldVerdict| {
        let what = field.evidence.first().map_or("", String::as_str);
        let text =
            format!("field `{}`: {what}; label one of these pages and learn again", field.name);
        RefusalReason::of_field(&field.name, text)
    };
    fields.map(reason).collect()
}

/// Why a wrapper cannot be repaired, whatever the pages.
fn unrepairable(file: &Wrapper, healthy: &Profile) -> Option<RefusalReason> {
    if !file.schema.is_flat() {
        let reason = "fields nest, and nested records are not found again by themselves; label a changed page and learn \
                      again";
        return Some(reason.into());
    }
    let field = healthy.fields.iter().find(|field| field.filled == 0)?;
    let text = format!(
        "field `{}` was not read on the healthy pages either: nothing is known about its values; label a changed page and \
             learn again",
        field.name
    );
    Some(RefusalReason::of_field(&field.name, text))
}

/// Sets of labels to learn from, the most certain first: known values involve no guess.
fn attempts(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[NamedPage<'_>],
    intact: &[bool],
    known: TrainingLabels,
) -> Vec<TrainingLabels> {
    let with_places = places::add(file, healthy, pages, intact, &known);
    let mut attempts = vec![known];
    if attempts[0] != with_places {
        attempts.push(with_places);
    }
    attempts.retain(|training| training.n_labelled() > 0);
    attempts
}

/// The verdict on pages that look healthy, with a note on fields whose known values are not read.
fn doubted(mut verdict: Verdict, intact: &[bool]) -> Verdict {
    let fields = verdict.fields.iter().zip(intact).filter(|(_, is_intact)| !**is_intact);
    let names: Vec<String> = fields.map(|(field, _)| format!("`{}`", field.name)).collect();
    verdict.notes.push(format!(
        "known values of {} are on these pages and are read otherwise; no repair was good enough",
        names.join(", ")
    ));
    verdict
}

/// For experiments: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub use super::matching::{
        MATCH_FEATURES, MatchFeatures, MatchModel, N_MATCH_FEATURES, ScoredColumn, scored_columns,
    };
}
