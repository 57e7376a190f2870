//! One field of a run.

use super::alarm::AlarmReason;
use super::distinct::DistinctTexts;
use super::odd::OddityCounter;
use super::{FieldAlarm, FieldSummary};
use crate::profile::FieldProfile;
use crate::record::{Confidence, Datatype, Value};

/// Watches one field.
#[derive(Debug)]
pub(super) struct FieldObserver {
    name: String,
    n_cells: usize,
    n_filled: usize,
    n_values: usize,
    /// Values whose confidence is known, and those among them whose confidence is low.
    n_rated: usize,
    n_doubtful: usize,
    distinct: DistinctTexts,
    oddities: OddityCounter,
}

impl FieldObserver {
    pub(super) fn new(name: String, datatype: Option<Datatype>) -> Self {
        Self {
            name,
            n_cells: 0,
            n_filled: 0,
            n_values: 0,
            n_rated: 0,
            n_doubtful: 0,
            distinct: DistinctTexts::default(),
            oddities: OddityCounter::new(datatype),
        }
    }

    /// Adds the values of one record.
    pub(super) fn add(&mut self, page: &str, values: &[&Value<'_>]) {
        self.n_cells += 1;
        self.n_filled += usize::from(!values.is_empty());
        self.n_values += values.len();
        for value in values {
            let is_doubtful = |confidence| confidence < Confidence::DOUBT;
            self.n_rated += usize::from(value.confidence.is_some());
            self.n_doubtful += usize::from(value.confidence.is_some_and(is_doubtful));
            self.distinct.add(&value.text);
            self.oddities.add(page, &value.text);
        }
    }

    /// The kinds of its values.
    pub(super) fn oddities(&self) -> &OddityCounter {
        &self.oddities
    }

    pub(super) fn summary(
        self,
        baseline: Option<&FieldProfile>,
        alarm: Option<FieldAlarm<'_>>,
    ) -> FieldSummary {
        let odd = self.oddities.odd_values();
        let n_rated = self.n_rated;
        let mut summary = FieldSummary {
            records: self.n_cells,
            filled: self.n_filled,
            values: self.n_values,
            distinct: self.distinct.len(),
            doubtful: self.n_doubtful,
            odd: odd.n_values,
            examples: odd.examples,
            score: alarm.as_ref().map(|alarm| alarm.score),
            looks_wrong: false,
            warnings: Vec::new(),
            name: self.name,
        };
        let evidence = evidence(&summary, baseline, alarm);
        summary.looks_wrong = !evidence.is_empty() || summary.has_several_odd_values();
        let odd_warning = summary.odd_warning().filter(|_| summary.filled > 0);
        summary.warnings = odd_warning.into_iter().chain(evidence).collect();
        if baseline.is_none() && 2 * summary.doubtful > n_rated {
            summary.looks_wrong = true;
            summary.warnings.push(format!(
                "{} of {} {} low confidence; the wrapper may not be for these pages",
                summary.doubtful,
                count(n_rated),
                if n_rated == 1 { "has" } else { "have" },
            ));
        }
        summary
    }
}

/// Evidence that the field as a whole is read wrongly, beyond single odd values.
fn evidence(
    field: &FieldSummary,
    baseline: Option<&FieldProfile>,
    alarm: Option<FieldAlarm<'_>>,
) -> Vec<String> {
    if field.records > 0 && field.filled == 0 {
        return empty(baseline).into_iter().collect();
    }
    let mut warnings = Vec::new();
    let Some(alarm) = alarm else { return warnings };
    match (alarm.drift, alarm.reason) {
        (Some(evidence), _) => warnings.extend(evidence.iter().take(MAX_EVIDENCE).cloned()),
        (None, Some(AlarmReason::Gaps)) => warnings.push(gaps(field)),
        (None, Some(AlarmReason::Contest)) => warnings.push(
            "its rules point at different texts on these pages; check some values, or label one more page"
                .to_owned(),
        ),
        (None, Some(AlarmReason::Unlike)) => {
            warnings.extend(alarm.evidence.iter().take(MAX_EVIDENCE).cloned());
            if warnings.is_empty() {
                warnings.push("its values are of several kinds; check some of them".to_owned());
            }
        }
        (None, Some(AlarmReason::Gone) | None) => {}
    }
    warnings
}

/// The warning about a field that is missing too often: in records, or because pages have no record.
fn gaps(field: &FieldSummary) -> String {
    let missing = match field.records - field.filled {
        0 => "on the pages without records".to_owned(),
        n_missing => format!("in {n_missing} of {} records", field.records),
    };
    format!("is missing {missing}, far more than on the pages that the wrapper was learnt from")
}

/// The warning about a field that no record has. A wrapper without a baseline may have found the field optional.
fn empty(baseline: Option<&FieldProfile>) -> Option<String> {
    let warning = if baseline?.filled > 0 {
        "is empty in every record, and was not when the wrapper was learnt"
    } else {
        "is empty in every record: no rule for it was found when the wrapper was learnt"
    };
    Some(warning.to_owned())
}

/// Sentences of evidence in a warning.
const MAX_EVIDENCE: usize = 2;

pub(super) fn count(n_values: usize) -> String {
    if n_values == 1 { "1 value".to_owned() } else { format!("{n_values} values") }
}
