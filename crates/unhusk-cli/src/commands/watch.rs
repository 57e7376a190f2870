//! `unhusk watch`: reads pages, compares with earlier runs, and writes a report, as a nightly job.

use super::extract::{ExtractionPlan, load_wrappers, write_and_summarise};
use crate::args::{FieldArgs, RecordArgs, RunArgs, WrapperAndPages, listed, now, refuse_own_files};
use crate::output::{Destination, Reporter, count, refuse_pages, refuse_same};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use unhusk_engine::WrapperSummary;
use unhusk_engine::watch::{History, Report, WatchedRun};
use unhusk_io::sink::Format;

const EXAMPLES: &str = "\
Examples:
  unhusk watch wrappers/ crawl.warc.gz --report report.html --report report.md -o records.jsonl
  unhusk watch shop.json pages/ --report report.html -o all.sqlite     # from a timer, every night

Every run adds a line per wrapper to the history. A run is odd if a field looks wrong (as with `extract --check`), or \
if it reads less than half of the records per page that earlier runs read.
Exit code: 0 healthy, 1 odd or no records, 2 if the pages or files cannot be used.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: WrapperAndPages,
    /// File for the report: .md, .html or .json (may be repeated)
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// File with all runs so far [default: watch.jsonl in the library, or beside the wrapper]
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    #[command(flatten)]
    fields: FieldArgs,
    #[command(flatten)]
    records: RecordArgs,
}

/// How a report is written.
#[derive(Debug, Clone, Copy)]
enum ReportFormat {
    Markdown,
    Html,
    Json,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let formats: Vec<ReportFormat> =
        args.report.iter().map(|path| ReportFormat::of(path)).collect::<anyhow::Result<_>>()?;
    let history_path = args.history_path();
    let reports = args.report.iter().map(PathBuf::as_path);
    let outputs = args.records.outputs().chain(reports).chain([history_path.as_path()]);
    args.input.check(outputs.clone())?;
    refuse_same(outputs.clone())?;
    refuse_own_files(&args.input.pages)?;
    let wrappers = load_wrappers(&args.input.wrapper)?;
    let mut history = History::open(&history_path)?;
    let plan = ExtractionPlan {
        wrappers: &wrappers,
        options: args.records.page.options(),
        with_confidence: args.records.output.spans,
        vocabulary: None,
        columns: args.fields.choice(Vec::new()),
        run: RunArgs::default(),
    };
    let mut records = args.records.clone();
    records.check.check = true;
    let pages = listed(&args.input.pages, reporter);
    refuse_pages(outputs, &pages)?;
    let (status, summaries) = write_and_summarise(&plan, pages, &records, reporter)?;
    if status == ExitStatus::Failed {
        return Ok(status);
    }
    let runs = watched(&summaries, args.name(), &history, reporter);
    history.add(&runs)?;
    let report = Report::new(&history, &runs);
    for (path, format) in args.report.iter().zip(formats) {
        format.write(&report, path)?;
    }
    reporter.summary(&summary_line(&report));
    Ok(if report.is_odd() { ExitStatus::No } else { status })
}

/// Returns the runs of this time, compared with earlier ones. Warns of what the comparison shows; the fields that look
/// wrong were reported at the end of the run.
fn watched(
    summaries: &[WrapperSummary],
    alone: &str,
    history: &History,
    reporter: &Reporter,
) -> Vec<WatchedRun> {
    let time = now();
    let run = |of: &WrapperSummary| {
        let name = if of.name.is_empty() { alone } else { &of.name };
        let run = WatchedRun::new(time, name, &of.summary);
        let n_reported = run.warnings.len();
        let compared = run.compared_with(&history.runs_of(name));
        for warning in &compared.warnings[..compared.warnings.len() - n_reported] {
            reporter.warn(format_args!("`{name}`: {warning}"));
        }
        compared
    };
    summaries.iter().map(run).collect()
}

fn summary_line(report: &Report) -> String {
    let odd: Vec<&str> = report
        .wrappers
        .iter()
        .filter(|wrapper| wrapper.is_odd)
        .map(|wrapper| wrapper.name.as_str())
        .collect();
    let watched = count(report.wrappers.len(), "wrapper");
    if odd.is_empty() {
        format!("healthy: {watched}")
    } else {
        format!("odd: {} of {watched}", odd.join(", "))
    }
}

impl Args {
    /// Returns the name of a wrapper that runs alone: that of its file.
    fn name(&self) -> &str {
        let name = Path::new(&self.input.wrapper).file_stem();
        name.and_then(|name| name.to_str()).unwrap_or("wrapper")
    }

    fn history_path(&self) -> PathBuf {
        let wrapper = Path::new(&self.input.wrapper);
        let default = || {
            if wrapper.is_dir() {
                wrapper.join("watch.jsonl")
            } else {
                wrapper.with_file_name(format!("{}.watch.jsonl", self.name()))
            }
        };
        self.history.clone().unwrap_or_else(default)
    }
}

impl ReportFormat {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        Ok(match ending.as_deref() {
            Some("md") => Self::Markdown,
            Some("html" | "htm") => Self::Html,
            Some("json") => Self::Json,
            _ => bail!("`{}`: a report ends in .md, .html or .json", path.display()),
        })
    }

    fn write(self, report: &Report, path: &Path) -> anyhow::Result<()> {
        let text = match self {
            Self::Markdown => report.markdown(),
            Self::Html => report.html(),
            Self::Json => serde_json::to_string_pretty(report)? + "\n",
        };
        let mut destination = Destination::open(Some(path), Format::Json)?;
        let name = || format!("cannot write `{}`", path.display());
        destination.write_all(text.as_bytes()).with_context(name)?;
        destination.commit()
    }
}
