//! Cost of learning on real pages: three pages of a site, and twenty.

use crate::site::Site;
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::time::Instant;
use unhusk::example::TrainingSet;
use unhusk::learn::Settings;
use unhusk_baselines::find_method;

/// One site learnt from its first pages.
#[derive(serde::Serialize)]
pub(super) struct KlGrowthRow {
    pub(super) site: String,
    pub(super) pages: usize,
    pub(super) kilobytes: usize,
    /// Seconds until a wrapper is learnt or known not to fit.
    pub(super) seconds: f64,
    pub(super) fits: bool,
}

/// Numbers of training pages.
pub(super) const N_PAGES: [usize; 2] = [3, 20];

/// Learns `kl` on every site of every kind in a folder.
pub(super) fn run(folder: &Path) -> anyhow::Result<Vec<KlGrowthRow>> {
    let mut kinds: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("reading {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    kinds.sort();
    let mut rows = Vec::new();
    for kind in kinds.iter().filter(|kind| kind.is_dir()) {
        for site in Site::all(kind)? {
            let examples = site.examples()?;
            for n_pages in N_PAGES {
                rows.push(learn(&site.name, &examples, n_pages)?);
            }
        }
    }
    Ok(rows)
}

fn learn(site: &str, examples: &TrainingSet<'_>, n_pages: usize) -> anyhow::Result<KlGrowthRow> {
    let method = find_method("kl").context("unknown method kl")?;
    let n_pages = n_pages.min(examples.examples().len());
    let numbers: Vec<usize> = (0..n_pages).collect();
    let examples = examples.select(&numbers)?;
    let n_bytes: usize = examples.examples().iter().map(|page| page.page.source().len()).sum();
    let start = Instant::now();
    let learned = method.learn(&examples, &Settings::default());
    Ok(KlGrowthRow {
        site: site.to_owned(),
        pages: n_pages,
        kilobytes: n_bytes / 1000,
        seconds: start.elapsed().as_secs_f64(),
        fits: learned.is_ok(),
    })
}

/// Returns the peak memory of this program so far, in megabytes, if the system reports it.
pub(super) fn peak_megabytes() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: usize = peak.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1000)
}
