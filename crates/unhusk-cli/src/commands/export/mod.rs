//! `unhusk export`: converts a wrapper to another notation, and compares the two on pages.

mod pytest;

use super::extract::load_wrapper;
use crate::args::{PageArgs, at_hand, page_argument};
use crate::output::{Destination, Reporter, refuse_input};
use crate::status::ExitStatus;
use anyhow::bail;
use clap::ValueEnum;
use std::io::Write;
use std::path::PathBuf;
use unhusk::Page;
use unhusk::export::ExportNote;
use unhusk::export::{AgreementTally, Export, Notation};
use unhusk::page::PageOptions;
use unhusk::sink::printable;
use unhusk::wrapper::Wrapper;
use unhusk_engine::Listed;
use unhusk_io::sink::Format;
use unhusk_rdf::share;
use unhusk_rdf::sink::RdfFormat;

const EXAMPLES: &str = "\
Examples:
  unhusk export shop.json pages/ --to xpath
  unhusk export shop.json 'crawl/*.html' --to parsel -o shop.py
  unhusk export shop.json pages/ --to scrapy -o spider.py && scrapy runspider spider.py -O shop.jsonl
  unhusk export shop.json pages/ --to pytest -o tests/shop && python -m pytest tests/shop
  unhusk export shop.json --to turtle -o shop.ttl        # `unhusk import` restores it

In a wrapper several rules vote, which selectors cannot express. The export contains the rules that agree best with the \
wrapper on every second one of PAGES or, if those do not suffice, on all of them. The agreement on all pages is printed \
for each field, and written to the file. Without PAGES nothing is compared.
`pytest` writes a folder: PAGES, what the wrapper reads from them now, and a test that reads them again with the Python \
package `unhusk`; look at the records before you rely on it.

Exit code: 0 if export and wrapper agree on all pages (or none are given), 1 if they differ, 2 failure.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Wrapper file, from `unhusk learn`; `-` is standard input
    #[arg(value_name = "W.json")]
    wrapper: String,
    /// Pages on which the export is compared with the wrapper
    #[arg(value_name = "PAGES", value_parser = page_argument())]
    pages: Vec<String>,
    /// Notation
    #[arg(long, value_enum)]
    to: ExportFormat,
    /// File (with `pytest` a folder) for the export, replaced only on success; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
}

/// Notation of the export: selectors, a program, or the whole wrapper file as RDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// `XPath` 1.0 expressions
    Xpath,
    /// CSS selectors, with `::text` and `::attr()`
    Css,
    /// A Python module with a function `extract(html)`, using parsel
    Parsel,
    /// A Scrapy spider
    Scrapy,
    /// A folder with a test for pytest: pages, expected records and a program that compares
    Pytest,
    /// The wrapper file as RDF in Turtle; `unhusk import` restores it
    Turtle,
    /// The wrapper file as JSON-LD; `unhusk import` restores it
    Jsonld,
}

impl ExportFormat {
    /// Returns the notation of the rule; `None` if the whole file is exported, or a test of it.
    fn notation(self) -> Option<Notation> {
        match self {
            Self::Xpath => Some(Notation::Xpath),
            Self::Css => Some(Notation::Css),
            Self::Parsel => Some(Notation::Parsel),
            Self::Scrapy => Some(Notation::Scrapy),
            Self::Pytest | Self::Turtle | Self::Jsonld => None,
        }
    }
}

