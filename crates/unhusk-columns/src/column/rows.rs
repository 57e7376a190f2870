//! Record -> row: one value per column.

use super::plan::{FieldContent, FieldPlan, RecordPlan, ValuePlan, plan};
use super::typed::column_value;
use super::{Column, ColumnOptions, ColumnValue};
use std::collections::BTreeMap;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Cell, Confidence, Record, Schema, TypedReader, Value};
use unhusk_wrapper::sink::Spans;

/// Selection of the texts that are written beside typed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RawText {
    /// None.
    Omit,
    /// Texts that the typed column cannot hold.
    Misfits,
    /// All.
    All,
}

/// The columns of a schema; turns its records into rows.
#[derive(Debug)]
pub struct Rows {
    columns: Vec<Column>,
    plan: RecordPlan,
    /// The position of the column with the name of the page.
    page: Option<usize>,
    spans: Spans,
    reader: TypedReader,
    misfits: Misfits,
}

impl Rows {
    /// The columns of records of `schema`.
    pub fn new(schema: &Schema, options: &ColumnOptions) -> Self {
        let page = options.page.as_ref();
        let (plan, columns) = plan(schema.fields(), "", options, page);
        let n_before = page.map(|page| {
            let before = plan.fields.iter().take(page.position);
            before.map(FieldPlan::n_columns).sum()
        });
        let (reader, misfits) = (TypedReader::default(), Misfits::default());
        Self { columns, plan, page: n_before, spans: options.spans, reader, misfits }
    }

    /// The columns, in output order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The values of a record of the page called `page`, one per column.
    pub fn row<'r>(&mut self, page: &'r str, record: &'r Record<'r>) -> Vec<ColumnValue<'r>> {
        let mut filler = RowFiller { reader: &mut self.reader, misfits: &mut self.misfits };
        let mut row = filler.record(&self.plan, record);
        if let Some(position) = self.page {
            row.insert(position, ColumnValue::Text(page.into()));
        }
        row
    }

    /// Warnings about values that do not fit their columns, and about values without a column.
    pub fn warnings(&self) -> Vec<Warning> {
        let kept = match self.spans {
            Spans::Omit => "null, with the text kept in the column that ends in `_raw`",
            Spans::Write => "null, with the text kept in `text`",
        };
        let mut warnings = self.reader.warnings(kept);
        warnings.extend(self.misfits.warnings());
        warnings
    }
}

impl FieldPlan {
    /// Number of columns of the field.
    fn n_columns(&self) -> usize {
        match self.content {
            FieldContent::Values(ValuePlan { raw: RawText::Misfits | RawText::All, .. }) => 2,
            _ => 1,
        }
    }
}

/// Makes values of columns, and counts those that do not fit.
struct RowFiller<'a> {
    reader: &'a mut TypedReader,
    misfits: &'a mut Misfits,
}

impl RowFiller<'_> {
    /// Recurses on the nesting of the schema, which is limited.
    fn record<'r>(&mut self, plan: &RecordPlan, record: &'r Record<'r>) -> Vec<ColumnValue<'r>> {
        let mut row = Vec::with_capacity(plan.fields.len() + 1);
        for (position, field) in plan.fields.iter().enumerate() {
            let cell = record.cells.get(position).unwrap_or(&Cell::Absent);
            self.misfits.check(field, cell);
            match &field.content {
                FieldContent::Nested(inner) => {
                    let records = cell.records().iter();
                    let items =
                        records.map(|record| ColumnValue::Group(self.record(inner, record)));
                    row.push(ColumnValue::List(items.collect()));
                }
                FieldContent::Values(plan) if field.many => {
                    self.list(*plan, &field.path, cell.values(), &mut row);
                }
                FieldContent::Values(plan) => match cell.values().first() {
                    Some(value) => {
                        let (item, raw) = self.value(*plan, &field.path, value);
                        row.push(item);
                        row.extend(raw);
                    }
                    None => row.extend(vec![ColumnValue::Null; field.n_columns()]),
                },
            }
        }
        row
    }

    fn list<'r>(
        &mut self,
        plan: ValuePlan,
        path: &str,
        values: &'r [Value<'r>],
        row: &mut Vec<ColumnValue<'r>>,
    ) {
        let (mut items, mut raws) = (Vec::with_capacity(values.len()), Vec::new());
        for value in values {
            let (item, raw) = self.value(plan, path, value);
            items.push(item);
            raws.extend(raw);
        }
        row.push(ColumnValue::List(items));
        if plan.raw != RawText::Omit {
            row.push(ColumnValue::List(raws));
        }
    }

    /// Returns the value of the field's column and, if it has one, of its column of texts.
    fn value<'r>(
        &mut self,
        plan: ValuePlan,
        path: &str,
        value: &'r Value<'r>,
    ) -> (ColumnValue<'r>, Option<ColumnValue<'r>>) {
        let text = || ColumnValue::Text(value.text.as_ref().into());
        let typed = plan.datatype.map(|datatype| {
            let typed = self.reader.try_read(path, datatype, &value.text)?;
            let fitting = column_value(typed);
            if fitting.is_none() {
                self.reader.missed(path, datatype, &value.text);
            }
            fitting
        });
        if plan.spans == Spans::Write {
            let mut group = vec![text()];
            group.extend(typed.map(|typed| typed.unwrap_or(ColumnValue::Null)));
            group.push(ColumnValue::Integer(value.span.start.into()));
            group.push(ColumnValue::Integer(value.span.end.into()));
            let confidence = value.confidence.map(Confidence::get);
            group.push(confidence.map_or(ColumnValue::Null, ColumnValue::Double));
            return (ColumnValue::Group(group), None);
        }
        let Some(typed) = typed else { return (text(), None) };
        let is_raw_written = plan.raw == RawText::All || typed.is_none();
        let raw = if is_raw_written { text() } else { ColumnValue::Null };
        (typed.unwrap_or(ColumnValue::Null), Some(raw))
    }
}

/// Values that the schema excludes, by field: a second value of a single field, or records in a field of values.
#[derive(Debug, Default)]
pub(crate) struct Misfits {
    dropped: BTreeMap<String, usize>,
}

impl Misfits {
    fn check(&mut self, field: &FieldPlan, cell: &Cell<'_>) {
        let is_nested = matches!(field.content, FieldContent::Nested(_));
        self.count(&field.path, (is_nested, field.many), cell);
    }

    /// Counts the values of a cell that are not written.
    pub(crate) fn count(&mut self, path: &str, (is_nested, many): (bool, bool), cell: &Cell<'_>) {
        let (n_values, n_records) = (cell.values().len(), cell.records().len());
        let n_dropped = match (is_nested, many) {
            (true, _) => n_values,
            (false, true) => n_records,
            (false, false) => n_records + n_values.saturating_sub(1),
        };
        if n_dropped > 0 {
            *self.dropped.entry(path.to_owned()).or_default() += n_dropped;
        }
    }

    pub(crate) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.dropped.iter().map(|(field, n)| {
            let values = if *n == 1 { "value has" } else { "values have" };
            Warning::Note(format!(
                "field `{field}`: {n} {values} no place in its column, as the schema describes it, and was left out; jsonl \
                 writes them"
            ))
        })
    }
}
