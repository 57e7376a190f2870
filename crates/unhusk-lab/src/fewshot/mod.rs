//! Learning from few pages: the quality of each method on the rest of a site after one, two, three, five or ten
//! labelled pages, with and without additional unlabelled pages.

mod plot;
mod report;
mod row;

use crate::contest::args::ContestArgs;
use crate::contest::contestant::Contestant;
use crate::contest::measure::{Figures, TaskTally};
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::random::Random;
use anyhow::Context;
use row::FewshotRow;
use std::fs;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    contest: ContestArgs,
    /// Sets to run on [default: all]
    #[arg(long, value_enum, value_delimiter = ',')]
    set: Vec<BenchmarkSet>,
    /// Numbers of labelled pages [default: 1,2,3,5,10 for swde, 1 for estuka, 1,2,5,10 for wien]
    #[arg(long, value_delimiter = ',')]
    train: Vec<usize>,
    /// Numbers of pages given without labels; the test pages are the same for all of them
    #[arg(long = "with", value_delimiter = ',', default_values_t = [0, 10])]
    unlabelled: Vec<usize>,
    /// Choices of the labelled pages: the first takes the first pages, the others are random
    #[arg(long, default_value_t = 1)]
    trials: usize,
    /// Only tasks in which all records of the labelled pages are labelled
    #[arg(long)]
    complete: bool,
    /// Print every field that is read wrongly on a page, and why nothing was learnt
    #[arg(long)]
    failures: bool,
    /// Name of the result files
    #[arg(long, default_value = "fewshot")]
    name: String,
}

/// Parameters of the tasks that are made from the sites of a set.
#[derive(Debug, Clone, Copy)]
struct TaskSetting {
    scope: LabelScope,
    n_train: usize,
    n_unlabelled: usize,
}

/// Result of one site: its rows and its errors, line by line.
struct FewshotResult {
    rows: Vec<FewshotRow>,
    failures: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let contestants = args.contest.contestants()?;
    let sets = if args.set.is_empty() { &BenchmarkSet::ALL[..] } else { &args.set };
    let mut rows = Vec::new();
    for result in args.contest.on_sites(sets, |site| on_site(site, &contestants, args))? {
        result.failures.iter().for_each(|line| println!("{line}"));
        rows.extend(result.rows);
    }
    print!("{}", report::summary(&rows));
    if args.contest.folders.dry_run { Ok(()) } else { write(&rows, args) }
}

fn on_site(site: &BenchmarkSite, contestants: &[Contestant], args: &Args) -> FewshotResult {
    let mut result = FewshotResult { rows: Vec::new(), failures: Vec::new() };
    for setting in settings(site, args) {
        let is_first = Some(&setting.n_unlabelled) == args.unlabelled.iter().min();
        for contestant in contestants.iter().filter(|one| is_first || one.takes_unlabelled()) {
            let mut row = FewshotRow::new(site, contestant, setting);
            for trial in 0..args.trials.max(1) {
                let order = order(site.n_pages(), setting.n_train, args.contest.seed, trial);
                let n_reserved = args.unlabelled.iter().copied().max().unwrap_or(0);
                let split = Split::new(&order, setting.n_train, setting.n_unlabelled, n_reserved);
                one_trial(
                    site,
                    contestant,
                    &split,
                    &mut row,
                    args.failures.then_some(&mut result.failures),
                );
            }
            result.rows.push(row);
        }
    }
    result
}

fn settings(site: &BenchmarkSite, args: &Args) -> Vec<TaskSetting> {
    let train = if args.train.is_empty() { site.set.usual_train() } else { &args.train };
    let max_train = site.n_pages() - usize::from(!site.set.may_train_on_all());
    let mut settings = Vec::new();
    let is_asked = |scope: &&LabelScope| !args.complete || **scope == LabelScope::All;
    for &scope in site.set.scopes().iter().filter(is_asked) {
        for &n_train in train.iter().filter(|n_train| (1..=max_train).contains(*n_train)) {
            for &n_unlabelled in &args.unlabelled {
                settings.push(TaskSetting { scope, n_train, n_unlabelled });
            }
        }
    }
    settings
}

/// Returns the pages in a random order; in the first trial the labelled ones are the first of the site.
fn order(n_pages: usize, n_train: usize, seed: u64, trial: usize) -> Vec<usize> {
    let mut order = Random::new(seed.wrapping_mul(1_000).wrapping_add(trial as u64)).order(n_pages);
    if trial == 0 {
        order.retain(|page| *page >= n_train);
        order.splice(0..0, 0..n_train.min(n_pages));
    }
    order
}

fn one_trial(
    site: &BenchmarkSite,
    contestant: &Contestant,
    split: &Split,
    row: &mut FewshotRow,
    failures: Option<&mut Vec<String>>,
) {
    let task = Task::new(site, split, row.scope());
    let attempt = contestant.attempt(&task);
    let mut lines = Vec::new();
    let figures = match &attempt.answers {
        Err(why_not) => {
            lines.push(format!("{}: nothing learnt: {}", row.head(), why_not.replace('\n', " ")));
            Figures::default()
        }
        Ok(answers) => {
            let mut tally = TaskTally::default();
            for (page_idx, read) in task.test.iter().zip(answers) {
                tally.add(site, *page_idx, contestant.compared_by(), read);
            }
            row.calibration.merge(&tally.calibration);
            lines.extend(tally.failures.iter().map(|failure| report::failure(row, failure)));
            tally.figures(site, &task.labels)
        }
    };
    row.add(&figures, &attempt, &task);
    if let Some(failures) = failures {
        failures.append(&mut lines);
    }
}

fn write(rows: &[FewshotRow], args: &Args) -> anyhow::Result<()> {
    let path = args.contest.folders.results.join(format!("{}.csv", args.name));
    let mut out = csv::Writer::from_path(&path).with_context(|| path.display().to_string())?;
    for row in rows {
        out.serialize(row.figures())?;
    }
    out.flush()?;
    let document = report::document(rows, &args.name);
    for (ending, text) in [("md", document), ("svg", plot::svg(rows))] {
        let path = args.contest.folders.report.join(format!("{}.{ending}", args.name));
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
