//! Runs of the program: how long they take and how much memory.

use anyhow::{Context, ensure};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A run that ended.
pub(super) struct Finished {
    pub(super) seconds: f64,
    /// The most memory that it had at once, in megabytes.
    pub(super) peak_megabytes: f64,
}

/// Runs the program and measures it.
pub(super) fn measured(program: &Path, arguments: &[&str]) -> anyhow::Result<Finished> {
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
    Ok(Finished { seconds, peak_megabytes: peak })
}

/// The quickest of several runs.
pub(super) fn best(
    n_runs: usize,
    mut run: impl FnMut() -> anyhow::Result<f64>,
) -> anyhow::Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..n_runs.max(1) {
        best = best.min(run()?);
    }
    Ok(best)
}

/// The high-water mark of a process, in megabytes.
fn peak_of(id: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
