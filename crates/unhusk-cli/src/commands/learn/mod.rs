//! `unhusk learn`: learns a wrapper from labelled pages.

mod from;
mod until;

use super::save;
use crate::args::{LearnArgs, MeaningArgs, PageArgs, at_hand, page_argument, pair};
use crate::learning::{Attempt, CHECK_THE_LABELS};
use crate::output::{Reporter, count, refuse_input, refuse_pages};
use crate::status::ExitStatus;
use crate::training::Labelled;
use crate::unlabelled;
use std::path::PathBuf;
use unhusk::page::PageOptions;
use unhusk::wrapper::Wrapper;
use unhusk_io::source::PageRef;
use until::{BoundName, Until};

const EXAMPLES: &str = "\
Examples:
  unhusk learn labels.json -o shop.json
  unhusk learn labels.json -m hlrt --prefer strict | unhusk explain -
  unhusk learn monday.json tuesday.json --with crawl/ -o shop.json
  unhusk learn labels.csv -o shop.json             first column `page`, a column for each field
  unhusk induce crawl/ -o found.json && unhusk learn --from found.json --name c3=price -o shop.json
  unhusk learn labels.json --until 0.1,0.1 -o shop.json
  unhusk learn labels.json -o talks.json --class schema:Event --property title=schema:name \\
    --property when=schema:startDate --type when=date

Exit code: 0 if a wrapper was learnt, 1 if none fits the labels or there are too few labelled pages for \
`--until` (the wrapper is written nevertheless), 2 for bad labels or files.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Label files (labels/1, or a table `.csv`), which name their pages; `-` is standard input
    #[arg(required_unless_present = "from", value_name = "LABELS")]
    labels: Vec<String>,
    /// File for the wrapper, replaced only on success [default: standard output]
    #[arg(short, long, value_name = "W.json")]
    output: Option<PathBuf>,
    /// Unlabelled pages: a sample of them is used for learning, and the wrapper is run on all of them
    #[arg(long, value_name = "PAGES", num_args = 1.., value_parser = page_argument())]
    with: Vec<String>,
    /// Start from this wrapper: --name renames its fields; LABELS choose the columns of a template
    #[arg(long, value_name = "W.json", conflicts_with_all = ["until", "with"])]
    from: Option<String>,
    /// Rename a field of --from; `offers.c2=price` renames a field of nested records
    #[arg(long, value_name = "OLD=NEW", value_parser = pair, requires = "from")]
    name: Vec<(String, String)>,
    /// Add labelled pages one by one until, with confidence 1 - DELTA, at most a share EPSILON of new pages is read wrongly
    #[arg(long, value_name = "EPSILON,DELTA")]
    until: Option<Until>,
    /// Bound that decides when `--until` is reached
    #[arg(long, value_enum, requires = "until", default_value_t = BoundName::Finite)]
    bound: BoundName,
    #[command(flatten)]
    learning: LearnArgs,
    #[command(flatten)]
    meaning: MeaningArgs,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    refuse_input(args.output.as_deref(), args.labels.iter().chain(&args.with).chain(&args.from))?;
    if let Some(from) = &args.from {
        return from::run(args, from, reporter);
    }
    let mut options = args.page.options();
    let labelled = Labelled::load(&args.labels, &options, reporter)?;
    labelled.refuse_output(args.output.as_deref())?;
    // The encoding in the labels is assumed for all pages of the site.
    options.charset = options.charset.or_else(|| labelled.encoding());
    let with = pages_without_labels(args, reporter)?;
    let unlabelled = unlabelled::read_sample(&with, &labelled, &options, reporter);
    let learner =
        args.learning.learner().labels(&labelled.labels, &labelled.pages).unlabelled(&unlabelled);
    let attempt = Attempt { learner, advice: CHECK_THE_LABELS, reporter };
    let set = attempt.training_set()?;
    // Checked before learning, so that a typo is reported at once.
    args.meaning.apply_to_labels(set.schema(), reporter)?;
    let (set, status) = match args.until {
        None => (set, ExitStatus::Done),
        Some(Until(demand)) => match until::enough(&set, &attempt, demand, args.bound.bound()) {
            Some(enough) => (enough, ExitStatus::Done),
            None => (set, ExitStatus::No),
        },
    };
    let Some(learned) = attempt.learn(&set) else { return Ok(ExitStatus::No) };
    if let Some(experience) = &learned.experience {
        match args.until {
            Some(Until(demand)) => reporter.summary(&experience.sentence(demand)),
            None => reporter.detail(&experience.sentence(until::USUAL)),
        }
    }
    if learned.provenance.pages.len() == 1 {
        reporter.hint("note:", "learnt from 1 page; check a few results before you rely on it");
    }
    attempt.report_account(&learned);
    let mut wrapper = learned.into_wrapper();
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    if !args.with.is_empty() {
        try_on(&wrapper, &with, &options, reporter);
    }
    save(&wrapper, args.output.as_deref())?;
    Ok(status)
}

/// Returns the pages of `--with`; fails if a name has no page, and reports damaged records of archives.
fn pages_without_labels(args: &Args, reporter: &Reporter) -> anyhow::Result<Vec<PageRef>> {
    let listed = at_hand(&args.with, &args.page, reporter);
    refuse_pages(args.output.as_deref(), &listed)?;
    let mut pages = Vec::new();
    for page in listed {
        match page {
            Ok(page) => pages.push(page),
            Err(error) if error.is_about_a_record() => reporter.error(&error.to_string()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(pages)
}

/// Runs the wrapper on unlabelled pages and prints the number of records. Reports a page that fails and continues.
fn try_on(wrapper: &Wrapper, pages: &[PageRef], options: &PageOptions, reporter: &Reporter) {
    let (mut n_pages, mut n_records) = (0, 0);
    for page in pages {
        let read = match page.read(options) {
            Ok(read) => read,
            Err(error) => {
                reporter.error(&error.to_string());
                continue;
            }
        };
        let found = wrapper.extract(&read.page);
        if found.records.is_empty() {
            reporter.warn(format_args!("{}: the wrapper finds no records", page.name));
        }
        n_pages += 1;
        n_records += found.records.len();
    }
    reporter.summary(&format!(
        "without labels: {} on {}",
        count(n_records, "record"),
        count(n_pages, "page")
    ));
}
