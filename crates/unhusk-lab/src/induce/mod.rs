//! Schema and data without labels: the share of the truth in columns that are found without labels.

mod columns;
mod exalg;
mod found;
mod lists;
mod report;
mod srr;
mod stability;

use crate::contest::half::SiteHalf;
use crate::contest::workers;
use crate::results::{Folders, write_csv};
use anyhow::Context;
use found::Inducer;
use std::fs;
use std::path::{Path, PathBuf};

/// What to run.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Whether the records that one page shows are found from several pages, too
    #[arg(long)]
    stability: bool,
    /// Whether the records that a list page shows by itself are those that are labelled, or a menu
    #[arg(long, conflicts_with = "stability")]
    lists: bool,
    /// Only the sites of one half: rules and thresholds are chosen on one and reported on the other
    #[arg(long, value_enum)]
    split: Option<SiteHalf>,
    #[command(flatten)]
    folders: Folders,
}

/// One score of one method.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct InduceRow {
    set: &'static str,
    method: &'static str,
    /// The site, with the attribute if there is one.
    what: String,
    /// Cell accuracy, basic-node F, or record F1.
    score: f64,
    precision: f64,
    recall: f64,
    ms_per_page: f64,
    /// Share of training pages.
    pages_used: f64,
    ms_per_page_read: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if args.stability {
        return stability::run(args);
    }
    if args.lists {
        return lists::run(args);
    }
    let mut rows = Vec::new();
    for inducer in Inducer::all() {
        for (set, score) in columns::SETS {
            rows.extend(on_sites(args, set, |folder, name| score(&inducer, folder, name))?);
        }
        rows.extend(on_sites(args, "exalg", |folder, name| exalg::score(&inducer, folder, name))?);
    }
    // A folder of search results has a page of each site.
    let mut of_results = on_sites(&Args { split: None, ..args.clone() }, "srr", srr::score)?;
    of_results.retain(|row| args.is_chosen(row.what.rsplit(' ').next().unwrap_or_default()));
    rows.append(&mut of_results);
    let text = report::document(&rows);
    println!("{text}");
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("induce.csv"), &rows)?;
    let path = args.folders.report.join("induce.md");
    fs::write(&path, text).with_context(|| path.display().to_string())
}

impl Args {
    /// Whether a site is to be run.
    fn has(&self, folder: &Path) -> bool {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        folder.to_string_lossy().contains(&self.site) && self.is_chosen(&name)
    }

    /// Whether a site is in the requested half.
    fn is_chosen(&self, name: &str) -> bool {
        self.split.is_none_or(|half| SiteHalf::of(name) == half)
    }
}

/// Returns the rows of all sites of a set, in the order of their names.
fn on_sites(
    args: &Args,
    set: &str,
    score: impl Fn(&Path, &str) -> anyhow::Result<Vec<InduceRow>> + Sync,
) -> anyhow::Result<Vec<InduceRow>> {
    let mut folders = Vec::new();
    find(&args.folders.data.join(set), &mut folders)?;
    folders.retain(|folder| args.has(folder));
    let all = workers::map(&folders, |folder| {
        let name = folder.strip_prefix(args.folders.data.join(set)).unwrap_or(folder);
        score(folder, &name.to_string_lossy().replace('\\', "/"))
    });
    Ok(all.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat())
}

/// Collects the folders that contain pages, at most two levels down.
fn find(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    for folder in folders {
        if folder.join("pages").is_dir() {
            found.push(folder);
        } else {
            find(&folder, found)?;
        }
    }
    Ok(())
}
