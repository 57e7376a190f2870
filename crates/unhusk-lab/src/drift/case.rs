//! One site after one event: records before and after, differences, and the result of a repair.

use super::change::{Changer, Event};
use super::{DriftRegime, ForeignPages};
use crate::contest::contestant::{learn, with_fields_of};
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::contest::truth::CompareBy;
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk_baselines::find_method;

use unhusk::score::{FieldScore, Score, ValueCounts};
use unhusk::verify::repair::{RepairOutcome, repair};
use unhusk::verify::signals::{Signals, signals};
use unhusk::wrapper::profile::Profile;
use unhusk::wrapper::{Provenance, Wrapper};
use unhusk_baselines::{dataprog, rapture};

/// One site after one event.
#[derive(Debug, Clone)]
pub(super) struct DriftCase {
    pub(super) regime: &'static str,
    pub(super) set: BenchmarkSet,
    pub(super) site: String,
    pub(super) event: Event,
    pub(super) fields: Vec<FieldCase>,
    /// Scores of RAPTURE and `DataProg`; larger is worse.
    pub(super) rapture: f64,
    pub(super) dataprog: f64,
    /// Repairs on pages that include the training pages, and on others only.
    pub(super) repairs: Vec<(&'static str, RepairResult)>,
    /// F1 over all fields, before and after.
    pub(super) before: f64,
    pub(super) after: f64,
}

/// One field of a case.
#[derive(Debug, Clone)]
pub(super) struct FieldCase {
    pub(super) name: String,
    pub(super) before: f64,
    pub(super) after: f64,
    pub(super) signals: Signals,
}

/// Result of a repair.
#[derive(Debug, Clone)]
pub(super) enum RepairResult {
    /// No alarm was raised.
    NotTried,
    /// No candidate was good enough, with the reason.
    Refused(String),
    /// Proposed, with this F1.
    Proposed(f64),
    /// Accepted, with this F1.
    Accepted(f64),
}

/// A field has clearly lost its values if it keeps less than this share of its F1, and has kept them if it keeps more
/// than [`KEPT`].
pub(super) const LOST: f64 = 0.8;
pub(super) const KEPT: f64 = 0.95;

impl FieldCase {
    pub(super) fn kept(&self) -> f64 {
        if self.before > 0.0 { self.after / self.before } else { 1.0 }
    }
}

/// Truth about a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseTruth {
    Right,
    Blurred,
    Drifted,
}

impl DriftCase {
    pub(super) fn truth(&self) -> CaseTruth {
        let least = self.fields.iter().map(FieldCase::kept).fold(f64::INFINITY, f64::min);
        match least {
            least if least < LOST => CaseTruth::Drifted,
            least if least < KEPT => CaseTruth::Blurred,
            _ => CaseTruth::Right,
        }
    }
}

/// Returns all cases of a site.
pub(super) fn of_site(
    site: &BenchmarkSite,
    regime: &DriftRegime,
    foreign: &ForeignPages,
    seed: u64,
) -> Vec<DriftCase> {
    let order: Vec<usize> = (0..site.n_pages()).collect();
    let n_train = if site.n_pages() <= 3 { 1 } else { regime.train };
    let mut split = Split::new(&order, n_train, regime.unlabelled, regime.unlabelled);
    split.test.truncate(regime.pages);
    let task = Task::new(site, &split, LabelScope::All);
    let method = find_method("auto").expect("the catalogue has it");
    let Ok((wrapper, schema)) = learn(method, &task) else { return Vec::new() };
    let mut file = Wrapper::new(schema, wrapper, Provenance::default());
    let healthy: Vec<Page> = task
        .labelled
        .iter()
        .chain(&task.unlabelled)
        .map(|source| Page::from_bytes(source))
        .collect();
    file.record_baseline(&healthy);
    let (cousin, stranger) = foreign.of(site);
    let on = SiteCases {
        site,
        file,
        split,
        changer: Changer::new(site, seed, cousin, stranger),
        regime,
    };
    let sources: Vec<Page> =
        on.split.test.iter().map(|at| Page::from_bytes(&site.sources[*at])).collect();
    let before = on.score(&on.file, &sources);
    Event::all().into_iter().filter_map(|event| on.case(event, &before)).collect()
}

struct SiteCases<'s> {
    site: &'s BenchmarkSite,
    file: Wrapper,
    split: Split,
    changer: Changer<'s>,
    regime: &'s DriftRegime,
}

