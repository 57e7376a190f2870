//! Stability: whether the records that one page shows by itself are found from several pages of its site, too.
//!
//! Every page is induced alone. Then the first two, three, five and ten pages of a site are induced together, and the
//! records that are read on each of them are compared with those that the page showed alone: as many, at the same
//! places. Where whole pages are the records, those nested in them count, too. A page also agrees if the number of
//! records is nearer to that of its labels than the page by itself showed: a table of properties looks like a list
//! until a second page has the same captions. A site is stable for a number of pages if all of them agree.

use super::{Args, exalg, find};
use crate::contest::workers;
use crate::results::write_csv;
use anyhow::Context;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use unhusk::Page;
use unhusk::example::{Labels, PageLabels};
use unhusk::learn::template::{InduceSettings, Induced, induce, train};
use unhusk::page::Span;
use unhusk::record::{Cell, Record};
use unhusk::wrapper::Extract;

/// Sets whose pages list records.
const SETS: [&str; 4] = ["wien", "estuka", "exalg", "aql"];
/// Numbers of pages that are induced together.
const N_PAGES: [usize; 4] = [2, 3, 5, 10];
/// Limit on training pages, as in `unhusk induce`.
const MAX_USED: usize = 100;

/// One site and number of pages.
#[derive(Debug, Clone, serde::Serialize)]
struct StabilityRow {
    set: &'static str,
    site: String,
    pages: usize,
    /// Pages that show records by themselves and belong to the template of all.
    compared: usize,
    agree: usize,
    /// Records that the first page shows alone, and with the others.
    alone: usize,
    together: usize,
    is_stable: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folders = &args.folders;
    let mut rows = Vec::new();
    for set in SETS {
        let mut sites: Vec<PathBuf> = Vec::new();
        find(&folders.data.join(set), &mut sites)?;
        sites.retain(|folder| args.has(folder));
        for of_site in workers::map(&sites, |folder| on_site(set, folder)) {
            rows.extend(of_site?);
        }
    }
    for row in &rows {
        let StabilityRow { set, site, pages, compared, agree, alone, together, is_stable } = row;
        let mark = if *is_stable { "" } else { "  unstable" };
        println!(
            "{set} {site}: {pages} pages: {agree} of {compared} agree, first page {alone} -> {together}{mark}"
        );
    }
    let n_stable = rows.iter().filter(|row| row.is_stable).count();
    println!("{n_stable} of {} (site, number of pages) are stable", rows.len());
    if folders.dry_run {
        return Ok(());
    }
    write_csv(&folders.results.join("induce-stability.csv"), &rows)
}

fn on_site(set: &'static str, folder: &Path) -> anyhow::Result<Vec<StabilityRow>> {
    let pages = pages(folder)?;
    let site = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let with = |&n_pages: &usize| row(set, &site, &pages[..n_pages]);
    Ok(N_PAGES.iter().filter(|n_pages| **n_pages <= pages.len()).map(with).collect())
}

/// A page, the records that it shows by itself, and the number of records that are labelled.
struct PageRecords {
    page: Page,
    alone: Option<Vec<Span>>,
    n_labelled: Option<usize>,
}

/// Returns the first pages of a site, in the order of their names.
fn pages(folder: &Path) -> anyhow::Result<Vec<PageRecords>> {
    let root = folder.join("pages");
    let entries = fs::read_dir(&root).with_context(|| root.display().to_string())?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    paths.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    paths.truncate(*N_PAGES.iter().max().unwrap_or(&0));
    let labelled = labelled(folder)?;
    let read = |path: &PathBuf| {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let page = Page::from_bytes(&bytes);
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
        let n_labelled = labelled.get(&name).copied();
        Ok(PageRecords { alone: records_alone(&page), page, n_labelled })
    };
    paths.iter().map(read).collect()
}

/// Returns the number of labelled records of each page.
fn labelled(folder: &Path) -> anyhow::Result<BTreeMap<String, usize>> {
    let path = folder.join("labels.json");
    let Ok(text) = fs::read_to_string(&path) else { return exalg::n_records(folder) };
    let labels = Labels::parse(&path.to_string_lossy(), &text)?;
    let of_page = |page: &PageLabels| (page.path.clone(), page.records.len());
    Ok(labels.pages().iter().map(of_page).collect())
}

