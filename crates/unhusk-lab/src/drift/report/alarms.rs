//! True and false alarms, by the number of training pages and by event.

use super::{CHECKS, INFALLIBLE, JudgedCase, part};
use crate::drift::REGIMES;
use crate::drift::case::CaseTruth;
use crate::drift::change::Event;
use std::fmt::Write;

/// Counts of true and false alarms.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AlarmCounts {
    hits: usize,
    misses: usize,
    false_alarms: usize,
    quiet: usize,
    blurred: usize,
    blurred_alarms: usize,
}

impl AlarmCounts {
    pub(super) fn add(&mut self, truth: CaseTruth, is_alarm: bool) {
        match (truth, is_alarm) {
            (CaseTruth::Drifted, true) => self.hits += 1,
            (CaseTruth::Drifted, false) => self.misses += 1,
            (CaseTruth::Right, true) => self.false_alarms += 1,
            (CaseTruth::Right, false) => self.quiet += 1,
            (CaseTruth::Blurred, _) => {
                self.blurred += 1;
                self.blurred_alarms += usize::from(is_alarm);
            }
        }
    }

    pub(super) fn f1(&self) -> f64 {
        part(2 * self.hits, 2 * self.hits + self.misses + self.false_alarms)
    }

    fn cells(&self) -> String {
        format!(
            "{} | {} | {:.3} | {:.3} | {:.3} | {} of {}",
            self.hits + self.misses,
            self.false_alarms + self.quiet,
            part(self.hits, self.hits + self.misses),
            part(self.hits, self.hits + self.false_alarms),
            part(self.false_alarms, self.false_alarms + self.quiet),
            self.blurred_alarms,
            self.blurred,
        )
    }
}

const HEAD: &str = "drifted | right | recall | precision | false alarms | alarms where blurred |";

fn counts<'j>(judged: impl Iterator<Item = &'j JudgedCase<'j>>, check: usize) -> AlarmCounts {
    let mut counts = AlarmCounts::default();
    judged.for_each(|one| counts.add(one.case.truth(), one.alarms[check]));
    counts
}

pub(super) fn detection(judged: &[JudgedCase<'_>]) -> String {
    let mut text =
        format!("## Alarms\n\n| learnt from | sets | check | {HEAD}\n|{}\n", " --- |".repeat(9));
    for regime in &REGIMES {
        for sets in [&["swde", "wien"][..], &["estuka"][..]] {
            let is_meant = |one: &&JudgedCase<'_>| {
                one.case.regime == regime.name && sets.contains(&one.case.set.name())
            };
            if !judged.iter().any(|one| is_meant(&one)) {
                continue;
            }
            for (check, name) in CHECKS.iter().enumerate() {
                let cells = counts(judged.iter().filter(is_meant), check).cells();
                writeln!(text, "| {} | {} | {name} | {cells} |", regime.name, sets.join(", "))
                    .expect(INFALLIBLE);
            }
        }
    }
    text
}

pub(super) fn by_event(judged: &[JudgedCase<'_>]) -> String {
    let mut text =
        format!("## Alarms of `verify` by event\n\n| event | {HEAD}\n|{}\n", " --- |".repeat(7));
    for event in Event::all() {
        let name = event.name();
        let of_event = judged.iter().filter(|one| one.case.event == event);
        let cells = counts(of_event, 0).cells();
        writeln!(text, "| {name} | {cells} |").expect(INFALLIBLE);
    }
    text
}
