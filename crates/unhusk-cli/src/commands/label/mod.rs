//! `unhusk label`: labels pages by combining the matches of recognizers.

mod paths;
mod written;

use crate::args::{PageArgs, listed, page_argument};
use crate::output::{Destination, Reporter, count, is_stdout, refuse_input, time_taken};
use crate::status::ExitStatus;
use anyhow::bail;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use unhusk::error::{CorroborateError, DisambiguateError};
use unhusk::example::corroborate::suspects;
use unhusk::example::recognize::RecognizedPage;
use unhusk::example::recognize::Recognizers;
use unhusk::learn::Settings;
use unhusk::learn::disambiguate::{
    CellStatus, DisambiguatedPage, Disambiguation, Sighted, disambiguate,
};
use unhusk::page::{Page, PageOptions};
use unhusk_io::recognizers;
use unhusk_io::sink::Format;
use unhusk_io::source::{PageOrigin, PageRef};

const EXAMPLES: &str = "\
Examples:
  unhusk label -r recognizers.toml pages/ -o labels.json && unhusk learn labels.json -o shop.json

RECOGNIZERS is a TOML file with a recognizer for each field:
  [[field]]
  name = \"price\"
  recognizer = \"money\"        built-in: number, money, percentage, date, time, phone, email, url,
                              isbn, coordinates, country, currency, person, address; or
  pattern = 'Price: (\\d+)'    a regular expression; its first group is the value; or
  words = \"makers.txt\"        a file with one word per line, or [\"a\", \"list\"]; or
  like = \"old.jsonl\"          values extracted before, or [\"a\", \"list\"]
  is = \"perfect\"              perfect, incomplete (misses values), unsound (also matches other
                              texts) or unreliable (both); one field must be perfect
  in = \"text\"                 text (the default), attributes or source
  whole = true                match only whole texts or attribute values

The right matches, the order of the fields and the places of missed values are determined on all \
pages together. Unknown values are omitted from the labels.
Exit code: 0 if labels were written, 1 if no labels are consistent with the matches, 2 for bad \
recognizers (none perfect, or perfect ones that contradict each other) or pages.";

/// Limit on the bytes of all pages, which stay in memory.
const MAX_BYTES: usize = 128 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, folders, quoted patterns or @list.txt
    #[arg(required = true, value_parser = page_argument())]
    pages: Vec<String>,
    /// TOML file with a recognizer for each field; `-` is standard input
    #[arg(short, long, value_name = "RECOGNIZERS")]
    recognizers: String,
    /// File for the labels, replaced only on success; paths of pages are relative to it [default: standard output]
    #[arg(short, long, value_name = "LABELS")]
    output: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    refuse_input(args.output.as_deref(), args.pages.iter().chain([&args.recognizers]))?;
    let recognizers = recognizers::read(&args.recognizers)?;
    let read = read_pages(args, reporter)?;
    let started = Instant::now();
    let sighted: Vec<Sighted<'_>> =
        read.iter().map(|(name, page)| recognize(name, page, &recognizers, reporter)).collect();
    let settled = match disambiguate(recognizers.schema(), &sighted, &Settings::default()) {
        Ok(settled) => settled,
        Err(error) => return refuse(&error, &sighted, &recognizers, reporter),
    };
    report_pages(&settled, &sighted, &recognizers, reporter);
    let file = args.output.as_deref().filter(|path| !is_stdout(path));
    let labels = written::labels(&settled, &sighted, recognizers.schema(), file)?;
    report_summary(&settled, &recognizers, started, reporter);
    let mut out = Destination::open(args.output.as_deref(), Format::Json)?;
    out.write_all(labels.to_json().as_bytes())?;
    out.commit()?;
    Ok(ExitStatus::Done)
}

/// Reads the pages; warns about those that cannot be read.
fn read_pages(args: &Args, reporter: &Reporter) -> anyhow::Result<Vec<(String, Page)>> {
    let options = args.page.options();
    let listed = listed(&args.pages, reporter);
    let (mut pages, mut n_bytes, n_all) = (Vec::new(), 0, listed.len());
    let mut failures = Vec::new();
    for (position, page) in listed.into_iter().enumerate() {
        match page
            .map_err(anyhow::Error::from)
            .and_then(|page| read_page(&page, &options, reporter))
        {
            Ok((name, page)) => {
                n_bytes += page.source().len();
                pages.push((name, page));
            }
            Err(error) => failures.push(error),
        }
        reporter.progress(position + 1, n_all, "pages");
        if n_bytes >= MAX_BYTES && position + 1 < n_all {
            let n_left = n_all - position - 1;
            reporter.warn(format_args!(
                "skipping the last {}: the limit of {MAX_BYTES} bytes is reached",
                count(n_left, "page")
            ));
            break;
        }
    }
    reporter.finish_progress();
    if pages.is_empty() {
        match failures.into_iter().next() {
            Some(error) => return Err(error),
            None => bail!("no pages given"),
        }
    }
    for error in &failures {
        reporter.warn(error);
    }
    Ok(pages)
}

