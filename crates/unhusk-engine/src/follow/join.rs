//! A record of a list and those of its detail page -> records with the fields of both.

use std::collections::BTreeSet;
use unhusk::record::{Cell, Field, Record, Schema, SchemaError};

/// Returns the fields of the list, then those of the detail page. A field of the detail page whose name is taken is
/// renamed `detail_NAME`.
///
/// # Errors
/// If the fields do not make a schema.
pub fn joined_schema(list: &Schema, detail: Option<&Schema>) -> Result<Schema, SchemaError> {
    let mut fields = list.fields().to_vec();
    let mut taken: BTreeSet<String> = fields.iter().map(|field| field.name.clone()).collect();
    for field in detail.into_iter().flat_map(Schema::fields) {
        let mut name = field.name.clone();
        while !taken.insert(name.clone()) {
            name = format!("detail_{name}");
        }
        // A detail page that cannot be read leaves its fields empty.
        fields.push(Field { name, optional: true, ..field.clone() });
    }
    list.with_fields(fields)
}

/// A record of a list, and those of its detail page.
#[derive(Debug, Clone)]
pub struct Joined {
    list: Record<'static>,
    details: Vec<Record<'static>>,
}

impl Joined {
    /// A record of a list.
    pub fn new(list: Record<'static>) -> Self {
        Self { list, details: Vec::new() }
    }

    /// Adds the records of its detail page.
    #[must_use]
    pub fn with(self, details: Vec<Record<'static>>) -> Self {
        Self { details, ..self }
    }

    /// Returns one record for each record of the detail page, or one with `n_detail_fields` empty fields.
    pub fn records(self, n_detail_fields: usize) -> impl Iterator<Item = Record<'static>> {
        let Self { list, mut details } = self;
        if details.is_empty() {
            details.push(Record { cells: vec![Cell::Absent; n_detail_fields] });
        }
        details.into_iter().map(move |detail| {
            let mut cells = list.cells.clone();
            cells.extend(detail.cells);
            Record { cells }
        })
    }
}