fn row(set: &'static str, site: &str, pages: &[PageRecords]) -> StabilityRow {
    let refs: Vec<&Page> = pages.iter().map(|page| &page.page).collect();
    let trained = train(&refs, &InduceSettings::default(), MAX_USED).ok();
    let strangers = trained.as_ref().map_or(&[][..], |trained| &trained.strangers);
    let together = |page: &Page| {
        trained.as_ref().map_or_else(Vec::new, |trained| record_sets(&trained.induced, page))
    };
    let (mut compared, mut agree) = (0, 0);
    for (_, page) in pages.iter().enumerate().filter(|(at, _)| !strangers.contains(at)) {
        let Some(alone) = &page.alone else { continue };
        let sets = together(&page.page);
        compared += 1;
        let is_same = agrees(alone, &sets, page.n_labelled);
        agree += usize::from(is_same);
        if !is_same {
            let counts: Vec<usize> = sets.iter().map(Vec::len).collect();
            let n_pages = pages.len();
            let kept = sets.first().map_or(&[][..], |set| set);
            let lost = alone.iter().find(|one| !is_found(**one, kept));
            let lost = lost.map(|one| page.page.text(*one));
            eprintln!(
                "{site}, {n_pages} pages: {} alone, {counts:?} together, {:?} labelled, lost: {lost:?}",
                alone.len(),
                page.n_labelled
            );
        }
    }
    StabilityRow {
        set,
        site: site.to_owned(),
        pages: pages.len(),
        compared,
        agree,
        alone: pages[0].alone.as_ref().map_or(0, Vec::len),
        together: together(&pages[0].page).first().map_or(0, Vec::len),
        is_stable: agree == compared,
    }
}

/// Whether one of the sets is what the page showed alone, or the first is nearer to the number of labelled records.
fn agrees(alone: &[Span], together: &[Vec<Span>], n_labelled: Option<usize>) -> bool {
    let n_together = together.first().map_or(0, Vec::len);
    let is_nearer = |n: usize| n_together.abs_diff(n) < alone.len().abs_diff(n);
    n_labelled.is_some_and(is_nearer) || together.iter().any(|set| is_same(alone, set))
}

/// Returns the places of the records that a page shows by itself.
fn records_alone(page: &Page) -> Option<Vec<Span>> {
    let induced = induce(&[page], &InduceSettings::default()).ok()?;
    record_sets(&induced, page).into_iter().next()
}

/// Returns the places of the records that a template reads, then of those of each nested field, from the first value
/// of a record to the last.
fn record_sets(induced: &Induced, page: &Page) -> Vec<Vec<Span>> {
    let records = induced.wrapper.extract(&induced.schema, page).records;
    let mut sets = vec![records.iter().filter_map(extent).collect()];
    let mut waiting: Vec<&[Record<'_>]> = vec![&records];
    while let Some(records) = waiting.pop() {
        for cell in records.iter().flat_map(|record| &record.cells) {
            if let Cell::Nested(inner) = cell {
                sets.push(inner.iter().filter_map(extent).collect());
                waiting.push(inner);
            }
        }
    }
    sets
}

/// Returns the place from the first value of a record, or of a record nested in it, to the last.
fn extent(record: &Record<'_>) -> Option<Span> {
    let mut extent: Option<Span> = None;
    let mut waiting = vec![record];
    while let Some(record) = waiting.pop() {
        for cell in &record.cells {
            if let Cell::Nested(inner) = cell {
                waiting.extend(inner);
            }
            for Span { start, end } in cell.values().iter().map(|value| value.span) {
                let known = extent.unwrap_or(Span { start, end });
                extent = Some(Span { start: known.start.min(start), end: known.end.max(end) });
            }
        }
    }
    extent
}

/// Whether there are as many records within a tenth, and nine in ten begin inside of one of the others.
fn is_same(alone: &[Span], together: &[Span]) -> bool {
    let (n_alone, n_together) = (alone.len(), together.len());
    10 * n_alone.abs_diff(n_together) <= n_alone.max(n_together)
        && 10 * alone.iter().filter(|one| is_found(**one, together)).count() >= 9 * n_alone
}

/// Whether one of some places is about the same.
fn is_found(one: Span, places: &[Span]) -> bool {
    places
        .iter()
        .any(|other| one.start < other.end && other.start < one.end && is_near(one, *other))
}

/// Whether two places have half of each other.
fn is_near(a: Span, b: Span) -> bool {
    let n_both = a.end.min(b.end).saturating_sub(a.start.max(b.start)) as usize;
    2 * n_both >= a.len() && 2 * n_both >= b.len()
}
