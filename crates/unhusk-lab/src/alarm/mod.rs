//! Runs over unchanged pages: does a warning name each field that is read wrongly, and only those?
//!
//! A wrapper is learnt from a few pages of a site and reads the others, as `unhusk extract` does. A field is **wrong**
//! if its F1 on these pages is below 0.8, **right** from 0.95 on, and *blurred* in between. The model
//! is fitted on one half of the sites (by a hash of the name) and judged on the other.

mod case;
mod report;

use crate::contest::args::ContestArgs;
use crate::contest::set::BenchmarkSet;
use crate::results::write_csv;
use anyhow::Context;
use std::fs;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    contest: ContestArgs,
    /// Sets
    #[arg(long, value_enum, value_delimiter = ',', default_value = "swde,estuka")]
    set: Vec<BenchmarkSet>,
    /// Print the wrong fields that no warning names, with what was read and the signals
    #[arg(long)]
    missed: bool,
}

/// Number of labelled and other pages from which a site is learnt.
pub(crate) struct AlarmRegime {
    name: &'static str,
    train: usize,
    unlabelled: usize,
    /// Choices of the training pages.
    trials: usize,
}

/// A site with three pages is learnt from one of them in every regime.
const REGIMES: [AlarmRegime; 3] = [
    AlarmRegime { name: "1 page", train: 1, unlabelled: 0, trials: 3 },
    AlarmRegime { name: "1 + 5 pages", train: 1, unlabelled: 5, trials: 3 },
    AlarmRegime { name: "3 pages", train: 3, unlabelled: 0, trials: 2 },
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut cases = Vec::new();
    for regime in &REGIMES {
        let seed = args.contest.seed;
        let of_sites =
            args.contest.on_sites(&args.set, |site| case::of_site(site, regime, seed))?;
        cases.extend(of_sites.into_iter().flatten());
    }
    let judged = report::judge(&cases);
    let table = report::table(&judged);
    print!("{table}{}", report::model(&cases));
    if args.missed {
        print!("{}", report::missed(&judged));
    }
    if args.contest.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.contest.folders.results.join("alarm.csv"), &report::lines(&judged))?;
    let path = args.contest.folders.report.join("alarm.md");
    fs::write(&path, report::document(&table)).with_context(|| path.display().to_string())
}
