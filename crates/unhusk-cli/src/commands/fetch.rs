//! `unhusk fetch`: downloads pages into a WARC file, politely.

use crate::interrupt::{self, was_interrupted};
use crate::output::{Reporter, count};
use crate::status::ExitStatus;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use unhusk_fetch::warc::Archive;
use unhusk_fetch::{Event, FetchOptions, FetchSummary, Fetcher, Observer, Reason, Wait, list};

const EXAMPLES: &str = "\
Examples:
  unhusk fetch 'https://shop.example/list?page={1..5}' -o shop.warc.gz
  unhusk fetch @urls.txt -o site.warc.gz --delay 5 --contact ann@a.example
  unhusk fetch --sitemap https://shop.example/sitemap.xml --max 200 -o shop.warc.gz
  unhusk fetch @urls.txt -o site.warc.gz --refresh       # what has changed since
  unhusk fetch http://localhost:8000/ -o own.warc.gz --allow-private localhost

One request at a time is sent to each host, in the order of the URLs, and robots.txt is obeyed. Pages that the file \
already contains are not fetched again, so a run that was stopped can be repeated.
Addresses that are not public, and ports other than 80, 443, 8080 and 8443, are refused.
A URL that fails is reported with its reason, and the run goes on.
Exit code: 0 if a page was fetched or is there, 1 if no page was, 2 if the arguments or the file cannot be used.";

/// Limit on the URLs of sitemaps without --max.
const MAX_LISTED: usize = 1_000_000;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// URLs, URLs with {1..5}, or @list.txt (one URL per line)
    #[arg(value_name = "URLS", required_unless_present = "sitemap")]
    urls: Vec<String>,
    /// Archive for the pages, .warc.gz or .warc; pages are added to it
    #[arg(short, long, value_name = "WARC")]
    output: PathBuf,
    /// Sitemap, index of sitemaps or feed (RSS, Atom) whose pages are fetched
    #[arg(long, value_name = "URL")]
    sitemap: Vec<String>,
    /// Limit on the URLs
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    /// Limit on the hosts that are asked at the same time
    #[arg(long, value_name = "N", default_value_t = 8)]
    hosts: usize,
    /// Ask for pages of the archive again, and add those that have changed
    #[arg(long)]
    refresh: bool,
    #[command(flatten)]
    fetching: FetchArgs,
}

/// How pages are fetched.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Fetching")]
pub(crate) struct FetchArgs {
    /// Time from one request to a host to the next; a longer `Crawl-delay` of robots.txt is respected
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    delay: Duration,
    /// Name of the program for servers and robots.txt [default: unhusk/VERSION]
    #[arg(long, value_name = "UA")]
    user_agent: Option<String>,
    /// How operators of sites can reach you; sent with the user agent
    #[arg(long, value_name = "MAIL_OR_URL")]
    contact: Option<String>,
    /// Host that may have a private address and any port; for each, give the flag again
    #[arg(long, value_name = "HOST")]
    allow_private: Vec<String>,
    /// Do not ask robots.txt; only for sites of your own
    #[arg(long)]
    ignore_robots: bool,
    /// Do not verify certificates
    #[arg(long)]
    insecure: bool,
}

impl FetchArgs {
    /// Returns the options of a fetcher.
    pub(crate) fn options(&self) -> FetchOptions {
        let default = FetchOptions::default();
        FetchOptions {
            user_agent: self.user_agent.clone().unwrap_or(default.user_agent),
            contact: self.contact.clone(),
            delay: self.delay,
            allow_private: self.allow_private.clone(),
            insecure: self.insecure,
            ignore_robots: self.ignore_robots,
            ..FetchOptions::default()
        }
    }
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let started = Instant::now();
    let fetcher = Fetcher::new(args.options())?;
    let mut archive = Archive::open(&args.output)?;
    if archive.n_torn_bytes() > 0 {
        reporter.warn(format!(
            "`{}`: cut {} off the end, a page of a run that was killed; it is fetched again if it is asked for",
            args.output.display(),
            count(usize::try_from(archive.n_torn_bytes()).unwrap_or(usize::MAX), "byte")
        ));
    }
    if args.fetching.contact.is_none() {
        reporter.hint("note:", "--contact tells operators of sites how to reach you");
    }
    let urls = listed(args, &fetcher, reporter)?;
    let _guard = interrupt::poll_guard();
    // Pages are on the disk as soon as they are reported.
    interrupt::note_written();
    let summary = fetcher.run(&urls, &mut archive, &mut Watch { reporter })?;
    reporter.summary(&summary_line(&summary, args, started.elapsed()));
    Ok(status(&summary))
}

