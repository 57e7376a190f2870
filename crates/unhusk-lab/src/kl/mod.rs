//! Tables 1 and 2 of the paper on (k,l)-contextual tree languages, on those of its sites that are available: the
//! quality of a rule from five examples, the number of examples until it is right everywhere, and the cost of
//! learning.

mod five;
mod growth;
mod paper;
mod report;
mod task;
mod teach;
mod unclear;

use crate::results::write_csv;
use crate::scaling;
use crate::site::Site;
use anyhow::Context;
use std::fs;
use std::path::PathBuf;
use task::KlTask;
use unclear::UnclearTask;
use unhusk::learn::context::FieldLesson;
use unhusk::wrapper::context::NodeTarget;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder with the sites of the paper
    #[arg(long, default_value = "../shared/data/wien")]
    data: PathBuf,
    /// Folder with kinds of sites whose pages are large
    #[arg(long, default_value = "../shared/data/swde")]
    large: PathBuf,
    /// Draws of five examples of each task
    #[arg(long, default_value_t = 5)]
    draws: usize,
    /// Lessons of each task
    #[arg(long, default_value_t = 30)]
    lessons: usize,
    /// Seed of the random examples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the figures
    #[arg(long, default_value = "crates/unhusk-lab/results")]
    results: PathBuf,
    /// File for the tables
    #[arg(long, default_value = "docs/results/kl.md")]
    report: PathBuf,
}

/// Runs of each measurement of growth.
const N_RUNS: usize = 2;

/// Results of one task, with those of the paper.
#[derive(serde::Serialize)]
struct KlRow {
    task: String,
    /// Mean F1 in percent from five random examples.
    kl: f64,
    kl_best: f64,
    luti: f64,
    paper_kl: Option<f64>,
    paper_kl_best: Option<f64>,
    paper_luti: Option<f64>,
    /// Mean number of examples until nothing is wrong, and milliseconds in total.
    positives: f64,
    negatives: f64,
    k: usize,
    l: usize,
    ms: f64,
    failed_lessons: usize,
    paper_positives: Option<f64>,
    paper_negatives: Option<f64>,
    paper_k: Option<usize>,
    paper_l: Option<usize>,
    paper_ms: Option<f64>,
    /// Values whose texts count as neither right nor wrong.
    unclear_values: usize,
    #[serde(skip)]
    unclear: Option<UnclearTask>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for site in Site::all(&args.data)? {
        let examples = site.examples()?;
        for task in task::tasks(&site, &examples) {
            let row = measure(&task, args)?;
            println!("{}", report::line(&row));
            rows.push(row);
        }
    }
    write_csv(&args.results.join("kl.csv"), &rows)?;
    let growth = growth::run(&args.large)?;
    write_csv(&args.results.join("kl-growth.csv"), &growth)?;
    let scaling = scaling::run(&["kl"], N_RUNS)?;
    let peak = growth::peak_megabytes();
    write_csv(&args.results.join("kl-scaling.csv"), &scaling)?;
    let text = report::document(&rows, &growth, &scaling, peak, args);
    fs::write(&args.report, text).with_context(|| args.report.display().to_string())
}

fn measure(task: &KlTask<'_>, args: &Args) -> anyhow::Result<KlRow> {
    let lesson = FieldLesson::new(&task.pages, &NodeTarget::Text);
    let five = five::measure(task, &lesson, (args.draws, args.seed))?;
    let taught = teach::measure(task, &lesson, (args.lessons, args.seed));
    let paper = paper::find(&task.name);
    Ok(KlRow {
        task: task.name.clone(),
        kl: five.kl,
        kl_best: five.kl_best,
        luti: five.luti,
        paper_kl: paper.map(|paper| paper.kl),
        paper_kl_best: paper.map(|paper| paper.kl_best),
        paper_luti: paper.map(|paper| paper.luti),
        positives: taught.positives,
        negatives: taught.negatives,
        k: taught.size.0,
        l: taught.size.1,
        ms: taught.ms,
        failed_lessons: taught.n_failed,
        paper_positives: paper.map(|paper| paper.positives),
        paper_negatives: paper.map(|paper| paper.negatives),
        paper_k: paper.map(|paper| paper.k),
        paper_l: paper.map(|paper| paper.l),
        paper_ms: paper.map(|paper| paper.ms),
        unclear_values: task.unclear.len(),
        unclear: unclear::measure(task, &lesson, (args.lessons, args.seed)),
    })
}
