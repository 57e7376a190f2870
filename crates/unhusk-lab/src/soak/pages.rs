//! Many pages in one process.

use anyhow::{Context, ensure};
use std::fs;
use std::io::sink;
use std::path::Path;
use unhusk::example::Labels;
use unhusk::page::Page;
use unhusk::{Learner, Wrapper};
use unhusk_io::sink::{Format, SinkOptions};

/// State of the process after some of the pages.
#[derive(Debug, serde::Serialize)]
pub(super) struct Block {
    pub(super) n_pages: usize,
    /// Of the last tenth.
    pub(super) pages_per_second: f64,
    pub(super) kilobytes: u64,
    pub(super) n_files: usize,
}

/// Labelled pages of the wrapper.
const N_LABELLED: usize = 3;
const N_BLOCKS: usize = 10;

/// Reads `n_pages` pages of a site, beginning again when all were read.
pub(super) fn read(folder: &Path, n_pages: usize) -> anyhow::Result<Vec<Block>> {
    let json = fs::read_to_string(folder.join("labels.json"))
        .with_context(|| folder.display().to_string())?;
    let labels = Labels::parse("labels.json", &json)?;
    let sources = labels
        .pages()
        .iter()
        .map(|page| fs::read(folder.join(&page.path)).with_context(|| page.path.clone()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let wrapper = learn(&labels, &sources)?;
    let per_block = n_pages.div_ceil(N_BLOCKS);
    let mut records = Format::JsonLines.sink(&wrapper.schema, &SinkOptions::default(), sink());
    let mut blocks = Vec::new();
    let mut sources = sources.iter().cycle();
    for block in 1..=N_BLOCKS {
        let started = processor_seconds()?;
        for source in sources.by_ref().take(per_block) {
            let page = Page::from_bytes(source);
            for record in &wrapper.extract(&page).records {
                records.write("page", record)?;
            }
        }
        blocks.push(Block {
            n_pages: block * per_block,
            pages_per_second: per_block as f64 / (processor_seconds()? - started),
            kilobytes: resident_kilobytes()?,
            n_files: fs::read_dir("/proc/self/fd")?.count(),
        });
        eprintln!("{} pages", block * per_block);
    }
    Ok(blocks)
}

fn learn(labels: &Labels, sources: &[Vec<u8>]) -> anyhow::Result<Wrapper> {
    ensure!(sources.len() >= N_LABELLED, "a site of {N_LABELLED} pages at least is needed");
    let pages: Vec<Page> =
        sources[..N_LABELLED].iter().map(|source| Page::from_bytes(source)).collect();
    let labelled = labels.pages().iter().zip(&pages);
    let learner = labelled.fold(Learner::auto(), |learner, (labels, page)| {
        learner.labelled_page(labels.clone(), page)
    });
    Ok(learner.learn().map_err(|error| anyhow::anyhow!("{error}"))?.wrapper)
}

/// Seconds of processor time that this process has used.
fn processor_seconds() -> anyhow::Result<f64> {
    /// Ticks of Linux per second, whatever the kernel's own clock is.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in brackets, may have spaces.
    let (_, fields) = stat.rsplit_once(')').context("/proc/self/stat")?;
    let mut times = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    let (user, system) =
        (times.next().context("user time")??, times.next().context("system time")??);
    Ok((user + system) / TICKS)
}

fn resident_kilobytes() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
