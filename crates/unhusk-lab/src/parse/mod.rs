//! Speed of parsing: megabytes per second on one core, compared with other parsers.
//!
//! Every parser reads the same pages in turn, round after round, and its best round counts: the machine is noisy, and
//! noise only adds time. Ratios within one run can be compared, absolute figures cannot.

mod corpus;
#[path = "../../../unhusk-page/tests/it/oracle.rs"]
#[expect(dead_code, reason = "the tests look into the tree, the race does not")]
mod html5ever_tree;
mod lexbor;

use anyhow::{Context, ensure};
use corpus::Corpus;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use unhusk::Page;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder with the benchmark pages
    #[arg(long, default_value = "../shared/data")]
    data: PathBuf,
    /// Python with selectolax, for lexbor; without this option, a virtual environment is created
    #[arg(long)]
    python: Option<PathBuf>,
    /// Rounds; the best one counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Pages of each corpus at most, spread evenly over it
    #[arg(long, default_value_t = 400)]
    pages: usize,
    /// File for the figures
    #[arg(long, default_value = "crates/unhusk-lab/results/parse.csv")]
    output: PathBuf,
}

/// One line of the result.
#[derive(serde::Serialize)]
struct ParseRow {
    corpus: &'static str,
    pages: usize,
    megabytes: String,
    unhusk_mb_per_s: String,
    html5ever_mb_per_s: String,
    lexbor_mb_per_s: String,
    times_html5ever: String,
    times_lexbor: String,
    bytes_per_node: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let corpora = corpus::all(&args.data, args.pages)?;
    ensure!(!corpora.is_empty(), "no pages found: does {} exist?", args.data.display());
    let lexbor = lexbor::Lexbor::new(args.python.as_deref())?;
    let mut out =
        csv::Writer::from_path(&args.output).with_context(|| args.output.display().to_string())?;
    let (mut over_html5ever, mut over_lexbor) = (Vec::new(), Vec::new());
    for corpus in &corpora {
        let best = race(corpus, &lexbor, args.rounds)?;
        let rate = |time: Duration| megabytes(corpus.n_bytes) / time.as_secs_f64();
        over_html5ever.push(best.html5ever.as_secs_f64() / best.unhusk.as_secs_f64());
        over_lexbor.push(best.lexbor.as_secs_f64() / best.unhusk.as_secs_f64());
        let row = ParseRow {
            corpus: corpus.name,
            pages: corpus.pages.len(),
            megabytes: format!("{:.1}", megabytes(corpus.n_bytes)),
            unhusk_mb_per_s: format!("{:.0}", rate(best.unhusk)),
            html5ever_mb_per_s: format!("{:.0}", rate(best.html5ever)),
            lexbor_mb_per_s: format!("{:.0}", rate(best.lexbor)),
            times_html5ever: format!("{:.2}", over_html5ever[over_html5ever.len() - 1]),
            times_lexbor: format!("{:.2}", over_lexbor[over_lexbor.len() - 1]),
            bytes_per_node: format!("{:.1}", bytes_per_node(corpus)),
        };
        println!(
            "{}: unhusk {} MB/s, html5ever {} (x{}), lexbor {} (x{}); {} bytes per node",
            row.corpus,
            row.unhusk_mb_per_s,
            row.html5ever_mb_per_s,
            row.times_html5ever,
            row.lexbor_mb_per_s,
            row.times_lexbor,
            row.bytes_per_node
        );
        out.serialize(row)?;
    }
    println!(
        "geometric mean: x{:.2} html5ever, x{:.2} lexbor",
        geometric_mean(&over_html5ever),
        geometric_mean(&over_lexbor)
    );
    out.flush()?;
    Ok(())
}

struct Best {
    unhusk: Duration,
    html5ever: Duration,
    lexbor: Duration,
}

fn race(corpus: &Corpus, lexbor: &lexbor::Lexbor, n_rounds: usize) -> anyhow::Result<Best> {
    let mut best = Best { unhusk: Duration::MAX, html5ever: Duration::MAX, lexbor: Duration::MAX };
    for _ in 0..n_rounds.max(1) {
        best.unhusk = best.unhusk.min(time(corpus, |source| {
            std::hint::black_box(Page::from(source).tree().len());
        }));
        best.html5ever = best.html5ever.min(time(corpus, |source| {
            std::hint::black_box(html5ever_tree::read(source).len());
        }));
        best.lexbor = best.lexbor.min(lexbor.time(&corpus.paths)?);
    }
    Ok(best)
}

fn time(corpus: &Corpus, parse: impl Fn(&str)) -> Duration {
    let start = Instant::now();
    corpus.pages.iter().for_each(|page| parse(page));
    start.elapsed()
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52")]
fn bytes_per_node(corpus: &Corpus) -> f64 {
    let (mut n_bytes, mut n_nodes) = (0, 0);
    for source in &corpus.pages {
        let page = Page::from(source.as_str());
        n_bytes += page.tree().heap_bytes();
        n_nodes += page.tree().len();
    }
    n_bytes as f64 / n_nodes as f64
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52")]
fn megabytes(n_bytes: usize) -> f64 {
    n_bytes as f64 / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "there are a handful of corpora")]
fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
