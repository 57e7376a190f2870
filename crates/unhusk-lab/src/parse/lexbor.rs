//! lexbor, through the Python package selectolax.

use crate::venv;
use anyhow::{Context, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const SCRIPT: &str = include_str!("../../peers/lexbor.py");
/// Version of the committed figures.
const PACKAGE: &str = "selectolax==1.0.2";

pub(super) struct Lexbor {
    python: PathBuf,
}

impl Lexbor {
    /// Uses `python`, or creates a virtual environment below `target` and installs the package there.
    pub(super) fn new(python: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(python) = python {
            return Ok(Self { python: python.to_owned() });
        }
        Ok(Self { python: venv::python("lexbor", &[&[PACKAGE]])? })
    }

    /// Returns the time to parse the files at `paths`, without reading them.
    pub(super) fn time(&self, paths: &[PathBuf]) -> anyhow::Result<Duration> {
        let mut child = Command::new(&self.python)
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", self.python.display()))?;
        let mut stdin = child.stdin.take().context("standard input is a pipe")?;
        for path in paths {
            writeln!(stdin, "{}", path.display())?;
        }
        drop(stdin);
        let output = child.wait_with_output()?;
        ensure!(output.status.success(), "lexbor's script failed");
        let seconds: f64 = String::from_utf8(output.stdout)?.trim().parse()?;
        Ok(Duration::from_secs_f64(seconds))
    }
}
