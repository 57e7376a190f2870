//! `unhusk run`: learns from labels, then extracts from the pages beside the labelled ones.

use super::extract::{ExtractionPlan, write_records};
use crate::args::{FieldArgs, LearnArgs, MeaningArgs, RecordArgs, RunArgs, listed, page_argument};
use crate::learning::{Attempt, CHECK_THE_LABELS};
use crate::output::{Reporter, refuse_input, refuse_pages, refuse_same};
use crate::status::ExitStatus;
use crate::training::Labelled;
use crate::unlabelled;
use std::path::{Path, PathBuf};
use unhusk::example::PageLabels;
use unhusk::learn::Account;
use unhusk_engine::{Listed, WrapperSet};
use unhusk_io::source::{PageRef, pages_beside};

const EXAMPLES: &str = "\
Examples:
  unhusk run labels.json                       all pages in the folders of the labelled ones
  unhusk run labels.json crawl/ -f csv -o all.csv
  unhusk run labels.json -m lr --spans | head -3";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Label file (labels/1), which names its pages; `-` is standard input
    #[arg(value_name = "LABELS")]
    labels: String,
    /// Pages to extract from [default: all pages in the folders of the labelled ones]
    #[arg(value_parser = page_argument())]
    pages: Vec<String>,
    #[command(flatten)]
    learning: LearnArgs,
    #[command(flatten)]
    fields: FieldArgs,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    meaning: MeaningArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let outputs = args.records.outputs();
    refuse_input(outputs.clone(), args.pages.iter().chain([&args.labels]))?;
    refuse_same(outputs.clone())?;
    args.records.output.check()?;
    let mut options = args.records.page.options();
    let labelled = Labelled::load(std::slice::from_ref(&args.labels), &options, reporter)?;
    let mut pages =
        if args.pages.is_empty() { beside(&labelled) } else { listed(&args.pages, reporter) };
    refuse_pages(outputs, &pages)?;
    add_urls(&mut pages, &labelled);
    // The encoding in the labels is assumed for all pages of the site.
    options.charset = options.charset.or_else(|| labelled.encoding());
    let unlabelled = unlabelled::read_sample(pages.iter().flatten(), &labelled, &options, reporter);
    let learner = args
        .learning
        .learner()
        .labels(&labelled.labels, &labelled.pages)
        .unlabelled(&unlabelled)
        .account(Account::Fit);
    let attempt = Attempt { learner, advice: CHECK_THE_LABELS, reporter };
    let set = attempt.training_set()?;
    args.meaning.apply_to_labels(set.schema(), reporter)?;
    let Some(learned) = attempt.learn(&set) else { return Ok(ExitStatus::No) };
    let mut wrapper = learned.into_wrapper();
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    // The labelled pages define healthy values for the other pages.
    wrapper.record_baseline(&labelled.pages);
    let vocabulary = args.meaning.vocabulary()?;
    let columns = args.fields.choice(args.meaning.typed_fields());
    let read = ExtractionPlan {
        wrappers: &WrapperSet::one(wrapper),
        options,
        with_confidence: true,
        vocabulary,
        columns,
        run: RunArgs::default(),
    };
    write_records(&read, pages, &args.records, reporter)
}

/// Gives labelled pages the URLs from the labels.
fn add_urls(pages: &mut [Listed], labelled: &Labelled) {
    for page in pages.iter_mut().flatten() {
        let path = Path::new(&page.name);
        let known = labelled.labels.pages().iter().find(|known| known.location() == path);
        page.url = known.and_then(|known| known.url.clone());
    }
}

/// Returns the pages in the folders of the labelled pages, folder by folder. Labelled pages are included even if their
/// names do not look like pages.
fn beside(labelled: &Labelled) -> Vec<Listed> {
    let locations: Vec<PathBuf> =
        labelled.labels.pages().iter().map(PageLabels::location).collect();
    let mut folders: Vec<_> = Vec::new();
    for location in &locations {
        if !folders.contains(&location.parent()) {
            folders.push(location.parent());
        }
    }
    folders.iter().flat_map(|folder| in_folder(*folder, &locations)).collect()
}

fn in_folder(folder: Option<&Path>, locations: &[PathBuf]) -> Vec<Listed> {
    let labelled_here: Vec<_> =
        locations.iter().filter(|location| location.parent() == folder).collect();
    let mut pages = pages_beside(labelled_here[0]);
    for location in labelled_here {
        let page = PageRef::file(location);
        if !pages.iter().flatten().any(|known| known.name == page.name) {
            pages.push(Ok(page));
        }
    }
    pages.sort_by(|a, b| {
        a.as_ref().ok().map(|page| &page.name).cmp(&b.as_ref().ok().map(|page| &page.name))
    });
    pages
}
