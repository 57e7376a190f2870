//! The truth of a page, taken from its labels without a search on the page: a value that our own search for labels
//! cannot find counts as missed.

use unhusk::Page;
use unhusk::example::{
    Example, GivenCell, GivenRecord, GivenValue, Label, LabelCell, LabelledRecord, PageLabels,
    Place, PlaceTarget,
};
use unhusk::page::fold;
use unhusk::record::{Field, Schema};

/// Comparison of values with labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompareBy {
    /// By place if the label is a span, else by text.
    Label,
    /// By text, even if the label is a span: for contestants that return no places.
    Text,
}

pub(super) fn example<'p>(
    schema: &Schema,
    given: &PageLabels,
    page: &'p Page,
    by: CompareBy,
) -> Example<'p> {
    Example {
        name: given.path.clone(),
        page,
        complete: given.complete,
        records: given.records.iter().map(|one| record(schema.fields(), one, page, by)).collect(),
        negatives: Vec::new(),
    }
}

/// Recurses on the nesting of the schema, which is capped.
fn record(fields: &[Field], given: &GivenRecord, page: &Page, by: CompareBy) -> LabelledRecord {
    let cell = |field: &Field| {
        let (_, cell) = given.cells.iter().find(|(name, _)| *name == field.name)?;
        Some(match cell {
            GivenCell::Absent => LabelCell::Absent,
            GivenCell::One(value) => {
                label(value, page, by).map_or(LabelCell::Unknown, LabelCell::One)
            }
            GivenCell::Many(values) => {
                LabelCell::Many(values.iter().filter_map(|value| label(value, page, by)).collect())
            }
            GivenCell::Nested(records) => LabelCell::Nested(
                records.iter().map(|one| record(&field.fields, one, page, by)).collect(),
            ),
        })
    };
    LabelledRecord {
        cells: fields.iter().map(|field| cell(field).unwrap_or(LabelCell::Unknown)).collect(),
    }
}

/// `None` for labels by path: the benchmark sets have none.
fn label(value: &GivenValue, page: &Page, by: CompareBy) -> Option<Label> {
    match value {
        GivenValue::Text(text) | GivenValue::TextAt { text, .. } => {
            Some(Label { candidates: Vec::new(), text: Some(fold(text).into_owned()) })
        }
        GivenValue::Span(span) if by == CompareBy::Text => {
            Some(Label { candidates: Vec::new(), text: Some(page.text(*span).into_owned()) })
        }
        GivenValue::Span(span) => {
            let place = Place { span: *span, target: PlaceTarget::Range };
            Some(Label { candidates: vec![place], text: None })
        }
        GivenValue::Xpath { text, .. }
        | GivenValue::Css { text, .. }
        | GivenValue::Attribute { text, .. } => text
            .as_ref()
            .map(|text| Label { candidates: Vec::new(), text: Some(fold(text).into_owned()) }),
    }
}
