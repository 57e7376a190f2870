//! [`WrapperExt`]: repair and export as methods of a wrapper.

use crate::example::NamedPage;
use crate::export::{Export, Notation};
use crate::repair::{RepairOutcome, repair};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::verify::VerifyError;

/// Methods of a [`Wrapper`] that need the learners, which extraction does not.
pub trait WrapperExt {
    /// Learns the wrapper again for pages that have changed, from values of the baseline that are still on the pages.
    /// [`repair`] also takes known records from elsewhere.
    ///
    /// # Errors
    /// If the wrapper has no baseline, or one of other fields.
    fn repair(&self, pages: &[&Page]) -> Result<RepairOutcome, VerifyError>;

    /// Writes the wrapper as `XPath`, CSS or Python, with rules that agree with the wrapper on `pages`.
    fn export(&self, notation: Notation, pages: &[&Page]) -> Export;
}

impl WrapperExt for Wrapper {
    fn repair(&self, pages: &[&Page]) -> Result<RepairOutcome, VerifyError> {
        let names: Vec<String> = (1..=pages.len()).map(|number| format!("page {number}")).collect();
        let named = names.iter().zip(pages).map(|(name, &page)| NamedPage { name, page });
        let named: Vec<NamedPage<'_>> = named.collect();
        repair(self, &named, &[])
    }

    fn export(&self, notation: Notation, pages: &[&Page]) -> Export {
        Export::new(self, notation, pages)
    }
}
