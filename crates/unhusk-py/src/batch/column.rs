//! One field of many records -> one Arrow column.

use super::schema::value_fields;
use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, OffsetBufferBuilder};
use arrow_schema::{Field, Fields};
use std::sync::Arc;
use unhusk::record::{self, Cell, Confidence, Record};

/// A column that grows by one record at a time.
pub(super) enum FieldColumn {
    /// One value for a record.
    One(ValueColumn),
    /// A list of values.
    Many(ListLayout, ValueColumn),
    /// A list of records.
    Nested(ListLayout, RecordColumn),
}

impl FieldColumn {
    pub(super) fn new(field: &record::Field, with_spans: bool) -> Self {
        if field.is_nested() {
            Self::Nested(ListLayout::new(), RecordColumn::new(&field.fields, with_spans))
        } else if field.many {
            Self::Many(ListLayout::new(), ValueColumn::new(with_spans))
        } else {
            Self::One(ValueColumn::new(with_spans))
        }
    }

    /// Adds the value of a record for the field.
    pub(super) fn push(&mut self, cell: &Cell<'_>) {
        match self {
            Self::One(values) => match cell.values().first() {
                Some(value) => values.push(value),
                None => values.push_null(),
            },
            Self::Many(layout, values) => {
                cell.values().iter().for_each(|value| values.push(value));
                layout.push(cell.values().len());
            }
            Self::Nested(layout, records) => {
                cell.records().iter().for_each(|record| records.push(record));
                layout.push(cell.records().len());
            }
        }
    }

    /// Adds a row for a page that has no records.
    pub(super) fn push_null(&mut self) {
        match self {
            Self::One(values) => values.push_null(),
            Self::Many(layout, _) | Self::Nested(layout, _) => layout.push_null(),
        }
    }

    pub(super) fn finish(self) -> ArrayRef {
        match self {
            Self::One(values) => values.finish(),
            Self::Many(layout, values) => layout.finish(values.finish()),
            Self::Nested(layout, records) => layout.finish(records.finish()),
        }
    }
}

/// Starts and ends of lists.
pub(super) struct ListLayout {
    offsets: OffsetBufferBuilder<i32>,
    validity: NullBufferBuilder,
}

impl ListLayout {
    fn new() -> Self {
        Self { offsets: OffsetBufferBuilder::new(0), validity: NullBufferBuilder::new(0) }
    }

    fn push(&mut self, n_items: usize) {
        self.offsets.push_length(n_items);
        self.validity.append_non_null();
    }

    fn push_null(&mut self) {
        self.offsets.push_length(0);
        self.validity.append_null();
    }

    fn finish(mut self, items: ArrayRef) -> ArrayRef {
        let offsets: OffsetBuffer<i32> = self.offsets.finish();
        let item = Arc::new(Field::new("item", items.data_type().clone(), true));
        Arc::new(ListArray::new(item, offsets, items, self.validity.finish()))
    }
}

/// Values: texts, or texts with their places.
pub(super) struct ValueColumn {
    texts: StringBuilder,
    places: Option<PlaceColumns>,
}

struct PlaceColumns {
    starts: Int64Builder,
    ends: Int64Builder,
    confidences: Float64Builder,
    validity: NullBufferBuilder,
}

impl ValueColumn {
    fn new(with_spans: bool) -> Self {
        let places = || PlaceColumns {
            starts: Int64Builder::new(),
            ends: Int64Builder::new(),
            confidences: Float64Builder::new(),
            validity: NullBufferBuilder::new(0),
        };
        Self { texts: StringBuilder::new(), places: with_spans.then(places) }
    }

    fn push(&mut self, value: &record::Value<'_>) {
        self.texts.append_value(&value.text);
        if let Some(places) = &mut self.places {
            places.starts.append_value(value.span.start.into());
            places.ends.append_value(value.span.end.into());
            places.confidences.append_option(value.confidence.map(Confidence::get));
            places.validity.append_non_null();
        }
    }

    fn push_null(&mut self) {
        let Some(places) = &mut self.places else { return self.texts.append_null() };
        // The struct is null; its parts need a value, which readers ignore.
        self.texts.append_value("");
        places.starts.append_value(0);
        places.ends.append_value(0);
        places.confidences.append_null();
        places.validity.append_null();
    }

    fn finish(mut self) -> ArrayRef {
        let texts: ArrayRef = Arc::new(self.texts.finish());
        let Some(mut places) = self.places else { return texts };
        let columns: Vec<ArrayRef> = vec![
            texts,
            Arc::new(places.starts.finish()),
            Arc::new(places.ends.finish()),
            Arc::new(places.confidences.finish()),
        ];
        Arc::new(StructArray::new(value_fields(), columns, places.validity.finish()))
    }
}

/// Nested records.
pub(super) struct RecordColumn {
    names: Vec<String>,
    columns: Vec<FieldColumn>,
    n: usize,
}

impl RecordColumn {
    fn new(fields: &[record::Field], with_spans: bool) -> Self {
        Self {
            names: fields.iter().map(|field| field.name.clone()).collect(),
            columns: fields.iter().map(|field| FieldColumn::new(field, with_spans)).collect(),
            n: 0,
        }
    }

    fn push(&mut self, record: &Record<'_>) {
        self.n += 1;
        for (position, column) in self.columns.iter_mut().enumerate() {
            column.push(record.cells.get(position).unwrap_or(&Cell::Absent));
        }
    }

    fn finish(self) -> ArrayRef {
        let columns: Vec<ArrayRef> = self.columns.into_iter().map(FieldColumn::finish).collect();
        let field = |(name, column): (&String, &ArrayRef)| {
            Field::new(name, column.data_type().clone(), true)
        };
        let fields: Fields = self.names.iter().zip(&columns).map(field).collect();
        Arc::new(
            StructArray::try_new_with_length(fields, columns, None, self.n)
                .expect("columns of nested records have one length"),
        )
    }
}
