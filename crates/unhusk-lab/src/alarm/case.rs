//! One field of one run: the truth about its values, and the evidence that the program has.

use super::AlarmRegime;
use crate::contest::contestant::{learn_wrapper, score};
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::contest::truth::CompareBy;
use crate::random::Random;
use unhusk::example::LabelCell;
use unhusk::record::{Cell, Schema};
use unhusk::score::ValueCounts;
use unhusk::verify::Health;
use unhusk::verify::signals::Signals;
use unhusk::wrapper::profile::FieldProfile;
use unhusk::wrapper::summary::RunObserver;
use unhusk::wrapper::summary::internal::AlarmEvidence;
use unhusk::{Page, Wrapper};

/// One field of one run over unchanged pages.
#[derive(Debug, Clone)]
pub(super) struct AlarmCase {
    pub(super) regime: &'static str,
    pub(super) set: BenchmarkSet,
    pub(super) site: String,
    pub(super) trial: usize,
    pub(super) field: String,
    /// F1 of the values of the field on the pages that were read.
    pub(super) f1: f64,
    pub(super) evidence: AlarmEvidence,
    /// Whether a warning names the field for other reasons than the signals.
    pub(super) is_named_anyway: bool,
    /// The warnings that the program prints.
    pub(super) warnings: Vec<String>,
    /// Differences from the labelled pages.
    pub(super) signals: Signals,
    /// Values read on the first pages, beside the truth.
    pub(super) examples: Vec<String>,
}

/// Learns from the pages of one trial, reads the others, and compares their records with the truth.
pub(super) fn of_site(site: &BenchmarkSite, regime: &AlarmRegime, seed: u64) -> Vec<AlarmCase> {
    let n_trials = regime.trials.min(site.n_pages());
    (0..n_trials).flat_map(|trial| of_trial(site, regime, trial, seed)).collect()
}

fn of_trial(site: &BenchmarkSite, regime: &AlarmRegime, trial: usize, seed: u64) -> Vec<AlarmCase> {
    let order = Random::new(seed + trial as u64).order(site.n_pages());
    let n_train = if site.n_pages() <= 3 { 1 } else { regime.train };
    let split = Split::new(&order, n_train, regime.unlabelled, regime.unlabelled);
    let task = Task::new(site, &split, LabelScope::All);
    let Some(wrapper) = learn_wrapper(&task) else { return Vec::new() };
    let Some(healthy) = &wrapper.profile else { return Vec::new() };
    let pages: Vec<Page> = task.to_read.iter().map(|source| Page::from_bytes(source)).collect();
    let mut observer = RunObserver::new(&wrapper);
    for (at, page) in split.test.iter().zip(&pages) {
        observer.add_page(site.page_name(*at), page);
    }
    let (Some(verdict), Some(now)) = (observer.verdict(), observer.profile().cloned()) else {
        return Vec::new();
    };
    let summary = observer.finish();
    let score = score(site, &wrapper, &split.test, &pages);
    let case = |(position, field): (usize, &FieldProfile)| {
        let counts = score.field(&field.name)?;
        let is_known = counts != ValueCounts::default() && site.has_sound_truth(&field.name);
        is_known.then(|| AlarmCase {
            regime: regime.name,
            set: site.set,
            site: site.name.clone(),
            trial,
            field: field.name.clone(),
            f1: counts.f1(),
            evidence: AlarmEvidence::of(healthy, &now, position, &verdict.fields[position]),
            is_named_anyway: verdict.fields[position].health == Health::Drift
                || summary.fields[position].odd > 0,
            warnings: summary.fields[position].warnings.clone(),
            signals: verdict.fields[position].signals,
            examples: examples(site, &wrapper, &field.name, (&split.test, &pages)),
        })
    };
    healthy.fields.iter().enumerate().filter_map(case).collect()
}

/// Pages whose values are shown.
const N_SHOWN: usize = 4;

/// Returns the values that a wrapper reads for a field on the first pages, beside the truth.
fn examples(
    site: &BenchmarkSite,
    wrapper: &Wrapper,
    field: &str,
    (test, pages): (&[usize], &[Page]),
) -> Vec<String> {
    let position = |schema: &Schema| schema.fields().iter().position(|one| one.name == field);
    let (Some(read_at), Some(true_at)) = (position(&wrapper.schema), position(site.schema()))
    else {
        return Vec::new();
    };
    let of_page = |(at, page): (&usize, &Page)| {
        let records = wrapper.extract(page).records;
        let cells = records.iter().filter_map(|record| record.cells.get(read_at));
        let read: Vec<String> =
            cells.flat_map(Cell::values).take(3).map(|value| value.text.to_string()).collect();
        let truth = site.truth(*at, CompareBy::Text);
        let cells = truth.records.iter().filter_map(|record| record.cells.get(true_at));
        let labels = cells.flat_map(|cell| match cell {
            LabelCell::One(label) => std::slice::from_ref(label),
            LabelCell::Many(labels) => labels,
            _ => &[],
        });
        let truth: Vec<&str> = labels.take(3).filter_map(|label| label.text.as_deref()).collect();
        format!("{read:?} for {truth:?}")
    };
    test.iter().zip(pages).take(N_SHOWN).map(of_page).collect()
}
