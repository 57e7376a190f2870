//! One hash per site and method: of the wrapper that each method of the catalogue learns, and of the records it
//! reads.
//!
//! A change that keeps behaviour leaves `results/fingerprint.csv` as it is; `--check` compares and prints the lines
//! that differ. Sites are all folders with a labels file; the first pages of each are labelled, the next ones are
//! given without labels, and all are read. `bwi` takes nine tenths of the time: `--method` runs the others alone, and
//! the rows that are not run stay in the file.

use crate::contest::workers;
use crate::results::{Folders, write_csv};
use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};
use unhusk::learn::template::{InduceSettings, induce};
use unhusk::learn::{Method, Settings};
use unhusk::record::{Cell, Record, Schema};
use unhusk::wrapper::{AnyWrapper, Extract};

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only sites whose folder contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Only these methods [default: all of the catalogue, and `induce`]
    #[arg(short, long, value_delimiter = ',')]
    method: Vec<String>,
    /// Compare with the committed file instead of writing it; exit with 1 if something differs
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    folders: Folders,
}

/// Result of one method on one site.
#[derive(Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct FingerprintRow {
    site: String,
    method: String,
    /// Hash of schema and program as they are saved; `-` if nothing was learnt.
    wrapper: String,
    /// Hash of all records: texts, spans and confidences, page by page.
    records: String,
    n_records: usize,
    n_values: usize,
}

impl FingerprintRow {
    /// Whether both rows are of the same site and method.
    fn has_key_of(&self, other: &Self) -> bool {
        (&self.site, &self.method) == (&other.site, &other.method)
    }
}

/// Limit on pages with labels; never more than half of a site.
const N_LABELLED: usize = 3;
/// Number of pages without labels that are given to a learner.
const N_UNLABELLED: usize = 5;
/// Limit on the pages that are read; more of them add little.
const N_READ: usize = 20;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut folders = Vec::new();
    find_sites(&args.folders.data, &mut folders)?;
    folders.retain(|folder| folder.to_string_lossy().contains(&args.site));
    let per_site = workers::map(&folders, |folder| {
        let name = folder.strip_prefix(&args.folders.data).unwrap_or(folder);
        let name = name.to_string_lossy().replace('\\', "/");
        eprintln!("{name}");
        fingerprint(folder, &name, &args.method)
    });
    let rows = per_site.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let rows: Vec<FingerprintRow> = rows.into_iter().flatten().collect();
    let path = args.folders.results.join("fingerprint.csv");
    if args.check {
        return compare(&path, &rows);
    }
    println!("{} fingerprints of {} sites", rows.len(), folders.len());
    if args.folders.dry_run {
        return Ok(());
    }
    let is_complete = args.site.is_empty() && args.method.is_empty();
    let rows = if is_complete { rows } else { merged(read_rows(&path)?, rows) };
    write_csv(&path, &rows)
}

/// Puts new rows in the place of the committed ones of the same sites and methods; rows of others come last.
fn merged(mut rows: Vec<FingerprintRow>, new: Vec<FingerprintRow>) -> Vec<FingerprintRow> {
    for row in new {
        match rows.iter_mut().find(|before| before.has_key_of(&row)) {
            Some(before) => *before = row,
            None => rows.push(row),
        }
    }
    rows
}

fn read_rows(path: &Path) -> anyhow::Result<Vec<FingerprintRow>> {
    let mut reader = csv::Reader::from_path(path).with_context(|| path.display().to_string())?;
    Ok(reader.deserialize().collect::<Result<_, _>>()?)
}

