//! Pages and label file of a teaching session.

use crate::args::listed;
use crate::output::{Destination, Reporter, count};
use crate::training::parse;
use crate::unlabelled::spread;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use unhusk::Page;
use unhusk::example::{Labels, PageLabels};
use unhusk::page::PageOptions;
use unhusk_io::sink::Format;
use unhusk_io::source::{PageOrigin, PageRef, relative_path};

/// Limit on the pages of a session; with more, the user would have to wait between answers.
const MAX_PAGES: usize = 100;

/// Pages with their paths in the label file, and existing labels.
pub(super) struct Project {
    file: PathBuf,
    pages: Vec<(String, Page)>,
    pub(super) labels: Option<Labels>,
}

impl Project {
    /// Reads the given pages and those of the label file.
    pub(super) fn open(
        names: &[String],
        file: &Path,
        options: &PageOptions,
        reporter: &Reporter,
    ) -> anyhow::Result<Self> {
        if names.iter().any(|name| name == "-") {
            bail!(
                "answers are read from standard input, so pages cannot be; give files or folders"
            );
        }
        if Labels::is_table(&file.to_string_lossy()) {
            bail!("answers are saved as JSON, not in a table; use `--labels labels.json`");
        }
        let labels = if file.exists() { Some(parse(&file.to_string_lossy())?) } else { None };
        let mut project = Self { file: file.to_owned(), pages: Vec::new(), labels };
        project.add_labelled(options)?;
        project.add_listed(names, options, reporter)?;
        if project.pages.is_empty() {
            bail!("no page can be read from {}", count(names.len(), "argument"));
        }
        Ok(project)
    }

    fn add_labelled(&mut self, options: &PageOptions) -> anyhow::Result<()> {
        let given = self
            .labels
            .iter()
            .flat_map(|labels| labels.pages().to_vec())
            .collect::<Vec<PageLabels>>();
        for page in given {
            let mut options = options.clone();
            options.charset = page.encoding.clone().or(options.charset);
            let read = PageRef::file(page.location()).read(&options);
            let read = read.with_context(|| format!("{}: page `{}`", page.file, page.path))?;
            self.pages.push((page.path, read.page));
        }
        Ok(())
    }

    fn add_listed(
        &mut self,
        names: &[String],
        options: &PageOptions,
        reporter: &Reporter,
    ) -> anyhow::Result<()> {
        let known: Vec<PathBuf> = self
            .labels
            .iter()
            .flat_map(Labels::pages)
            .filter_map(|page| page.location().canonicalize().ok())
            .collect();
        let listed = listed(names, reporter);
        if let Some(error) = listed.iter().find_map(|page| page.as_ref().err()) {
            if listed.iter().all(Result::is_err) {
                bail!("{error}");
            }
            reporter.warn(error);
        }
        let is_known = |path: &Path| path.canonicalize().is_ok_and(|path| known.contains(&path));
        let others: Vec<&PageRef> = listed
            .iter()
            .flatten()
            .filter(|page| !matches!(&page.origin, PageOrigin::File(path) if is_known(path) || same_file(path, &self.file)))
            .collect();
        for at in spread(others.len(), MAX_PAGES) {
            match others[at].read(options) {
                Ok(read) => self.pages.push((self.path_of(others[at]), read.page)),
                Err(error) => reporter.warn(error),
            }
        }
        if others.len() > MAX_PAGES {
            reporter.summary(&format!("using {MAX_PAGES} of {}", count(others.len(), "page")));
        }
        Ok(())
    }

    /// Returns the path of a page relative to the folder of the label file.
    fn path_of(&self, page: &PageRef) -> String {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let (Some(folder), PageOrigin::File(path)) = (folder, &page.origin) else {
            return page.name.clone();
        };
        let absolute = folder.canonicalize().ok().zip(path.canonicalize().ok());
        absolute.map_or_else(|| page.name.clone(), |(folder, path)| relative_path(&folder, &path))
    }

    /// Returns the pages with their paths.
    pub(super) fn named(&self) -> impl Iterator<Item = (String, &Page)> {
        self.pages.iter().map(|(name, page)| (name.clone(), page))
    }

    /// Returns the page of the first example.
    pub(super) fn first(&self) -> (&str, &Page) {
        let (name, page) = &self.pages[0];
        (name, page)
    }

    /// Writes the labels.
    pub(super) fn save(&self, labels: &Labels) -> anyhow::Result<()> {
        let mut file = Destination::open(Some(&self.file), Format::Json)?;
        file.write_all(labels.to_json().as_bytes())?;
        file.commit()
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}
