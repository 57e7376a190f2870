//! Files to JSON Lines: the program beside selectolax and parsel, and on two threads.

use super::process::{Best, Finished, measured, thread_seconds};
use super::{Args, Figure};
use crate::venv;
use anyhow::{Context, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;
use unhusk::example::Labels;
use unhusk::export::{AgreementTally, Export, Notation};
use unhusk::wrapper::Wrapper;
use unhusk::{Learner, Page};

const SCRIPT: &str = include_str!("../../peers/rules.py");
const PACKAGES: [&str; 2] = ["selectolax==1.0.2", "parsel==1.10.0"];
/// Sites of different size and kind, by their place in the data.
const SITES: [&str; 3] = ["swde/movie/imdb", "swde/job/dice", "swde/nbaplayer/espn"];
/// Pages from which a wrapper is learnt.
const N_LABELLED: usize = 3;

/// A site to read: its wrapper, and a list of its pages, repeated to the required length.
pub(super) struct Site {
    pub(super) name: String,
    pub(super) wrapper: PathBuf,
    pub(super) list: PathBuf,
    pub(super) pages: Vec<PathBuf>,
    pub(super) megabytes: f64,
}

pub(super) fn measure(args: &Args, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let python = venv::python("engine", &[&PACKAGES])?;
    for name in SITES {
        let (site, rules) = prepare(args, name)?;
        let mut best = Times::default();
        for _ in 0..args.repeat.max(1) {
            let one = extract(args, &site, "1", "one.jsonl")?;
            best.one.keep(one.processor_seconds);
            best.one_on_clock.keep(one.seconds);
            best.two_on_clock.keep(extract(args, &site, "2", "two.jsonl")?.seconds);
            best.side_by_side_on_clock.keep(side_by_side(args, &site)?);
            best.parsing.keep(parse_seconds(&site)?);
            let peer = |library| peer_seconds(&python, library, &rules, &site.list, &args.work);
            best.selectolax.keep(peer("selectolax")?);
            best.parsel.keep(peer("parsel")?);
        }
        figures.extend(best.figures(&site));
    }
    Ok(())
}

/// The least times of a site.
#[derive(Default)]
struct Times {
    one: Best,
    parsing: Best,
    selectolax: Best,
    parsel: Best,
    one_on_clock: Best,
    two_on_clock: Best,
    /// Two runs with one thread each, at the same time.
    side_by_side_on_clock: Best,
}

impl Times {
    fn figures(&self, site: &Site) -> [Figure; 6] {
        let speed = |time: &Best| site.megabytes / time.0;
        let times = |what, value| Figure::new(what, &site.name, value, "times");
        let side_by_side = 2.0 * self.one_on_clock.0 / self.side_by_side_on_clock.0;
        [
            Figure::new("files to JSON Lines, one thread", &site.name, speed(&self.one), "MB/s"),
            Figure::new("parsing alone, one thread", &site.name, speed(&self.parsing), "MB/s"),
            times("beside selectolax with rules", self.selectolax.0 / self.one.0),
            times("beside parsel with rules", self.parsel.0 / self.one.0),
            times("two threads beside one", self.one_on_clock.0 / self.two_on_clock.0),
            times("two runs side by side, beside one", side_by_side),
        ]
    }
}

/// Runs the program on the pages of a site.
fn extract(args: &Args, site: &Site, jobs: &str, out: &str) -> anyhow::Result<Finished> {
    let out = path_text(&args.work.join(out))?;
    let list = format!("@{}", path_text(&site.list)?);
    let wrapper = path_text(&site.wrapper)?;
    measured(&args.program, &["extract", &wrapper, &list, "-j", jobs, "-o", &out, "-q"])
}

/// Returns seconds on the clock of two runs with one thread each, at the same time: the limit of the machine with two
/// processors.
fn side_by_side(args: &Args, site: &Site) -> anyhow::Result<f64> {
    let started = Instant::now();
    thread::scope(|scope| {
        let other = scope.spawn(|| extract(args, site, "1", "other.jsonl"));
        extract(args, site, "1", "one.jsonl")?;
        other.join().expect("a run does not panic").map(drop)
    })?;
    Ok(started.elapsed().as_secs_f64())
}

/// Learns a wrapper for a site and writes it, a list of its pages, and rules for the same fields.
pub(super) fn prepare(args: &Args, name: &str) -> anyhow::Result<(Site, PathBuf)> {
    let folder = args.folders.data.join(name);
    let json = fs::read_to_string(folder.join("labels.json"))
        .with_context(|| folder.display().to_string())?;
    let labels = Labels::parse("labels.json", &json)?;
    let labelled: Vec<(PathBuf, Page)> = labels.pages()[..N_LABELLED]
        .iter()
        .map(|page| {
            let path = folder.join(&page.path);
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            Ok((path, Page::from_bytes(&bytes)))
        })
        .collect::<anyhow::Result<_>>()?;
    let learner = labels
        .pages()
        .iter()
        .zip(&labelled)
        .fold(Learner::auto(), |learner, (labels, (_, page))| {
            learner.labelled_page(labels.clone(), page)
        });
    let wrapper = learner.learn().map_err(|error| anyhow::anyhow!("{name}: {error}"))?.wrapper;
    let short = name.rsplit('/').next().unwrap_or(name).to_owned();
    let wrapper_path = args.work.join(format!("{short}.json"));
    fs::write(&wrapper_path, wrapper.to_json())?;
    let pages: Vec<PathBuf> = labels.pages().iter().map(|page| folder.join(&page.path)).collect();
    let n_bytes: u64 =
        pages.iter().map(|page| fs::metadata(page).map_or(0, |file| file.len())).sum();
    let n_rounds = (args.megabytes * 1_000_000).div_ceil(n_bytes.max(1));
    let list_path = args.work.join(format!("{short}.txt"));
    let mut list = String::new();
    for page in (0..n_rounds).flat_map(|_| &pages) {
        list += &path_text(&page.canonicalize()?)?;
        list.push('\n');
    }
    fs::write(&list_path, list)?;
    let rules_path = args.work.join(format!("{short}-rules.json"));
    fs::write(&rules_path, serde_json::to_vec(&css_rules(&wrapper, &labelled))?)?;
    let megabytes = (n_bytes * n_rounds) as f64 / 1e6;
    Ok((Site { name: short, wrapper: wrapper_path, list: list_path, pages, megabytes }, rules_path))
}

/// The rules of a wrapper as CSS: selector, and the attribute if it is not the text.
fn css_rules(
    wrapper: &Wrapper,
    pages: &[(PathBuf, Page)],
) -> BTreeMap<String, (String, Option<String>)> {
    let pages: Vec<&Page> = pages.iter().map(|(_, page)| page).collect();
    let export = Export::new(wrapper, Notation::Css, &pages);
    let text = export.write(&AgreementTally::default());
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .map(|(field, selector)| (field.to_owned(), selector_and_attribute(selector)))
        .collect()
}

fn selector_and_attribute(selector: &str) -> (String, Option<String>) {
    if let Some((selector, rest)) = selector.split_once("::attr(") {
        return (selector.to_owned(), Some(rest.trim_end_matches(')').to_owned()));
    }
    (selector.trim_end_matches("::text").to_owned(), None)
}

fn parse_seconds(site: &Site) -> anyhow::Result<f64> {
    let list = fs::read_to_string(&site.list)?;
    thread_seconds(|| {
        for path in list.lines() {
            let page = Page::from_bytes(&fs::read(path)?);
            std::hint::black_box(page.tree().len());
        }
        Ok(())
    })
}

fn peer_seconds(
    python: &Path,
    library: &str,
    rules: &Path,
    list: &Path,
    work: &Path,
) -> anyhow::Result<f64> {
    let output = Command::new(python)
        .args(["-c", SCRIPT, library])
        .args([rules, list])
        .arg(work.join("peer.jsonl"))
        .output()
        .with_context(|| python.display().to_string())?;
    ensure!(output.status.success(), "{library}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

pub(super) fn path_text(path: &Path) -> anyhow::Result<String> {
    Ok(path.to_str().context("a path that is not UTF-8")?.to_owned())
}
