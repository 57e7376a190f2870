//! Runs of the program: their time and memory.
//!
//! Runs of one thread are compared by processor time, which other programs disturb less than the time on the clock.

use anyhow::{Context, ensure};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A run that ended.
pub(super) struct Finished {
    /// Seconds on the clock.
    pub(super) seconds: f64,
    /// Seconds on processors, all threads together.
    pub(super) processor_seconds: f64,
    /// Peak memory, in megabytes.
    pub(super) peak_megabytes: f64,
}

/// Runs the program and measures it.
pub(super) fn measured(program: &Path, arguments: &[&str]) -> anyhow::Result<Finished> {
    let before = children_seconds()?;
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| program.display().to_string())?;
    let mut peak = 0.0_f64;
    let status = loop {
        peak = peak.max(peak_of(child.id()).unwrap_or(0.0));
        if let Some(status) = child.try_wait()? {
            break status;
        }
        thread::sleep(Duration::from_millis(2));
    };
    let seconds = started.elapsed().as_secs_f64();
    let output = child.wait_with_output()?;
    ensure!(status.success(), "unhusk failed: {}", String::from_utf8_lossy(&output.stderr));
    let processor_seconds = children_seconds()? - before;
    Ok(Finished { seconds, processor_seconds, peak_megabytes: peak })
}

/// The least time of several runs.
pub(super) struct Best(pub(super) f64);

impl Default for Best {
    fn default() -> Self {
        Self(f64::INFINITY)
    }
}

impl Best {
    /// Adds a run.
    pub(super) fn keep(&mut self, seconds: f64) {
        self.0 = self.0.min(seconds);
    }
}

/// Processor time of the calling thread while it does `work`.
pub(super) fn thread_seconds(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let so_far = || -> anyhow::Result<f64> {
        let path = "/proc/thread-self/schedstat";
        let times = fs::read_to_string(path).context(path)?;
        let nanoseconds: f64 = times.split(' ').next().unwrap_or_default().parse().context(path)?;
        Ok(nanoseconds / 1e9)
    };
    let before = so_far()?;
    work()?;
    Ok(so_far()? - before)
}

/// Processor time of all children of this process that have ended.
fn children_seconds() -> anyhow::Result<f64> {
    let path = "/proc/self/stat";
    let stat = fs::read_to_string(path).context(path)?;
    // The name of the program, in parentheses, may have spaces in it. `cutime` and `cstime` are the 14th and 15th behind it.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(13);
    let ticks: f64 = fields.take(2).map(str::parse::<f64>).sum::<Result<f64, _>>().context(path)?;
    Ok(ticks / TICKS_PER_SECOND)
}

/// Unit of Linux's reports, on every machine.
const TICKS_PER_SECOND: f64 = 100.0;

/// The high-water mark of a process, in megabytes.
fn peak_of(id: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
