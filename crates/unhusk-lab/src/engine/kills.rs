//! A run that is killed at random moments, again and again: its final output must equal that of a run without
//! interruption.

use super::speed::{path_text, prepare};
use super::{Args, Figure};
use crate::random::Random;
use anyhow::ensure;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

const SITE: &str = "swde/job/dice";
/// Pages of a run.
const N_PAGES: usize = 20_000;

pub(super) fn measure(args: &Args, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (site, _) = prepare(args, SITE)?;
    let pages: Vec<String> = site
        .pages
        .iter()
        .map(|page| path_text(&page.canonicalize()?))
        .collect::<anyhow::Result<_>>()?;
    let list: Vec<&str> = pages.iter().cycle().take(N_PAGES).map(String::as_str).collect();
    let list_path = args.work.join("kills.txt");
    fs::write(&list_path, list.join("\n"))?;
    let wrapper = path_text(&site.wrapper)?;
    let list = format!("@{}", path_text(&list_path)?);
    let (whole, out) = (args.work.join("whole.jsonl"), args.work.join("killed.jsonl"));
    let status = Command::new(&args.program)
        .args(["extract", &wrapper, &list, "-q", "-o"])
        .arg(&whole)
        .status()?;
    ensure!(status.success(), "the run that is not killed failed");
    let mut random = Random::new(1);
    let (mut n_kills, mut n_runs) = (0, 0);
    while n_kills < args.kills {
        let folder = args.work.join("run");
        drop(fs::remove_dir_all(&folder));
        drop(fs::remove_file(&out));
        loop {
            let mut child: Child = Command::new(&args.program)
                .args(["extract", &wrapper, &list, "-q", "-j", "8", "-o"])
                .arg(&out)
                .arg("--resume")
                .arg(&folder)
                .stdin(Stdio::null())
                .spawn()?;
            thread::sleep(Duration::from_millis(random.below(4000) as u64));
            if let Some(status) = child.try_wait()? {
                ensure!(status.success(), "a run failed after {n_kills} kills");
                break;
            }
            child.kill()?;
            child.wait()?;
            n_kills += 1;
        }
        n_runs += 1;
        ensure!(fs::read(&out)? == fs::read(&whole)?, "the output differs after {n_kills} kills");
    }
    figures.push(Figure::new(
        "kills of a run with a folder",
        "20,000 pages",
        n_kills as f64,
        "kills",
    ));
    figures.push(Figure::new(
        "runs that ended as if never killed",
        "20,000 pages",
        f64::from(n_runs),
        "runs",
    ));
    Ok(())
}
