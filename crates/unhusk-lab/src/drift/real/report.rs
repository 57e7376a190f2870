//! Tables of alarms and repairs on real redesigns.

use super::case::{RealCase, RealField, RealRepair};
use crate::drift::report::part;
use crate::signals::raised;
use serde::Serialize;
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string cannot fail";

/// A repair mends a field from this F1 on.
const MENDED: f64 = 0.9;

/// `docs/results/drift-real.md`.
pub(super) fn document(tables: &str) -> String {
    format!(
        "# Real redesigns\n\n\
         Made by `cargo run --release -p unhusk-lab -- drift --real`; every field in \
         `crates/unhusk-lab/results/drift-real.csv`.\n\n\
         One old page of each pair of `drift` is learnt, and one new page is verified and repaired. The other sets have \
         not changed: one page is learnt and another is verified. A case is **broken** if a field keeps less than 0.8 of \
         its F1, **right** if every field keeps 0.95. *Something else read*: every broken field still reads values. A \
         pair is mended or rightly proposed if the wrapper that `repair` accepts or proposes reads every field with an \
         F1 of at least {MENDED}. Weights of matching come from the half *fit* (`--fit-matching`); the list slack of \
         `verify` and the weights of its last seven signals were chosen while looking at both halves.\n\n{tables}"
    )
}

/// Alarms and repairs, on all cases and on each half.
pub(super) fn tables(cases: &[RealCase]) -> String {
    let mut text = String::from(
        "| set | half | broken | alarms | something else read | alarms | right | false alarms | blurred | alarms |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut sets: Vec<&str> = cases.iter().map(|case| case.set).collect();
    sets.dedup();
    sets.push("all");
    for half in ["all", "fit", "report"] {
        for set in &sets {
            let chosen: Vec<&RealCase> = cases
                .iter()
                .filter(|case| (*set == "all" || case.set == *set) && is_half(case, half))
                .collect();
            alarms(&mut text, set, half, &chosen);
        }
    }
    text.push('\n');
    text.push_str(&repairs(cases));
    text
}

fn is_half(case: &RealCase, half: &str) -> bool {
    half == "all" || case.half == half
}

fn alarms(text: &mut String, set: &str, half: &str, cases: &[&RealCase]) {
    let count = |is_kind: &dyn Fn(&RealCase) -> bool| {
        let of_kind: Vec<&&RealCase> = cases.iter().filter(|case| is_kind(case)).collect();
        let n_alarms = of_kind.iter().filter(|case| case.is_alarm).count();
        format!("{} | {n_alarms} = {:.3}", of_kind.len(), part(n_alarms, of_kind.len()))
    };
    writeln!(
        text,
        "| {set} | {half} | {} | {} | {} | {} |",
        count(&RealCase::is_broken),
        count(&|case| case.is_broken() && case.reads_something_else()),
        count(&RealCase::is_right),
        count(&|case| !case.is_broken() && !case.is_right()),
    )
    .expect(INFALLIBLE);
}

fn repairs(cases: &[RealCase]) -> String {
    let mut text = String::from(
        "| half | broken pairs | mended or rightly proposed | accepted | of them under 0.9 | broken fields | mended or \
         rightly proposed | wrongly proposed |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for half in ["all", "fit", "report"] {
        let chosen: Vec<&RealCase> = cases
            .iter()
            .filter(|case| case.set == "drift" && is_half(case, half) && case.is_broken())
            .collect();
        let n_mended = chosen.iter().filter(|case| is_mended(case)).count();
        let accepted = || chosen.iter().filter(|case| case.repair == RealRepair::Accepted);
        let fields = || chosen.iter().flat_map(|case| &case.fields).filter(|one| one.is_broken());
        let n_fields = fields().count();
        let n_fields_mended = fields().filter(|field| is_field_mended(field)).count();
        let n_wrong = fields().filter(|one| one.is_proposed && !is_field_mended(one)).count();
        writeln!(
            text,
            "| {half} | {} | {n_mended} = {:.3} | {} | {} | {n_fields} | {n_fields_mended} = {:.3} | {n_wrong} |",
            chosen.len(),
            part(n_mended, chosen.len()),
            accepted().count(),
            accepted().filter(|case| !is_mended(case)).count(),
            part(n_fields_mended, n_fields),
        )
        .expect(INFALLIBLE);
    }
    text
}

/// Whether the repair reads every field of the pair.
fn is_mended(case: &RealCase) -> bool {
    case.fields.iter().all(is_field_mended)
}

fn is_field_mended(field: &RealField) -> bool {
    field.repaired.is_some_and(|f1| f1 >= MENDED)
}

/// Every field with its evidence.
pub(super) fn fields(cases: &[RealCase]) -> String {
    let mut text = String::new();
    for case in cases {
        writeln!(
            text,
            "{} {} {} alarm={} {:?}",
            case.set, case.name, case.half, case.is_alarm, case.repair
        )
        .expect(INFALLIBLE);
        for field in &case.fields {
            writeln!(
                text,
                "  {:14} before {:.2} after {:.2} read {} alarm={} {:.2} repaired {:?} {}",
                field.name,
                field.before,
                field.after,
                field.n_read,
                field.is_alarm,
                field.score,
                field.repaired,
                field.evidence.join(" | "),
            )
            .expect(INFALLIBLE);
        }
    }
    text
}

/// One field, for the file of figures.
#[derive(Serialize)]
pub(super) struct RealLine<'c> {
    set: &'c str,
    site: &'c str,
    half: &'c str,
    field: &'c str,
    before: f64,
    after: f64,
    is_alarm: bool,
    score: f64,
    repaired: Option<f64>,
    /// The signals of `verify`, in the order of their names.
    signals: String,
}

pub(super) fn lines(cases: &[RealCase]) -> Vec<RealLine<'_>> {
    let round = |number: f64| (number * 1000.0).round() / 1000.0;
    let mut lines = Vec::new();
    for case in cases {
        lines.extend(case.fields.iter().map(|field| RealLine {
            set: case.set,
            site: &case.name,
            half: case.half,
            field: &field.name,
            before: round(field.before),
            after: round(field.after),
            is_alarm: field.is_alarm,
            score: round(field.score),
            repaired: field.repaired.map(round),
            signals: raised(&field.signals),
        }));
    }
    lines
}