fn read_page(
    page: &PageRef,
    options: &PageOptions,
    reporter: &Reporter,
) -> anyhow::Result<(String, Page)> {
    if page.origin == PageOrigin::Stdin {
        bail!(
            "labels need the path of a page, so a page cannot come from standard input (`-`); save it to a file"
        );
    }
    let read = page.read(options)?;
    for warning in read.warnings() {
        reporter.warn(format_args!("{}: {warning}", page.name));
    }
    Ok((page.name.clone(), read.page))
}

/// Returns the matches of the recognizers on a page.
fn recognize<'p>(
    name: &str,
    page: &'p Page,
    recognizers: &Recognizers,
    reporter: &Reporter,
) -> Sighted<'p> {
    let RecognizedPage { columns, warnings } = recognizers.recognize(page);
    for warning in &warnings {
        reporter.warn(format_args!("{name}: {warning}"));
    }
    Sighted { name: name.to_owned(), page, columns }
}

/// Reports the reason why there are no labels: nothing consistent was found, or declarations of recognizers contradict
/// each other.
fn refuse(
    error: &DisambiguateError,
    sighted: &[Sighted<'_>],
    recognizers: &Recognizers,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    if matches!(error, DisambiguateError::NoPage { contradict: true, .. }) {
        bail!("recognizers contradict each other on every page; {error}");
    }
    reporter.error(&error.to_string());
    if let DisambiguateError::NoPage { page, .. } = error
        && let Some(sighted) = sighted.iter().find(|sighted| sighted.name == *page)
        && let Some(doubt) = doubt(sighted, recognizers)
    {
        reporter.hint("help:", &doubt);
    }
    Ok(ExitStatus::No)
}

/// Returns a hint at fields whose recognizers may have wrong declarations.
fn doubt(sighted: &Sighted<'_>, recognizers: &Recognizers) -> Option<String> {
    let fields = recognizers.schema().fields();
    let suspects: Vec<String> = suspects(&sighted.columns)
        .into_iter()
        .map(|field| {
            let is = sighted.columns[field].reliability().name();
            format!("`{}`, which is declared {is}", fields[field].name)
        })
        .collect();
    (!suspects.is_empty())
        .then(|| format!("there is an order without {}", suspects.join(", or without ")))
}

/// Warns about pages without labels, and about fields without matches.
fn report_pages(
    settled: &Disambiguation,
    sighted: &[Sighted<'_>],
    recognizers: &Recognizers,
    reporter: &Reporter,
) {
    let names: Vec<String> =
        recognizers.schema().fields().iter().map(|field| field.name.clone()).collect();
    for (page, sighted) in settled.pages.iter().zip(sighted) {
        let name = &sighted.name;
        match page {
            DisambiguatedPage::LeftOut(error) => {
                let doubt = match error {
                    CorroborateError::NoOrder => doubt(sighted, recognizers),
                    _ => None,
                };
                let doubt = doubt.map_or_else(String::new, |doubt| format!(" ({doubt})"));
                reporter.warn(format_args!("skipping {name}: {}{doubt}", error.named(&names)));
            }
            DisambiguatedPage::Records(records) if records.is_empty() => {
                reporter.warn(format_args!("skipping {name}: it has no records"));
            }
            DisambiguatedPage::Records(_) => {}
        }
    }
    for name in names.iter().filter(|name| settled.schema.position(name).is_none()) {
        reporter.warn(format_args!("no value of `{name}` was recognized on any page"));
    }
    if settled.learned.is_none() {
        reporter.warn("no wrapper fits these labels; some of them are probably wrong");
    }
}

/// Prints the numbers of labels, by the way in which they were determined.
fn report_summary(
    settled: &Disambiguation,
    recognizers: &Recognizers,
    started: Instant,
    reporter: &Reporter,
) {
    let records = settled.pages.iter().filter_map(|page| match page {
        DisambiguatedPage::Records(records) if !records.is_empty() => Some(records.len()),
        _ => None,
    });
    let (n_pages, n_records) = records.fold((0, 0), |(pages, all), n| (pages + 1, all + n));
    let [certain, chosen, filled, unknown] =
        [CellStatus::Certain, CellStatus::Chosen, CellStatus::Filled, CellStatus::Unknown]
            .map(|how| settled.n_cells(how));
    reporter.summary(&format!(
        "labelled {} on {} in {}; of {}, {certain} were certain, {chosen} ambiguous and resolved, {filled} missed and filled in, {unknown} left unknown",
        count(n_records, "record"),
        count(n_pages, "page"),
        time_taken(started.elapsed()),
        count(certain + chosen + filled + unknown, "cell"),
    ));
    let fields = recognizers.schema().fields();
    let order: Vec<&str> = settled.order.iter().map(|&field| fields[field].name.as_str()).collect();
    let of = if settled.n_orders > 1 {
        format!(" (one of {} possible orders)", settled.n_orders)
    } else {
        String::new()
    };
    reporter.summary(&format!("order of the fields: {}{of}", order.join(", ")));
    if let Some(learned) = &settled.learned {
        reporter
            .summary(&format!("a wrapper of class `{}` fits the labels", learned.wrapper.class()));
    }
}
