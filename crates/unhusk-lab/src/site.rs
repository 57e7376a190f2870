//! A labelled site of the benchmark data: a folder with `labels.json` and its pages.

use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};

/// Labels with their pages.
pub(crate) struct Site {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    labels: Labels,
    pages: Vec<Page>,
}

impl Site {
    /// Reads the sites in a folder, sorted by number if their names end in one.
    pub(crate) fn all(folder: &Path) -> anyhow::Result<Vec<Self>> {
        let entries =
            fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
        folders.retain(|folder| folder.join("labels.json").is_file());
        folders.sort_by_key(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (
                name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().unwrap_or(0),
                name,
            )
        });
        folders.into_iter().map(Self::read).collect()
    }

    fn read(folder: PathBuf) -> anyhow::Result<Self> {
        let path = folder.join("labels.json");
        let text =
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        let labels = Labels::parse(&path.to_string_lossy(), &text)?;
        let mut pages = Vec::new();
        for page in labels.pages() {
            let path = folder.join(&page.path);
            pages.push(Page::from_bytes(
                &fs::read(&path).with_context(|| format!("reading {}", path.display()))?,
            ));
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, folder, labels, pages })
    }

    pub(crate) fn examples(&self) -> anyhow::Result<TrainingSet<'_>> {
        let numbered: Vec<_> = self.pages.iter().enumerate().collect();
        Ok(TrainingSet::new(&self.labels, &numbered, Strictness::Lenient)?)
    }
}
