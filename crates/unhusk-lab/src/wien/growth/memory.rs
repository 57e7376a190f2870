//! Memory of learning, measured in a separate process, where no freed memory is reused.

use super::pages::{InputSize, PageKind, cases};
use anyhow::Context;
use std::fs;
use std::process::Command;
use unhusk::learn::Settings;
use unhusk_baselines::find_method;

/// Learns once and prints the kilobytes and milliseconds that it takes.
#[derive(clap::Args)]
pub(crate) struct Once {
    class: String,
    case: String,
    kilobytes: usize,
    pages: usize,
    fields: usize,
}

/// Returns the megabytes that learning needs in addition to the pages; `None` if the system does not report them.
pub(super) fn measure(class: &str, case: &PageKind, shape: InputSize) -> Option<f64> {
    let sizes = [shape.kilobytes, shape.pages, shape.fields].map(|size| size.to_string());
    let program = std::env::current_exe().ok()?;
    let once =
        Command::new(program).args(["once", class, case.name()]).args(sizes).output().ok()?;
    let kilobytes: u32 = String::from_utf8(once.stdout).ok()?.trim().parse().ok()?;
    Some(f64::from(kilobytes) / 1024.0)
}

impl Once {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let case = cases().find(|case| case.name() == self.case).context("no such case")?;
        let method = find_method(&self.class).context("no such class")?;
        let shape = InputSize { kilobytes: self.kilobytes, pages: self.pages, fields: self.fields };
        case.with_examples(shape, |set| {
            // Linux: reset the peak.
            fs::write("/proc/self/clear_refs", "5")?;
            let before = status("VmRSS:")?;
            let start = std::time::Instant::now();
            let learned = method.learn(set, &Settings::default());
            eprintln!("{:9.1} ms", start.elapsed().as_secs_f64() * 1e3);
            println!("{}", status("VmHWM:")?.saturating_sub(before));
            learned.map(drop).map_err(anyhow::Error::from)
        })
    }
}

/// Returns a number of kilobytes from Linux's status of this process.
fn status(name: &str) -> anyhow::Result<usize> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).context("no such line")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
