//! Lists and menus: whether the records found on a list page alone are the labelled ones.
//!
//! A labelled record is found if one of its values is in a record of its own. A page counts as a menu if fewer than one
//! in five of its labelled records are inside any found record.

use super::{Args, find};
use crate::contest::half::SiteHalf;
use crate::contest::workers;
use crate::results::write_csv;
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels};
use unhusk::learn::template::find_records;
use unhusk::page::squeeze;

/// Sets whose pages list records.
const SETS: [&str; 6] = ["wien", "estuka", "estuka-records", "srr", "srr-more", "aql"];
/// Least number of characters of a value that is not on a page by chance.
const MIN_CHARS: usize = 8;

/// One list page.
#[derive(Debug, Clone, serde::Serialize)]
struct ListRow {
    set: &'static str,
    site: String,
    page: String,
    half: &'static str,
    labelled: usize,
    found: usize,
    /// Labelled records inside any found record.
    inside: usize,
    /// Labelled records with a found record of their own.
    apart: usize,
    is_menu: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for set in SETS {
        let mut sites: Vec<PathBuf> = Vec::new();
        find(&args.folders.data.join(set), &mut sites)?;
        sites.retain(|folder| folder.to_string_lossy().contains(&args.site));
        for of_site in workers::map(&sites, |folder| on_site(set, folder)) {
            rows.extend(of_site?);
        }
    }
    rows.retain(|row| args.split.is_none_or(|half| half.name() == row.half));
    for row in rows.iter().filter(|row| row.is_menu || 2 * row.apart < row.labelled) {
        let ListRow { set, site, page, half, labelled, found, inside, apart, is_menu } = row;
        let mark = if *is_menu { "  menu" } else { "" };
        println!(
            "{set} {site} {page} ({half}): {labelled} labelled, {found} found, {inside} inside, {apart} apart{mark}"
        );
    }
    for set in SETS {
        summary(set, rows.iter().filter(|row| row.set == set));
    }
    summary("all", rows.iter());
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("induce-lists.csv"), &rows)
}

#[expect(clippy::cast_precision_loss, reason = "counts of pages")]
fn summary<'a>(name: &str, rows: impl Iterator<Item = &'a ListRow>) {
    let rows: Vec<&ListRow> = rows.collect();
    let n = rows.len().max(1) as f64;
    let n_menus = rows.iter().filter(|row| row.is_menu).count();
    let share = |row: &&ListRow| row.apart as f64 / row.labelled.max(1) as f64;
    println!(
        "{name}: a menu first on {n_menus} of {} pages ({:.1} %), {:.3} of the records apart",
        rows.len(),
        100.0 * n_menus as f64 / n,
        rows.iter().map(share).sum::<f64>() / n
    );
}

fn on_site(set: &'static str, folder: &Path) -> anyhow::Result<Vec<ListRow>> {
    let path = folder.join("labels.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let labels = Labels::parse(&path.to_string_lossy(), &text)?;
    let site = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut rows = Vec::new();
    for given in labels.pages().iter().filter(|given| given.records.len() >= 2) {
        let path = folder.join(&given.path);
        let page = Page::from_bytes(&fs::read(&path).with_context(|| path.display().to_string())?);
        // A folder of search results has a page of each site.
        let half = SiteHalf::of(if set.starts_with("srr") { &given.path } else { &site });
        rows.push(row((set, &site, &given.path, half), &page, &given.records));
    }
    Ok(rows)
}

fn row(
    (set, site, path, half): (&'static str, &str, &str, SiteHalf),
    page: &Page,
    records: &[GivenRecord],
) -> ListRow {
    let spans = find_records(page);
    let found: Vec<String> = spans.iter().map(|span| squeeze(&page.text(*span))).collect();
    let (mut inside, mut apart, mut labelled) = (0, 0, 0);
    let mut is_used = vec![false; found.len()];
    for record in records {
        let mut texts = values(page, record);
        let longest = texts.iter().map(String::len).max().unwrap_or(0);
        texts.retain(|text| !text.is_empty() && text.len() >= MIN_CHARS.min(longest));
        if texts.is_empty() {
            continue;
        }
        labelled += 1;
        let holds = |at: &usize| texts.iter().any(|text| found[*at].contains(text.as_str()));
        let holders: Vec<usize> = (0..found.len()).filter(holds).collect();
        inside += usize::from(!holders.is_empty());
        if let Some(&free) = holders.iter().find(|at| !is_used[**at]) {
            is_used[free] = true;
            apart += 1;
        }
    }
    ListRow {
        set,
        site: site.to_owned(),
        page: path.to_owned(),
        half: half.name(),
        labelled,
        found: found.len(),
        inside,
        apart,
        is_menu: 5 * inside < labelled,
    }
}

/// Returns the values of a record, of nested ones too, without white space.
fn values(page: &Page, record: &GivenRecord) -> Vec<String> {
    let mut texts = Vec::new();
    let mut waiting = vec![record];
    while let Some(record) = waiting.pop() {
        for (_, cell) in &record.cells {
            match cell {
                GivenCell::Absent => {}
                GivenCell::One(value) => texts.extend(text_of(page, value)),
                GivenCell::Many(values) => {
                    texts.extend(values.iter().filter_map(|value| text_of(page, value)));
                }
                GivenCell::Nested(records) => waiting.extend(records),
            }
        }
    }
    texts
}

fn text_of(page: &Page, value: &GivenValue) -> Option<String> {
    match value {
        GivenValue::Text(text) | GivenValue::TextAt { text, .. } => Some(squeeze(text)),
        GivenValue::Span(span) => Some(squeeze(&page.text(*span))),
        GivenValue::Xpath { text, .. }
        | GivenValue::Css { text, .. }
        | GivenValue::Attribute { text, .. } => text.as_deref().map(squeeze),
    }
}
