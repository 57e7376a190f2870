//! Time of extraction relative to parsing on real pages: learns a wrapper from the first pages of a site, then parses
//! and reads its other pages, round after round.
//!
//! A page is read right after it is parsed, as programs do it; freeing memory is included. The best time to parse each
//! page and the best time to read it count: the machine is noisy, and noise only adds time. Ratios within one run can
//! be compared.

use crate::contest::contestant::learn;
use crate::contest::set::{BenchmarkSet, LabelScope};
use crate::contest::site::BenchmarkSite;
use crate::contest::task::{Split, Task};
use crate::results::{Folders, write_csv};
use anyhow::Context;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};
use unhusk::Page;
use unhusk_baselines::find_method;

use unhusk::wrapper::{Extract, RawExtraction};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Method of the catalogue that learns the wrappers
    #[arg(short, long, default_value = "site")]
    method: String,
    /// Sets to run on [default: all]
    #[arg(long, value_enum, value_delimiter = ',')]
    set: Vec<BenchmarkSet>,
    /// Only sites whose name contains this
    #[arg(long, default_value = "")]
    site: String,
    /// Rounds; the best one counts
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    #[command(flatten)]
    folders: Folders,
}

/// One site.
#[derive(serde::Serialize)]
struct ReadRow {
    set: &'static str,
    site: String,
    pages: usize,
    kilobytes_per_page: f64,
    fields: usize,
    values_per_page: f64,
    parse_us: f64,
    read_us: f64,
    /// Time to read divided by time to parse.
    adds: f64,
    /// Time from the source to records divided by that from the source to a tree: delimiters need no tree.
    whole: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let sets = if args.set.is_empty() { &BenchmarkSet::ALL[..] } else { &args.set };
    let mut rows = Vec::new();
    for set in sets {
        for folder in set.folders(&args.folders.data, &args.site)? {
            let site = set.read(&args.folders.data, &folder)?;
            eprintln!("{} {}", set.name(), site.name);
            match measure(&site, args)? {
                Ok(row) => rows.push(row),
                Err(why_not) => println!("{} {}: {why_not}", set.name(), site.name),
            }
        }
    }
    let table = table(&rows);
    print!("{table}");
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("read.csv"), &rows)?;
    let path = args.folders.report.join("read.md");
    fs::write(&path, report(args, &table)).with_context(|| path.display().to_string())
}

/// Measures a site; returns the reason if nothing is learnt.
fn measure(site: &BenchmarkSite, args: &Args) -> anyhow::Result<Result<ReadRow, String>> {
    let name = &args.method;
    let method = find_method(name).with_context(|| format!("unknown method {name}"))?;
    let n_train = if site.set == BenchmarkSet::Swde { 3 } else { 1 };
    let order: Vec<usize> = (0..site.n_pages()).collect();
    let task = Task::new(site, &Split::new(&order, n_train, 0, 0), LabelScope::All);
    Ok(learn(method, &task).map(|(wrapper, schema)| {
        let pages: Vec<Page> = task.to_read.iter().map(|source| Page::from_bytes(source)).collect();
        let n_bytes: usize = pages.iter().map(|page| page.source().len()).sum();
        let n_values: usize =
            pages.iter().map(|page| n_values(&wrapper.extract(&schema, page))).sum();
        let mut best = vec![Times::default(); pages.len()];
        for _ in 0..args.rounds.max(1) {
            for (best, page) in best.iter_mut().zip(&pages) {
                best.keep(&time(page.source(), |page| {
                    black_box(wrapper.extract(&schema, page));
                }));
            }
        }
        let parse: Duration = best.iter().map(|times| times.parse).sum();
        let read: Duration = best.iter().map(|times| times.read).sum();
        let whole: Duration = best.iter().map(|times| times.whole).sum();
        let over_parse =
            |time: Duration| (time.as_secs_f64() / parse.as_secs_f64() * 1e3).round() / 1e3;
        let per_page = |total: f64| (total / count(pages.len()) * 10.0).round() / 10.0;
        ReadRow {
            set: site.set.name(),
            site: site.name.clone(),
            pages: pages.len(),
            kilobytes_per_page: per_page(count(n_bytes) / 1e3),
            fields: schema.fields().len(),
            values_per_page: per_page(count(n_values)),
            parse_us: per_page(parse.as_secs_f64() * 1e6),
            read_us: per_page(read.as_secs_f64() * 1e6),
            adds: over_parse(read),
            whole: over_parse(whole),
        }
    }))
}