impl SiteCases<'_> {
    fn case(&self, event: Event, before: &Score) -> Option<DriftCase> {
        let pages = self.changed(&event, &self.split.test)?;
        let healthy = self.file.profile.as_ref()?;
        let now = Profile::of(&self.file.rule, &self.file.schema, &pages);
        // Anything read from a page of another site is wrong.
        let after =
            if event.is_foreign() { Score::default() } else { self.score(&self.file, &pages) };
        let fields: Vec<FieldCase> = healthy
            .fields
            .iter()
            .enumerate()
            .filter_map(|(position, field)| {
                let counts = before.field(&field.name)?;
                Some(FieldCase {
                    name: field.name.clone(),
                    before: counts.f1(),
                    after: counts_or_none(&after, &field.name),
                    signals: signals(healthy, &now, position),
                })
            })
            .collect();
        let mut case = DriftCase {
            regime: self.regime.name,
            set: self.site.set,
            site: self.site.name.clone(),
            fields,
            rapture: -rapture::log_probability(healthy, &now),
            dataprog: dataprog::chi_squared(healthy, &now),
            repairs: Vec::new(),
            before: mean_f1(before),
            after: mean_f1(&after),
            event,
        };
        // The pages of a cousin may contain known values, so the right repair is undefined.
        let is_tried = self.regime.repairs && case.event != Event::Cousin;
        if is_tried && case.truth() == CaseTruth::Drifted {
            let learnt_from = self.changed(&case.event, &self.split.train)?;
            let both: Vec<&Page> = learnt_from.iter().chain(&pages).collect();
            let others: Vec<&Page> = pages.iter().collect();
            for (name, at_hand) in [("again", both), ("others", others)] {
                case.repairs.push((name, self.repaired(&at_hand, &pages, case.event.is_foreign())));
            }
        }
        Some(case)
    }

    fn changed(&self, event: &Event, numbers: &[usize]) -> Option<Vec<Page>> {
        let rule = (&self.file.rule, &self.file.schema);
        let page = |at: &usize| Some(Page::from(self.changer.page(event, *at, rule)?.as_str()));
        numbers.iter().map(page).collect()
    }

    fn repaired(&self, at_hand: &[&Page], test: &[Page], is_foreign: bool) -> RepairResult {
        let names: Vec<String> = (0..at_hand.len()).map(|at| at.to_string()).collect();
        let named = names.iter().zip(at_hand).map(|(name, &page)| NamedPage { name, page });
        let named: Vec<NamedPage<'_>> = named.collect();
        match repair(&self.file, &named, &[]) {
            Ok(RepairOutcome::Repaired(_)) if is_foreign => RepairResult::Accepted(0.0),
            Ok(RepairOutcome::Repaired(repaired)) => {
                RepairResult::Accepted(mean_f1(&self.score(&repaired.file, test)))
            }
            Ok(RepairOutcome::Proposed(proposed)) => {
                RepairResult::Proposed(mean_f1(&self.score(&proposed.file, test)))
            }
            Ok(RepairOutcome::Refused(reasons)) => {
                let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                RepairResult::Refused(reasons.join("; "))
            }
            _ => RepairResult::NotTried,
        }
    }

    fn score(&self, file: &Wrapper, pages: &[Page]) -> Score {
        let mut score = Score::default();
        for (at, page) in self.split.test.iter().zip(pages) {
            let found = file.extract(page).records.into_iter();
            let records: Vec<_> = found
                .map(|record| with_fields_of(record, &file.schema, self.site.schema()))
                .collect();
            score.add_page(self.site.schema(), &self.site.truth(*at, CompareBy::Text), &records);
        }
        // Fields without a value on the labelled pages could not be learnt.
        let profile = self.file.profile.as_ref();
        score.fields.retain(|FieldScore { name, counts }| {
            let is_learnt = profile
                .is_some_and(|profile| profile.fields.iter().any(|field| field.name == *name));
            is_learnt && *counts != ValueCounts::default()
        });
        score
    }
}

fn counts_or_none(score: &Score, name: &str) -> f64 {
    score.field(name).map_or(0.0, ValueCounts::f1)
}

/// Returns the mean over the fields.
#[expect(clippy::cast_precision_loss, reason = "fields are few")]
fn mean_f1(score: &Score) -> f64 {
    let sum: f64 = score.fields.iter().map(|field| field.counts.f1()).sum();
    if score.fields.is_empty() { 0.0 } else { sum / score.fields.len() as f64 }
}
