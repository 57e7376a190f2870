//! Record -> rows of its table and of those of its fields.

use super::dialect::Dialect;
use super::tables::{FieldPlace, RecordTable, ValueColumns};
use crate::column::{Misfits, RawText};
use std::borrow::Cow;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Cell, Confidence, Datatype, Record, Typed, TypedReader, Value};
use unhusk_wrapper::sink::Spans;

/// The value of a column in a row.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::sink) enum SqlCell<'r> {
    Null,
    Integer(i64),
    Real(f64),
    Text(Cow<'r, str>),
}

/// Where rows are kept.
pub(in crate::sink) trait RowStore {
    type Error;

    /// Adds a row to the table at this position of [`RecordTables::all`](super::RecordTables::all): the values of all
    /// columns but the first, which is the row's number. Returns that number.
    fn add(&mut self, table: usize, row: &[SqlCell<'_>]) -> Result<i64, Self::Error>;
}

/// Turns records into rows, and notes values that their columns cannot hold.
#[derive(Debug, Default)]
pub(in crate::sink) struct RowWriter {
    reader: TypedReader,
    misfits: Misfits,
}

impl RowWriter {
    /// Adds a record; `place` is its page and its position there.
    pub(in crate::sink) fn record<S: RowStore>(
        &mut self,
        store: &mut S,
        table: &RecordTable,
        (page, position): (&str, i64),
        record: &Record<'_>,
    ) -> Result<(), S::Error> {
        let own = vec![SqlCell::Text(page.into()), SqlCell::Integer(position)];
        self.add(store, table, own, record)
    }

    pub(in crate::sink) fn warnings(&self) -> Vec<Warning> {
        let kept = "null, with the text kept in the column that ends in `_raw`";
        let mut warnings = self.reader.warnings(kept);
        warnings.extend(self.misfits.warnings());
        warnings
    }

    /// Adds a row that begins with `row`, then the rows of its fields. Recurses on the nesting of the schema, which is
    /// limited.
    fn add<'r, S: RowStore>(
        &mut self,
        store: &mut S,
        table: &RecordTable,
        mut row: Vec<SqlCell<'r>>,
        record: &'r Record<'r>,
    ) -> Result<(), S::Error> {
        let cell = |position: usize| record.cells.get(position).unwrap_or(&Cell::Absent);
        for (position, field) in table.fields.iter().enumerate() {
            let (is_nested, many) = match field.place {
                FieldPlace::Inline(_) => (false, false),
                FieldPlace::Values(..) => (false, true),
                FieldPlace::Records(_) => (true, true),
            };
            self.misfits.count(&field.path, (is_nested, many), cell(position));
            if let FieldPlace::Inline(columns) = &field.place {
                self.value(*columns, &field.path, cell(position).values().first(), &mut row);
            }
        }
        let parent = store.add(table.position, &row)?;
        for (position, field) in table.fields.iter().enumerate() {
            match &field.place {
                FieldPlace::Inline(_) => {}
                FieldPlace::Values(columns, table) => {
                    for (at, value) in (0..).zip(cell(position).values()) {
                        let mut row = vec![SqlCell::Integer(parent), SqlCell::Integer(at)];
                        self.value(*columns, &field.path, Some(value), &mut row);
                        store.add(*table, &row)?;
                    }
                }
                FieldPlace::Records(inner) => {
                    for (at, record) in (0..).zip(cell(position).records()) {
                        let row = vec![SqlCell::Integer(parent), SqlCell::Integer(at)];
                        self.add(store, inner, row, record)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the columns of a value; nulls if there is none.
    fn value<'r>(
        &mut self,
        columns: ValueColumns,
        path: &str,
        value: Option<&'r Value<'r>>,
        row: &mut Vec<SqlCell<'r>>,
    ) {
        let Some(value) = value else {
            row.extend(vec![SqlCell::Null; columns.n_columns()]);
            return;
        };
        match columns.datatype {
            None => row.push(text(&value.text)),
            Some(datatype) => {
                let typed = self.typed(columns.dialect, path, datatype, value);
                let is_misfit = typed.is_none();
                row.extend(typed.unwrap_or_else(|| vec![SqlCell::Null; columns.n_typed()]));
                if columns.raw != RawText::Omit {
                    let is_kept = is_misfit || columns.raw == RawText::All;
                    row.push(if is_kept { text(&value.text) } else { SqlCell::Null });
                }
            }
        }
        if columns.spans == Spans::Write {
            row.push(SqlCell::Integer(value.span.start.into()));
            row.push(SqlCell::Integer(value.span.end.into()));
            let confidence = value.confidence.map(Confidence::get);
            row.push(confidence.map_or(SqlCell::Null, SqlCell::Real));
        }
    }

    /// The value as the database stores it, with the columns beside it; `None` if it does not match its datatype or
    /// would change.
    fn typed(
        &mut self,
        dialect: Dialect,
        path: &str,
        datatype: Datatype,
        value: &Value<'_>,
    ) -> Option<Vec<SqlCell<'static>>> {
        let cells = match self.reader.try_read(path, datatype, &value.text)? {
            Typed::Number(digits) => dialect.number(digits).map(|number| vec![number]),
            Typed::Price { amount, currency } => dialect.number(amount).map(|amount| {
                vec![amount, currency.map_or(SqlCell::Null, |code| SqlCell::Text(code.into()))]
            }),
            Typed::Date(date) => dialect.date(date),
            other => Some(vec![SqlCell::Text(other.to_string().into())]),
        };
        if cells.is_none() {
            self.reader.missed(path, datatype, &value.text);
        }
        cells
    }
}

fn text(text: &str) -> SqlCell<'_> {
    SqlCell::Text(text.into())
}
