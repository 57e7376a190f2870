//! `unhusk follow`: reads a list to its end, page after page, and joins its records with their detail pages.

mod network;

use super::extract::load_wrapper;
use super::fetch::FetchArgs;
use crate::args::{FieldArgs, OutputArgs, PageArgs, SinkRequest, at_hand, page_argument};
use crate::interrupt::{self, was_interrupted};
use crate::output::{Reporter, count, refuse_input, time_taken};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use network::NetworkPages;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;
use unhusk::record::Record;
use unhusk::sink::Sink;
use unhusk::wrapper::Wrapper;
use unhusk_engine::PageFailure;
use unhusk_engine::follow::{
    FollowListener, FollowResult, Follower, ListEnd, PageSource, PagesAtHand, joined_schema,
};
use unhusk_fetch::Fetcher;

const EXAMPLES: &str = "\
Examples:
  unhusk follow list.json --detail item.json --start https://example.org/list -o items.csv --contact ann@a.example
  unhusk follow list.json --detail item.json --start https://example.org/list site.warc.gz -o items.csv
  unhusk follow list.json --start https://example.org/list crawl/ --base-url https://example.org/
  unhusk follow list.json --detail item.json --link url --next next_page --start URL site.warc.gz

The next page is found by itself: a link that says so (rel=next, a word for it, the next number). If the site hides it, \
label it as a field of the list and name it with --next.
Without PAGES, pages are fetched as `unhusk fetch` does, into an archive, so that a run that was stopped goes on with what \
it has. PAGES are archives, whose records have addresses, or files, whose addresses --base-url gives.
Exit code: 0 if records were found, 1 if none, 2 if the first page or a file cannot be read.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Wrapper of the list pages
    #[arg(value_name = "LIST.json")]
    list: String,
    /// Archives, folders or files with the pages; without any, pages are fetched
    #[arg(value_parser = page_argument())]
    pages: Vec<String>,
    /// Archive for pages that are fetched; pages that it has are not fetched again [default: HOST.warc.gz]
    #[arg(long, value_name = "WARC", conflicts_with = "pages")]
    archive: Option<PathBuf>,
    #[command(flatten)]
    fetching: FetchArgs,
    /// Address of the first list page
    #[arg(long, value_name = "URL")]
    start: String,
    /// Wrapper of the detail pages
    #[arg(long, value_name = "DETAIL.json")]
    detail: Option<String>,
    /// Field of the list with the links to detail pages [default: the first one that has links]
    #[arg(long, value_name = "FIELD", requires = "detail")]
    link: Option<String>,
    /// Field of the list with the link to the next page [default: found by itself]
    #[arg(long, value_name = "FIELD")]
    next: Option<String>,
    /// Most list pages
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_pages: usize,
    /// Most detail pages
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_details: usize,
    #[command(flatten)]
    fields: FieldArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let started = Instant::now();
    let inputs = args.pages.iter().chain([&args.list]).chain(&args.detail);
    refuse_input(args.output.output.as_deref(), inputs)?;
    let list = load_wrapper(&args.list)?;
    let detail = args.detail.as_deref().map(load_wrapper).transpose()?;
    for (field, flag) in [(&args.link, "--link"), (&args.next, "--next")] {
        if let Some(field) = field
            && list.schema.position(field).is_none()
        {
            bail!("{flag}: the wrapper `{}` has no field `{field}`", args.list);
        }
    }
    let follower = Follower {
        list: &list,
        detail: detail.as_ref(),
        link: args.link.clone(),
        next: args.next.clone(),
        max_pages: args.max_pages,
        max_details: args.max_details,
    };
    let mut source: Box<dyn PageSource> = if args.pages.is_empty() {
        Box::new(fetched_pages(args, reporter)?)
    } else {
        Box::new(pages_at_hand(args, reporter)?)
    };
    let result = write_records(args, &follower, &mut *source, reporter)?;
    report_end(&result.end, reporter);
    reporter.summary(&summary_line(&result, started));
    Ok(match (&result.end, result.n_records) {
        (ListEnd::Failed(_), 0) => ExitStatus::Failed,
        (_, 0) => ExitStatus::No,
        _ => ExitStatus::Done,
    })
}

