//! The benchmark sets and their protocols.

use super::site::BenchmarkSite;
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// One of the benchmark sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BenchmarkSet {
    /// Detail pages, labels by text
    Swde,
    /// Search results, labels by text
    Estuka,
    /// More search results, fewer columns or the node of each record
    EstukaRecords,
    /// Result pages of search engines over many years, not every record labelled
    Aql,
    /// Recipes of today, labels by text
    Recipes,
    /// Kushmerick's survey, labels by span
    Wien,
}

/// The records of the labelled pages that have labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabelScope {
    /// Every record.
    All,
    /// The first records of every page, marked as incomplete.
    First(usize),
}

impl BenchmarkSet {
    pub(crate) const ALL: [Self; 6] =
        [Self::Swde, Self::Estuka, Self::EstukaRecords, Self::Aql, Self::Recipes, Self::Wien];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Swde => "swde",
            Self::Estuka => "estuka",
            Self::EstukaRecords => "estuka-records",
            Self::Aql => "aql",
            Self::Recipes => "recipes",
            Self::Wien => "wien",
        }
    }

    /// Returns the default numbers of labelled pages.
    pub(crate) fn usual_train(self) -> &'static [usize] {
        match self {
            Self::Swde => &[1, 2, 3, 5, 10],
            Self::Estuka | Self::EstukaRecords | Self::Recipes => &[1],
            Self::Aql => &[1, 3, 8],
            Self::Wien => &[1, 2, 5, 10],
        }
    }

    pub(crate) fn scopes(self) -> &'static [LabelScope] {
        match self {
            Self::Estuka | Self::EstukaRecords => {
                &[LabelScope::All, LabelScope::First(1), LabelScope::First(2), LabelScope::First(3)]
            }
            Self::Swde | Self::Aql | Self::Recipes | Self::Wien => &[LabelScope::All],
        }
    }

    /// Whether a site may be learnt from all its pages and then read again: the survey asks whether a class can
    /// represent the pages at all, not only whether it generalizes.
    pub(crate) fn may_train_on_all(self) -> bool {
        self == Self::Wien
    }

    /// Whether all fields of a site have equal weight (usual for detail pages), or all values.
    pub(crate) fn fields_count_alike(self) -> bool {
        self == Self::Swde
    }

    /// Whether pages list records, so that whole records can be compared.
    pub(crate) fn has_lists(self) -> bool {
        !matches!(self, Self::Swde | Self::Recipes)
    }

    /// Returns the folders of the sites whose names contain `pattern`, in the order of their names.
    pub(crate) fn folders(self, data: &Path, pattern: &str) -> anyhow::Result<Vec<PathBuf>> {
        let root = data.join(self.name());
        let mut folders = Vec::new();
        let mut waiting = vec![root.clone()];
        while let Some(folder) = waiting.pop() {
            if folder.join("labels.json").is_file() {
                folders.push(folder);
                continue;
            }
            let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
            for entry in entries {
                let path = entry?.path();
                if path.is_dir() {
                    waiting.push(path);
                }
            }
        }
        folders.retain(|folder| site_name(&root, folder).contains(pattern));
        folders.sort_by_key(|folder| natural(&site_name(&root, folder)));
        Ok(folders)
    }

    pub(crate) fn read(self, data: &Path, folder: &Path) -> anyhow::Result<BenchmarkSite> {
        BenchmarkSite::read(self, site_name(&data.join(self.name()), folder), folder)
    }
}

fn site_name(root: &Path, folder: &Path) -> String {
    folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().replace('\\', "/")
}

/// Sort key: `s7` comes before `s12`.
fn natural(name: &str) -> (String, u32, String) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.to_owned(), name[stem.len()..].parse().unwrap_or(0), name.to_owned())
}

impl LabelScope {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::First(1) => "first",
            Self::First(2) => "first 2",
            Self::First(3) => "first 3",
            Self::First(_) => "first few",
        }
    }
}
