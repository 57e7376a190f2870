//! Real redesigns: one page of a site is learnt, one page after the redesign is verified and repaired.
//!
//! Pages of sites that have not changed give the rate of false alarms: one page is learnt and another is judged.

mod case;
mod matching;
mod report;

use crate::contest::args::ContestArgs;
use crate::contest::half::SiteHalf;
use crate::contest::pair::Pair;
use crate::contest::set::BenchmarkSet;
use crate::contest::workers;
use crate::results::write_csv;
use anyhow::Context;
use matching::MatchCase;
use std::fs;

/// Sites that have not changed.
const UNCHANGED: [BenchmarkSet; 4] =
    [BenchmarkSet::Recipes, BenchmarkSet::Swde, BenchmarkSet::Estuka, BenchmarkSet::EstukaRecords];

pub(super) fn run(args: &ContestArgs, shows_fields: bool, fits: bool) -> anyhow::Result<()> {
    let mut folders = Pair::folders(&args.folders.data)?;
    folders.retain(|folder| args.is_chosen(folder) && args.is_named(folder));
    let pairs = workers::map(&folders, |folder| -> anyhow::Result<_> {
        let pair = Pair::read(folder)?;
        eprintln!("drift {}", pair.name);
        let Some(case) = case::of_pair(&pair) else { return Ok(None) };
        let matches = if fits { matching::of_pair(&pair, &case) } else { Vec::new() };
        Ok(Some((case, matches)))
    });
    let (mut cases, mut matches) = (Vec::new(), Vec::new());
    for pair in pairs {
        let Some((case, of_pair)) = pair? else { continue };
        cases.push(case);
        matches.extend(of_pair);
    }
    if fits {
        matches.extend(cousins(args)?);
        print!("{}", matching::report(&matches, shows_fields));
        return Ok(());
    }
    cases.extend(args.on_sites(&UNCHANGED, case::of_unchanged)?.into_iter().flatten());
    if shows_fields {
        print!("{}", report::fields(&cases));
    }
    let tables = report::tables(&cases);
    print!("{tables}");
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("drift-real.csv"), &report::lines(&cases))?;
    let path = args.folders.report.join("drift-real.md");
    fs::write(&path, report::document(&tables)).with_context(|| path.display().to_string())
}

/// Returns the matches of every recipe site with the next one of its half.
fn cousins(args: &ContestArgs) -> anyhow::Result<Vec<MatchCase>> {
    let folders = BenchmarkSet::Recipes.folders(&args.folders.data, "")?;
    let mut cases = Vec::new();
    for half in [SiteHalf::Fit, SiteHalf::Report] {
        let mut sites = Vec::new();
        for folder in &folders {
            let site = BenchmarkSet::Recipes.read(&args.folders.data, folder)?;
            if SiteHalf::of(&site.name) == half {
                sites.push(site);
            }
        }
        let numbers: Vec<usize> = (0..sites.len()).collect();
        let of_next =
            |at: &usize| matching::of_cousins(&sites[*at], &sites[(at + 1) % sites.len()]);
        cases.extend(workers::map(&numbers, of_next).into_iter().flatten());
    }
    Ok(cases)
}
