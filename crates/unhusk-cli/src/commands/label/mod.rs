//! `unhusk label`: recognizers and corroboration write the labels.

mod paths;
mod written;

use crate::args::PageArgs;
use crate::output::{Destination, Reporter, count, is_stdout, milliseconds, refuse_input};
use crate::status::ExitStatus;
use anyhow::bail;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use unhusk::error::{CorroborateError, SettleError};
use unhusk::example::corroborate::suspects;
use unhusk::example::recognize::Recognizers;
use unhusk::learn::Settings;
use unhusk::learn::settle::{How, SettledPage, Settlement, Sighted, settle};
use unhusk::page::{Page, PageOptions};
use unhusk_io::recognizers;
use unhusk_io::sink::Format;
use unhusk_io::source::{Origin, PageRef, list};

const EXAMPLES: &str = "\
Examples:
  unhusk label -r recognizers.toml pages/ -o labels.json && unhusk learn labels.json -o shop.json

RECOGNIZERS names one for each field:
  [[field]]
  name = \"price\"
  recognizer = \"money\"        built in: number, money, percentage, date, time, phone, email, url,
                              isbn, coordinates, country, currency, person, address; or
  pattern = 'Price: (\\d+)'    a regular expression, whose first group is the value; or
  words = \"makers.txt\"        a file with one word a line, or [\"a\", \"list\"]; or
  like = \"old.jsonl\"          records or values that were extracted before, or [\"a\", \"list\"]
  is = \"perfect\"              perfect, or else incomplete (misses values), unsound (finds other
                              things, too) or unreliable (both); one field must be perfect
  in = \"text\"                 text (the default), attributes or source
  whole = true                only whole texts or attribute values

Which places are right, in which order fields stand and where missed values are is settled on all
pages together. What stays unknown is left out of the labels, which may be partial.
Exit code: 0 if labels were written, 1 if no labels go with what was recognized, 2 for bad
recognizers (none perfect, or perfect ones that contradict each other) or pages.";

/// Beyond so many bytes of source, no further page is labelled: pages stay in memory meanwhile.
const MAX_BYTES: usize = 128 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, folders, quoted patterns or @list.txt
    #[arg(required = true)]
    pages: Vec<String>,
    /// File that names a recognizer for each field, in TOML; `-` is standard input
    #[arg(short, long, value_name = "RECOGNIZERS")]
    recognizers: String,
    /// File for the labels, written whole or not at all; its pages are named relative to it [default: standard output]
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
    let settled = match settle(recognizers.schema(), &sighted, &Settings::default()) {
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

/// The pages that can be read; the others are told.
fn read_pages(args: &Args, reporter: &Reporter) -> anyhow::Result<Vec<(String, Page)>> {
    let options = args.page.options();
    let listed = list(&args.pages);
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
                "the last {} were left out: {MAX_BYTES} bytes are enough to learn from",
                count(n_left, "page")
            ));
            break;
        }
    }
    reporter.finish_progress();
    if pages.is_empty() {
        match failures.into_iter().next() {
            Some(error) => return Err(error),
            None => bail!("no page is named"),
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
    if page.origin == Origin::Stdin {
        bail!(
            "a page on standard input (`-`) has no path that labels could name; save it to a file"
        );
    }
    let read = page.read(options)?;
    for warning in read.warnings() {
        reporter.warn(format_args!("{}: {warning}", page.name));
    }
    Ok((page.name.clone(), read.page))
}

fn recognize<'p>(
    name: &str,
    page: &'p Page,
    recognizers: &Recognizers,
    reporter: &Reporter,
) -> Sighted<'p> {
    let (columns, warnings) = recognizers.columns(page);
    for warning in &warnings {
        reporter.warn(format_args!("{name}: {warning}"));
    }
    Sighted { name: name.to_owned(), page, columns }
}

/// Says why there are no labels: the answer is no, or the recognizers cannot all be as they are declared.
fn refuse(
    error: &SettleError,
    sighted: &[Sighted<'_>],
    recognizers: &Recognizers,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    if matches!(error, SettleError::NoPage { contradict: true, .. }) {
        bail!("recognizers contradict each other on every page; {error}");
    }
    reporter.error(&error.to_string());
    if let SettleError::NoPage { page, .. } = error
        && let Some(sighted) = sighted.iter().find(|sighted| sighted.name == *page)
        && let Some(doubt) = doubt(sighted, recognizers)
    {
        reporter.hint("help:", &doubt);
    }
    Ok(ExitStatus::No)
}

/// Which fields may not be what they are declared to be.
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
        .then(|| format!("there would be an order without {}", suspects.join(", or without ")))
}

/// Tells of pages that are not labelled, and of fields that were not found.
fn report_pages(
    settled: &Settlement,
    sighted: &[Sighted<'_>],
    recognizers: &Recognizers,
    reporter: &Reporter,
) {
    let names: Vec<String> =
        recognizers.schema().fields().iter().map(|field| field.name.clone()).collect();
    for (page, sighted) in settled.pages.iter().zip(sighted) {
        let name = &sighted.name;
        match page {
            SettledPage::LeftOut(error) => {
                let doubt = match error {
                    CorroborateError::NoOrder => doubt(sighted, recognizers),
                    _ => None,
                };
                let doubt = doubt.map_or_else(String::new, |doubt| format!(" ({doubt})"));
                reporter.warn(format_args!("{name} is left out: {}{doubt}", error.named(&names)));
            }
            SettledPage::Records(records) if records.is_empty() => {
                reporter.warn(format_args!("{name} is left out: it has no record"));
            }
            SettledPage::Records(_) => {}
        }
    }
    for name in names.iter().filter(|name| settled.schema.position(name).is_none()) {
        reporter.warn(format_args!("no value of `{name}` was recognized on any page"));
    }
    if settled.learned.is_none() {
        reporter.warn("no wrapper reads these labels: some of them are likely to be wrong");
    }
}

fn report_summary(
    settled: &Settlement,
    recognizers: &Recognizers,
    started: Instant,
    reporter: &Reporter,
) {
    let records = settled.pages.iter().filter_map(|page| match page {
        SettledPage::Records(records) if !records.is_empty() => Some(records.len()),
        _ => None,
    });
    let (n_pages, n_records) = records.fold((0, 0), |(pages, all), n| (pages + 1, all + n));
    let [certain, chosen, filled, unknown] =
        [How::Certain, How::Chosen, How::Filled, How::Unknown].map(|how| settled.n_cells(how));
    reporter.summary(&format!(
        "labelled {} on {} in {}; of {}, {certain} were certain, {chosen} ambiguous and settled, {filled} missed and filled in, {unknown} left unknown",
        count(n_records, "record"),
        count(n_pages, "page"),
        milliseconds(started.elapsed()),
        count(certain + chosen + filled + unknown, "cell"),
    ));
    let fields = recognizers.schema().fields();
    let order: Vec<&str> = settled.order.iter().map(|&field| fields[field].name.as_str()).collect();
    let of = if settled.n_orders > 1 {
        format!(" (of {} possible orders)", settled.n_orders)
    } else {
        String::new()
    };
    reporter.summary(&format!("fields stand in the order {}{of}", order.join(", ")));
    if let Some(learned) = &settled.learned {
        reporter
            .summary(&format!("a wrapper of class `{}` explains them", learned.wrapper.class()));
    }
}
