//! What is taught: pages of one site, and the fields that are wanted.

use crate::example::Labels;
use unhusk_page::Page;
use unhusk_wrapper::record::Field;

/// Pages of one site with their names, and the fields that are wanted.
#[derive(Debug, Clone)]
pub struct Lesson<'p> {
    names: Vec<String>,
    pages: Vec<&'p Page>,
    fields: Vec<Field>,
    layout: Layout,
}

/// What a page holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One record: questions are asked of one field.
    Detail,
    /// A list of records: questions are asked of one record.
    List,
}

impl<'p> Lesson<'p> {
    /// Pages, each with the path that labels call it by; fields and layout are those of the labels.
    pub fn new(pages: impl IntoIterator<Item = (String, &'p Page)>, labels: &Labels) -> Self {
        let (names, pages) = pages.into_iter().unzip();
        let is_list = |page: &crate::example::PageLabels| page.records.len() > 1 || !page.complete;
        let is_list = labels.pages().iter().any(is_list);
        let layout = if is_list { Layout::List } else { Layout::Detail };
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

    /// The fields that are wanted.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// What a page holds.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The pages that labels speak of, by their numbers in the labels.
    pub(super) fn numbered(&self, labels: &Labels) -> Vec<(usize, &'p Page)> {
        let page = |path: &str| {
            let at = self.names.iter().position(|name| name == path)?;
            Some(self.pages[at])
        };
        let given = labels.pages().iter().enumerate();
        given.filter_map(|(number, given)| Some((number, page(&given.path)?))).collect()
    }
}
