//! The trait of the rules of all wrapper classes.

use crate::record::{Record, Schema};
use unhusk_page::{Page, Warning};

/// A learnt rule: a pure function from a page to records.
///
/// This trait is for implementors of wrapper classes. Users read pages with a [`Wrapper`](crate::Wrapper), which keeps
/// the rule together with its schema.
pub trait Extract {
    /// Reads the records of a page, in document order. `schema` is the one that the rule was learnt for.
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p>;

    /// Reads the records as [`extract`](Self::extract) does, with the confidence of each value if the class computes one;
    /// this takes more time.
    fn extract_with_confidence<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        self.extract(schema, page)
    }

    /// Checks that the rule can fill records of `schema`; the error is the reason why it cannot.
    fn check(&self, schema: &Schema) -> Result<(), String>;
}

/// Result of a rule on one page: records without the names of their fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawExtraction<'p> {
    /// The records, in document order.
    pub records: Vec<Record<'p>>,
    /// Problems on this page, to be shown to the user; empty if it was read as learnt.
    pub warnings: Vec<Warning>,
}
