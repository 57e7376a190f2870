//! The figures of every case, as CSV rows.

use super::JudgedCase;
use crate::drift::case::{CaseTruth, RepairResult};

/// The CSV row of a case.
#[derive(serde::Serialize)]
pub(in crate::drift) struct DriftCsvRow {
    learnt_from: &'static str,
    set: &'static str,
    site: String,
    event: String,
    f1_before: String,
    f1_after: String,
    truth: &'static str,
    worst_field: String,
    worst_kept: String,
    score: String,
    verify: bool,
    rapture: bool,
    dataprog: bool,
    repair_again: String,
    repair_others: String,
}

pub(in crate::drift) fn lines(judged: &[JudgedCase<'_>]) -> Vec<DriftCsvRow> {
    judged.iter().map(line).collect()
}

fn line(judged: &JudgedCase<'_>) -> DriftCsvRow {
    let case = judged.case;
    let worst = case.fields.iter().min_by(|a, b| a.kept().total_cmp(&b.kept()));
    let repair = |mode: &str| {
        let found = case.repairs.iter().find(|(name, _)| *name == mode);
        found.map_or(String::new(), |(_, repaired)| match repaired {
            RepairResult::NotTried => "no alarm".to_owned(),
            RepairResult::Refused(why) => why.chars().take(120).collect(),
            RepairResult::Proposed(f1) => format!("proposed {f1:.4}"),
            RepairResult::Accepted(f1) => format!("{f1:.4}"),
        })
    };
    DriftCsvRow {
        learnt_from: case.regime,
        set: case.set.name(),
        site: case.site.clone(),
        event: case.event.name(),
        f1_before: format!("{:.4}", case.before),
        f1_after: format!("{:.4}", case.after),
        truth: match case.truth() {
            CaseTruth::Right => "right",
            CaseTruth::Blurred => "blurred",
            CaseTruth::Drifted => "drifted",
        },
        worst_field: worst.map_or(String::new(), |field| field.name.clone()),
        worst_kept: worst.map_or(String::new(), |field| format!("{:.3}", field.kept())),
        score: format!("{:.3}", judged.score),
        verify: judged.alarms[0],
        rapture: judged.alarms[1],
        dataprog: judged.alarms[2],
        repair_again: repair("again"),
        repair_others: repair("others"),
    }
}
