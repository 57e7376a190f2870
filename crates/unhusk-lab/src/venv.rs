//! Virtual environments for the peers that are Python packages, created below `target` on first use.

use anyhow::{Context, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the Python of the environment `name`. Each of `steps` is passed to `pip install`, in turn.
///
/// # Errors
/// If there is no Python, or the packages cannot be installed.
pub(crate) fn python(name: &str, steps: &[&[&str]]) -> anyhow::Result<PathBuf> {
    let folder = Path::new("target/lab-venv").join(name);
    let python = folder.join("bin/python");
    // Written last: an incomplete environment is created again.
    let (marker, content) = (folder.join("packages"), format!("{steps:?}"));
    if fs::read_to_string(&marker).is_ok_and(|known| known == content) {
        return Ok(python);
    }
    eprintln!("making a virtual environment for {name}");
    succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    for packages in steps {
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        // The sources of scrapely contain C files for old Pythons; this variable makes it generate them again.
        succeed(Command::new(&python).args(install).args(*packages).env("CYTHONIZE", "1"))?;
    }
    fs::write(&marker, content).with_context(|| marker.display().to_string())?;
    Ok(python)
}

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("starting {program}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let last =
        stderr.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
    ensure!(output.status.success(), "{program} failed: {last}");
    Ok(())
}
