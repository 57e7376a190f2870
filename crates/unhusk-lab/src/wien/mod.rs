//! The survey of Kushmerick (2000) on his own pages: the classes that fit each site, the number of pages that a perfect
//! wrapper needs, the time to learn, and its growth with the input.

pub(crate) mod growth;
mod reading;
mod report;
mod samples;

pub(crate) use growth::Once;

use crate::results::write_csv;
use crate::site::Site;
use anyhow::Context;
use std::fs;
use std::path::PathBuf;
use unhusk::learn::Method;
use unhusk_baselines::find_method;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder with the sites
    #[arg(long, default_value = "../shared/data/wien")]
    data: PathBuf,
    /// Random orders of the pages of each site
    #[arg(long, default_value_t = 30)]
    orders: usize,
    /// Seed of the random orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the figures
    #[arg(long, default_value = "crates/unhusk-lab/results")]
    results: PathBuf,
    /// File for the tables
    #[arg(long, default_value = "docs/results/wien.md")]
    report: PathBuf,
    /// Run one part, print it, and write nothing
    #[arg(long)]
    only: Option<Part>,
}

/// A part that can run alone.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Part {
    /// How fast the learnt wrappers read
    Reading,
    /// How the time to learn grows
    Growth,
}

/// The classes of the paper, in its order.
const CLASSES: [&str; 6] = ["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"];

/// Results for one site and one class.
#[derive(serde::Serialize)]
struct SurveyRow {
    site: String,
    class: &'static str,
    /// Whether the class is among those published for the site.
    published: bool,
    /// Whether a wrapper learnt from all pages reproduces all of them.
    fits: bool,
    /// Mean and median number of pages until the wrapper is perfect on the rest; empty if the class does not fit.
    mean_pages: Option<f64>,
    median_pages: Option<f64>,
    /// Orders in which all pages were needed.
    exhausted_orders: Option<usize>,
    /// Milliseconds per example page while learning.
    ms_per_page: Option<f64>,
    /// Size of the pages' source, in megabytes.
    megabytes: f64,
    /// Speed of the wrapper, in megabytes of source per second.
    mb_per_s: Option<f64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match args.only {
        None => run_all(args),
        Some(Part::Reading) => reading::run(&Site::all(&args.data)?),
        Some(Part::Growth) => {
            write_csv(&args.results.join("wien-scaling.csv"), &growth::run(&CLASSES)?)
        }
    }
}

fn run_all(args: &Args) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for site in Site::all(&args.data)? {
        let published = published_classes(&site)?;
        for class in CLASSES {
            let method = find_method(class).with_context(|| format!("unknown method {class}"))?;
            let row = survey(&site, method, published.iter().any(|known| known == class), args)?;
            println!("{}", report::line(&row));
            rows.push(row);
        }
    }
    let growth = growth::run(&CLASSES)?;
    write_csv(&args.results.join("wien.csv"), &rows)?;
    write_csv(&args.results.join("wien-scaling.csv"), &growth)?;
    fs::write(&args.report, report::document(&rows, &growth, args.orders))
        .with_context(|| args.report.display().to_string())
}

fn survey(
    site: &Site,
    method: &'static Method,
    published: bool,
    args: &Args,
) -> anyhow::Result<SurveyRow> {
    let examples = site.examples()?;
    let found = samples::measure(&examples, method, args.orders, args.seed)?;
    Ok(SurveyRow {
        site: site.name.clone(),
        class: method.name,
        published,
        fits: found.is_some(),
        mean_pages: found.as_ref().map(samples::SampleResults::mean_pages),
        median_pages: found.as_ref().map(samples::SampleResults::median_pages),
        exhausted_orders: found.as_ref().map(|found| found.n_exhausted),
        ms_per_page: found.as_ref().map(|found| found.ms_per_page),
        megabytes: reading::megabytes(&examples),
        mb_per_s: found.as_ref().map(|found| found.megabytes_per_second),
    })
}

fn published_classes(site: &Site) -> anyhow::Result<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct SiteInfo {
        wrapper_classes: Vec<String>,
    }
    let path = site.folder.join("published.json");
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    Ok(serde_json::from_str::<SiteInfo>(&text)?.wrapper_classes)
}
