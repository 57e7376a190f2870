//! What every wrapper class can do.

use crate::record::{Record, Schema};
use unhusk_page::{Page, Warning};

/// A learnt rule: a pure function from a page to records.
pub trait Wrapper {
    /// Reads the records of a page, in document order. `schema` is the one the rule was learnt for.
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p>;

    /// Reads the same, and tells how sure each value is, where the class can: that takes some more time.
    fn extract_weighed<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p> {
        self.extract(schema, page)
    }

    /// Whether the rule can fill records of `schema`; if not, why.
    fn check(&self, schema: &Schema) -> Result<(), String>;
}

/// What a wrapper read from one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extraction<'p> {
    /// The records, in document order.
    pub records: Vec<Record<'p>>,
    /// What the user should hear of; none if all went as learnt.
    pub warnings: Vec<Warning>,
}
