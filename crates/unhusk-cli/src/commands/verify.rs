//! `unhusk verify`: checks whether the records of pages are still healthy.

use super::extract::load_wrapper;
use super::save;
use crate::args::{PageArgs, TextOrJson, WorkArgs, WrapperAndPages, listed};
use crate::extraction;
use crate::output::{Escapes, Reporter, count, refuse_pages, stdout};
use crate::parquet;
use crate::status::ExitStatus;
use anyhow::Context;
use std::io::{self, Write};
use std::path::PathBuf;
use unhusk::sink::printable;
use unhusk::verify::{Health, Verdict, Verifier};
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::profile::Profile;
use unhusk::wrapper::summary::RunObserver;
use unhusk_engine::{Comparison, Extraction, Inputs, Listed, PageRecords, WrapperSet};

const EXAMPLES: &str = "\
Examples:
  unhusk verify shop.json crawl/
  unhusk verify shop.json 'crawl/2026-*/*.html.gz' -f json | jq '.fields[] | select(.health == \"drift\")'
  unhusk verify shop.json checked/ --record-baseline -o shop2.json

The verdict is about the records: pages that have changed but still give correct records are healthy, with a note.
DRIFT means that a field is no longer read as before; the profile of a wrapper is what its values were like when it was \
learnt.
--record-baseline adds pages with correct records to the profile that later pages are compared with.
Exit code: 0 healthy, 1 drift, 2 if the wrapper has no profile or all pages (or more than \
--max-failures) failed.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: WrapperAndPages,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    /// Declare the records correct: add the pages to the wrapper's profile and write the wrapper
    #[arg(long, alias = "bless", requires = "output")]
    record_baseline: bool,
    /// File for the wrapper that `--record-baseline` makes, replaced only on success
    #[arg(short, long, value_name = "W2.json", requires = "record_baseline")]
    output: Option<PathBuf>,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    work: WorkArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    args.input.check(args.output.as_deref())?;
    let mut wrapper = load_wrapper(&args.input.wrapper)?;
    let pages = listed(&args.input.pages, reporter);
    refuse_pages(args.output.as_deref(), &pages)?;
    if args.record_baseline && wrapper.profile.is_none() {
        // There is no baseline to compare with; the user declares the records correct.
        wrapper.profile = Some(Profile::new(&wrapper.schema));
        return record_baseline(args, &mut wrapper, pages, reporter);
    }
    Verifier::new(&wrapper).with_context(|| format!("wrapper `{}`", args.input.wrapper))?;
    let mut observer = RunObserver::new(&wrapper);
    let has_failed = observe(pages, &wrapper, args, reporter, |name, read| {
        observer.add(name, &read.records);
        read.observation.into_iter().for_each(|one| observer.add_observation(one));
    });
    if has_failed {
        return Ok(ExitStatus::Failed);
    }
    let verdict = observer.verdict().context("the wrapper has no profile")?;
    let mut out =
        stdout(if args.format == TextOrJson::Json { Escapes::Json } else { Escapes::Readable });
    match args.format {
        TextOrJson::Text => write_text(&verdict, &mut out)?,
        TextOrJson::Json => {
            serde_json::to_writer_pretty(&mut out, &verdict)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    reporter.summary(&summary(&verdict));
    if args.record_baseline {
        let observed = observer.profile().cloned();
        if let (Some(profile), Some(observed)) = (&mut wrapper.profile, observed) {
            profile.merge(&observed);
        }
        return write_baseline(args, &wrapper, verdict.pages, reporter);
    }
    Ok(match verdict.health {
        Health::Healthy => ExitStatus::Done,
        Health::Drift => ExitStatus::No,
    })
}

/// Replaces the profile by one of these pages, without comparing, and writes the wrapper.
fn record_baseline(
    args: &Args,
    wrapper: &mut Wrapper,
    pages: Vec<Listed>,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    let mut profile = Profile::new(&wrapper.schema);
    let note = |_: &str, read: PageRecords| {
        read.observation.into_iter().for_each(|one| profile.merge(&one.into_profile()));
    };
    if observe(pages, wrapper, args, reporter, note) {
        return Ok(ExitStatus::Failed);
    }
    let n_pages = profile.pages;
    wrapper.profile = Some(profile);
    write_baseline(args, wrapper, n_pages, reporter)
}

/// Writes the wrapper with its new profile.
fn write_baseline(
    args: &Args,
    wrapper: &Wrapper,
    n_pages: u64,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    let Some(path) = &args.output else { return Ok(ExitStatus::Done) };
    save(wrapper, Some(path))?;
    let n_pages = usize::try_from(n_pages).unwrap_or(usize::MAX);
    reporter.summary(&format!(
        "recorded the baseline of {} in `{}`",
        count(n_pages, "page"),
        path.display()
    ));
    Ok(ExitStatus::Done)
}

/// Reads pages in parallel and passes their names and records to `take` in the order of the pages. Reports a page that
/// fails and continues; returns whether too many failed for a verdict.
fn observe(
    pages: Vec<Listed>,
    wrapper: &Wrapper,
    args: &Args,
    reporter: &Reporter,
    mut take: impl FnMut(&str, PageRecords),
) -> bool {
    let extraction = Extraction {
        wrappers: &WrapperSet::one(wrapper.clone()),
        options: args.page.options(),
        with_confidence: true,
        identity: None,
        comparison: Comparison::All,
        n_jobs: args.work.n_jobs(),
    };
    let (mut n_taken, mut n_failed) = (0, 0);
    let inputs = Inputs::new(pages, args.page.archives()).opening(parquet::open);
    extraction::read(&extraction, inputs, reporter, |outcome| {
        n_taken += 1;
        match outcome.result {
            Ok(read) => take(&outcome.name, read),
            Err(failure) => {
                reporter.error(&failure.named_message());
                n_failed += 1;
            }
        }
    });
    args.work.has_failed(n_failed, n_taken - n_failed)
}

fn write_text(verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let width = verdict.fields.iter().map(|field| field.name.chars().count()).max().unwrap_or(0);
    for field in &verdict.fields {
        let name = printable(&field.name);
        let health = match field.health {
            Health::Healthy => "healthy",
            Health::Drift => "DRIFT",
        };
        let mut evidence = field.evidence.iter().filter(|_| field.health == Health::Drift);
        let first = evidence.next().map_or(String::new(), |line| format!("  {}", printable(line)));
        writeln!(out, "{name:width$}  {health:7}  {:.2}{first}", field.score)?;
        for line in evidence {
            writeln!(out, "{:width$}  {:7}  {:4}  {}", "", "", "", printable(line))?;
        }
    }
    for note in &verdict.notes {
        writeln!(out, "note: {}", printable(note))?;
    }
    Ok(())
}

/// Returns one line: `drift: 20 records on 12 pages, 1 field not read as before: price`.
fn summary(verdict: &Verdict) -> String {
    let pages = count(usize::try_from(verdict.pages).unwrap_or(usize::MAX), "page");
    let records = count(usize::try_from(verdict.records).unwrap_or(usize::MAX), "record");
    let broken: Vec<&str> = verdict
        .fields
        .iter()
        .filter(|field| field.health == Health::Drift)
        .map(|field| field.name.as_str())
        .collect();
    if broken.is_empty() {
        format!("healthy: {records} on {pages}")
    } else {
        format!(
            "drift: {records} on {pages}, {} not read as before: {}",
            count(broken.len(), "field"),
            broken.join(", ")
        )
    }
}
