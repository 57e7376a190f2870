//! What the learners add to a saved wrapper.

use crate::export::{Export, Notation};
use crate::repair::{RepairOutcome, repair};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::verify::VerifyError;

/// Methods of a [`Wrapper`] that need the learners, which running a wrapper does not.
pub trait WrapperExt {
    /// Tries to make a wrapper for pages that have changed: values that are known from the baseline are looked for on
    /// the pages, and the wrapper is learnt again from them. [`repair`] does the same with records that are known from
    /// elsewhere.
    ///
    /// # Errors
    /// If the wrapper has no baseline, or one of other fields.
    fn repair(&self, pages: &[&Page]) -> Result<RepairOutcome, VerifyError>;

    /// Puts the wrapper into another notation: `XPath`, CSS or Python. On the pages it is tried which of the wrapper's
    /// rules read what the wrapper reads.
    fn export(&self, notation: Notation, pages: &[&Page]) -> Export;
}

impl WrapperExt for Wrapper {
    fn repair(&self, pages: &[&Page]) -> Result<RepairOutcome, VerifyError> {
        let named: Vec<(String, &Page)> =
            (1..).zip(pages).map(|(number, page)| (format!("page {number}"), *page)).collect();
        repair(self, &named, &[])
    }

    fn export(&self, notation: Notation, pages: &[&Page]) -> Export {
        Export::new(self, notation, pages)
    }
}
