//! Record -> rows of its table and of those of its fields.

use super::error::Failure;
use super::tables::{FieldPlace, RecordTable, RecordTables, ValueColumns};
use crate::column::{Misfits, RawText, double};
use rusqlite::types::{ToSqlOutput, Value as SqlValue, ValueRef};
use rusqlite::{Connection, params_from_iter};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Cell, Confidence, Datatype, Record, Typed, TypedReader, Value};
use unhusk_wrapper::sink::Spans;

/// Adds rows, and notes values that their columns cannot hold.
#[derive(Debug, Default)]
pub(super) struct RowWriter {
    reader: TypedReader,
    misfits: Misfits,
}

type Parameters<'r> = Vec<ToSqlOutput<'r>>;

impl RowWriter {
    /// Adds a record; `place` is its page and its position there.
    pub(super) fn record(
        &mut self,
        connection: &Connection,
        tables: &RecordTables,
        (page, position): (&str, i64),
        record: &Record<'_>,
    ) -> Result<(), Failure> {
        let own = vec![text(page), integer(position)];
        self.add(connection, &tables.records, own, record)
    }

    pub(super) fn warnings(&self) -> Vec<Warning> {
        let kept = "null, with the text kept in the column that ends in `_raw`";
        let mut warnings = self.reader.warnings(kept);
        warnings.extend(self.misfits.warnings());
        warnings
    }

    /// Adds a row that begins with `row`, then the rows of its fields. Recurses on the nesting of the schema, which is
    /// limited.
    fn add<'r>(
        &mut self,
        connection: &Connection,
        table: &RecordTable,
        mut row: Parameters<'r>,
        record: &'r Record<'r>,
    ) -> Result<(), Failure> {
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
        connection.prepare_cached(&table.insert)?.execute(params_from_iter(row))?;
        let parent = connection.last_insert_rowid();
        for (position, field) in table.fields.iter().enumerate() {
            match &field.place {
                FieldPlace::Inline(_) => {}
                FieldPlace::Values(columns, insert) => {
                    for (at, value) in (0..).zip(cell(position).values()) {
                        let mut row = vec![integer(parent), integer(at)];
                        self.value(*columns, &field.path, Some(value), &mut row);
                        connection.prepare_cached(insert)?.execute(params_from_iter(row))?;
                    }
                }
                FieldPlace::Records(inner) => {
                    for (at, record) in (0..).zip(cell(position).records()) {
                        let row = vec![integer(parent), integer(at)];
                        self.add(connection, inner, row, record)?;
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
        row: &mut Parameters<'r>,
    ) {
        let Some(value) = value else {
            row.extend(vec![null(); columns.n_columns()]);
            return;
        };
        let typed = columns.datatype.map(|datatype| self.typed(path, datatype, value));
        match typed {
            None => row.push(text(&value.text)),
            Some(typed) => {
                let is_misfit = typed.is_none();
                let (stored, currency) = typed.unwrap_or((null(), None));
                row.push(stored);
                if columns.datatype == Some(Datatype::Price) {
                    row.push(currency.map_or(null(), text));
                }
                if columns.raw != RawText::Omit {
                    let is_kept = is_misfit || columns.raw == RawText::All;
                    row.push(if is_kept { text(&value.text) } else { null() });
                }
            }
        }
        if columns.spans == Spans::Write {
            row.push(integer(value.span.start.into()));
            row.push(integer(value.span.end.into()));
            let confidence = value.confidence.map(Confidence::get);
            row.push(confidence.map_or(null(), |it| owned(SqlValue::Real(it))));
        }
    }

    /// Returns the value as SQLite stores it, and its currency; `None` if it does not match its datatype or would
    /// change.
    fn typed(
        &mut self,
        path: &str,
        datatype: Datatype,
        value: &Value<'_>,
    ) -> Option<(ToSqlOutput<'static>, Option<&'static str>)> {
        let typed = self.reader.try_read(path, datatype, &value.text)?;
        let (digits, currency) = match typed {
            Typed::Number(digits) => (digits, None),
            Typed::Price { amount, currency } => (amount, currency),
            other => return Some((owned(SqlValue::Text(other.to_string())), None)),
        };
        let stored = number(&digits);
        if stored.is_none() {
            self.reader.missed(path, datatype, &value.text);
        }
        Some((owned(stored?), currency))
    }
}

/// Returns the number as SQLite stores it; `None` if it has too many digits.
fn number(digits: &str) -> Option<SqlValue> {
    if let Ok(integer) = digits.parse::<i64>() {
        return Some(SqlValue::Integer(integer));
    }
    double(digits).map(SqlValue::Real)
}

fn text(text: &str) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))
}

fn integer(value: i64) -> ToSqlOutput<'static> {
    owned(SqlValue::Integer(value))
}

fn owned(value: SqlValue) -> ToSqlOutput<'static> {
    ToSqlOutput::Owned(value)
}

fn null() -> ToSqlOutput<'static> {
    ToSqlOutput::Borrowed(ValueRef::Null)
}
