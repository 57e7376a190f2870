//! Training labels for changed pages, from known values and recognized places.

use crate::example::NamedPage;
use crate::example::{Labels, Strictness, TrainingSet};
use serde_json::{Map, Value, json};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::Schema;

/// Labels of the changed pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TrainingLabels {
    /// Ordered by page.
    pub(super) pages: Vec<RepairPage>,
}

/// Labels of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RepairPage {
    /// Index of the page.
    pub(super) page: usize,
    /// Whether the records are all records of the page.
    pub(super) is_complete: bool,
    /// One cell for each field.
    pub(super) records: Vec<Vec<TrainingCell>>,
}

/// Labels of one field of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TrainingCell {
    /// Nothing is known.
    Unknown,
    /// The field has no value.
    Absent,
    /// The texts of the values.
    Texts(Vec<String>),
    /// The spans of the values.
    Places(Vec<Span>),
}

impl TrainingCell {
    pub(super) fn is_labelled(&self) -> bool {
        matches!(self, Self::Texts(_) | Self::Places(_))
    }
}

impl TrainingLabels {
    /// How many pages have labels.
    pub(super) fn n_labelled(&self) -> usize {
        self.pages.len()
    }

    /// On how many pages a field is labelled.
    pub(super) fn n_pages_of(&self, field: usize) -> usize {
        let has =
            |page: &&RepairPage| page.records.iter().any(|record| record[field].is_labelled());
        self.pages.iter().filter(has).count()
    }

    /// The labels of some of the pages.
    pub(super) fn part(&self, positions: impl Iterator<Item = usize>) -> Self {
        Self { pages: positions.filter_map(|at| self.pages.get(at).cloned()).collect() }
    }

    /// Converts the labels to a training set; at most `n_unlabelled` other pages are added without labels.
    pub(super) fn training_set<'p>(
        &self,
        schema: &Schema,
        pages: &[NamedPage<'p>],
        n_unlabelled: usize,
    ) -> Result<TrainingSet<'p>, String> {
        let fields: Vec<&str> = schema.fields().iter().map(|field| field.name.as_str()).collect();
        let of_page = |taught: &RepairPage| {
            let records: Vec<Value> =
                taught.records.iter().map(|record| Self::record(schema, record)).collect();
            json!({ "path": format!("{}", taught.page), "complete": taught.is_complete, "records": records })
        };
        let file = json!({
            "unhusk": "labels/1",
            "fields": fields,
            "pages": self.pages.iter().map(of_page).collect::<Vec<_>>(),
        });
        let labels =
            Labels::parse("repair", &file.to_string()).map_err(|error| error.to_string())?;
        let numbered: Vec<(usize, &'p Page)> = self
            .pages
            .iter()
            .enumerate()
            .map(|(at, taught)| (at, pages[taught.page].page))
            .collect();
        let set = TrainingSet::new(&labels, &numbered, Strictness::Lenient)
            .map_err(|error| error.to_string())?;
        let is_taught = |number: usize| self.pages.iter().any(|taught| taught.page == number);
        let others = pages.iter().enumerate().filter(|(number, _)| !is_taught(*number));
        Ok(set.with_unlabelled(others.map(|(_, one)| one.page).take(n_unlabelled)))
    }

    fn record(schema: &Schema, cells: &[TrainingCell]) -> Value {
        let mut record = Map::new();
        for (field, cell) in schema.fields().iter().zip(cells) {
            let span = |span: &Span| json!({ "span": [span.start, span.end] });
            let values: Vec<Value> = match cell {
                TrainingCell::Unknown => continue,
                TrainingCell::Absent => Vec::new(),
                TrainingCell::Texts(texts) => texts.iter().map(|text| json!(text)).collect(),
                TrainingCell::Places(places) => places.iter().map(span).collect(),
            };
            let value = match (field.many, values.len()) {
                (true, _) => Value::Array(values),
                (false, 0) => Value::Null,
                (false, _) => values.into_iter().next().unwrap_or(Value::Null),
            };
            record.insert(field.name.clone(), value);
        }
        Value::Object(record)
    }
}
