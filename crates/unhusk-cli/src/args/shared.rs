//! Groups of flags that several verbs share.

use super::columns::ValueArgs;
use super::format::of_ending;
use super::pages::{page_argument, some_names};
use super::{CheckArgs, FormatParser};
use crate::output::{
    Destination, OutputFormat, Reporter, count, is_postgres, is_stdout, refuse_input,
    without_password,
};
use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use unhusk::learn::{CATALOG, Learner, Preference, Settings};
use unhusk::page::PageOptions;
use unhusk::sink::Spans;
use unhusk_baselines::{find_method, methods};
use unhusk_columns::sink::ColumnsFormat;
use unhusk_io::sink::{Format, Formulas, SinkOptions, remove_abandoned};
use unhusk_io::source::{ArchiveOptions, BaseUrl};
use unhusk_rdf::sink::{MeaningFormat, RdfFormat};

/// Options for reading pages.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Reading pages")]
pub(crate) struct PageArgs {
    /// Encoding of the pages, instead of the detected one (a WHATWG name, such as windows-1252)
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Limit on the bytes of a page; the rest is dropped with a warning (suffixes K, M, G) [default: 32M]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_page_bytes: Option<usize>,
    /// Limit on the nesting depth of elements [default: 512]
    #[arg(long, value_name = "LEVELS")]
    max_depth: Option<NonZeroUsize>,
    /// Limit on the nodes of a page's tree [default: 2000000]
    #[arg(long, value_name = "NODES")]
    max_nodes: Option<NonZeroUsize>,
    /// Column with the HTML, for pages in JSON Lines and CSV files [default: html, content or body]
    #[arg(long, value_name = "COLUMN")]
    html_column: Option<String>,
    /// Column with the URL [default: url, uri or _page]
    #[arg(long, value_name = "COLUMN")]
    url_column: Option<String>,
}

impl PageArgs {
    /// Returns the options as the library expects them.
    pub(crate) fn options(&self) -> PageOptions {
        let mut options = PageOptions::default();
        options.charset.clone_from(&self.encoding);
        let limits = &mut options.limits;
        limits.max_bytes = self.max_page_bytes.unwrap_or(limits.max_bytes);
        limits.max_depth = self.max_depth.map_or(limits.max_depth, NonZeroUsize::get);
        limits.max_nodes = self.max_nodes.map_or(limits.max_nodes, NonZeroUsize::get);
        options
    }

    /// Returns the options of reading archives.
    pub(crate) fn archives(&self) -> ArchiveOptions {
        let mut options = ArchiveOptions::default();
        options.max_page_bytes = self.max_page_bytes.unwrap_or(options.max_page_bytes);
        options.html_column.clone_from(&self.html_column);
        options.url_column.clone_from(&self.url_column);
        options
    }
}

/// A wrapper, and the pages to extract from.
#[derive(Debug, Clone, Args)]
pub(crate) struct WrapperAndPages {
    /// Wrapper file, from `unhusk learn`; `-` is standard input
    #[arg(value_name = "W.json")]
    pub(crate) wrapper: String,
    /// Files, folders, quoted patterns, @list.txt or `-`
    #[arg(required = true, value_parser = page_argument())]
    pub(crate) pages: Vec<String>,
}

impl WrapperAndPages {
    /// Fails if wrapper and pages both come from standard input, or if an output would overwrite one of them.
    pub(crate) fn check<'o>(
        &self,
        outputs: impl IntoIterator<Item = &'o Path>,
    ) -> anyhow::Result<()> {
        if self.wrapper == "-" && self.pages.iter().any(|page| page == "-" || page == "@-") {
            bail!("the wrapper and a page cannot both come from standard input");
        }
        refuse_input(outputs, self.pages.iter().chain([&self.wrapper]))
    }
}

/// Largest page that 32-bit spans can address.
const MAX_PAGE_BYTES: usize = u32::MAX as usize;

