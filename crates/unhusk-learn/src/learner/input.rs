//! Labels and pages of a learner -> training set.

use crate::LearnError;
use crate::example::{
    GivenCell, GivenRecord, LabelError, Labels, PageLabels, Strictness, TrainingSet,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use unhusk_page::Page;

/// The labels and pages that a learner was given.
#[derive(Debug, Clone, Default)]
pub(super) struct Input<'p> {
    /// Pages whose labels were made by the program.
    typed: Vec<TypedPage<'p>>,
    files: Vec<LabelFile<'p>>,
    pub(super) unlabelled: Vec<&'p Page>,
    /// Whether a text that is not on its page is an error; by default it is one if a program gave it, not in a file.
    pub(super) strictness: Option<Strictness>,
}

#[derive(Debug, Clone)]
struct TypedPage<'p> {
    labels: PageLabels,
    page: &'p Page,
}

#[derive(Debug, Clone)]
struct LabelFile<'p> {
    labels: Labels,
    /// As many as the file has pages, unless the caller made a mistake.
    pages: Vec<&'p Page>,
}

impl<'p> Input<'p> {
    pub(super) fn add_page(&mut self, mut labels: PageLabels, page: &'p Page) {
        if labels.path.is_empty() {
            labels.path = format!("page {}", self.typed.len() + 1);
        }
        self.typed.push(TypedPage { labels, page });
    }

    pub(super) fn add_labels(&mut self, labels: Labels, pages: Vec<&'p Page>) {
        self.files.push(LabelFile { labels, pages });
    }

    /// The addresses of labelled pages that have one.
    pub(super) fn urls(&self) -> impl Iterator<Item = &str> {
        let in_files = self.files.iter().flat_map(|file| file.labels.pages());
        let typed = self.typed.iter().map(|typed| &typed.labels);
        in_files.chain(typed).filter_map(|page| page.url.as_deref())
    }

    pub(super) fn training_set(&self) -> Result<TrainingSet<'p>, LearnError> {
        for LabelFile { labels, pages } in &self.files {
            let (labelled, given) = (labels.pages().len(), pages.len());
            if labelled != given {
                return Err(LearnError::PageCount { labelled, given });
            }
        }
        let set = match (&self.files[..], &self.typed[..]) {
            ([file], []) => self.of_one_file(file)?,
            ([], _) => self.of_typed()?,
            _ => self.of_all()?,
        };
        Ok(set.with_unlabelled(self.unlabelled.iter().copied()))
    }

    fn of_one_file(&self, file: &LabelFile<'p>) -> Result<TrainingSet<'p>, LabelError> {
        let numbered: Vec<(usize, &'p Page)> = file.pages.iter().copied().enumerate().collect();
        TrainingSet::new(&file.labels, &numbered, self.strictness.unwrap_or_default())
    }

    /// Resolves the labels that a program gave. Their texts must be on the page, unless the strictness is set
    /// otherwise.
    fn of_typed(&self) -> Result<TrainingSet<'p>, LabelError> {
        let labels = self.typed_labels()?;
        let strictness = self.strictness.unwrap_or(Strictness::Strict);
        TrainingSet::new(&labels, &self.numbered(&labels), strictness)
    }

    fn of_all(&self) -> Result<TrainingSet<'p>, LabelError> {
        let mut parts: Vec<Labels> = self.files.iter().map(|file| file.labels.clone()).collect();
        if !self.typed.is_empty() {
            self.of_typed()?;
            parts.push(self.typed_labels()?);
        }
        let labels = Labels::merge(parts)?;
        TrainingSet::new(&labels, &self.numbered(&labels), self.strictness.unwrap_or_default())
    }

    fn typed_labels(&self) -> Result<Labels, LabelError> {
        Labels::new(self.typed.iter().map(|typed| typed.labels.clone()).collect())
    }

    /// Returns each page of merged labels with its number; the page is found by the location in its labels.
    fn numbered(&self, labels: &Labels) -> Vec<(usize, &'p Page)> {
        let in_files =
            self.files.iter().flat_map(|file| file.labels.pages().iter().zip(file.pages.iter()));
        let typed = self.typed.iter().map(|typed| (&typed.labels, &typed.page));
        let mut known: BTreeMap<PathBuf, &'p Page> = BTreeMap::new();
        for (labels, page) in in_files.chain(typed) {
            known.entry(labels.location()).or_insert(page);
        }
        let page = |given: &PageLabels| known.get(&given.location()).copied();
        let given = labels.pages().iter().enumerate();
        given.filter_map(|(number, given)| Some((number, page(given)?))).collect()
    }
}

/// Checks that the fields that are to be single are there, and are not labelled with lists.
pub(super) fn check_single(single: &[String], set: &TrainingSet<'_>) -> Result<(), LearnError> {
    let schema = set.schema();
    for name in single.iter().filter(|name| !set.left_out().contains(name)) {
        let Some(position) = schema.position(name) else {
            let names: Vec<&str> =
                schema.fields().iter().map(|field| field.name.as_str()).collect();
            return Err(LearnError::UnknownField { field: name.clone(), known: names.join(", ") });
        };
        if schema.fields()[position].many {
            return Err(LearnError::NotSingle { field: name.clone() });
        }
    }
    Ok(())
}

/// One record as it was typed; a field that is named twice holds a list.
pub(super) fn given_record<N: Into<String>, V: Into<GivenCell>>(
    cells: impl IntoIterator<Item = (N, V)>,
) -> GivenRecord {
    let mut record = GivenRecord::default();
    for (name, cell) in cells {
        record.add(name.into(), cell.into());
    }
    record
}
