//! One page that is learnt, and one page of the site at another time.

use crate::contest::contestant::{learn_wrapper, score};
use crate::contest::half::SiteHalf;
use crate::contest::pair::Pair;
use crate::contest::set::LabelScope;
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::drift::case::{KEPT, LOST};
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::record::Cell;
use unhusk::score::{Score, ValueCounts};
use unhusk::verify::Health;
use unhusk::verify::repair::{RepairOutcome, repair};
use unhusk::verify::signals::Signals;
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::summary::RunObserver;

/// Verdict and repair on one page.
pub(super) struct RealCase {
    pub(super) set: &'static str,
    pub(super) name: String,
    pub(super) half: &'static str,
    pub(super) is_alarm: bool,
    pub(super) fields: Vec<RealField>,
    pub(super) repair: RealRepair,
}

/// One field.
pub(super) struct RealField {
    pub(super) name: String,
    /// F1 on the page that was learnt.
    pub(super) before: f64,
    /// F1 on the other page.
    pub(super) after: f64,
    /// The number of values that are read on the other page.
    pub(super) n_read: usize,
    pub(super) is_alarm: bool,
    pub(super) score: f64,
    /// F1 of the values of the repair, if it has the field.
    pub(super) repaired: Option<f64>,
    /// Whether the repair accepts or proposes the field.
    pub(super) is_proposed: bool,
    pub(super) evidence: Vec<String>,
    pub(super) signals: Signals,
}

/// Outcome of a repair.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum RealRepair {
    Healthy,
    Accepted,
    Proposed(Vec<(String, f64)>),
    Refused(String),
}

impl RealRepair {
    fn has(&self, field: &str) -> bool {
        match self {
            Self::Accepted => true,
            Self::Proposed(fields) => fields.iter().any(|(name, _)| name == field),
            Self::Healthy | Self::Refused(_) => false,
        }
    }
}

impl RealField {
    pub(super) fn kept(&self) -> f64 {
        if self.before > 0.0 { (self.after / self.before).min(1.0) } else { 1.0 }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.kept() < LOST
    }
}

impl RealCase {
    pub(super) fn is_broken(&self) -> bool {
        self.fields.iter().any(RealField::is_broken)
    }

    pub(super) fn is_right(&self) -> bool {
        self.fields.iter().all(|field| field.kept() >= KEPT)
    }

    /// Whether a wrong value is read for each broken field.
    pub(super) fn reads_something_else(&self) -> bool {
        self.fields.iter().filter(|field| field.is_broken()).all(|field| field.n_read > 0)
    }
}

/// Learns from the old page of a pair, and judges the new one.
pub(super) fn of_pair(pair: &Pair) -> Option<RealCase> {
    let every_page: Vec<usize> = (0..pair.old.n_pages()).collect();
    let split = Split { train: every_page, unlabelled: Vec::new(), test: Vec::new() };
    of_pages(&pair.old, &split, (&pair.new, &[0]), pair.name.clone(), "drift")
}

/// Learns from the first page of a site, and judges the second.
pub(super) fn of_unchanged(site: &BenchmarkSite) -> Option<RealCase> {
    if site.n_pages() < 2 {
        return None;
    }
    let split = Split { train: vec![0], unlabelled: Vec::new(), test: Vec::new() };
    of_pages(site, &split, (site, &[1]), site.name.clone(), site.set.name())
}

fn of_pages(
    old: &BenchmarkSite,
    split: &Split,
    (new, numbers): (&BenchmarkSite, &[usize]),
    name: String,
    set: &'static str,
) -> Option<RealCase> {
    let wrapper = learn_wrapper(&Task::new(old, split, LabelScope::All))?;
    let healthy = wrapper.profile.as_ref()?;
    let parse = |site: &BenchmarkSite, numbers: &[usize]| -> Vec<Page> {
        numbers.iter().map(|at| Page::from_bytes(&site.sources[*at])).collect()
    };
    let (learnt, pages) = (parse(old, &split.train), parse(new, numbers));
    let before = score(old, &wrapper, &split.train, &learnt);
    let after = score(new, &wrapper, numbers, &pages);
    let mut observer = RunObserver::new(&wrapper);
    for page in &pages {
        observer.add_page("page", page);
    }
    let verdict = observer.verdict()?;
    let is_alarm = verdict.health == Health::Drift;
    let (answer, repaired) = repaired(&wrapper, &pages, set);
    let repaired = repaired.map(|file| score(new, &file, numbers, &pages));
    let fields = healthy.fields.iter().enumerate().filter_map(|(position, field)| {
        let is_known = after.field(&field.name)? != ValueCounts::default();
        let judged = &verdict.fields[position];
        (is_known && new.has_sound_truth(&field.name)).then(|| RealField {
            name: field.name.clone(),
            before: f1(&before, &field.name),
            after: f1(&after, &field.name),
            n_read: n_read(&wrapper, &pages, position),
            is_alarm: judged.health == Health::Drift,
            score: judged.score,
            is_proposed: answer.has(&field.name),
            repaired: repaired.as_ref().map(|score| f1(score, &field.name)),
            evidence: judged.evidence.clone(),
            signals: judged.signals,
        })
    });
    let half = SiteHalf::of_path(&name).name();
    Some(RealCase { set, half, is_alarm, fields: fields.collect(), repair: answer, name })
}

fn repaired(wrapper: &Wrapper, pages: &[Page], set: &str) -> (RealRepair, Option<Wrapper>) {
    if set != "drift" {
        return (RealRepair::Healthy, None);
    }
    let named: Vec<NamedPage<'_>> =
        pages.iter().map(|page| NamedPage { name: "page", page }).collect();
    match repair(wrapper, &named, &[]) {
        Ok(RepairOutcome::Healthy(_)) => (RealRepair::Healthy, Some(wrapper.clone())),
        Ok(RepairOutcome::Repaired(repaired)) => (RealRepair::Accepted, Some(repaired.file)),
        Ok(RepairOutcome::Proposed(proposed)) => {
            let fields = proposed.fields.iter().map(|one| (one.field.clone(), one.probability));
            (RealRepair::Proposed(fields.collect()), Some(proposed.file))
        }
        Ok(RepairOutcome::Refused(reasons)) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            (RealRepair::Refused(reasons.join("; ")), None)
        }
        Ok(_) => (RealRepair::Refused("another outcome".to_owned()), None),
        Err(error) => (RealRepair::Refused(error.to_string()), None),
    }
}

fn n_read(wrapper: &Wrapper, pages: &[Page], position: usize) -> usize {
    let of_page = |page: &Page| -> usize {
        let records = wrapper.extract(page).records;
        let cells = records.iter().filter_map(|record| record.cells.get(position));
        cells.map(|cell: &Cell<'_>| cell.values().len()).sum()
    };
    pages.iter().map(of_page).sum()
}

fn f1(score: &Score, name: &str) -> f64 {
    score.field(name).map_or(0.0, ValueCounts::f1)
}