impl Args {
    fn options(&self) -> FetchOptions {
        FetchOptions { refresh: self.refresh, max_hosts: self.hosts, ..self.fetching.options() }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0 to 3600, such as 1 or 0.5".to_owned())
}

/// Returns the URLs of the arguments, then those of the sitemaps.
fn listed(args: &Args, fetcher: &Fetcher, reporter: &Reporter) -> anyhow::Result<Vec<String>> {
    let max_urls = args.max.unwrap_or(MAX_LISTED);
    let mut urls = list::arguments(&args.urls)?;
    let mut is_cut = urls.len() > max_urls;
    urls.truncate(max_urls);
    for sitemap in &args.sitemap {
        let listing = fetcher.sitemap(sitemap, max_urls - urls.len());
        for (url, failure) in &listing.problems {
            reporter.warn(format!("sitemap {url}: {failure}"));
        }
        is_cut |= listing.is_cut;
        urls.extend(listing.urls);
    }
    if is_cut {
        reporter.hint("note:", &format!("there are more URLs; the first {max_urls} are fetched"));
    }
    Ok(urls)
}

/// Prints the outcome of each URL.
struct Watch<'r> {
    reporter: &'r Reporter,
}

impl Observer for Watch<'_> {
    fn event(&mut self, event: &Event, n_done: usize, n_all: usize) {
        match event {
            Event::Fetched { url, final_url, status, n_bytes, is_cut } => {
                let moved =
                    if url == final_url { String::new() } else { format!(" -> {final_url}") };
                self.reporter.detail(&format!("{status} {url}{moved} {}", count(*n_bytes, "byte")));
                if *is_cut {
                    self.reporter
                        .warn(format!("{url}: the page is longer than 32M; its end is missing"));
                }
            }
            Event::Failed { url, failure } => self.reporter.warn(format!("{url}: {failure}")),
            _ => {}
        }
        self.reporter.progress(n_done, n_all, "pages");
    }

    fn waiting(&mut self, wait: &Wait) {
        report_wait(wait, self.reporter);
    }

    fn is_stopped(&self) -> bool {
        was_interrupted()
    }
}

/// Reports that a server requires a wait.
pub(crate) fn report_wait(wait: &Wait, reporter: &Reporter) {
    let seconds = wait.time.as_secs();
    reporter.hint("note:", &format!("{} asks to wait; going on in {seconds} s", wait.host));
}

/// Formats the result: `3 pages fetched to shop.warc.gz, 1 already there, 2 failed (robots 1, status 1) in 5.1 s`.
fn summary_line(summary: &FetchSummary, args: &Args, time: Duration) -> String {
    let mut parts =
        vec![format!("{} fetched to {}", count(summary.n_fetched, "page"), args.output.display())];
    if summary.n_unchanged > 0 {
        parts.push(format!("{} unchanged", summary.n_unchanged));
    }
    if summary.n_known > 0 {
        parts.push(format!("{} already there", summary.n_known));
    }
    if summary.n_failed() > 0 {
        let reason = |(reason, n): (&Reason, &usize)| format!("{} {n}", reason.code());
        let reasons: Vec<String> = summary.failures.iter().map(reason).collect();
        parts.push(format!("{} failed ({})", summary.n_failed(), reasons.join(", ")));
    }
    let mut line = format!("{} in {:.1} s", parts.join(", "), time.as_secs_f64());
    if args.fetching.ignore_robots {
        line += "; robots.txt was ignored";
    }
    if args.fetching.insecure {
        line += "; certificates were not verified";
    }
    if summary.is_stopped {
        line += "; stopped, run it again for the rest";
    }
    line
}

fn status(summary: &FetchSummary) -> ExitStatus {
    let n_there = summary.n_fetched + summary.n_unchanged + summary.n_known;
    match (summary.is_stopped, n_there) {
        (true, _) => ExitStatus::Interrupted,
        (false, 0) => ExitStatus::No,
        (false, _) => ExitStatus::Done,
    }
}
