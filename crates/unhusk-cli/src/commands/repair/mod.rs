//! `unhusk repair`: learns a wrapper for changed pages from values that are known to be on them, or from columns that are
//! like its fields.

mod fields;
mod known;

use super::extract::load_wrapper;
use super::save;
use crate::args::{PageArgs, WrapperAndPages, at_hand};
use crate::output::{Reporter, count, refuse_input, refuse_pages};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use fields::{report_fields, report_proposed};
use known::read_known;
use std::path::PathBuf;
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::verify::repair::{
    KnownRecords, MAX_PAGES, ProposedRepair, RepairOutcome, known_page, repair, repair_partial,
};
use unhusk::wrapper::Wrapper;
use unhusk_engine::Listed;

const EXAMPLES: &str = "\
Examples:
  unhusk repair shop.json crawl/ -o shop2.json
  unhusk repair shop.json crawl/ --known last-week.jsonl -o shop2.json
  unhusk repair shop.json crawl/ --partial -o shop2.json      # what can be mended; the rest stays as it was
  unhusk repair shop.json new.html --yes -o shop2.json        # accept what is proposed
  unhusk repair shop.json new.html --yes=title,price -o shop2.json

Include current versions of the pages that the wrapper was learnt from: their values are known and serve as \
labels. `--known` takes records in the format of `unhusk extract` (JSON Lines), and uses all that are on the pages.
For each field, an old value is shown beside the new one. If none of the known values is on the pages, columns of the \
pages that are like the fields are proposed with their evidence, from one page on; five pages may be enough to accept \
them. A proposal is written only with --yes.
The original wrapper file is never overwritten.
Exit code: 0 if the wrapper was repaired or is healthy, 1 if no repair is good enough, if it is only proposed, or if \
--partial or --yes left fields as they were (the wrapper is written nevertheless), 2 if the wrapper has no profile or no \
page can be read.";

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
    /// Accept what is proposed and not sure: all of it, or these fields
    #[arg(long, value_name = "FIELD,...", num_args = 0.., require_equals = true, value_delimiter = ',')]
    yes: Option<Vec<String>>,
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
        Some(path) => read_known(path, &wrapper.schema)?,
        None => Vec::new(),
    };
    let listed = at_hand(&args.input.pages, &args.page, reporter);
    refuse_pages(args.output.as_deref(), &listed)?;
    let pages = read(&listed, args, reporter)?;
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
        RepairOutcome::Proposed(proposed) => {
            report_proposed(&wrapper, &proposed, &named, reporter);
            answer(args, &wrapper, &proposed, reporter)
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

/// Writes the proposed fields that the user accepts; without `--yes`, says how to accept them.
fn answer(
    args: &Args,
    old: &Wrapper,
    proposed: &ProposedRepair,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    let names: Vec<&str> = proposed.fields.iter().map(|field| field.field.as_str()).collect();
    let Some(accepted) = &args.yes else {
        let fields = count(names.len(), "field");
        reporter.summary(&format!("proposed {fields}; nothing is written without your yes"));
        reporter.hint("help:", "`--yes` accepts all of it, `--yes=FIELD,FIELD` these fields");
        return Ok(ExitStatus::No);
    };
    if let Some(unknown) = accepted.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("`{unknown}` is not a proposed field; proposed are {}", names.join(", "));
    }
    let taken: Vec<&str> = match accepted.as_slice() {
        [] => names,
        some => some.iter().map(String::as_str).collect(),
    };
    let file = proposed
        .accepted(old, &taken)
        .context("the rules of these fields depend on the others; accept all with `--yes`")?;
    save(&file, args.output.as_deref())?;
    let n_left = old.schema.fields().len() - taken.len();
    if n_left == 0 {
        reporter.summary("repaired as you accepted");
        return Ok(ExitStatus::Done);
    }
    let fields = count(n_left, "field");
    reporter.summary(&format!("repaired in part as you accepted; {fields} left as before"));
    Ok(ExitStatus::No)
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
            read.warnings()
                .for_each(|warning| reporter.warn(format_args!("{}: {warning}", page.name)));
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
