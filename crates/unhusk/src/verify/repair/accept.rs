//! Whether a repair is good enough to be proposed.

use super::labels::{TaughtCell, Teaching};
use super::{Mended, relearn};
use crate::page::{Page, squeeze};
use crate::record::{Cell, Record};
use crate::verify::score::Weights;
use crate::verify::signals::at;
use crate::verify::{Health, judge};
use crate::wrapper::profile::Profile;
use crate::wrapper::WrapperFile;

/// The highest score of a field that is accepted: a third of what raises an alarm.
const MAX_SCORE: f64 = 0.12;
/// The share of known values that a wrapper learnt from the other pages must read, and the repair of all.
const MIN_READ: f64 = 0.95;

/// Checks a repair against all that is known; an error says what speaks against it.
pub(super) fn accept(
    old: &WrapperFile,
    healthy: &Profile,
    pages: &[(String, &Page)],
    teaching: &Teaching,
    mut mended: WrapperFile,
) -> Result<Mended, String> {
    let all = share_read(&mended, pages, teaching);
    if all < MIN_READ {
        return Err(format!("what was learnt again reads only {} of the known values", percent(all)));
    }
    let mut evidence = vec![format!(
        "{} of the known values on {} are read",
        percent(all),
        n_pages(teaching.n_labelled())
    )];
    if teaching.n_labelled() >= 2 {
        let others = across(old, pages, teaching)?;
        if others < MIN_READ {
            return Err(format!(
                "learnt from some of the pages, only {} of the known values on the others are read; more known pages \
                 would help",
                percent(others)
            ));
        }
        evidence.push(format!("learnt from half of these pages, it reads {} of the others", percent(others)));
    }
    let now = Profile::of(&mended.wrapper, &mended.schema, pages.iter().map(|(_, page)| *page));
    let verdict = judge(healthy, &now, &values_only());
    if let Some(field) = verdict.fields.iter().find(|field| field.score > MAX_SCORE) {
        let why = field.evidence.first().map_or(String::new(), |why| format!(" ({why})"));
        return Err(format!(
            "what was learnt again reads field `{}` unlike the healthy pages{why}",
            field.name
        ));
    }
    let worst = verdict.fields.iter().map(|field| field.score).fold(0.0, f64::max);
    evidence.push(format!("on all {} the values look as they did (score {worst:.2})", n_pages(pages.len())));
    let mut verdict = verdict;
    verdict.health = Health::Healthy;
    mended.profile = Some(now);
    Ok(Mended { file: mended, changes: Vec::new(), evidence, verdict })
}

/// Weights for pages that have changed: where values stand and what the template says is no longer to be compared.
fn values_only() -> Weights {
    let mut weights = Weights::default();
    for signal in [
        at::DOUBT,
        at::DOUBTFUL,
        at::TEMPLATE,
        at::LABELS,
        at::UNLABELLED,
        at::RELABELLED,
        at::MISLABELLED,
        at::VOTES,
        at::CONTEST,
        at::ASSURED,
    ] {
        weights.weights[signal] = 0.0;
    }
    weights
}

/// The share of known values that are read if a wrapper is learnt from every other page, and the other way round.
fn across(old: &WrapperFile, pages: &[(String, &Page)], teaching: &Teaching) -> Result<f64, String> {
    let halves = [0, 1].map(|half| teaching.part((0..teaching.n_labelled()).filter(move |at| at % 2 == half)));
    let mut shares = Vec::new();
    for (taught, asked) in [(&halves[0], &halves[1]), (&halves[1], &halves[0])] {
        // A half may lack a field; then it says nothing.
        if let Ok(wrapper) = relearn::relearn(old, pages, taught) {
            shares.push(share_read(&wrapper, pages, asked));
        }
    }
    // The better half: the repair has the labels of both.
    shares
        .into_iter()
        .max_by(f64::total_cmp)
        .ok_or_else(|| "the known pages are too different to learn from some and check on others".to_owned())
}

/// The share of taught values that a wrapper reads on their pages; wrong values where some are known count against it.
fn share_read(wrapper: &WrapperFile, pages: &[(String, &Page)], teaching: &Teaching) -> f64 {
    let (mut n_right, mut n_all) = (0, 0);
    for taught in &teaching.pages {
        let page = pages[taught.page].1;
        let records = wrapper.extract(page).records;
        for field in 0..wrapper.schema.fields().len() {
            let mut read = said(&records, field);
            let n_read = read.len();
            let cells = taught.records.iter().map(|record| &record[field]);
            let is_known = taught.is_complete && cells.clone().all(|cell| *cell != TaughtCell::Unknown);
            let wanted: Vec<String> = cells.flat_map(|cell| texts(cell, page)).collect();
            let n_found = wanted.iter().filter(|text| take(&mut read, text)).count();
            n_right += n_found;
            n_all += if is_known { wanted.len().max(n_read) } else { wanted.len() };
        }
    }
    ratio(n_right, n_all)
}

fn said(records: &[Record<'_>], field: usize) -> Vec<String> {
    let cells = records.iter().filter_map(|record| record.cells.get(field));
    cells
        .flat_map(|cell| match cell {
            Cell::One(value) => vec![squeeze(&value.text)],
            Cell::Many(values) => values.iter().map(|value| squeeze(&value.text)).collect(),
            Cell::Absent | Cell::Nested(_) => Vec::new(),
        })
        .collect()
}

fn texts(cell: &TaughtCell, page: &Page) -> Vec<String> {
    match cell {
        TaughtCell::Unknown | TaughtCell::Absent => Vec::new(),
        TaughtCell::Texts(texts) => texts.iter().map(|text| squeeze(text)).collect(),
        TaughtCell::Places(places) => places.iter().map(|span| squeeze(&page.text(*span))).collect(),
    }
}

fn take(texts: &mut Vec<String>, text: &str) -> bool {
    let found = texts.iter().position(|one| one == text);
    found.map(|at| texts.swap_remove(at)).is_some()
}

#[expect(clippy::cast_precision_loss, reason = "counts of values")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn n_pages(n: usize) -> String {
    if n == 1 { "1 page".to_owned() } else { format!("{n} pages") }
}
