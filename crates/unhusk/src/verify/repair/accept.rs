//! Whether a repair is good enough to be proposed.

use super::labels::{TaughtCell, Teaching};
use super::{Mended, relearn};
use crate::page::{Page, squeeze};
use crate::record::{Cell, Record};
use crate::verify::score::Weights;
use crate::verify::signals::at;
use crate::verify::{Health, judge};
use crate::wrapper::WrapperFile;
use crate::wrapper::profile::Profile;

/// The highest score of a field that is accepted: a third of what raises an alarm.
const MAX_SCORE: f64 = 0.12;
/// The share of known values that a wrapper learnt from the other pages must read, and the repair of all.
const MIN_READ: f64 = 0.95;

/// The same for one field, in the worse half.
const MIN_READ_OF_FIELD: f64 = 0.6;

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
        return Err(format!(
            "what was learnt again reads only {} of the known values",
            percent(all)
        ));
    }
    let mut evidence = vec![format!(
        "{} of the known values on {} are read",
        percent(all),
        n_pages(teaching.n_labelled())
    )];
    if teaching.n_labelled() >= 2 {
        let others = across(old, pages, teaching)?;
        evidence.push(format!(
            "learnt from half of these pages, it reads {} of what is known of the others",
            percent(others)
        ));
    } else if healthy.records.most() > 1 {
        let class = agreeing(old, pages, teaching, &mended)?;
        evidence.push(format!("`{class}`, learnt from the same page, reads the same on all pages"));
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
    evidence.push(format!(
        "on all {} the values look as they did (score {worst:.2})",
        n_pages(pages.len())
    ));
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

/// Methods that are asked for a second opinion.
const SECOND: [&str; 3] = ["kl", "hlrt", "pattern"];

/// A method of another kind that reads the same on all pages: one known page of several records leaves much open.
fn agreeing(
    old: &WrapperFile,
    pages: &[(String, &Page)],
    teaching: &Teaching,
    mended: &WrapperFile,
) -> Result<&'static str, String> {
    let agrees = |method: &&'static str| {
        let Ok(other) = relearn::relearn_with(old, pages, teaching, method) else { return false };
        let (mut n_same, mut n_all) = (0, 0);
        for (_, page) in pages {
            let (ours, theirs) = (mended.extract(page).records, other.extract(page).records);
            for field in 0..mended.schema.fields().len() {
                let (own, mut others) = (said(&ours, field), said(&theirs, field));
                n_all += own.len().max(others.len());
                n_same += own.iter().filter(|text| take(&mut others, text)).count();
            }
        }
        ratio(n_same, n_all) >= MIN_READ
    };
    SECOND.into_iter().find(agrees).ok_or_else(|| {
        "one known page of several records leaves too much open; a second page that the wrapper was learnt on, as it is \
         now, or `--known RECORDS.jsonl` would help"
            .to_owned()
    })
}

/// The share of known values that are read if a wrapper is learnt from every other page, or the other way round. The
/// better half decides, since the repair has the labels of both; but no field may fail in either.
fn across(
    old: &WrapperFile,
    pages: &[(String, &Page)],
    teaching: &Teaching,
) -> Result<f64, String> {
    let halves = [0, 1]
        .map(|half| teaching.part((0..teaching.n_labelled()).filter(move |at| at % 2 == half)));
    let mut best: f64 = 0.0;
    let mut is_tried = false;
    for (taught, asked) in [(&halves[0], &halves[1]), (&halves[1], &halves[0])] {
        // A half may lack a field; then it says nothing.
        let Ok(wrapper) = relearn::relearn(old, pages, taught) else { continue };
        is_tried = true;
        let fields = counts_read(&wrapper, pages, asked);
        for (field, counts) in old.schema.fields().iter().zip(&fields) {
            if counts.share() < MIN_READ_OF_FIELD {
                return Err(format!(
                    "field `{}` is not told by what surrounds it: learnt from some of the pages, it is read wrongly on \
                     others; more known pages would help",
                    field.name
                ));
            }
        }
        best = best.max(total(&fields).share());
    }
    match is_tried {
        false => {
            Err("the known pages are too different to learn from some and check on others"
                .to_owned())
        }
        true if best < MIN_READ => Err(format!(
            "learnt from some of the pages, only {} of the known values on the others are read; more known pages would \
             help",
            percent(best)
        )),
        true => Ok(best),
    }
}

/// The share of taught values that a wrapper reads on their pages.
fn share_read(wrapper: &WrapperFile, pages: &[(String, &Page)], teaching: &Teaching) -> f64 {
    total(&counts_read(wrapper, pages, teaching)).share()
}

/// Values that should be read, and those that are.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    right: usize,
    all: usize,
}

impl Counts {
    fn share(self) -> f64 {
        ratio(self.right, self.all)
    }
}

fn total(fields: &[Counts]) -> Counts {
    let mut total = Counts::default();
    for counts in fields {
        total.right += counts.right;
        total.all += counts.all;
    }
    total
}

/// What a wrapper reads of taught values, field by field; wrong values where some are known count against it.
fn counts_read(
    wrapper: &WrapperFile,
    pages: &[(String, &Page)],
    teaching: &Teaching,
) -> Vec<Counts> {
    let mut fields = vec![Counts::default(); wrapper.schema.fields().len()];
    for taught in &teaching.pages {
        let page = pages[taught.page].1;
        let records = wrapper.extract(page).records;
        for (field, counts) in fields.iter_mut().enumerate() {
            let mut read = said(&records, field);
            let n_read = read.len();
            let cells = taught.records.iter().map(|record| &record[field]);
            let is_known =
                taught.is_complete && cells.clone().all(|cell| *cell != TaughtCell::Unknown);
            let wanted: Vec<String> = cells.flat_map(|cell| texts(cell, page)).collect();
            counts.right += wanted.iter().filter(|text| take(&mut read, text)).count();
            counts.all += if is_known { wanted.len().max(n_read) } else { wanted.len() };
        }
    }
    fields
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
        TaughtCell::Places(places) => {
            places.iter().map(|span| squeeze(&page.text(*span))).collect()
        }
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
