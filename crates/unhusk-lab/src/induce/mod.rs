//! Schema and data without labels: how much of the truth is in columns that were found without labels.

mod columns;
mod exalg;
mod found;
mod report;
mod srr;
mod stability;

use crate::contest::workers;
use crate::results::{Folders, write_csv};
use anyhow::Context;
use found::Inducer;
use std::fs;
use std::path::{Path, PathBuf};

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Whether the records that one page shows are found from several pages, too
    #[arg(long)]
    stability: bool,
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
        return stability::run(&args.site, &args.folders);
    }
    let mut rows = Vec::new();
    for inducer in Inducer::all() {
        for (set, score) in columns::SETS {
            rows.extend(on_sites(args, set, |folder, name| score(&inducer, folder, name))?);
        }
        rows.extend(on_sites(args, "exalg", |folder, name| exalg::score(&inducer, folder, name))?);
    }
    rows.extend(on_sites(args, "srr", srr::score)?);
    let text = report::document(&rows);
    println!("{text}");
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("induce.csv"), &rows)?;
    let path = args.folders.report.join("induce.md");
    fs::write(&path, text).with_context(|| path.display().to_string())
}

/// Returns the rows of all sites of a set, in the order of their names.
fn on_sites(
    args: &Args,
    set: &str,
    score: impl Fn(&Path, &str) -> anyhow::Result<Vec<InduceRow>> + Sync,
) -> anyhow::Result<Vec<InduceRow>> {
    let mut folders = Vec::new();
    find(&args.folders.data.join(set), &mut folders)?;
    folders.retain(|folder| folder.to_string_lossy().contains(&args.site));
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
