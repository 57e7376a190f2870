//! Redesigned sites: a wrapper learnt from the original pages reads pages after a change.
//!
//! Every kind of change is simulated alone and all together ([`Redesign`]); the truth stays, since values are
//! compared by their text. With `--real`, pairs of pages before and after a real redesign.

pub(crate) mod kept;
mod real;
mod report;

use crate::contest::args::ContestArgs;
use crate::contest::contestant::Contestant;
use crate::contest::measure::{Figures, TaskTally};
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::contest::truth::CompareBy;
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use unhusk::Page;
use unhusk::example::{Example, Label, LabelCell};
use unhusk::learn::robust::Redesign;
use unhusk::page::{NodeKind, fold};
use unhusk::wrapper::PageChange;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    contest: ContestArgs,
    /// Sets whose labels are texts
    #[arg(long, value_enum, value_delimiter = ',', default_value = "swde")]
    set: Vec<BenchmarkSet>,
    /// Real redesigns instead of simulated ones: the pairs of old and new pages in `drift`
    #[arg(long)]
    real: bool,
    /// Labelled pages that are learnt from
    #[arg(long, default_value_t = 3)]
    train: usize,
    /// Pages given without labels while learning, before the redesign
    #[arg(long = "with", default_value_t = 10)]
    unlabelled: usize,
    /// Test pages of a site at most
    #[arg(long, default_value_t = 10)]
    pages: usize,
    /// Name of the result files
    #[arg(long, default_value = "redesign")]
    name: String,
}

/// Returns the changes of the pages: none, one kind, or all of them.
fn variants() -> Vec<(&'static str, Vec<PageChange>)> {
    let mut variants = vec![("none", Vec::new())];
    variants.extend(PageChange::ALL.map(|change| (change.name(), vec![change])));
    variants.push(("all", PageChange::ALL.to_vec()));
    variants
}

/// One contestant on one site after one change.
#[derive(Debug, Clone)]
struct RedesignRow {
    site: String,
    set: BenchmarkSet,
    change: &'static str,
    method: &'static str,
    figures: Figures,
    is_failed: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let contestants = args.contest.contestants()?;
    if args.real {
        return real::run(&contestants, &args.contest);
    }
    let mut rows = Vec::new();
    let mut effects = vec![Effect::default(); variants().len()];
    for of_site in args.contest.on_sites(&args.set, |site| on_site(site, &contestants, args))? {
        rows.extend(of_site.rows);
        for (sum, effect) in effects.iter_mut().zip(of_site.effects) {
            sum.n_pages += effect.n_pages;
            sum.n_changed += effect.n_changed;
            sum.n_values += effect.n_values;
            sum.n_readable += effect.n_readable;
        }
    }
    let table = report::table(&rows, &effects);
    print!("{table}");
    if args.contest.folders.dry_run { Ok(()) } else { write(&rows, &table, args) }
}

/// Effect of a change on the pages of a site.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_field_names, reason = "counts are called so throughout")]
struct Effect {
    n_pages: usize,
    n_changed: usize,
    n_values: usize,
    n_readable: usize,
}

impl Effect {
    fn add(&mut self, before: &str, after: &str, values: &[String]) {
        self.n_pages += 1;
        self.n_changed += usize::from(before != after);
        self.n_values += kept::n_readable(before, values);
        self.n_readable += kept::n_readable(after, values);
    }
}

/// Result of one site: its rows, and the effect of every variant.
struct RedesignResult {
    rows: Vec<RedesignRow>,
    effects: Vec<Effect>,
}

fn on_site(site: &BenchmarkSite, contestants: &[Contestant], args: &Args) -> RedesignResult {
    let order: Vec<usize> = (0..site.n_pages()).collect();
    let n_train = args.train.min(site.n_pages().saturating_sub(1));
    let mut split = Split::new(&order, n_train, args.unlabelled, args.unlabelled);
    split.test.truncate(args.pages);
    let redesign = Redesign { seed: args.contest.seed, template_texts: template_texts(site) };
    let variants = variants();
    let mut effects = vec![Effect::default(); variants.len()];
    let mut sources: Vec<Vec<u8>> = Vec::new();
    for ((_, changes), effect) in variants.iter().zip(&mut effects) {
        for page_idx in &split.test {
            let truth = site.truth(*page_idx, CompareBy::Text);
            let (before, values) = (truth.page, values(&truth));
            let kept = kept::places(before, &values);
            let after = redesign.apply(before, &kept, changes).into_source();
            effect.add(before.source(), &after, &values);
            sources.push(after.into_bytes());
        }
    }
    let task = Task {
        to_read: sources.iter().map(Vec::as_slice).collect(),
        ..Task::new(site, &split, LabelScope::All)
    };
    let rows = contestants.iter().flat_map(|one| rows(one, &task, &variants)).collect();
    RedesignResult { rows, effects }
}

