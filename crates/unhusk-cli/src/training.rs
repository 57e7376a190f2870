//! Reads label files and their pages.

use crate::output::{Reporter, refuse_paths};
use anyhow::Context;
use std::path::{Path, PathBuf};
use unhusk::example::{Labels, PageLabels, Strictness, TrainingSet};
use unhusk::page::{Page, PageOptions};
use unhusk_io::source::{PageRef, read_small};

/// Labels with their pages, in the same order.
pub(crate) struct Labelled {
    /// The labels.
    pub(crate) labels: Labels,
    /// The pages.
    pub(crate) pages: Vec<Page>,
}

impl Labelled {
    /// Reads label files (`-` is standard input) and their pages; merges several files.
    pub(crate) fn load(
        files: &[String],
        options: &PageOptions,
        reporter: &Reporter,
    ) -> anyhow::Result<Self> {
        let mut labels =
            files.iter().map(|file| parse(file)).collect::<anyhow::Result<Vec<_>>>()?;
        let labels = match labels.len() {
            1 => labels.remove(0),
            _ => Labels::merge(labels)?,
        };
        Self::of(labels, options, reporter)
    }

    /// Reads the pages of `labels`.
    pub(crate) fn of(
        labels: Labels,
        options: &PageOptions,
        reporter: &Reporter,
    ) -> anyhow::Result<Self> {
        let read = |page| read_page(page, options, reporter);
        let pages = labels.pages().iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Self { labels, pages })
    }

    /// Fails if `output` would overwrite a labelled page.
    pub(crate) fn refuse_output(&self, output: Option<&Path>) -> anyhow::Result<()> {
        let pages: Vec<PathBuf> = self.labels.pages().iter().map(PageLabels::location).collect();
        output.map_or(Ok(()), |output| refuse_paths(output, pages.iter().map(PathBuf::as_path)))
    }

    /// Returns the training set; warns about labels that are not on their pages.
    pub(crate) fn training_set(
        &self,
        strictness: Strictness,
        reporter: &Reporter,
    ) -> anyhow::Result<TrainingSet<'_>> {
        let pages: Vec<_> = self.pages.iter().enumerate().collect();
        let set = TrainingSet::new(&self.labels, &pages, strictness)?;
        set.warnings().iter().for_each(|warning| reporter.warn(warning));
        Ok(set)
    }

    /// Returns the encoding of the labelled pages, if the labels give the same one for all.
    pub(crate) fn encoding(&self) -> Option<String> {
        let mut pages = self.labels.pages().iter().map(|page| &page.encoding);
        let first = pages.next()?.clone();
        pages.all(|encoding| *encoding == first).then_some(first).flatten()
    }
}

/// Reads one label file: JSON, or a table if the ending of its name is one of a table.
pub(crate) fn parse(file: &str) -> anyhow::Result<Labels> {
    let text = read_small(file, Labels::MAX_BYTES)?;
    Ok(Labels::parse_file(file, &text)?)
}

fn read_page(
    page: &PageLabels,
    options: &PageOptions,
    reporter: &Reporter,
) -> anyhow::Result<Page> {
    let mut options = options.clone();
    if page.encoding.is_some() {
        options.charset.clone_from(&page.encoding);
    }
    let source = PageRef::file(page.location());
    let read =
        source.read(&options).with_context(|| format!("{}: page `{}`", page.file, page.path))?;
    for warning in read.warnings() {
        reporter.warn(format_args!("{}: {warning}", source.name));
    }
    Ok(read.page)
}
