//! The command line. Every flag is defined once, here or in the `Args` of its verb; help, completions and the manual
//! page are generated from these definitions.

mod check;
mod columns;
mod format;
mod meaning;
mod pages;
mod long_run;
mod shared;

pub(crate) use check::CheckArgs;
pub(crate) use columns::{ColumnChoice, FieldArgs, SinkRequest};
pub(crate) use format::{FormatParser, TextOrJson, of_ending};
pub(crate) use long_run::RunArgs;
pub(crate) use meaning::{MeaningArgs, embedded_and, field_at, find_field, pair};
pub(crate) use pages::{at_hand, listed, page_argument, refuse_own_files};
pub(crate) use shared::{
    LearnArgs, OutputArgs, PageArgs, RecordArgs, WorkArgs, WrapperAndPages, method_names, now,
};

use crate::commands::{
    completions, eval, explain, export, extract, fetch, follow, import, induce, label, learn,
    library, like, man, mcp, methods, page, query, repair, run, schema, studio, teach, verify,
    vocabulary, watch,
};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  unhusk like shop.html 'Blue mug' '$12.00'    find records like this one
  unhusk fetch @urls.txt -o shop.warc.gz       download pages politely
  unhusk induce crawl/                         find records without labels
  unhusk label -r finds.toml crawl/            label pages with recognizers
  unhusk run labels.json                       learn, then extract from all pages beside it
  unhusk learn labels.json -o shop.json        learn and save a wrapper
  unhusk teach pages/ -o shop.json             learn by answering questions
  unhusk studio pages/                         learn by clicking, in a browser
  unhusk extract shop.json crawl/ -o all.csv   extract records
  unhusk verify shop.json crawl/               check whether the site has changed
  unhusk repair shop.json crawl/ -o shop2.json adapt the wrapper to the change
  unhusk explain shop.json                     describe a wrapper in words
  unhusk export shop.json pages/ --to parsel   convert it to a Python program
  unhusk eval labels.json                      score every method on these pages
  unhusk extract talks.json web/ -o talks.ics  write a calendar, RDF or a feed
  unhusk query 'SELECT ...' talks.ttl          query extracted RDF
  unhusk mcp --folder crawl/                   tools for agents

LABELS are the values of a few records, given by you; a wrapper is a file with the rules that were learnt from them.
PAGES are files, folders, quoted patterns ('crawl/*.html'), @list.txt (one name per line) or \
- (standard input); .gz and .zst files are decompressed.
Records go to standard output, messages to standard error. Exit code: 0 success, 1 negative result \
(nothing found, no wrapper fits, score too low), 2 failure, 130 interrupted.";

/// Learns to extract records from the pages of a site, given a few examples.
#[derive(Debug, Parser)]
#[command(name = "unhusk", version, after_help = EXAMPLES, max_term_width = 110)]
#[command(propagate_version = true, disable_help_subcommand = false)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags of every verb.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common flags")]
pub(crate) struct CommonArgs {
    /// Print only errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print every warning, and progress even without a terminal
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    /// When to use colours; `auto` follows `NO_COLOR` and `CLICOLOR_FORCE`
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    pub(crate) color: ColourChoice,
    /// When to show a progress bar
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

/// The verbs, in the order in which a project uses them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find records like the one given on the command line, on one page
    Like(like::Args),
    /// Download pages into a WARC file, politely
    Fetch(fetch::Args),
    /// Learn from labels, then extract, in one command
    Run(run::Args),
    /// Learn a wrapper from labelled pages
    Learn(learn::Args),
    /// Learn a wrapper by answering questions
    Teach(teach::Args),
    /// Learn a wrapper by clicking on pages, in a browser
    Studio(studio::Args),
    /// Find records and columns on pages without labels
    Induce(induce::Args),
    /// Label pages with recognizers, such as for prices, dates or a list of names
    Label(label::Args),
    /// Extract records from pages with a learnt wrapper
    Extract(extract::Args),
    /// Read a list to its last page, and join its records with their detail pages
    Follow(follow::Args),
    /// Check whether a wrapper still extracts healthy records
    Verify(verify::Args),
    /// Read pages night after night, and report when something is odd
    Watch(watch::Args),
    /// Adapt a wrapper to pages that have changed
    Repair(repair::Args),
    /// Keep wrappers by name and version, and find the one for a page
    Library(library::Args),
    /// Describe a wrapper in words
    Explain(explain::Args),
    /// Convert a wrapper to selectors, a Python program or RDF
    Export(export::Args),
    /// Convert a wrapper in RDF to a wrapper file
    Import(import::Args),
    /// Query extracted RDF with SPARQL
    Query(query::Args),
    /// Look up classes and properties for records and fields
    Vocabulary(vocabulary::Args),
    /// Score methods: learn from some labelled pages, test on the others
    Eval(eval::Args),
    /// Serve the verbs as tools for agents, by the Model Context Protocol
    Mcp(mcp::Args),
    /// Show the parsed tree, text or source of a page
    Page(page::Args),
    /// List the learning methods
    Methods(methods::Args),
    /// Print the JSON Schema of wrapper files
    Schema(schema::Args),
    /// Print the completions for a shell
    Completions(completions::Args),
    /// Print the manual page, in roff
    Man(man::Args),
}
