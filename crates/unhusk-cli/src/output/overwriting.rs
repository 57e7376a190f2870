//! Outputs that would overwrite a file that the run reads, or each other.

use super::is_stdout;
use anyhow::{anyhow, bail};
use std::path::{Path, PathBuf};
use unhusk_engine::Listed;
use unhusk_io::source::PageOrigin;

/// Fails if an output is one of the files that the run reads; `inputs` are arguments as given by the user.
pub(crate) fn refuse_input<'a, 'o>(
    outputs: impl IntoIterator<Item = &'o Path>,
    inputs: impl IntoIterator<Item = &'a String>,
) -> anyhow::Result<()> {
    let inputs: Vec<&'a String> = inputs.into_iter().collect();
    let path = |input: &'a String| Path::new(input.strip_prefix('@').unwrap_or(input));
    for output in outputs {
        if let Some(input) = inputs.iter().find(|input| is_same(output, path(input))) {
            return Err(is_read(input));
        }
    }
    Ok(())
}

/// Fails if an output is one of the listed pages: those of folders, patterns and lists.
pub(crate) fn refuse_pages<'o>(
    outputs: impl IntoIterator<Item = &'o Path>,
    pages: &[Listed],
) -> anyhow::Result<()> {
    for output in outputs {
        let name = output.file_name();
        let files = pages.iter().flatten().filter_map(|page| match &page.origin {
            PageOrigin::File(path) => Some(path.as_path()),
            _ => None,
        });
        // Comparing names first keeps this cheap for a million pages.
        refuse_paths(output, files.filter(|path| path.file_name() == name))?;
    }
    Ok(())
}

/// Fails if `output` is one of these files.
pub(crate) fn refuse_paths<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let overwritten = inputs.into_iter().find(|input| is_same(output, input));
    overwritten.map_or(Ok(()), |input| Err(is_read(&input.to_string_lossy())))
}

fn is_read(input: &str) -> anyhow::Error {
    anyhow!("`{input}` is read by this run; write to another file")
}

/// Whether an output that exists is this input.
fn is_same(output: &Path, input: &Path) -> bool {
    !is_stdout(output)
        && output.is_file()
        && output
            .canonicalize()
            .is_ok_and(|output| input.canonicalize().is_ok_and(|input| input == output))
}

/// Fails if two outputs are the same file, of which only the last one written would be left.
pub(crate) fn refuse_same<'o>(outputs: impl IntoIterator<Item = &'o Path>) -> anyhow::Result<()> {
    let mut known: Vec<PathBuf> = Vec::new();
    for output in outputs {
        let is_replaced = !is_stdout(output) && (output.is_file() || !output.exists());
        let Some(place) = place(output).filter(|_| is_replaced) else { continue };
        if known.contains(&place) {
            bail!("`{}` is named for two outputs; give each its own file", output.display());
        }
        known.push(place);
    }
    Ok(())
}

/// Returns the place of a file that may not exist yet; `None` if its folder does not exist.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return Some(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}
