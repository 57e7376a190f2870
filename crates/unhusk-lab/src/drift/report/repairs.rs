//! Results of repairs.

use super::{INFALLIBLE, JudgedCase, part};
use crate::drift::case::RepairResult;
use std::fmt::Write;

/// Counts of repairs.
#[derive(Default)]
struct RepairCounts {
    n: usize,
    n_repaired: usize,
    accepted: usize,
    bad: usize,
    least: f64,
    proposed: usize,
    rightly_proposed: usize,
}

pub(super) fn table(judged: &[JudgedCase<'_>]) -> String {
    let mut text = "## Repairs\n\n| pages | values | set | drifted | accepted | fixed | rate | accepted under 0.9 | least F1 accepted | proposed | rightly |\n\
        | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for (mode, words) in [("again", "with training pages"), ("others", "others only")] {
        for (keeps, values) in [(true, "still there"), (false, "gone")] {
            for set in ["swde", "wien", "estuka"] {
                let of_set = judged
                    .iter()
                    .map(|one| one.case)
                    .filter(|case| case.set.name() == set && case.event.keeps_values() == keeps);
                let mut sum = RepairCounts { least: 1.0, ..RepairCounts::default() };
                for case in of_set {
                    let Some((_, repaired)) = case.repairs.iter().find(|(name, _)| *name == mode)
                    else {
                        continue;
                    };
                    sum.n += 1;
                    if let RepairResult::Proposed(f1) = repaired {
                        sum.proposed += 1;
                        sum.rightly_proposed += usize::from(*f1 >= 0.9 * case.before);
                    }
                    if let RepairResult::Accepted(f1) = repaired {
                        sum.accepted += 1;
                        sum.n_repaired += usize::from(*f1 >= 0.9 * case.before);
                        sum.bad += usize::from(*f1 < 0.9);
                        sum.least = sum.least.min(*f1);
                    }
                }
                writeln!(
                    text,
                    "| {words} | {values} | {set} | {} | {} | {} | {:.3} | {} | {:.3} | {} | {} |",
                    sum.n,
                    sum.accepted,
                    sum.n_repaired,
                    part(sum.n_repaired, sum.n),
                    sum.bad,
                    sum.least,
                    sum.proposed,
                    sum.rightly_proposed
                )
                .expect(INFALLIBLE);
            }
        }
    }
    text
}
