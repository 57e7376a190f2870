//! Records the pages that wrappers read, for tests that count reads. Only built with debug assertions.

use crate::AnyWrapper;
use std::cell::RefCell;
use unhusk_page::Page;

/// One page that was read by a rule.
#[derive(Debug, Clone)]
pub struct PageRead {
    /// The rule.
    pub rule: AnyWrapper,
    /// Address of the page in memory: the identity of a page while it lives.
    pub page: usize,
}

thread_local! {
    /// The pages that were read since recording began; `None` if recording is off.
    static READS: RefCell<Option<Vec<PageRead>>> = const { RefCell::new(None) };
}

/// Runs some work and returns every page that was read by an [`AnyWrapper`] on this thread meanwhile.
pub fn record_reads(work: impl FnOnce()) -> Vec<PageRead> {
    READS.with_borrow_mut(|reads| *reads = Some(Vec::new()));
    work();
    READS.take().unwrap_or_default()
}

/// Returns the identity of a page in [`PageRead`].
pub fn identity(page: &Page) -> usize {
    std::ptr::from_ref(page).addr()
}

/// Records that a rule reads a page, if recording is on.
pub(crate) fn note(rule: &AnyWrapper, page: &Page) {
    READS.with_borrow_mut(|reads| {
        if let Some(reads) = reads {
            reads.push(PageRead { rule: rule.clone(), page: identity(page) });
        }
    });
}