fn rows(
    contestant: &Contestant,
    task: &Task<'_>,
    variants: &[(&'static str, Vec<PageChange>)],
) -> Vec<RedesignRow> {
    let answers = contestant.attempt(task).answers;
    let n_pages = task.test.len();
    let figures = |variant_idx: usize| {
        let Ok(answers) = &answers else { return Figures::default() };
        let mut tally = TaskTally::default();
        let of_variant = &answers[variant_idx * n_pages..(variant_idx + 1) * n_pages];
        for (page_idx, read) in task.test.iter().zip(of_variant) {
            tally.add(task.site, *page_idx, CompareBy::Text, read);
        }
        tally.figures(task.site, &task.labels)
    };
    let row = |(variant_idx, (change, _)): (usize, &(&'static str, Vec<PageChange>))| RedesignRow {
        site: task.site.name.clone(),
        set: task.site.set,
        change,
        method: contestant.name(),
        figures: figures(variant_idx),
        is_failed: answers.is_err(),
    };
    variants.iter().enumerate().map(row).collect()
}

/// Returns the texts of the page's values.
pub(crate) fn values(truth: &Example<'_>) -> Vec<String> {
    let text = |label: &Label| label.text.clone();
    let cells = truth.records.iter().flat_map(|record| &record.cells);
    cells
        .flat_map(|cell| match cell {
            LabelCell::One(label) => text(label).into_iter().collect(),
            LabelCell::Many(labels) => labels.iter().filter_map(text).collect::<Vec<_>>(),
            LabelCell::Unknown | LabelCell::Absent | LabelCell::Nested(_) => Vec::new(),
        })
        .collect()
}

/// A template text is a short text on at least this share of the pages, in percent.
const LABEL_SHARE: usize = 60;
const MAX_LABEL_CHARS: usize = 40;

/// Returns texts on most pages of a site that are not part of any value.
pub(crate) fn template_texts(site: &BenchmarkSite) -> BTreeSet<String> {
    let truths: Vec<_> = (0..site.n_pages()).map(|at| site.truth(at, CompareBy::Text)).collect();
    let mut n_pages: BTreeMap<String, usize> = BTreeMap::new();
    for truth in &truths {
        for text in short_texts(truth.page) {
            *n_pages.entry(text).or_default() += 1;
        }
    }
    let values: Vec<String> = truths.iter().flat_map(values).collect();
    n_pages
        .into_iter()
        .filter(|(_, count)| count * 100 >= site.n_pages() * LABEL_SHARE)
        .map(|(text, _)| text)
        .filter(|text| !values.iter().any(|value| value.contains(text.as_str())))
        .collect()
}

fn short_texts(page: &Page) -> BTreeSet<String> {
    let tree = page.tree();
    tree.nodes()
        .filter(|node| tree.kind(*node) == NodeKind::Text)
        .map(|node| fold(tree.text(node)).into_owned())
        .filter(|text| text.chars().any(char::is_alphabetic))
        .filter(|text| text.chars().count() <= MAX_LABEL_CHARS)
        .collect()
}

fn write(rows: &[RedesignRow], table: &str, args: &Args) -> anyhow::Result<()> {
    let path = args.contest.folders.results.join(format!("{}.csv", args.name));
    let mut out = csv::Writer::from_path(&path).with_context(|| path.display().to_string())?;
    for row in rows {
        out.serialize(report::line(row))?;
    }
    out.flush()?;
    let path = args.contest.folders.report.join(format!("{}.md", args.name));
    fs::write(&path, report::document(rows, table, args))
        .with_context(|| path.display().to_string())
}
