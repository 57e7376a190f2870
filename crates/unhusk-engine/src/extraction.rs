//! Configuration of a run: the wrappers, and how pages are read.

use crate::input::Inputs;
use crate::ordered::in_order;
use crate::reading::{Comparison, Identity, PageOutcome, PageReader};
use crate::wrappers::WrapperSet;
use std::ops::ControlFlow;
use unhusk::page::PageOptions;

/// Wrappers, and how they are run.
#[derive(Debug, Clone)]
pub struct Extraction<'a> {
    /// The wrappers.
    pub wrappers: &'a WrapperSet,
    /// Options of reading pages.
    pub options: PageOptions,
    /// Whether to compute confidences for all pages.
    pub with_confidence: bool,
    /// Identification of pages, if the sink needs more than their names.
    pub identity: Option<Identity<'a>>,
    /// The pages that are checked.
    pub comparison: Comparison,
    /// The number of threads.
    pub n_jobs: usize,
}

impl Extraction<'_> {
    /// Reads the pages and hands the outcomes to `take`, in the order of the input, until `take` breaks. Memory does not
    /// grow with the input, and the outcomes do not depend on the number of threads.
    pub fn read(&self, inputs: Inputs, take: impl FnMut(PageOutcome) -> ControlFlow<()>) {
        let reader = PageReader {
            wrappers: self.wrappers,
            options: &self.options,
            with_confidence: self.with_confidence,
            identity: self.identity,
            comparison: self.comparison,
        };
        in_order(inputs, self.n_jobs, || (), |(), page| reader.read(page), take);
    }
}
