//! The benchmark sets, and how each is used.

use super::site::Site;
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// One of the benchmark sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Set {
    /// Detail pages, labels by text
    Swde,
    /// Search results, labels by text
    Estuka,
    /// Kushmerick's survey, labels by span
    Wien,
}

/// How much of the labelled pages is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// Every record.
    All,
    /// The first records of every page, and that there may be more.
    First(usize),
}

impl Set {
    pub(crate) const ALL: [Self; 3] = [Self::Swde, Self::Estuka, Self::Wien];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Swde => "swde",
            Self::Estuka => "estuka",
            Self::Wien => "wien",
        }
    }

    /// Numbers of labelled pages that are tried where nothing else is asked for.
    pub(crate) fn usual_train(self) -> &'static [usize] {
        match self {
            Self::Swde => &[1, 2, 3, 5, 10],
            Self::Estuka => &[1],
            Self::Wien => &[1, 2, 5, 10],
        }
    }

    pub(crate) fn told(self) -> &'static [Told] {
        match self {
            Self::Estuka => &[Told::All, Told::First(1), Told::First(2), Told::First(3)],
            Self::Swde | Self::Wien => &[Told::All],
        }
    }

    /// Whether a site may be learnt from all its pages and then read again: the survey asks whether a class can
    /// say what the pages are, not only what it guesses of others.
    pub(crate) fn may_train_on_all(self) -> bool {
        self == Self::Wien
    }

    /// Whether the fields of a site count alike (the habit with detail pages), or its values do.
    pub(crate) fn fields_count_alike(self) -> bool {
        self == Self::Swde
    }

    /// Whether pages list records, so that whole records can be asked for.
    pub(crate) fn has_lists(self) -> bool {
        self != Self::Swde
    }

    /// Folders of the sites whose names contain `pattern`, in the order of their names.
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

    pub(crate) fn read(self, data: &Path, folder: &Path) -> anyhow::Result<Site> {
        Site::read(self, site_name(&data.join(self.name()), folder), folder)
    }
}

fn site_name(root: &Path, folder: &Path) -> String {
    folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().replace('\\', "/")
}

/// `s7` stands before `s12`.
fn natural(name: &str) -> (String, u32, String) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.to_owned(), name[stem.len()..].parse().unwrap_or(0), name.to_owned())
}

impl Told {
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