/// Parses a number of bytes: `32M` is 33554432.
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
        .map_err(|_| "expected a number of bytes, such as 500000 or 32M".to_owned())?;
    number
        .checked_mul(1 << shift)
        .filter(|bytes| (1..=MAX_PAGE_BYTES).contains(bytes))
        .ok_or_else(|| format!("a page may have 1 to {MAX_PAGE_BYTES} bytes"))
}

/// Destination and format of the records.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Format of the records [default: by the extension of OUT, else `table` on a terminal and `jsonl` elsewhere]
    #[arg(short, long, value_name = "FORMAT", value_parser = FormatParser)]
    format: Option<OutputFormat>,
    /// File for the records, replaced only on success; `-` is standard output, `postgresql://HOST/DATABASE` a database
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace an older OUT even if no record was found; without this flag, it stays
    #[arg(long)]
    pub(crate) allow_empty: bool,
    /// Include the span of each value, a byte range of the page's decoded source; in JSON also its confidence
    #[arg(long)]
    pub(crate) spans: bool,
    /// In CSV, do not escape cells that a spreadsheet would evaluate as a formula (starting with = + - @)
    #[arg(long)]
    csv_raw: bool,
    /// URL that page names are relative to, for --absolute, RDF, calendars, address books and feeds; a page from `-` has
    /// this URL
    #[arg(long, value_name = "URL", value_parser = BaseUrl::parse)]
    pub(crate) base_url: Option<BaseUrl>,
    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

impl OutputArgs {
    /// Returns flags that write to a file; `None` is standard output.
    pub(crate) fn to_file(
        output: Option<PathBuf>,
        format: Option<OutputFormat>,
        spans: bool,
    ) -> Self {
        let values = ValueArgs::default();
        Self { format, output, allow_empty: false, spans, csv_raw: false, base_url: None, values }
    }

    /// Fails if the format is not known, so that a typo is reported before the work begins.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        self.format().map(|_| ())
    }

    /// Opens the destination; returns it with the format and the options of the sink.
    pub(crate) fn open(&self) -> anyhow::Result<(Destination, OutputFormat, SinkOptions)> {
        let format = self.format()?;
        if format.is_binary() && self.file().is_none() && io::stdout().is_terminal() {
            bail!("`{format}` is not for a terminal; give a file with -o");
        }
        let shown = match format {
            OutputFormat::Plain(format) => format,
            OutputFormat::Meaning(MeaningFormat::Rdf(RdfFormat::JsonLd)) => Format::Json,
            OutputFormat::Meaning(_) | OutputFormat::Columns(_) => Format::Table,
        };
        let destination = match self.file() {
            Some(path) if is_postgres(path) => Destination::postgres(path)?,
            Some(path) if format.is_database() => Destination::Database(path.to_owned()),
            None if format.is_database() => {
                bail!(
                    "`{format}` is a database, which cannot be written to standard output; give a file: -o records.{format}"
                )
            }
            _ => Destination::open(self.output.as_deref(), shown)?,
        };
        let mut options = SinkOptions::default();
        options.spans = if self.spans { Spans::Write } else { Spans::Omit };
        options.formulas = if self.csv_raw { Formulas::Keep } else { Formulas::Guard };
        options.table_width = destination.table_width();
        Ok((destination, format, options))
    }

    /// Removes the temporary files that killed runs left beside the output, and reports them.
    pub(crate) fn remove_abandoned(&self, reporter: &Reporter) {
        let removed = self.file().map(remove_abandoned).unwrap_or_default();
        if !removed.is_empty() {
            let files = count(removed.len(), "unfinished file");
            let names = some_names(&removed);
            reporter.hint("note:", &format!("removed {files} of runs that were killed: {names}"));
        }
    }

    /// Returns the context for errors of writing: ``cannot write `all.csv` ``.
    pub(crate) fn name(&self) -> String {
        match self.file() {
            Some(path) if is_postgres(path) => {
                format!("cannot write to `{}`", without_password(&path.to_string_lossy()))
            }
            Some(path) => format!("cannot write `{}`", path.display()),
            None => "cannot write to standard output".to_owned(),
        }
    }

    /// Returns the file for the records; `None` for standard output.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }

    fn format(&self) -> anyhow::Result<OutputFormat> {
        let postgres = OutputFormat::Columns(ColumnsFormat::Postgres);
        Ok(match (self.format, self.file()) {
            (Some(format), Some(path)) if is_postgres(path) && format != postgres => {
                bail!("a database takes no format `{format}`; leave out -f, or give a file with -o")
            }
            (None, Some(path)) if is_postgres(path) => postgres,
            (Some(format), _) => format,
            (None, Some(path)) => {
                of_ending(path)?.unwrap_or(OutputFormat::Plain(Format::JsonLines))
            }
            (None, None) if io::stdout().is_terminal() => OutputFormat::Plain(Format::Table),
            (None, None) => OutputFormat::Plain(Format::JsonLines),
        })
    }
}

