//! The experiment of Kushmerick, Weld, Doorenbos (1997), section 7, on the sites of the later survey: recognizers
//! that make errors of known kinds and rates label the pages, and a wrapper is learnt from the labels that they agree
//! on.

mod noise;
mod report;
mod row;
mod simulate;
mod trial;
mod truth;

use crate::random::Random;
use crate::results::{Folders, write_csv};
use crate::site::Site;
use anyhow::Context;
use row::{CorroborateRow, NoiseSetting};
use simulate::ErrorKind;
use std::fs;
use truth::SiteTruth;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    folders: Folders,
    /// Simulated sets of recognizers for each site and setting
    #[arg(long, default_value_t = 10)]
    trials: usize,
    /// Error rates, in percent
    #[arg(long, value_delimiter = ',', default_values_t = [0, 10, 20, 30, 40])]
    rates: Vec<u32>,
    /// Only settings in which all recognizers but one are imperfect
    #[arg(long)]
    all_but_one: bool,
    /// Seed of the simulation
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print what went wrong
    #[arg(long)]
    failures: bool,
}

/// Numbers of pages that are labelled and learnt from.
pub(crate) const PAGES: [usize; 5] = [1, 2, 3, 5, 10];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for site in Site::all(&args.folders.data.join("wien"))? {
        let examples = site.examples()?;
        let truth = SiteTruth::of(&examples);
        for setting in settings(truth.n_fields(), args) {
            let row = measure(&site.name, &truth, &setting, args);
            println!("{}", report::line(&row));
            rows.push(row);
        }
    }
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("corroborate.csv"), &rows)?;
    let path = args.folders.report.join("corroborate.md");
    fs::write(&path, report::document(&rows, args)).with_context(|| path.display().to_string())
}

/// Returns error rates and numbers of imperfect recognizers; if all but one are imperfect, also each kind of error
/// alone.
fn settings(n_fields: usize, args: &Args) -> Vec<NoiseSetting> {
    let mut settings = Vec::new();
    for &percent in &args.rates {
        if percent == 0 {
            settings.push(NoiseSetting { percent, n_imperfect: 0, kind: ErrorKind::Mixed });
            continue;
        }
        let least = if args.all_but_one { n_fields - 1 } else { 1 };
        for n_imperfect in least..n_fields {
            settings.push(NoiseSetting { percent, n_imperfect, kind: ErrorKind::Mixed });
        }
        for kind in [ErrorKind::Incomplete, ErrorKind::Unsound] {
            settings.push(NoiseSetting { percent, n_imperfect: n_fields - 1, kind });
        }
    }
    settings
}

fn measure(
    site: &str,
    truth: &SiteTruth<'_>,
    setting: &NoiseSetting,
    args: &Args,
) -> CorroborateRow {
    let mut row = CorroborateRow::new(site, truth.n_fields(), setting);
    row.nested = !truth.is_table();
    // Each setting has its own seed, so that skipping some does not change the others.
    let own = u64::from(setting.percent) * 1000 + setting.n_imperfect as u64 * 10;
    let mut random = Random::new(args.seed.wrapping_mul(1_000_003) + own + setting.kind as u64);
    for _ in 0..args.trials {
        let outcomes = trial::run(truth, setting, &mut random);
        if args.failures {
            for (n_pages, outcome) in &outcomes {
                if let Some(why) = &outcome.failure {
                    eprintln!("{site} {setting} {n_pages} pages: {why}");
                }
            }
        }
        row.add(&outcomes);
    }
    row
}
