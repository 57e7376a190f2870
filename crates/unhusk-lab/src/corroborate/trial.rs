//! One simulated set of recognizers on one site: what is settled from some of its pages, and whether that is right.

use super::PAGES;
use super::row::Setting;
use super::simulate::{reliability, sightings};
use super::truth::Truth;
use crate::random::Random;
use std::time::Instant;
use unhusk::example::corroborate::Column;
use unhusk::learn::Settings;
use unhusk::learn::settle::{SettledPage, Settlement, Sighted, settle};
use unhusk::score::Score;
use unhusk::wrapper::Wrapper;

/// What came of some pages.
pub(super) struct Outcome {
    /// Whether every cell of every labelled page has its right place.
    pub(super) labels: bool,
    /// Whether the wrapper reads every page of the site as it should.
    pub(super) wrapper: bool,
    /// What went wrong first.
    pub(super) failure: Option<String>,
    pub(super) milliseconds: f64,
}

/// Settles ever more pages of a site.
pub(super) fn run(
    truth: &Truth<'_>,
    setting: &Setting,
    random: &mut Random,
) -> Vec<(usize, Outcome)> {
    let truth = truth.shuffled(random);
    let reliability = reliability(truth.n_fields(), setting, random);
    let columns = sightings(&truth, &reliability, setting.percent, random);
    let n_pages = PAGES.into_iter().filter(|&n_pages| n_pages <= truth.pages.len());
    n_pages.map(|n_pages| (n_pages, of_pages(&truth, &columns[..n_pages]))).collect()
}

fn of_pages(truth: &Truth<'_>, columns: &[Vec<Column>]) -> Outcome {
    let sighted = truth.pages.iter().zip(columns).map(|(page, columns)| Sighted {
        name: page.name.clone(),
        page: page.page,
        columns: columns.clone(),
    });
    let sighted: Vec<Sighted<'_>> = sighted.collect();
    let start = Instant::now();
    let settled = settle(&truth.schema, &sighted, &Settings::default());
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let (labels, wrapper) = match &settled {
        Ok(settled) => (wrong_label(truth, settled), wrong_reading(truth, settled)),
        Err(error) => (Some(error.to_string()), Some("nothing was learnt".to_owned())),
    };
    Outcome {
        labels: labels.is_none(),
        wrapper: wrapper.is_none(),
        failure: labels.or(wrapper),
        milliseconds,
    }
}

/// The first label that is wrong.
fn wrong_label(truth: &Truth<'_>, settled: &Settlement) -> Option<String> {
    for (page, settled) in truth.pages.iter().zip(&settled.pages) {
        let rows = match settled {
            SettledPage::Records(rows) => rows,
            SettledPage::LeftOut(error) => return Some(format!("{}: {error}", page.name)),
        };
        if rows.len() != page.rows.len() {
            return Some(format!("{}: {} rows, not {}", page.name, rows.len(), page.rows.len()));
        }
        for (row, (cells, spans)) in rows.iter().zip(&page.rows).enumerate() {
            for (field, (cell, span)) in cells.iter().zip(spans).enumerate() {
                if cell.place == Some(*span) {
                    continue;
                }
                let name = &truth.schema.fields()[field].name;
                let [got, want] = [cell.place, Some(*span)]
                    .map(|place| place.and_then(|place| page.page.slice(place)));
                let (page, how) = (&page.name, cell.how);
                return Some(format!("{page}: row {row}: {name}: {how:?} {got:?}, not {want:?}"));
            }
        }
    }
    None
}

/// The first page that the wrapper reads wrongly.
fn wrong_reading(truth: &Truth<'_>, settled: &Settlement) -> Option<String> {
    let Some(learned) = &settled.learned else { return Some("no wrapper was learnt".to_owned()) };
    if settled.schema.fields() != truth.schema.fields() {
        return Some("a field was not found at all".to_owned());
    }
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
