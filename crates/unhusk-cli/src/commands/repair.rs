//! `unhusk repair`: learns a wrapper for changed pages from values that are known to be on them.

use super::extract::load_wrapper;
use super::save;
use crate::args::{PageArgs, WrapperAndPages, listed};
use crate::extraction::Listed;
use crate::output::{Reporter, count, refuse_input};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use serde_json::Value;
use std::path::PathBuf;
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::record::Schema;
use unhusk::verify::repair::{
    FieldComparison, KnownRecords, MAX_PAGES, ReadExample, RefusalReason, RepairOutcome,
    RepairedWrapper, compare_fields, known_page, repair, repair_partial,
};
use unhusk::wrapper::Wrapper;
use unhusk_io::source::read_small;

const EXAMPLES: &str = "\
Examples:
  unhusk repair shop.json crawl/ -o shop2.json
  unhusk repair shop.json crawl/ --known last-week.jsonl -o shop2.json
  unhusk repair shop.json crawl/ --partial -o shop2.json      # what can be mended; the rest stays as it was

Include current versions of the pages that the wrapper was learnt from: their values are known and serve as
labels. `--known` takes records in the format of `unhusk extract` (JSON Lines), and uses all that are on the pages.
For each field, an old value is shown beside the new one.
The original wrapper file is never overwritten.
Exit code: 0 if the wrapper was repaired or is healthy, 1 if no repair is good enough or --partial left fields
as they were (the wrapper is written nevertheless), 2 if the wrapper has no profile or no page can be read.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: WrapperAndPages,
    /// File for the new wrapper, replaced only on success [default: standard output]
    #[arg(short, long, value_name = "W2.json")]
    output: Option<PathBuf>,
    /// Records that are known to be on the pages, as JSON Lines; `_page` names their page
    #[arg(long, value_name = "RECORDS.jsonl")]
    known: Option<String>,
    /// Mend the fields that can be mended, and keep the others as they were, with the reason
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    args.input.check(args.output.as_deref())?;
    refuse_input(args.output.as_deref(), &args.known)?;
    let is_stdin = |input: &String| input == "-" || input == "@-";
    let input = &args.input;
    if args.known.iter().any(is_stdin) && input.pages.iter().chain([&input.wrapper]).any(is_stdin) {
        bail!("only one of the wrapper, the records and the pages can come from standard input");
    }
    let wrapper = load_wrapper(&args.input.wrapper)?;
    let known = match &args.known {
        Some(path) => known(path, &wrapper.schema)?,
        None => Vec::new(),
    };
    let pages = read(&listed(&args.input.pages, reporter), args, reporter)?;
    let named: Vec<NamedPage<'_>> =
        pages.iter().map(|(name, page)| NamedPage { name, page }).collect();
    report_unused(&known, &named, reporter);
    let mend = if args.partial { repair_partial } else { repair };
    let outcome = mend(&wrapper, &named, &known)
        .with_context(|| format!("wrapper `{}`", args.input.wrapper))?;
    match outcome {
        RepairOutcome::Healthy(verdict) => {
            reporter.summary(&format!(
                "nothing to repair: the records of {} are healthy; the wrapper is written unchanged",
                count(named.len(), "page")
            ));
            for note in &verdict.notes {
                reporter.hint("note:", note);
            }
            save(&wrapper, args.output.as_deref())?;
            Ok(ExitStatus::Done)
        }
        RepairOutcome::Repaired(repaired) => {
            report_fields(&wrapper, &repaired, &named, reporter);
            for change in &repaired.changes {
                reporter.summary(change);
            }
            for evidence in &repaired.evidence {
                reporter.hint("checked:", evidence);
            }
            save(&repaired.file, args.output.as_deref())?;
            let pages = count(named.len(), "page");
            if repaired.left.is_empty() {
                reporter.summary(&format!("repaired on {pages}"));
                return Ok(ExitStatus::Done);
            }
            let fields = count(repaired.left.len(), "field");
            reporter.summary(&format!("repaired in part on {pages}; {fields} left as before"));
            Ok(ExitStatus::No)
        }
        RepairOutcome::Refused(reasons) => {
            reporter.error("no repair is good enough");
            for reason in &reasons {
                reporter.hint("why:", &reason.text);
            }
            if !args.partial && reasons.iter().any(|reason| reason.field.is_some()) {
                reporter.hint("help:", "`--partial` mends the other fields");
            }
            reporter.hint(
                "help:",
                "label one or two of the changed pages and learn again: `unhusk learn --help`",
            );
            Ok(ExitStatus::No)
        }
        _ => bail!("unknown outcome of the repair"),
    }
}