/// Returns the number of values.
fn n_values(extraction: &RawExtraction<'_>) -> usize {
    let cells = extraction.records.iter().flat_map(|record| &record.cells);
    cells.map(|cell| cell.values().len()).sum()
}

/// Time to parse a page and to free it, to read it in between, and to read one without a tree.
#[derive(Clone)]
struct Times {
    parse: Duration,
    read: Duration,
    whole: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self { parse: Duration::MAX, read: Duration::MAX, whole: Duration::MAX }
    }
}

impl Times {
    /// Keeps the smaller of each time.
    fn keep(&mut self, other: &Self) {
        self.parse = self.parse.min(other.parse);
        self.read = self.read.min(other.read);
        self.whole = self.whole.min(other.whole);
    }
}

fn time(source: &str, read: impl Fn(&Page)) -> Times {
    let started = Instant::now();
    let page = Page::from(source);
    black_box(page.tree().len());
    let parsed = Instant::now();
    read(&page);
    let was_read = Instant::now();
    drop(page);
    let parse = (parsed - started) + was_read.elapsed();
    let started = Instant::now();
    read(&Page::from(source));
    Times { parse, read: was_read - parsed, whole: started.elapsed() }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn count(n: usize) -> f64 {
    n as f64
}

/// Writes a line per set: means over the sites, and the distribution of the sites.
fn table(rows: &[ReadRow]) -> String {
    let mut table = String::from(
        "| set | sites | KB a page | values a page | us to parse | us to read | adds | median of sites | \
         most | sites above 25 % | from source to records |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for set in BenchmarkSet::ALL {
        let rows: Vec<&ReadRow> = rows.iter().filter(|row| row.set == set.name()).collect();
        if rows.is_empty() {
            continue;
        }
        let mean = |of: fn(&ReadRow) -> f64| {
            rows.iter().map(|row| of(row)).sum::<f64>() / count(rows.len())
        };
        let (parse, read) = (mean(|row| row.parse_us), mean(|row| row.read_us));
        let mut adds: Vec<f64> = rows.iter().map(|row| row.adds).collect();
        adds.sort_by(f64::total_cmp);
        let above = adds.iter().filter(|adds| **adds > 0.25).count();
        let _ = writeln!(
            table,
            "| {} | {} | {:.0} | {:.0} | {parse:.0} | {read:.0} | {:.1} % | {:.1} % | {:.1} % | {above} | {:.2} |",
            set.name(),
            rows.len(),
            mean(|row| row.kilobytes_per_page),
            mean(|row| row.values_per_page),
            100.0 * read / parse,
            100.0 * adds[adds.len() / 2],
            100.0 * adds[adds.len() - 1],
            mean(|row| row.whole * row.parse_us) / parse,
        );
    }
    table
}

fn report(args: &Args, table: &str) -> String {
    format!(
        "# Time of extraction relative to parsing\n\n`unhusk-lab read --method {} --rounds {}`. Wrappers are learnt from the \
         first page of a site (three of SWDE) and read its other pages, each right after it was parsed, on one core; \
         of each page the best time to parse and the best time to read count. Ratios within one run can be compared, \
         times cannot. The last column is the time from the source to records divided by that from the source to a tree: \
         delimiter wrappers, as on most WIEN sites, need no tree. Figures by site:  `crates/unhusk-lab/results/read.csv`.\n\n{table}",
        args.method, args.rounds
    )
}