/// Returns pages from the network.
fn fetched_pages<'r>(args: &Args, reporter: &'r Reporter) -> anyhow::Result<NetworkPages<'r>> {
    let host = || args.start.split("://").nth(1)?.split(['/', '?', '#', ':']).next();
    let path = match (&args.archive, host()) {
        (Some(path), _) => path.clone(),
        (None, Some(host)) if !host.is_empty() => PathBuf::from(format!("{host}.warc.gz")),
        _ => bail!("`{}` is not a URL; begin with https://", args.start),
    };
    reporter.hint("note:", &format!("pages are kept in `{}`", path.display()));
    let fetcher = Fetcher::new(args.fetching.options())?;
    interrupt::note_written();
    NetworkPages::open(fetcher, reporter, &path, args.page.archives(), args.page.options())
}

/// Returns the pages with addresses.
fn pages_at_hand(args: &Args, reporter: &Reporter) -> anyhow::Result<PagesAtHand> {
    let mut pages = Vec::new();
    for page in at_hand(&args.pages, &args.page, reporter) {
        match page {
            Ok(page) => pages.push(page),
            Err(error) => reporter.error(&error.to_string()),
        }
    }
    let n_pages = pages.len();
    let source = PagesAtHand::new(pages, args.output.base_url.as_ref(), args.page.options());
    if source.is_empty() && n_pages > 0 {
        bail!("none of the {} has an address; give --base-url", count(n_pages, "page"));
    }
    Ok(source)
}

/// Follows the list and writes the joined records.
fn write_records(
    args: &Args,
    follower: &Follower<'_>,
    source: &mut dyn PageSource,
    reporter: &Reporter,
) -> anyhow::Result<FollowResult> {
    let mut joined: Wrapper = follower.list.clone();
    joined.profile = None;
    joined.schema =
        joined_schema(&follower.list.schema, follower.detail.map(|detail| &detail.schema))?;
    let (mut destination, format, options) = args.output.open()?;
    let request = SinkRequest {
        wrapper: &joined,
        profile: None,
        format,
        options,
        vocabulary: None,
        columns: &args.fields.choice(Vec::new()),
    };
    let setup = args.output.setup(request, reporter)?;
    let mut sink = format.sink(&setup, &mut destination)?;
    let mut listener = Listener { sink: &mut *sink, reporter, n_records: 0 };
    let result = follower.run(&args.start, source, &mut listener).and_then(|result| {
        sink.finish()?;
        Ok(result)
    });
    for warning in sink.warnings() {
        reporter.warn(warning);
    }
    drop(sink);
    reporter.finish_progress();
    let result = result.with_context(|| args.output.name())?;
    if was_interrupted() {
        destination.stop();
    } else {
        destination.commit_records(result.n_records, args.output.allow_empty, reporter)?;
    }
    Ok(result)
}

/// Writes records, and reports what fails.
struct Listener<'a> {
    sink: &'a mut dyn Sink,
    reporter: &'a Reporter,
    n_records: usize,
}

impl FollowListener for Listener<'_> {
    fn record(&mut self, page: &str, record: &Record<'_>) -> io::Result<ControlFlow<()>> {
        self.sink.write(page, record)?;
        self.n_records += 1;
        self.reporter.counting(self.n_records, "records");
        Ok(if was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn failure(&mut self, failure: &PageFailure) {
        self.reporter.warn(failure.named_message());
    }
}

fn report_end(end: &ListEnd, reporter: &Reporter) {
    match end {
        ListEnd::Loop(url) => {
            reporter.hint("note:", &format!("the list leads back to {url}, and ends there"));
        }
        ListEnd::Limit => {
            let help = "the list goes on; --max-pages and --max-details allow more";
            reporter.hint("help:", help);
        }
        ListEnd::Failed(failure) => reporter.error(&failure.named_message()),
        _ => {}
    }
}

/// Returns the counts as one line: `30 records from 3 list pages and 30 detail pages in 12 ms`.
fn summary_line(result: &FollowResult, started: Instant) -> String {
    let details = match result.n_details {
        0 => String::new(),
        n => format!(" and {}", count(n, "detail page")),
    };
    let repeated = match result.n_repeated {
        0 => String::new(),
        n => format!("; {} left out", count(n, "repeated record")),
    };
    format!(
        "{} from {}{details} in {}{repeated}",
        count(result.n_records, "record"),
        count(result.n_pages, "list page"),
        time_taken(started.elapsed())
    )
}
