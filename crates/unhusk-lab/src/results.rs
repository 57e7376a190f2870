//! Figures that are kept under version control.

use anyhow::Context;
use std::path::Path;

/// Writes a table, one line per row.
pub(crate) fn write_csv<T: serde::Serialize>(path: &Path, rows: &[T]) -> anyhow::Result<()> {
    let mut out = csv::Writer::from_path(path).with_context(|| path.display().to_string())?;
    rows.iter().try_for_each(|row| out.serialize(row))?;
    Ok(out.flush()?)
}
