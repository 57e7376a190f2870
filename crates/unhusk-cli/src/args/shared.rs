//! Groups of flags that several verbs have.

use super::FormatParser;
use super::format::of_ending;
use crate::output::{Destination, OutputFormat, SinkSetup, is_stdout, refuse_input};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use unhusk::example::Strictness;
use unhusk::learn::{CATALOG, Preference, Settings};
use unhusk::page::PageOptions;
use unhusk::record::Schema;
use unhusk::sink::Spans;
use unhusk::wrapper::WrapperFile;
use unhusk_baselines::methods;
use unhusk_io::sink::{Format, Formulas, SinkOptions};
use unhusk_io::source::BaseUrl;
use unhusk_rdf::sink::{MeaningFormat, RdfFormat, SinkContext};
use unhusk_rdf::vocabulary::Vocabulary;

/// How pages are read.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Reading pages")]
pub(crate) struct PageArgs {
    /// Encoding of the pages, if they do not say it or say it wrongly (a name of the WHATWG list, such as windows-1252)
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Bytes of a page that are kept, the rest is cut with a warning (K, M and G are understood) [default: 32M]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_page_bytes: Option<usize>,
    /// Levels of nesting that are kept [default: 512]
    #[arg(long, value_name = "LEVELS")]
    max_depth: Option<NonZeroUsize>,
    /// Nodes of a page's tree that are kept [default: 2000000]
    #[arg(long, value_name = "NODES")]
    max_nodes: Option<NonZeroUsize>,
}

impl PageArgs {
    /// The library's options.
    pub(crate) fn options(&self) -> PageOptions {
        let mut options = PageOptions::default();
        options.charset.clone_from(&self.encoding);
        let limits = &mut options.limits;
        limits.max_bytes = self.max_page_bytes.unwrap_or(limits.max_bytes);
        limits.max_depth = self.max_depth.map_or(limits.max_depth, NonZeroUsize::get);
        limits.max_nodes = self.max_nodes.map_or(limits.max_nodes, NonZeroUsize::get);
        options
    }
}

/// A wrapper and the pages that it reads.
#[derive(Debug, Clone, Args)]
pub(crate) struct WrapperAndPages {
    /// Wrapper file, from `unhusk learn`; `-` is standard input
    #[arg(value_name = "W.json")]
    pub(crate) wrapper: String,
    /// Files, folders, quoted patterns, @list.txt or `-`
    #[arg(required = true)]
    pub(crate) pages: Vec<String>,
}

impl WrapperAndPages {
    /// An error if both come from standard input, or one would be written over.
    pub(crate) fn check(&self, output: Option<&Path>) -> anyhow::Result<()> {
        if self.wrapper == "-" && self.pages.iter().any(|page| page == "-" || page == "@-") {
            anyhow::bail!("the wrapper and a page cannot both come from standard input");
        }
        refuse_input(output, self.pages.iter().chain([&self.wrapper]))
    }
}

/// Largest page that spans of 32 bits can speak of.
const MAX_PAGE_BYTES: usize = u32::MAX as usize;

/// `32M` -> 33554432.
fn bytes(text: &str) -> Result<usize, String> {
    let (digits, shift) =
        match text.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
            number if number.ends_with('K') => (number[..number.len() - 1].to_owned(), 10),
            number if number.ends_with('M') => (number[..number.len() - 1].to_owned(), 20),
            number if number.ends_with('G') => (number[..number.len() - 1].to_owned(), 30),
            number => (number.to_owned(), 0),
        };
    let number: usize = digits
        .parse()
        .map_err(|_| "a number of bytes is needed, such as 500000 or 32M".to_owned())?;
    number
        .checked_mul(1 << shift)
        .filter(|bytes| (1..=MAX_PAGE_BYTES).contains(bytes))
        .ok_or_else(|| format!("a page may have 1 to {MAX_PAGE_BYTES} bytes"))
}

/// Where records go and how they look.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Format of the records [default: by the ending of OUT, else `table` on a terminal and `jsonl` elsewhere]
    #[arg(short, long, value_name = "FORMAT", value_parser = FormatParser)]
    format: Option<OutputFormat>,
    /// File for the records, written whole or not at all; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Write the place of each value too, its byte range in the page's decoded source; in JSON also how sure it is
    #[arg(long)]
    pub(crate) spans: bool,
    /// In CSV, leave cells alone that a spreadsheet would run as a formula (= + - @ at their beginning)
    #[arg(long)]
    csv_raw: bool,
    /// Address that the names of pages are relative to, for RDF, calendars, address books and feeds; `-` is the address itself
    #[arg(long, value_name = "URL", value_parser = BaseUrl::parse)]
    pub(crate) base_url: Option<BaseUrl>,
}

impl OutputArgs {
    /// Standard output, in a format.
    pub(crate) fn to_stdout(format: Option<OutputFormat>, spans: bool) -> Self {
        Self { format, output: None, spans, csv_raw: false, base_url: None }
    }

