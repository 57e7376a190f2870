//! The command line: every flag is defined once. Help, completions and the manual page come from here and
//! from the `Args` of each verb.

mod format;
mod meaning;
mod shared;

pub(crate) use format::{FormatParser, TextOrJson};
pub(crate) use meaning::{MeaningArgs, embedded_and, field_at, find_field, pair};
pub(crate) use shared::{
    LearnArgs, OutputArgs, PageArgs, RecordArgs, WorkArgs, WrapperAndPages, method_names,
    sink_context,
};

use crate::commands::{
    completions, eval, explain, export, extract, import, induce, label, learn, like, man, methods,
    page, query, repair, run, schema, teach, verify, vocabulary,
};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

const TOUR: &str = "\
A short tour:
  unhusk like shop.html 'Blue mug' '$12.00'    things like this, from one page
  unhusk induce crawl/                         no labels: find what differs and repeats
  unhusk label -r finds.toml crawl/            recognizers write the labels
  unhusk run labels.json                       learn from labels.json, read the pages beside it
  unhusk learn labels.json -o shop.json        keep the wrapper ...
  unhusk teach pages/ -o shop.json             ... or let it ask what it needs to know
  unhusk extract shop.json crawl/ -o all.csv   ... and read the rest of the site
  unhusk verify shop.json crawl/               has the site changed? ...
  unhusk repair shop.json crawl/ -o shop2.json ... then learn it again by itself
  unhusk explain shop.json                     what it has learnt, in words
  unhusk export shop.json pages/ --to parsel   the same as a Python program
  unhusk eval labels.json                      how well each method does on these pages
  unhusk extract talks.json web/ -o talks.ics  what has a meaning can be a calendar, or RDF ...
  unhusk query 'SELECT ...' talks.ttl          ... that can be asked

PAGES are files, folders, quoted patterns ('crawl/*.html'), @list.txt (one name a line) or
- (standard input); .gz and .zst files are unpacked.
Records go to standard output, messages to standard error. Exit code: 0 done, 1 the answer is no
(nothing found, no wrapper fits, score too low), 2 failed, 130 interrupted.";

/// Learns how to read a site from a few examples, then reads the rest of it.
#[derive(Debug, Parser)]
#[command(name = "unhusk", version, after_help = TOUR, max_term_width = 110)]
#[command(propagate_version = true, disable_help_subcommand = false)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags that every verb has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common flags")]
pub(crate) struct CommonArgs {
    /// Say nothing but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more: every warning, progress without a terminal
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    /// Colours on standard error; `NO_COLOR` and `CLICOLOR_FORCE` are heeded
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    pub(crate) color: ColourChoice,
    /// A progress bar for long runs on a terminal
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourChoice {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When to show progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// On a terminal, if the run takes more than a second
    Auto,
    /// Never
    Never,
}

/// The verbs, in the order of a project.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show things like the given values of one page
    Like(like::Args),
    /// Learn from labels, then extract: the one-line tour
    Run(run::Args),
    /// Learn a wrapper from labelled pages
    Learn(learn::Args),
    /// Learn by questions: is this right?
    Teach(teach::Args),
    /// Find the data of pages without labels
    Induce(induce::Args),
    /// Label pages with recognizers: what is a price, a date, a name of a list
    Label(label::Args),
    /// Read records from pages with a learnt wrapper
    Extract(extract::Args),
    /// Say whether pages still read as they should
    Verify(verify::Args),
    /// Learn a wrapper again on pages that have changed
    Repair(repair::Args),
    /// Say in words what a wrapper does
    Explain(explain::Args),
    /// Write a wrapper as selectors, as a Python program or as RDF
    Export(export::Args),
    /// Turn a wrapper that came as RDF into a wrapper file
    Import(import::Args),
    /// Ask extracted RDF in SPARQL
    Query(query::Args),
    /// Look up classes and properties: what records and fields can mean
    Vocabulary(vocabulary::Args),
    /// Learn from some labelled pages, score on the others
    Eval(eval::Args),
    /// Look at a page as unhusk sees it
    Page(page::Args),
    /// List the methods that can learn
    Methods(methods::Args),
    /// Print the JSON Schema of wrapper files
    Schema(schema::Args),
    /// Print the completions for a shell
    Completions(completions::Args),
    /// Print the manual page, in roff
    Man(man::Args),
}