/// Returns seconds since 1970, or `SOURCE_DATE_EPOCH` if that is set, which makes runs reproducible byte for byte.
pub(crate) fn now() -> u64 {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|set| set.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    set.unwrap_or_else(clock)
}

/// Parallelism and tolerance of failures in a run over many pages.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Running")]
pub(crate) struct WorkArgs {
    /// Number of pages processed in parallel [default: number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Number of pages that may fail before the exit code is 2; the run continues in any case [default: all but one]
    #[arg(long, value_name = "N")]
    max_failures: Option<usize>,
}

impl WorkArgs {
    /// Returns the number of threads.
    pub(crate) fn n_jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// Whether the run failed: more than `--max-failures` pages failed or, without the flag, all of them.
    pub(crate) fn has_failed(&self, n_failures: usize, n_read: usize) -> bool {
        match self.max_failures {
            Some(max_failures) => n_failures > max_failures,
            None => n_failures > 0 && n_read == 0,
        }
    }
}

/// Flags of verbs that extract records.
#[derive(Debug, Clone, Args)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) page: PageArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

impl RecordArgs {
    /// Returns the files that the run writes: records, summary.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &Path> + Clone {
        [&self.output.output, &self.check.summary].into_iter().filter_map(|file| file.as_deref())
    }
}

/// Options for learning.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Learning")]
pub(crate) struct LearnArgs {
    /// Method from `unhusk methods`
    #[arg(short, long, value_name = "METHOD", value_parser = method_names(), default_value = CATALOG[0].name)]
    method: String,
    /// Which of several fitting rules to choose
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Prefer::Robust)]
    prefer: Prefer,
    /// Treat a label that is not on its page as an error, not as a warning
    #[arg(long)]
    strict: bool,
    /// Field with at most one value per record, even if unlabelled pages suggest several (may be repeated)
    #[arg(long, value_name = "FIELD")]
    single: Vec<String>,
}

impl LearnArgs {
    /// Returns a learner configured by the flags.
    pub(crate) fn learner<'p>(&self) -> Learner<'p> {
        self.learner_by(&self.method)
    }

    /// Returns a learner configured by the flags, but with another method.
    pub(crate) fn learner_by<'p>(&self, method: &str) -> Learner<'p> {
        let method = find_method(method).expect("the flag accepts only names of methods");
        let learner = Learner::new(method).settings(self.settings());
        if self.strict { learner.strict() } else { learner }
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.preference = match self.prefer {
            Prefer::Robust => Preference::Robust,
            Prefer::Strict => Preference::Strict,
        };
        settings.single.clone_from(&self.single);
        settings
    }
}

/// Which of several fitting rules to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Prefer {
    /// Short rules, which tolerate small changes of the site
    Robust,
    /// Long rules, which fail on small changes of the site
    Strict,
}

/// Returns a parser for the names of methods, so that help lists them and a typo is answered with the nearest name.
pub(crate) fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(methods().map(|method| method.name))
}