    /// The destination, opened, and what its sink needs to know.
    pub(crate) fn open(&self) -> anyhow::Result<(Destination, OutputFormat, SinkOptions)> {
        let format = self.format()?;
        let shown = match format {
            OutputFormat::Plain(format) => format,
            OutputFormat::Meaning(MeaningFormat::Rdf(RdfFormat::JsonLd)) => Format::Json,
            OutputFormat::Meaning(_) => Format::Table,
        };
        let destination = Destination::open(self.output.as_deref(), shown)?;
        let mut options = SinkOptions::default();
        options.spans = if self.spans { Spans::Write } else { Spans::Omit };
        options.formulas = if self.csv_raw { Formulas::Keep } else { Formulas::Guard };
        options.table_width = destination.table_width();
        Ok((destination, format, options))
    }

    /// What messages about writing begin with.
    pub(crate) fn name(&self) -> String {
        match self.file() {
            Some(path) => format!("cannot write `{}`", path.display()),
            None => "cannot write to standard output".to_owned(),
        }
    }

    /// The file for the records, if they do not go to standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }

    fn format(&self) -> anyhow::Result<OutputFormat> {
        Ok(match (self.format, self.file()) {
            (Some(format), _) => format,
            (None, Some(path)) => {
                of_ending(path)?.unwrap_or(OutputFormat::Plain(Format::JsonLines))
            }
            (None, None) if io::stdout().is_terminal() => OutputFormat::Plain(Format::Table),
            (None, None) => OutputFormat::Plain(Format::JsonLines),
        })
    }
}

/// What the sink for the records of a wrapper needs to know.
pub(crate) fn sink_context(
    wrapper: &WrapperFile,
    options: SinkOptions,
    vocabulary: Option<Vocabulary>,
) -> SinkSetup {
    let mut context = SinkContext::new(wrapper);
    context.now = now();
    context.vocabulary = vocabulary;
    SinkSetup { context, options }
}

/// Seconds since 1970; `SOURCE_DATE_EPOCH` sets it, so that a run can be repeated to the byte.
fn now() -> u64 {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|set| set.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    set.unwrap_or_else(clock)
}

/// How a run over many pages goes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Running")]
pub(crate) struct WorkArgs {
    /// Pages that are worked on at once [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Pages that may fail before the exit code is 2; the run goes on in any case [default: all but one]
    #[arg(long, value_name = "N")]
    max_failures: Option<usize>,
}

impl WorkArgs {
    /// How many threads to use.
    pub(crate) fn n_jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// Whether so many pages failed, and so many were read, that the run has.
    pub(crate) fn has_failed(&self, n_failures: usize, n_read: usize) -> bool {
        match self.max_failures {
            Some(max_failures) => n_failures > max_failures,
            None => n_failures > 0 && n_read == 0,
        }
    }
}

/// All that reading records from pages needs to know.
#[derive(Debug, Clone, Args)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// How a wrapper is learnt.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Learning")]
pub(crate) struct LearnArgs {
    /// Method from `unhusk methods`
    #[arg(short, long, value_name = "METHOD", value_parser = method_names(), default_value = CATALOG[0].name)]
    pub(crate) method: String,
    /// Which of the rules that fit is taken
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Prefer::Robust)]
    prefer: Prefer,
    /// A label that is not on its page is an error, not a warning
    #[arg(long)]
    strict: bool,
    /// Field that has one value at most, even if pages without labels seem to have several (may be repeated)
    #[arg(long, value_name = "FIELD")]
    single: Vec<String>,
}

impl LearnArgs {
    /// What becomes of a label that is not on its page.
    pub(crate) fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }

    /// The library's settings.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.preference = match self.prefer {
            Prefer::Robust => Preference::Robust,
            Prefer::Strict => Preference::Strict,
        };
        settings.single.clone_from(&self.single);
        settings
    }

    /// Whether the flags speak of fields that there are, and do not speak against the labels.
    pub(crate) fn check(&self, schema: &Schema) -> anyhow::Result<()> {
        for name in &self.single {
            let Some(at) = schema.position(name) else {
                let fields: Vec<&str> =
                    schema.fields().iter().map(|field| field.name.as_str()).collect();
                let fields = fields.join(", ");
                anyhow::bail!("--single: there is no field `{name}` (the labels have {fields})")
            };
            if schema.fields()[at].many {
                anyhow::bail!(
                    "--single: field `{name}` is labelled with lists; label it with single values to read one"
                );
            }
        }
        Ok(())
    }
}

/// Which of the rules that fit is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Prefer {
    /// Short rules, which survive small changes of the site
    Robust,
    /// Long rules, which notice small changes of the site
    Strict,
}

/// The methods of the catalogue, so that help lists them and a typo is answered with the nearest.
pub(crate) fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(methods().map(|method| method.name))
}