/// Limit on the pages used to choose rules; the comparison uses all pages.
const MAX_TRIED: usize = 24;

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    if args.wrapper == "-" && args.pages.iter().any(|page| page == "-" || page == "@-") {
        bail!("the wrapper and a page cannot both come from standard input");
    }
    refuse_input(args.output.as_deref(), args.pages.iter().chain([&args.wrapper]))?;
    let file = load_wrapper(&args.wrapper)?;
    if args.to == ExportFormat::Pytest {
        return pytest::write(&file, args, reporter);
    }
    let Some(notation) = args.to.notation() else { return write_rdf(&file, args) };
    let mut pages = ReadablePages::new(
        at_hand(&args.pages, &args.page, reporter),
        args.page.options(),
        reporter,
    );
    let tried: Vec<(String, Page)> = pages.by_ref().take(MAX_TRIED).collect();
    let (export, mut tally) = chosen(&file, notation, &tried);
    drop(tried);
    for (name, page) in pages.by_ref() {
        tally.add(&name, &export.check(&file, &page));
    }
    if tally.n_pages == 0 && pages.n_failed > 0 {
        bail!("no page could be read");
    }
    let mut out = Destination::open(args.output.as_deref(), Format::Table)?;
    out.write_all(export.write(&tally).as_bytes())?;
    out.commit()?;
    report_agreement(&file, &export, &tally, reporter);
    Ok(if tally.is_full() && export.is_complete() { ExitStatus::Done } else { ExitStatus::No })
}

/// Writes the whole file as RDF.
fn write_rdf(file: &Wrapper, args: &Args) -> anyhow::Result<ExitStatus> {
    if !args.pages.is_empty() {
        bail!("RDF contains the wrapper itself, so there is nothing to compare; omit the pages");
    }
    let (text, shown) = match args.to {
        ExportFormat::Jsonld => (share::to_jsonld(file), Format::Json),
        _ => (share::to_rdf(file, RdfFormat::Turtle), Format::Table),
    };
    let mut out = Destination::open(args.output.as_deref(), shown)?;
    out.write_all(text.as_bytes())?;
    out.commit()?;
    Ok(ExitStatus::Done)
}

/// Returns an export chosen on every second page if it agrees fully on all of them, since then the agreement on the
/// other half predicts that on further pages. Otherwise returns the better of this and one chosen on all pages.
fn chosen(
    file: &Wrapper,
    notation: Notation,
    tried: &[(String, Page)],
) -> (Export, AgreementTally) {
    let by = |step: usize| {
        let chosen_on: Vec<&Page> = tried.iter().step_by(step).map(|(_, page)| page).collect();
        let export = Export::new(file, notation, &chosen_on);
        let mut tally = AgreementTally::default();
        for (name, page) in tried {
            tally.add(name, &export.check(file, page));
        }
        (export, tally)
    };
    let half = by(2);
    // With one page, every second page is all of them.
    if half.1.is_full() || tried.len() < 2 {
        return half;
    }
    let all = by(1);
    if all.1.total() > half.1.total() { all } else { half }
}

/// Prints the agreement of each field, and the parts that the export omits.
fn report_agreement(file: &Wrapper, export: &Export, tally: &AgreementTally, reporter: &Reporter) {
    for ExportNote { field, note } in export.notes() {
        reporter.summary(&printable(&format!("{field}: {note}")));
    }
    if export.is_empty() {
        return;
    }
    for (at, field) in file.schema.fields().iter().enumerate() {
        if let Some(equal) = tally.of_field(at) {
            reporter.summary(&printable(&format!("{}: {equal}", field.name)));
        }
    }
    if tally.n_pages == 0 {
        reporter.summary("nothing was compared; give pages to compare the export with the wrapper");
    }
}

/// Iterator over pages that reports and skips unreadable ones.
struct ReadablePages<'t> {
    listed: std::vec::IntoIter<Listed>,
    options: PageOptions,
    reporter: &'t Reporter,
    n_failed: usize,
}

impl<'t> ReadablePages<'t> {
    fn new(listed: Vec<Listed>, options: PageOptions, reporter: &'t Reporter) -> Self {
        Self { listed: listed.into_iter(), options, reporter, n_failed: 0 }
    }
}

impl Iterator for ReadablePages<'_> {
    type Item = (String, Page);

    fn next(&mut self) -> Option<(String, Page)> {
        for listed in self.listed.by_ref() {
            let read = listed.and_then(|page| Ok((page.name.clone(), page.read(&self.options)?)));
            match read {
                Ok((name, read)) => return Some((name, read.page)),
                Err(error) => {
                    self.reporter.error(&error.to_string());
                    self.n_failed += 1;
                }
            }
        }
        None
    }
}