/// Collects the folders below `folder` with a labels file, in the order of their names.
fn find_sites(folder: &Path, sites: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if folder.join("labels.json").is_file() || folder.join("expected.json").is_file() {
        sites.push(folder.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.iter().try_for_each(|folder| find_sites(folder, sites))
}

fn fingerprint(
    folder: &Path,
    name: &str,
    methods: &[String],
) -> anyhow::Result<Vec<FingerprintRow>> {
    let is_wanted = |method: &str| methods.is_empty() || methods.iter().any(|one| one == method);
    let mut rows = Vec::new();
    let path = folder.join("labels.json");
    let pages = if path.is_file() {
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let labels = Labels::parse(name, &text)?;
        let paths = labels.pages().iter().map(|page| folder.join(&page.path));
        let pages = read_pages(paths.take(N_READ))?;
        for method in unhusk_baselines::methods().filter(|method| is_wanted(method.name)) {
            let learnt = learn(method, &labels, &pages);
            rows.push(row(name, method.name, learnt, &pages));
        }
        pages
    } else {
        let folder = folder.join("pages");
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let mut paths: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        read_pages(paths.into_iter().take(N_READ))?
    };
    if is_wanted("induce") {
        let all: Vec<&Page> = pages.iter().take(N_LABELLED + N_UNLABELLED).collect();
        let induced = induce(&all, &InduceSettings::default()).ok();
        let learnt = induced.map(|found| (AnyWrapper::from(found.wrapper), found.schema));
        rows.push(row(name, "induce", learnt, &pages));
    }
    Ok(rows)
}

fn read_pages(paths: impl Iterator<Item = PathBuf>) -> anyhow::Result<Vec<Page>> {
    paths
        .map(|path| {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            Ok(Page::from_bytes(&bytes))
        })
        .collect()
}

fn learn(method: &Method, labels: &Labels, pages: &[Page]) -> Option<(AnyWrapper, Schema)> {
    let n_labelled = pages.len().div_ceil(2).min(N_LABELLED);
    let (labelled, others) = pages.split_at(n_labelled);
    let numbered: Vec<_> = labelled.iter().enumerate().collect();
    let set = TrainingSet::new(labels, &numbered, Strictness::Lenient).ok()?;
    let set = set.with_unlabelled(&others[..others.len().min(N_UNLABELLED)]);
    let learned = method.learn(&set, &Settings::default()).ok()?;
    let schema = learned.schema(&set);
    Some((learned.wrapper, schema))
}

fn row(
    site: &str,
    method: &str,
    learnt: Option<(AnyWrapper, Schema)>,
    pages: &[Page],
) -> FingerprintRow {
    let mut row = FingerprintRow {
        site: site.to_owned(),
        method: method.to_owned(),
        wrapper: "-".to_owned(),
        records: "-".to_owned(),
        n_records: 0,
        n_values: 0,
    };
    let Some((wrapper, schema)) = learnt else { return row };
    let saved = serde_json::json!([schema, wrapper]).to_string();
    row.wrapper = hash(&saved);
    let mut text = String::new();
    for page in pages {
        let found = wrapper.extract_with_confidence(&schema, page);
        row.n_records += found.records.len();
        text.push_str("page\n");
        found.records.iter().for_each(|record| row.n_values += write_record(record, &mut text));
    }
    row.records = hash(&text);
    row
}

/// Writes a record as text; returns the number of its values. Recurses on the nesting of the schema, which is capped.
fn write_record(record: &Record<'_>, text: &mut String) -> usize {
    text.push_str("record\n");
    let mut n_values = 0;
    for cell in &record.cells {
        text.push_str("cell\n");
        for value in cell.values() {
            let confidence = value.confidence.map_or(-1.0, unhusk::record::Confidence::get);
            let span = value.span;
            let _ = writeln!(text, "{:?} {} {} {confidence}", value.text, span.start, span.end);
            n_values += 1;
        }
        if let Cell::Nested(records) = cell {
            n_values += records.iter().map(|record| write_record(record, text)).sum::<usize>();
            text.push_str("end\n");
        }
    }
    n_values
}

/// Returns the first 64 bits of the SHA-256 of a text.
fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Compares with the committed rows of the same sites and methods.
fn compare(path: &Path, rows: &[FingerprintRow]) -> anyhow::Result<()> {
    let committed = read_rows(path)?;
    let mut n_different = 0;
    for row in rows {
        let before = committed.iter().find(|before| before.has_key_of(row));
        if before == Some(row) {
            continue;
        }
        n_different += 1;
        println!("{} {}: was {before:?}, is {row:?}", row.site, row.method);
    }
    println!("{} fingerprints compared, {n_different} differ", rows.len());
    if n_different > 0 {
        bail!("{n_different} fingerprints differ from {}", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{FingerprintRow, merged};

    fn row(site: &str, method: &str, n_records: usize) -> FingerprintRow {
        let (site, method) = (site.to_owned(), method.to_owned());
        let (wrapper, records) = ("-".to_owned(), "-".to_owned());
        FingerprintRow { site, method, wrapper, records, n_records, n_values: 0 }
    }

    #[test]
    fn rows_that_were_not_run_stay() {
        let committed = vec![row("a", "lr", 1), row("a", "bwi", 2), row("b", "lr", 3)];
        let new = vec![row("b", "lr", 4), row("c", "lr", 5)];
        let expected =
            [row("a", "lr", 1), row("a", "bwi", 2), row("b", "lr", 4), row("c", "lr", 5)];
        assert_eq!(merged(committed, new), expected);
    }
}
