//! The task of a teaching session: pages of one site, and the fields to extract.

use crate::example::Labels;
use unhusk_page::Page;
use unhusk_wrapper::record::Field;

/// Pages of one site with their names, and the fields to extract.
#[derive(Debug, Clone)]
pub struct Lesson<'p> {
    names: Vec<String>,
    pages: Vec<&'p Page>,
    fields: Vec<Field>,
    layout: PageLayout,
}

/// Records of a page: one or many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageLayout {
    /// One record: each question is about one field.
    Detail,
    /// A list of records: each question is about one record.
    List,
}

impl<'p> Lesson<'p> {
    /// Creates a lesson of pages, each with its path in the labels. The fields and the layout are those of the labels.
    pub fn new(pages: impl IntoIterator<Item = (String, &'p Page)>, labels: &Labels) -> Self {
        let (names, pages) = pages.into_iter().unzip();
        let is_list = |page: &crate::example::PageLabels| page.records.len() > 1 || !page.complete;
        let is_list = labels.pages().iter().any(is_list);
        let layout = if is_list { PageLayout::List } else { PageLayout::Detail };
        Self { names, pages, fields: labels.schema().fields().to_vec(), layout }
    }

    /// The paths of the pages.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The pages.
    pub fn pages(&self) -> &[&'p Page] {
        &self.pages
    }

    /// The fields to extract.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns whether pages have one record or many.
    pub fn layout(&self) -> PageLayout {
        self.layout
    }

    /// The pages that have labels, each with its index in the labels.
    pub(super) fn numbered(&self, labels: &Labels) -> Vec<(usize, &'p Page)> {
        let page = |path: &str| {
            let at = self.names.iter().position(|name| name == path)?;
            Some(self.pages[at])
        };
        let given = labels.pages().iter().enumerate();
        given.filter_map(|(number, given)| Some((number, page(&given.path)?))).collect()
    }
}