/// Warns about known records that are on none of the pages.
fn report_unused(known: &[KnownRecords], pages: &[NamedPage<'_>], reporter: &Reporter) {
    for records in known.iter().filter(|records| known_page(records, pages).is_none()) {
        let value = records.records.iter().flatten().flatten().next();
        let of_page = records.page.as_ref().map_or(String::new(), |page| format!(" of {page}"));
        reporter.warn(format_args!(
            "known {}{of_page}, beginning with {:?}: on none of these pages, so not used",
            count(records.records.len(), "record"),
            value.map_or("", String::as_str),
        ));
    }
}

/// Prints, field by field, what the old and the new wrapper read.
fn report_fields(
    old: &Wrapper,
    repaired: &RepairedWrapper,
    pages: &[NamedPage<'_>],
    reporter: &Reporter,
) {
    for field in compare_fields(old, &repaired.file, pages) {
        let is_left = |reason: &&RefusalReason| reason.field.as_ref() == Some(&field.field);
        let line = match repaired.left.iter().find(is_left) {
            Some(reason) => format!("left as it was: {reason}"),
            None => changed(&field, pages.len()),
        };
        reporter.summary(&format!("field {}: {line}", field.field));
    }
}

/// Describes a field that is read again: `nothing -> "$12.50" (new0.html), 6 of 6 pages changed; sure`.
fn changed(field: &FieldComparison, n_pages: usize) -> String {
    let Some(ReadExample { page, before, after, .. }) = &field.example else {
        return "read as before".to_owned();
    };
    let text = |value: &Option<String>| {
        value.as_ref().map_or_else(|| "nothing".to_owned(), |text| format!("{text:?}"))
    };
    let sure = match field.n_doubtful {
        0 => "sure".to_owned(),
        n => format!("not sure of {n} of {}", count(field.n_values, "value")),
    };
    format!(
        "{} -> {} ({page}), {} of {} changed; {sure}",
        text(before),
        text(after),
        field.n_changed,
        count(n_pages, "page"),
    )
}

/// Reads the first pages; reports those that cannot be read.
fn read(
    listed: &[Listed],
    args: &Args,
    reporter: &Reporter,
) -> anyhow::Result<Vec<(String, Page)>> {
    let options = args.page.options();
    let mut pages = Vec::new();
    for listed in listed {
        if pages.len() == MAX_PAGES {
            reporter.summary(&format!("using the first {MAX_PAGES} pages"));
            break;
        }
        let page = listed.as_ref().map_err(ToString::to_string).and_then(|page| {
            let read = page.read(&options).map_err(|error| error.to_string())?;
            Ok((page.name.clone(), read.page))
        });
        match page {
            Ok(page) => pages.push(page),
            Err(message) => reporter.error(&message),
        }
    }
    if pages.is_empty() {
        bail!("none of the pages can be read");
    }
    Ok(pages)
}

/// Limit on the size of a file of known records, in bytes.
const MAX_KNOWN_BYTES: usize = 16 << 20;

/// Reads known records, grouped by page.
fn known(path: &str, schema: &Schema) -> anyhow::Result<Vec<KnownRecords>> {
    let text = read_small(path, MAX_KNOWN_BYTES)?;
    let mut pages: Vec<KnownRecords> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("`{path}`, line {}", number + 1);
        let record: Value = serde_json::from_str(line).with_context(at)?;
        let Value::Object(record) = record else { bail!("{}: expected a JSON object", at()) };
        let name = record.get("_page").and_then(Value::as_str).map(str::to_owned);
        let has_field = schema.fields().iter().any(|field| record.contains_key(&field.name));
        if !has_field {
            let fields: Vec<&str> =
                schema.fields().iter().map(|field| field.name.as_str()).collect();
            bail!("{}: the record has none of the wrapper's fields ({})", at(), fields.join(", "));
        }
        let cells = schema.fields().iter().map(|field| texts(record.get(&field.name))).collect();
        let same = pages.last_mut().filter(|page| page.page == name && name.is_some());
        if let Some(page) = same {
            page.records.push(cells);
        } else {
            pages.push(KnownRecords { page: name, records: vec![cells] });
        }
    }
    Ok(pages)
}

/// Returns the texts of a cell in the format of `extract`, with or without spans.
fn texts(cell: Option<&Value>) -> Vec<String> {
    match cell {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(values)) => values.iter().flat_map(|value| texts(Some(value))).collect(),
        Some(Value::Object(value)) => texts(value.get("text")),
        Some(Value::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}
