//! One simulated set of recognizers on one site: resolves the labels of some pages and judges them.

use super::PAGES;
use super::row::NoiseSetting;
use super::simulate::{reliability, sightings};
use super::truth::SiteTruth;
use crate::random::Random;
use std::time::Instant;
use unhusk::error::DisambiguateError;
use unhusk::example::corroborate::RecognizedColumn;
use unhusk::learn::disambiguate::{
    DisambiguatedPage, Disambiguation, Sighted, disambiguate, disambiguate_levels,
};
use unhusk::learn::{LearnedRule, Settings};
use unhusk::score::Score;
use unhusk::wrapper::{AnyWrapper, Extract};

/// Result for some pages.
pub(super) struct TrialOutcome {
    /// Whether every cell of every labelled page has its right place.
    pub(super) labels: bool,
    /// Whether the wrapper reads every page of the site correctly.
    pub(super) wrapper: bool,
    /// The first error.
    pub(super) failure: Option<String>,
    pub(super) milliseconds: f64,
}

/// Resolves increasing numbers of pages of a site.
pub(super) fn run(
    truth: &SiteTruth<'_>,
    setting: &NoiseSetting,
    random: &mut Random,
) -> Vec<(usize, TrialOutcome)> {
    let truth = truth.shuffled(random);
    let reliability = reliability(truth.n_fields(), setting, random);
    let columns = sightings(&truth, &reliability, setting.percent, random);
    let n_pages = PAGES.into_iter().filter(|&n_pages| n_pages <= truth.pages.len());
    n_pages.map(|n_pages| (n_pages, of_pages(&truth, &columns[..n_pages]))).collect()
}

fn of_pages(truth: &SiteTruth<'_>, columns: &[Vec<RecognizedColumn>]) -> TrialOutcome {
    let sighted = truth.pages.iter().zip(columns).map(|(page, columns)| Sighted {
        name: page.name.clone(),
        page: page.page,
        columns: columns.clone(),
    });
    let sighted: Vec<Sighted<'_>> = sighted.collect();
    let judge = if truth.is_table() { table } else { levels };
    let FirstErrors { labels, wrapper, milliseconds } = judge(truth, &sighted);
    TrialOutcome {
        labels: labels.is_none(),
        wrapper: wrapper.is_none(),
        failure: labels.or(wrapper),
        milliseconds,
    }
}

/// The first error of the labels and of the wrapper; the time to resolve.
struct FirstErrors {
    labels: Option<String>,
    wrapper: Option<String>,
    milliseconds: f64,
}

impl FirstErrors {
    fn error(error: &DisambiguateError, start: Instant) -> Self {
        let wrapper = Some("nothing was learnt".to_owned());
        Self { labels: Some(error.to_string()), wrapper, milliseconds: since(start) }
    }
}

fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

fn table(truth: &SiteTruth<'_>, sighted: &[Sighted<'_>]) -> FirstErrors {
    let start = Instant::now();
    let settled = match disambiguate(&truth.schema, sighted, &Settings::default()) {
        Ok(settled) => settled,
        Err(error) => return FirstErrors::error(&error, start),
    };
    let milliseconds = since(start);
    let wrapper = if settled.schema.fields() == truth.schema.fields() {
        wrong_reading(truth, settled.learned.as_ref())
    } else {
        Some("a field was not found at all".to_owned())
    };
    FirstErrors { labels: wrong_label(truth, &settled), wrapper, milliseconds }
}

fn levels(truth: &SiteTruth<'_>, sighted: &[Sighted<'_>]) -> FirstErrors {
    let start = Instant::now();
    let settled = match disambiguate_levels(&truth.schema, sighted, &Settings::default()) {
        Ok(settled) => settled,
        Err(error) => return FirstErrors::error(&error, start),
    };
    let milliseconds = since(start);
    let labels = truth.pages.iter().zip(&settled.pages).find_map(|(page, values)| {
        let right = page.values.iter().enumerate();
        let right = right.flat_map(|(level, own)| own.iter().map(move |&own| (own, level)));
        let mut right: Vec<_> = right.collect();
        right.sort_unstable();
        let read: Vec<_> = values.iter().map(|value| (value.place, value.level)).collect();
        let differs = right.iter().zip(&read).find(|(right, read)| right != read);
        (right != read).then(|| {
            let (n_read, n_right) = (read.len(), right.len());
            format!("{}: {n_read} values, not {n_right}: {differs:?}", page.name)
        })
    });
    FirstErrors { labels, wrapper: wrong_reading(truth, settled.learned.as_ref()), milliseconds }
}

/// Returns the first wrong label.
fn wrong_label(truth: &SiteTruth<'_>, settled: &Disambiguation) -> Option<String> {
    for (page, settled) in truth.pages.iter().zip(&settled.pages) {
        let rows = match settled {
            DisambiguatedPage::Records(rows) => rows,
            DisambiguatedPage::LeftOut(error) => return Some(format!("{}: {error}", page.name)),
        };
        let n_rows = page.example.records.len();
        if rows.len() != n_rows {
            return Some(format!("{}: {} rows, not {n_rows}", page.name, rows.len()));
        }
        for (row, cells) in rows.iter().enumerate() {
            for (field, cell) in cells.iter().enumerate() {
                let span = page.values[field].get(row);
                if cell.place.as_ref() == span {
                    continue;
                }
                let name = &truth.schema.fields()[field].name;
                let [got, want] = [cell.place, span.copied()]
                    .map(|place| place.and_then(|place| page.page.slice(place)));
                let (page, how) = (&page.name, cell.how);
                return Some(format!("{page}: row {row}: {name}: {how:?} {got:?}, not {want:?}"));
            }
        }
    }
    None
}

/// Returns the first page that the wrapper reads wrongly.
fn wrong_reading(
    truth: &SiteTruth<'_>,
    learned: Option<&LearnedRule<AnyWrapper>>,
) -> Option<String> {
    let Some(learned) = learned else { return Some("no wrapper was learnt".to_owned()) };
    truth.pages.iter().find_map(|page| {
        let mut score = Score::default();
        let read = learned.wrapper.extract(&truth.schema, page.page).records;
        score.add_page(&truth.schema, &page.example, &read);
        let counts = score.total();
        let class = learned.wrapper.class();
        (!counts.is_perfect()).then(|| {
            format!(
                "{class} on {}: {} missed, {} surplus",
                page.name, counts.missed, counts.surplus
            )
        })
    })
}
