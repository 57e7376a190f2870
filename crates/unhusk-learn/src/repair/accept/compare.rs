//! Compares what the new wrapper reads with the profile of healthy pages.

use super::{RepairContext, n_pages};
use crate::repair::reason::RefusalReason;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::{FieldProfile, Profile};
use unhusk_wrapper::verify::internal::score::Weights;
use unhusk_wrapper::verify::internal::signals::{at, share};
use unhusk_wrapper::verify::{Verdict, judge};

/// The largest accepted score of a field: a third of the score that raises an alarm.
const MAX_SCORE: f64 = 0.1;
/// The largest accepted share of doubtful values of a field, beyond the share on the training pages.
const MAX_DOUBTFUL: f64 = 0.5;
/// The largest accepted increase of the share of values that are at the place of another field's value.
const MAX_SHARED: f64 = 0.2;

/// Profiles of what the new wrapper reads: on the training pages, and on the other pages.
pub(super) struct RepairProfiles {
    taught: Profile,
    others: Profile,
}

impl RepairProfiles {
    pub(super) fn new(context: RepairContext<'_, '_>, repaired: &Wrapper) -> Self {
        let is_taught = |at: usize| context.training.pages.iter().any(|taught| taught.page == at);
        let of = |wanted: bool| {
            let pages = context.pages.iter().enumerate();
            let wanted = pages.filter(|(at, _)| is_taught(*at) == wanted);
            Profile::of(&repaired.rule, &repaired.schema, wanted.map(|(_, one)| one.page))
        };
        Self { taught: of(true), others: of(false) }
    }

    /// Checks that values look as on healthy pages: on all pages, and on those that are no training pages.
    pub(super) fn like_healthy(
        &self,
        context: RepairContext<'_, '_>,
    ) -> Result<(Verdict, String), RefusalReason> {
        let mut all = self.taught.clone();
        all.merge(&self.others);
        if all.empty > 0 && context.healthy.empty == 0 {
            let pages = n_pages(usize::try_from(all.empty).unwrap_or(usize::MAX));
            return Err(format!("what was learnt again finds no record on {pages}").into());
        }
        let verdict = Self::checked(context.healthy, &all)?;
        if self.others.pages > 0 {
            Self::checked(context.healthy, &self.others)?;
        }
        let worst = verdict.fields.iter().map(|field| field.score).fold(0.0, f64::max);
        let pages = n_pages(context.pages.len());
        Ok((verdict, format!("on {pages} the values look as they did (score {worst:.2})")))
    }

    fn checked(healthy: &Profile, now: &Profile) -> Result<Verdict, RefusalReason> {
        let verdict = judge(healthy, now, &values_only());
        if let Some(field) = verdict.fields.iter().find(|field| field.score > MAX_SCORE) {
            let why = field.evidence.first().map_or(String::new(), |why| format!(" ({why})"));
            let text = format!(
                "what was learnt again reads field `{}` unlike the healthy pages{why}",
                field.name
            );
            return Err(RefusalReason::of_field(&field.name, text));
        }
        for (before, after) in healthy.fields.iter().zip(&now.fields) {
            let shared = |field: &FieldProfile| share(field.shared, field.values());
            if shared(after) - shared(before) > MAX_SHARED {
                let text = format!(
                    "what was learnt again reads field `{}` at the place of another field",
                    before.name
                );
                return Err(RefusalReason::of_field(&before.name, text));
            }
        }
        Ok(verdict)
    }

    /// Checks that the new wrapper reads the other pages with the confidence that it has on the training pages, and
    /// that the values of both look alike.
    pub(super) fn alike(&self) -> Result<Option<String>, RefusalReason> {
        if self.others.pages == 0 {
            return Ok(None);
        }
        let verdict = judge(&self.taught, &self.others, &Weights::default());
        let fields = self.taught.fields.iter().zip(&self.others.fields);
        for (field, (taught, others)) in verdict.fields.iter().zip(fields) {
            let doubtful = others.doubtful_share() - taught.doubtful_share();
            if field.score > MAX_SCORE || doubtful > MAX_DOUBTFUL {
                let text = format!(
                    "field `{}` is not read as surely on pages of which nothing is known; more known pages would help",
                    field.name
                );
                return Err(RefusalReason::of_field(&field.name, text));
            }
        }
        Ok(Some(
            "pages of which nothing is known are read as surely as those that are known".to_owned(),
        ))
    }

    /// The profile of all pages.
    pub(super) fn into_profile(self) -> Profile {
        let mut profile = self.taught;
        profile.merge(&self.others);
        profile
    }
}

/// Weights for pages that have changed: places and template texts can no longer be compared.
fn values_only() -> Weights {
    let mut weights = Weights::default();
    for signal in [
        at::DOUBT,
        at::TEMPLATE,
        at::LABELS,
        at::MISLABELLED,
        at::UNECHOED,
        at::VOTES,
        at::CONTEST,
        at::MARKS,
        at::MOVED,
    ] {
        weights.weights[signal] = 0.0;
    }
    weights
}
