//! The tables for people, and the figures of every case.

use super::case::{Case, Repaired, Truth};
use super::change::Event;
use super::fit::fit;
use super::{REGIMES, case};
use std::collections::BTreeSet;
use std::fmt::Write;
use unhusk::verify::score::{THRESHOLD, Weights};
use unhusk::verify::signals::{NAMES, Signals};

const INFALLIBLE: &str = "writing to a string cannot fail";

/// A case with what the checks say of it.
pub(super) struct Judged<'c> {
    pub(super) case: &'c Case,
    /// The worst field, by weights of the other half of the sites.
    score: f64,
    alarms: [bool; 3],
}

/// What is compared.
const CHECKS: [&str; 3] = ["verify", "RAPTURE", "DataProg"];

/// Judges every case by what was learnt from the other half of the sites.
pub(super) fn judge(cases: &[Case]) -> Vec<Judged<'_>> {
    let sites: BTreeSet<(&str, &str)> =
        cases.iter().map(|case| (case.set.name(), case.site.as_str())).collect();
    let half = |case: &Case| {
        let at = sites.iter().position(|site| *site == (case.set.name(), case.site.as_str()));
        at.unwrap_or(0) % 2
    };
    let learnt: Vec<(Weights, f64, f64)> = [0, 1]
        .map(|number| {
            let others: Vec<&Case> = cases.iter().filter(|case| half(case) != number).collect();
            let weights = fit(&rows(&others));
            (
                weights,
                best_threshold(&others, |case| case.rapture),
                best_threshold(&others, |case| case.dataprog),
            )
        })
        .into();
    cases
        .iter()
        .map(|case| {
            let (weights, rapture, dataprog) = &learnt[half(case)];
            let scores = case.fields.iter().map(|field| weights.score(&field.signals));
            let score = scores.fold(0.0, f64::max);
            let alarms =
                [weights.is_alarm(score), case.rapture >= *rapture, case.dataprog >= *dataprog];
            Judged { case, score, alarms }
        })
        .collect()
}

/// Fields that clearly lost their values, and fields that did not.
fn rows(cases: &[&Case]) -> Vec<(Signals, bool)> {
    let fields = cases.iter().flat_map(|case| &case.fields);
    let clear = fields.filter(|field| field.kept() < case::LOST || field.kept() >= case::KEPT);
    clear.map(|field| (field.signals, field.kept() < case::LOST)).collect()
}

/// The threshold with the best F1 of alarms.
fn best_threshold(cases: &[&Case], score: impl Fn(&Case) -> f64) -> f64 {
    let mut scores: Vec<f64> = cases.iter().map(|case| score(case)).collect();
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    let f1 = |threshold: f64| {
        let mut counts = Counts::default();
        for case in cases {
            counts.add(case.truth(), score(case) >= threshold);
        }
        counts.f1()
    };
    scores.into_iter().max_by(|a, b| f1(*a).total_cmp(&f1(*b))).unwrap_or(0.0)
}

/// Alarms, right and wrong.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    hits: usize,
    misses: usize,
    false_alarms: usize,
    quiet: usize,
    blurred: usize,
    blurred_alarms: usize,
}

impl Counts {
    fn add(&mut self, truth: Truth, is_alarm: bool) {
        match (truth, is_alarm) {
            (Truth::Drifted, true) => self.hits += 1,
            (Truth::Drifted, false) => self.misses += 1,
            (Truth::Right, true) => self.false_alarms += 1,
            (Truth::Right, false) => self.quiet += 1,
            (Truth::Blurred, _) => {
                self.blurred += 1;
                self.blurred_alarms += usize::from(is_alarm);
            }
        }
    }

