//! Merges several labels files: `learn LABELS...`.

use super::schema::DeclaredSchema;
use super::{Labels, PageLabels};
use crate::example::error::{LabelAt, LabelError, LabelProblem};
use rustc_hash::FxHashMap;
use std::path::PathBuf;

impl Labels {
    /// Merges labels files: the fields of the first, then those that the others add; the pages in order.
    ///
    /// # Errors
    /// If a field holds values in one file and records in another, or two files have different labels of one page.
    pub fn merge(files: impl IntoIterator<Item = Labels>) -> Result<Self, LabelError> {
        let mut declared = DeclaredSchema::default();
        let (mut pages, mut extensions) = (Vec::new(), Vec::<(String, _)>::new());
        for labels in files {
            let file = labels.pages.first().map_or("", |page| &page.file);
            declared
                .merge(&labels.schema)
                .map_err(|problem| LabelError::bad(LabelAt::file(file), problem))?;
            pages.extend(labels.pages);
            let news = |(key, _): &(String, _)| !extensions.iter().any(|(known, _)| known == key);
            let added: Vec<_> = labels.extensions.into_iter().filter(news).collect();
            extensions.extend(added);
        }
        // Errors of the merged labels belong to no single file.
        Self::with_fields("", declared, pages, extensions)
    }
}

/// Drops pages that are listed again with equal labels.
pub(super) fn without_repeats(pages: Vec<PageLabels>) -> Result<Vec<PageLabels>, LabelError> {
    let mut kept: Vec<PageLabels> = Vec::with_capacity(pages.len());
    let mut positions: FxHashMap<PathBuf, usize> = FxHashMap::default();
    for page in pages {
        let location = page.location();
        let Some(position) = positions.get(&location) else {
            positions.insert(location, kept.len());
            kept.push(page);
            continue;
        };
        if !kept[*position].has_equal_labels(&page) {
            let at = LabelAt::page(&page.file, &page.path);
            return Err(LabelError::bad(at, LabelProblem::PageTwice));
        }
    }
    Ok(kept)
}

impl PageLabels {
    /// Whether the labels are equal; the paths may be written differently.
    fn has_equal_labels(&self, other: &Self) -> bool {
        self.encoding == other.encoding
            && self.complete == other.complete
            && self.is_auto == other.is_auto
            && self.records == other.records
            && self.not == other.not
    }
}
