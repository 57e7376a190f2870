//! Pairs of sites before and after a real redesign.

use super::set::BenchmarkSet;
use super::site::BenchmarkSite;
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// A site before and after its redesign.
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) old: BenchmarkSite,
    pub(crate) new: BenchmarkSite,
}

impl Pair {
    /// Returns the folders of all pairs in `data`, in the order of their names.
    pub(crate) fn folders(data: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let root = data.join("drift");
        let entries = fs::read_dir(&root).with_context(|| root.display().to_string())?;
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
        folders.retain(|folder| folder.join("old").is_dir());
        folders.sort();
        Ok(folders)
    }

    pub(crate) fn read(folder: &Path) -> anyhow::Result<Self> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let side = |side: &str| {
            BenchmarkSite::read(BenchmarkSet::Recipes, format!("{name}/{side}"), &folder.join(side))
        };
        Ok(Self { old: side("old")?, new: side("new")?, name })
    }
}