    fn f1(&self) -> f64 {
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

#[expect(clippy::cast_precision_loss, reason = "counts of cases")]
fn part(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

const HEAD: &str = "drifted | right | recall | precision | false alarms | alarms where blurred |";

pub(super) fn tables(judged: &[Judged<'_>]) -> String {
    [detection(judged), by_event(judged), repairs(judged), weights(judged)].join("\n")
}

fn counts<'j>(judged: impl Iterator<Item = &'j Judged<'j>>, check: usize) -> Counts {
    let mut counts = Counts::default();
    judged.for_each(|one| counts.add(one.case.truth(), one.alarms[check]));
    counts
}

fn detection(judged: &[Judged<'_>]) -> String {
    let mut text =
        format!("## Alarms\n\n| learnt from | sets | check | {HEAD}\n|{}\n", " --- |".repeat(9));
    for regime in &REGIMES {
        for sets in [&["swde", "wien"][..], &["estuka"][..]] {
            let is_meant = |one: &&Judged<'_>| {
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

fn by_event(judged: &[Judged<'_>]) -> String {
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

/// How repairs went.
#[derive(Default)]
struct Mending {
    n: usize,
    mended: usize,
    accepted: usize,
    bad: usize,
    least: f64,
}

fn repairs(judged: &[Judged<'_>]) -> String {
    let mut text = "## Repairs\n\n| pages at hand | values | set | drifted | accepted | mended | rate | accepted under 0.9 | least F1 accepted |\n\
        | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for (mode, words) in [("again", "with those learnt from"), ("others", "others only")] {
        for (keeps, values) in [(true, "still there"), (false, "gone")] {
            for set in ["swde", "wien", "estuka"] {
                let of_set = judged
                    .iter()
                    .map(|one| one.case)
                    .filter(|case| case.set.name() == set && case.event.keeps_values() == keeps);
                let mut sum = Mending { least: 1.0, ..Mending::default() };
                for case in of_set {
                    let Some((_, repaired)) = case.repairs.iter().find(|(name, _)| *name == mode)
                    else {
                        continue;
                    };
                    sum.n += 1;
                    if let Repaired::Accepted(f1) = repaired {
                        sum.accepted += 1;
                        sum.mended += usize::from(*f1 >= 0.9 * case.before);
                        sum.bad += usize::from(*f1 < 0.9 && *f1 < 0.98 * case.before);
                        sum.least = sum.least.min(*f1);
                    }
                }
                writeln!(
                    text,
                    "| {words} | {values} | {set} | {} | {} | {} | {:.3} | {} | {:.3} |",
                    sum.n,
                    sum.accepted,
                    sum.mended,
                    part(sum.mended, sum.n),
                    sum.bad,
                    sum.least
                )
                .expect(INFALLIBLE);
            }
        }
    }
    text
}

/// The weights that all cases together give, to be copied to `verify::score`.
fn weights(judged: &[Judged<'_>]) -> String {
    let cases: Vec<&Case> = judged.iter().map(|one| one.case).collect();
    let fitted = fit(&rows(&cases));
    let mut text = "## Weights\n\n| signal | weight |\n| --- | --- |\n".to_owned();
    writeln!(text, "| (bias) | {:.2} |", fitted.bias).expect(INFALLIBLE);
    for (name, weight) in NAMES.iter().zip(fitted.weights) {
        writeln!(text, "| {name} | {weight:.2} |").expect(INFALLIBLE);
    }
    text
}

/// A case as it is written down.
#[derive(serde::Serialize)]
pub(super) struct Line {
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

pub(super) fn lines(judged: &[Judged<'_>]) -> Vec<Line> {
    judged.iter().map(line).collect()
}

fn line(judged: &Judged<'_>) -> Line {
    let case = judged.case;
    let worst = case.fields.iter().min_by(|a, b| a.kept().total_cmp(&b.kept()));
    let repair = |mode: &str| {
        let found = case.repairs.iter().find(|(name, _)| *name == mode);
        found.map_or(String::new(), |(_, repaired)| match repaired {
            Repaired::NotTried => "no alarm".to_owned(),
            Repaired::Refused(why) => why.chars().take(120).collect(),
            Repaired::Accepted(f1) => format!("{f1:.4}"),
        })
    };
    Line {
        learnt_from: case.regime,
        set: case.set.name(),
        site: case.site.clone(),
        event: case.event.name(),
        f1_before: format!("{:.4}", case.before),
        f1_after: format!("{:.4}", case.after),
        truth: match case.truth() {
            Truth::Right => "right",
            Truth::Blurred => "blurred",
            Truth::Drifted => "drifted",
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

/// `docs/results/drift.md`.
pub(super) fn document(tables: &str) -> String {
    format!(
        "\
# Changed sites

Made by `cargo run --release -p unhusk-lab -- drift`; every case in `crates/unhusk-lab/results/drift.csv`.

A wrapper is learnt by `auto` from three labelled pages of a site (one of Estuka, whose sites have three pages), and its profile is made of them; other pages of the site (12 at most) then go through a simulated event and are verified together.
No set at hand has one site before and after a real change; *cousin* is as near as they come: the pages of another site with the same fields.

A case is a site after an event.
It has **drifted** if some field keeps less than {lost} of the F1 that it had on the same pages before; it reads **right** if every field keeps {kept}; what lies between is blurred, and alarms there are counted apart.
Pages of other sites have always drifted.
Weights of `verify` and thresholds of RAPTURE and `DataProg` (best F1 of alarms) come from sites that are not in the case's half.
The signals of `verify`, its threshold ({THRESHOLD}), the borders of *drifted* and *right* and the way fields are removed were chosen while looking at all of these sites: read the figures of `verify` as development scores.
The weights that are shipped, at the end of this page, come from all of them.

* **labels**, **attributes**, **classes**, **tags**, **order**, **siblings**, **wrappers**, **all**: as in [Redesigned sites](redesign.md).
* **harmless**: comments, attributes and a script that nobody sees.
* **divs**: tables become boxes; **columns**: the first column of every table is its last; **rebuilt**: all and divs.
* **removed 1**, **removed 2**: the values of the first or second field are gone, with the element that holds nothing else but a label.
* **cousin**, **stranger**, **error**: pages of the next site of the same kind, of another kind, and a page that says that there was an error.

*Repairs* are tried for every drifted case that raises an alarm with the shipped weights, on the changed pages together with those that were learnt from as they are after the change, and on the others only.
A repair has mended the wrapper if it was accepted and its F1 on the changed pages is at least 0.9 of what it was before the change.

{tables}",
        lost = case::LOST,
        kept = case::KEPT,
    )
}
