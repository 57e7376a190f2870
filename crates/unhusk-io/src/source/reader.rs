//! Common trait of all kinds of archives: returns their pages, one by one.

use super::capture::Skipped;
use super::{PageRef, SourceError};

/// An archive that was opened.
pub(super) trait PageReader: Send {
    /// The next page or broken record; `None` at the end. Records that are no pages are counted.
    fn next_page(&mut self, skipped: &mut Skipped) -> Option<Result<PageRef, SourceError>>;
}
