//! Labels for changed pages, gathered from what is known and what is recognized.

use crate::example::{Labels, Strictness, TrainingSet};
use serde_json::{Map, Value, json};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::Schema;

/// What is taught about the pages at hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Teaching {
    /// By the numbers of the pages, in order.
    pub(super) pages: Vec<TaughtPage>,
}

/// What is taught about one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TaughtPage {
    /// Number of the page.
    pub(super) page: usize,
    /// Whether all records of the page are there.
    pub(super) is_complete: bool,
    /// One cell for each field.
    pub(super) records: Vec<Vec<TaughtCell>>,
}

/// What is taught about one field of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TaughtCell {
    /// Nothing.
    Unknown,
    /// It has no value.
    Absent,
    /// What its values say.
    Texts(Vec<String>),
    /// Where its values stand.
    Places(Vec<Span>),
}

impl TaughtCell {
    pub(super) fn is_labelled(&self) -> bool {
        matches!(self, Self::Texts(_) | Self::Places(_))
    }
}

impl Teaching {
    /// How many pages have labels.
    pub(super) fn n_labelled(&self) -> usize {
        self.pages.len()
    }

    /// On how many pages a field is labelled.
    pub(super) fn n_pages_of(&self, field: usize) -> usize {
        let has =
            |page: &&TaughtPage| page.records.iter().any(|record| record[field].is_labelled());
        self.pages.iter().filter(has).count()
    }

    /// The same for some of the pages only.
    pub(super) fn part(&self, positions: impl Iterator<Item = usize>) -> Self {
        Self { pages: positions.filter_map(|at| self.pages.get(at).cloned()).collect() }
    }

    /// The labels as learners take them; other pages are shown without labels.
    pub(super) fn training_set<'p>(
        &self,
        schema: &Schema,
        pages: &[(String, &'p Page)],
        n_unlabelled: usize,
    ) -> Result<TrainingSet<'p>, String> {
        let fields: Vec<&str> = schema.fields().iter().map(|field| field.name.as_str()).collect();
        let of_page = |taught: &TaughtPage| {
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
        let numbered: Vec<(usize, &'p Page)> =
            self.pages.iter().enumerate().map(|(at, taught)| (at, pages[taught.page].1)).collect();
        let set = TrainingSet::new(&labels, &numbered, Strictness::Lenient)
            .map_err(|error| error.to_string())?;
        let is_taught = |number: usize| self.pages.iter().any(|taught| taught.page == number);
        let others = pages.iter().enumerate().filter(|(number, _)| !is_taught(*number));
        Ok(set.with_unlabelled(others.map(|(_, (_, page))| *page).take(n_unlabelled)))
    }

    fn record(schema: &Schema, cells: &[TaughtCell]) -> Value {
        let mut record = Map::new();
        for (field, cell) in schema.fields().iter().zip(cells) {
            let span = |span: &Span| json!({ "span": [span.start, span.end] });
            let values: Vec<Value> = match cell {
                TaughtCell::Unknown => continue,
                TaughtCell::Absent => Vec::new(),
                TaughtCell::Texts(texts) => texts.iter().map(|text| json!(text)).collect(),
                TaughtCell::Places(places) => places.iter().map(span).collect(),
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
