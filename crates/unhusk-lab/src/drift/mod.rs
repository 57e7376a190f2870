//! Changed sites: does `verify` detect the change, and does `repair` fix the wrapper?
//!
//! A wrapper is learnt from a few pages of a site; other pages of it undergo an [`Event`](change::Event), are read,
//! and are compared with the wrapper's profile. A case has **drifted** if some field keeps less than 0.8 of its F1 on
//! the unchanged pages, it is **right** if every field keeps 0.95, and *blurred* in between: an alarm there is
//! neither right nor wrong, and counted separately. Weights are fitted on one half of the sites and judged on the
//! other; so are the thresholds of the baselines.

mod case;
mod change;
mod fit;
mod real;
mod rebuild;
mod report;

use crate::contest::args::ContestArgs;
use crate::contest::set::BenchmarkSet;
use crate::contest::site::BenchmarkSite;
use crate::results::write_csv;
use anyhow::Context;
use case::DriftCase;
use std::fs;

/// What to run.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Args {
    #[command(flatten)]
    contest: ContestArgs,
    /// Sets
    #[arg(long, value_enum, value_delimiter = ',', default_value = "swde,wien,estuka")]
    set: Vec<BenchmarkSet>,
    /// Leave repairs out
    #[arg(long)]
    no_repair: bool,
    /// Only the default regime: three labelled pages, no others
    #[arg(long)]
    quick: bool,
    /// Real redesigns instead of simulated ones: the pairs of old and new pages in `drift`, one page learnt and one
    /// judged, beside pages of sites that have not changed
    #[arg(long)]
    real: bool,
    /// Print every field: what it keeps, and the signals; with `--real`, what is proposed, and the evidence
    #[arg(long)]
    fields: bool,
    /// With `--real`, fit the model that matches fields with columns of new pages, and print its weights
    #[arg(long, requires = "real")]
    fit_matching: bool,
}

/// Number of training pages and of checked pages.
pub(crate) struct DriftRegime {
    name: &'static str,
    train: usize,
    unlabelled: usize,
    pages: usize,
    repairs: bool,
}

/// A site with three pages is learnt from one of them in every regime.
const REGIMES: [DriftRegime; 3] = [
    DriftRegime { name: "3 pages", train: 3, unlabelled: 0, pages: 12, repairs: true },
    DriftRegime { name: "1 page", train: 1, unlabelled: 0, pages: 6, repairs: false },
    DriftRegime { name: "3 + 10 pages", train: 3, unlabelled: 10, pages: 12, repairs: false },
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if args.real {
        return real::run(&args.contest, args.fields, args.fit_matching);
    }
    let foreign = ForeignPages::read(args)?;
    let mut cases: Vec<DriftCase> = Vec::new();
    let n_regimes = if args.quick { 1 } else { REGIMES.len() };
    for (regime, seed) in REGIMES.iter().take(n_regimes).zip(args.contest.seed..) {
        let regime = DriftRegime { repairs: regime.repairs && !args.no_repair, ..*regime };
        // A site of three pages has one training page, so the first regime covers it.
        let sets: Vec<BenchmarkSet> = args
            .set
            .iter()
            .copied()
            .filter(|set| regime.name == REGIMES[0].name || *set != BenchmarkSet::Estuka)
            .collect();
        let of_sites =
            args.contest.on_sites(&sets, |site| case::of_site(site, &regime, &foreign, seed))?;
        cases.extend(of_sites.into_iter().flatten());
    }
    if args.fields {
        print!("{}", report::fields(&cases));
    }
    let judged = report::judge(&cases);
    let table = report::tables(&judged);
    print!("{table}");
    if args.contest.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.contest.folders.results.join("drift.csv"), &report::lines(&judged))?;
    let path = args.contest.folders.report.join("drift.md");
    fs::write(&path, report::document(&table)).with_context(|| path.display().to_string())
}

/// The first pages of every site, as pages of other sites.
pub(crate) struct ForeignPages {
    sites: Vec<(BenchmarkSet, String, Vec<Vec<u8>>)>,
}

impl ForeignPages {
    fn read(args: &Args) -> anyhow::Result<Self> {
        const N_PAGES: usize = 12;
        let mut sites = Vec::new();
        for set in [BenchmarkSet::Swde, BenchmarkSet::Estuka, BenchmarkSet::Wien] {
            for folder in set.folders(&args.contest.folders.data, "")? {
                let site = set.read(&args.contest.folders.data, &folder)?;
                let pages = site.sources.iter().take(N_PAGES).cloned().collect();
                sites.push((set, site.name.clone(), pages));
            }
        }
        Ok(Self { sites })
    }

    /// Returns pages of the next site of the same kind, and of the next of another kind.
    fn of(&self, site: &BenchmarkSite) -> (&[Vec<u8>], &[Vec<u8>]) {
        let own = kind(site.set, &site.name);
        let is_own =
            |(set, name, _): &(BenchmarkSet, String, _)| (*set, name) == (site.set, &site.name);
        let at = self.sites.iter().position(is_own).unwrap_or(0);
        let others = || self.sites.iter().cycle().skip(at + 1).take(self.sites.len() - 1);
        let pages = |is_same: bool| {
            let found = others().find(|(set, name, _)| (kind(*set, name) == own) == is_same);
            found.map_or(&[][..], |(_, _, pages)| pages.as_slice())
        };
        (pages(true), pages(false))
    }
}

/// Returns the set, and the folder in it, if it has folders: `book` of `book/amazon`.
fn kind(set: BenchmarkSet, name: &str) -> (&'static str, &str) {
    (set.name(), name.split_once('/').map_or("", |(folder, _)| folder))
}
